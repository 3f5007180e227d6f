// SPDX-License-Identifier: BSD-3-Clause
// The twelve forms of an equation t(p,d) = c + s * startup(p) + k * data(p,d) (Howell 1996,
// section 3.2).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace revprof {

// `none` only where a single process count was measured: no startup term can be identified then.
enum class Startup { none, p, log_p, p_squared };
enum class Data { d, p_d, log_p_d, p_squared_d };

struct Form {
  Startup startup = Startup::none;
  Data data = Data::d;
  bool operator==(const Form& other) const {
    return startup == other.startup && data == other.data;
  }
};

// All twelve, in the order of the paper: startup outer, data inner.
const std::array<Form, 12>& all_forms();

// Values of the two functions; p processes, d bytes, log is base 2. Startup::none gives 0.
double startup_term(Startup startup, double processes);
double data_term(Data data, double processes, double bytes);

// Names as in the model file: "p", "log(p)", "p^2"; "d", "p*d", "log(p)*d", "p^2*d".
// Startup::none has the empty name (JSON null).
std::string_view name(Startup startup);
std::string_view name(Data data);
std::optional<Startup> startup_from_name(std::string_view name);
std::optional<Data> data_from_name(std::string_view name);

}  // namespace revprof
