// SPDX-License-Identifier: BSD-3-Clause
// The twelve forms: their two functions and their names.
#include "fit/model/form.hpp"

#include <cmath>

namespace revprof {

namespace {

constexpr std::array<std::string_view, 4> startup_names = {"", "p", "log(p)", "p^2"};
constexpr std::array<std::string_view, 4> data_names = {"d", "p*d", "log(p)*d", "p^2*d"};

std::array<Form, 12> make_forms() {
  std::array<Form, 12> forms;
  std::size_t next = 0;
  for (const Startup startup : {Startup::p, Startup::log_p, Startup::p_squared}) {
    for (const Data data : {Data::d, Data::p_d, Data::log_p_d, Data::p_squared_d}) {
      forms[next++] = {startup, data};
    }
  }
  return forms;
}

}  // namespace

const std::array<Form, 12>& all_forms() {
  static const std::array<Form, 12> forms = make_forms();
  return forms;
}

double startup_term(Startup startup, double processes) {
  switch (startup) {
    case Startup::none:
      return 0;
    case Startup::p:
      return processes;
    case Startup::log_p:
      return std::log2(processes);
    case Startup::p_squared:
      return processes * processes;
  }
  return 0;
}

double data_term(Data data, double processes, double bytes) {
  switch (data) {
    case Data::d:
      return bytes;
    case Data::p_d:
      return processes * bytes;
    case Data::log_p_d:
      return std::log2(processes) * bytes;
    case Data::p_squared_d:
      return processes * processes * bytes;
  }
  return 0;
}

std::string_view name(Startup startup) { return startup_names[static_cast<std::size_t>(startup)]; }

std::string_view name(Data data) { return data_names[static_cast<std::size_t>(data)]; }

std::optional<Startup> startup_from_name(std::string_view name) {
  for (std::size_t i = 0; i < startup_names.size(); ++i) {
    if (startup_names[i] == name) return static_cast<Startup>(i);
  }
  return std::nullopt;
}

std::optional<Data> data_from_name(std::string_view name) {
  for (std::size_t i = 0; i < data_names.size(); ++i) {
    if (data_names[i] == name) return static_cast<Data>(i);
  }
  return std::nullopt;
}

}  // namespace revprof
