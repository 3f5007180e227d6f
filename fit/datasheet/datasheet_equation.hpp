// SPDX-License-Identifier: BSD-3-Clause
// Equations as Howell's Figure 1 prints them: t = (50 ± 20) + (40 ± 1) p + (1.0 ± 0.9) d, in LaTeX.
#pragma once

#include <optional>
#include <string>

#include "fit/model/model.hpp"

namespace revprof {

// Units of the printed coefficients: t in microseconds, d in kB (1000 bytes). So c and s are in
// microseconds, and k, in microseconds per kB, is at the same time in nanoseconds per byte.
constexpr double microseconds = 1e6;
constexpr double microseconds_per_kilobyte = 1e9;

// A value with its standard error, as LaTeX mathematics: the error rounded to one digit (two if
// they are 11 to 19), the value to the same place: "(50 \pm 20)". Without an error three digits:
// "38.6".
std::string quantity(double value, std::optional<double> error);

// The same for a table, where a coefficient at its bound is "0 (bound)" and an absent one "--".
struct CoefficientTexts {
  std::string c, s, k;
};
CoefficientTexts coefficient_texts(const Regime& regime);

// The terms of an equation in LaTeX mathematics, with their signs except for the first; a
// coefficient that is 0 and has no error is left out (its term is empty).
struct EquationTerms {
  std::string constant, startup, data;
};
EquationTerms equation_terms(const Regime& regime);

// "t = (50 \pm 20) + (40 \pm 1)\,p"; a coefficient that may be 0 has a ring: "{(1 \pm 2)}^{\circ}".
std::string equation_text(const Regime& regime);

// "p", "\log_2(p)\,d"; Startup::none is empty.
std::string function_text(Startup startup);
std::string function_text(Data data);

// "p, \log_2(p)\,d": the two functions of a form.
std::string form_text(const Form& form);

}  // namespace revprof
