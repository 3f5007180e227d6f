// SPDX-License-Identifier: BSD-3-Clause
// Rounds coefficients and their errors to the digits that mean something, and joins them.
#include "fit/datasheet/datasheet_equation.hpp"

#include <algorithm>
#include <cmath>

#include "fit/datasheet/datasheet_text.hpp"
#include "fit/model/estimate.hpp"

namespace revprof {

namespace {

constexpr int most_digits = 6;  // of a value, however small its error
constexpr int digits_without_error = 3;
constexpr double smallest_fixed = 0.01;  // below it and from the next on: powers of ten
constexpr double largest_fixed = 1e6;

double power_of_ten(int exponent) { return std::pow(10.0, exponent); }

// The power of ten of a number's first digit.
int first_place(double value) { return static_cast<int>(std::floor(std::log10(std::abs(value)))); }

// The power of ten of the last digit an error deserves: one digit, or two where one would round
// coarsely (11 to 19).
int error_place(double error) {
  const int place = first_place(error);
  const double two_digits = std::round(error / power_of_ten(place - 1));
  if (two_digits > 10 && two_digits < 20) return place - 1;
  return std::round(error / power_of_ten(place)) >= 10 ? place + 1 : place;
}

std::string rounded(double value, int place) {
  const double unit = power_of_ten(place);
  const double nearest = place > 0 ? std::round(value / unit) * unit : value;
  std::string text = fixed(nearest, -place);
  // "-0" is 0.
  if (text.find_first_of("123456789") == std::string::npos && text.front() == '-') text.erase(0, 1);
  return text;
}

std::string without_trailing_zeros(std::string text) {
  if (text.find('.') == std::string::npos) return text;
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string times_power(int exponent) {
  return exponent == 0 ? "" : "\\cdot 10^{" + std::to_string(exponent) + "}";
}

// Printed as a factor times this power of ten.
int common_exponent(double largest) {
  if (largest == 0 || (largest >= smallest_fixed && largest < largest_fixed)) return 0;
  return first_place(largest);
}

std::string plain_quantity(double value) {
  const int exponent = common_exponent(std::abs(value));
  const double factor = value / power_of_ten(exponent);
  if (factor == 0) return "0";
  const int place = std::min(first_place(factor) - digits_without_error + 1, 0);
  return without_trailing_zeros(rounded(factor, place)) + times_power(exponent);
}

// Coefficients in the units of print; an error of 0 is none.
struct Coefficient {
  double value = 0;
  std::optional<double> error;
  bool at_bound = false;

  bool absent() const { return value == 0 && !error; }
  // Within two standard errors of 0.
  bool insignificant() const { return error && std::abs(value) < normal_95 * *error; }
  // Its text, with a ring if it may be 0.
  std::string marked(const std::string& text) const {
    return insignificant() ? "{" + text + "}^{\\circ}" : text;
  }
};

Coefficient coefficient(double value, double unit, const std::optional<StandardErrors>& errors,
                        double StandardErrors::*error) {
  Coefficient result{value * unit, std::nullopt, false};
  if (!errors) return result;
  const double printed = (*errors).*error * unit;
  if (printed > 0 && std::isfinite(printed)) result.error = printed;
  result.at_bound = result.absent();
  return result;
}

struct Coefficients {
  Coefficient c, s, k;
};

Coefficients coefficients(const Regime& regime) {
  const auto& errors = regime.standard_errors;
  return {coefficient(regime.c, microseconds, errors, &StandardErrors::c),
          coefficient(regime.s, microseconds, errors, &StandardErrors::s),
          coefficient(regime.k, microseconds_per_kilobyte, errors, &StandardErrors::k)};
}

std::string table_text(const Coefficient& coefficient) {
  if (coefficient.at_bound) return "0 (bound)";
  std::string text = quantity(coefficient.value, coefficient.error);
  if (text.front() == '(' && text.back() == ')') text = text.substr(1, text.size() - 2);
  return "$" + coefficient.marked(text) + "$";
}

// A term with the sign that joins it to what stands before it.
std::string term(const Coefficient& coefficient, const std::string& function, bool first) {
  if (coefficient.absent()) return "";
  const std::string number = quantity(coefficient.value, coefficient.error);
  std::string text = coefficient.marked(number);
  if (!function.empty()) text += "\\," + function;
  if (first) return text;
  return text.front() == '-' ? "- " + text.substr(1) : "+ " + text;
}

}  // namespace

std::string quantity(double value, std::optional<double> error) {
  if (!error || !(*error > 0) || !std::isfinite(*error)) return plain_quantity(value);
  const int exponent = common_exponent(std::max(std::abs(value), *error));
  const double factor = value / power_of_ten(exponent);
  const double error_factor = *error / power_of_ten(exponent);
  int place = error_place(error_factor);
  if (factor == 0) return "(0 \\pm " + rounded(error_factor, place) + ")" + times_power(exponent);
  const int value_place = first_place(factor);
  // A value far below its error keeps one digit; one far above it is not printed to the last.
  const int last_place = std::max(std::min(place, value_place), value_place - most_digits + 1);
  std::string error_text = rounded(error_factor, place);
  if (last_place > place) {
    const double unit = power_of_ten(last_place);
    error_text = rounded(std::ceil(error_factor / unit) * unit, last_place);
  }
  return "(" + rounded(factor, last_place) + " \\pm " + error_text + ")" + times_power(exponent);
}

CoefficientTexts coefficient_texts(const Regime& regime) {
  const Coefficients values = coefficients(regime);
  return {table_text(values.c), regime.form.startup == Startup::none ? "--" : table_text(values.s),
          table_text(values.k)};
}

EquationTerms equation_terms(const Regime& regime) {
  const Coefficients values = coefficients(regime);
  EquationTerms terms;
  terms.constant = term(values.c, "", true);
  if (regime.form.startup != Startup::none) {
    terms.startup = term(values.s, function_text(regime.form.startup), terms.constant.empty());
  }
  terms.data = term(values.k, function_text(regime.form.data),
                    terms.constant.empty() && terms.startup.empty());
  if (terms.constant.empty() && terms.startup.empty() && terms.data.empty()) terms.constant = "0";
  return terms;
}

std::string equation_text(const Regime& regime) {
  const EquationTerms terms = equation_terms(regime);
  std::string text = "t =";
  for (const std::string& each : {terms.constant, terms.startup, terms.data}) {
    if (!each.empty()) text += " " + each;
  }
  return text;
}

std::string function_text(Startup startup) {
  switch (startup) {
    case Startup::none:
      return "";
    case Startup::p:
      return "p";
    case Startup::log_p:
      return "\\log_2(p)";
    case Startup::p_squared:
      return "p^2";
  }
  return "";
}

std::string function_text(Data data) {
  switch (data) {
    case Data::d:
      return "d";
    case Data::p_d:
      return "p\\,d";
    case Data::log_p_d:
      return "\\log_2(p)\\,d";
    case Data::p_squared_d:
      return "p^2 d";
  }
  return "";
}

std::string form_text(const Form& form) {
  const std::string startup = function_text(form.startup);
  return (startup.empty() ? "" : startup + ",\\; ") + function_text(form.data);
}

}  // namespace revprof
