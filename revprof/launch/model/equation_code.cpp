// SPDX-License-Identifier: BSD-3-Clause
// Writes regimes as nested choices by p and d.
#include "revprof/launch/model/equation_code.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>

#include "fit/model/estimate.hpp"
#include "revprof/launch/look/call_classes.hpp"

namespace revprof {

namespace {

std::string number(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

// "1.2e-06" -> "1.2\cdot10^{-6}".
std::string latex_number(double value) {
  const std::string text = number(value);
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  return text.substr(0, e) + "\\cdot10^{" + std::to_string(std::stoi(text.substr(e + 1))) + "}";
}

// How a language spells the functions of p and d, by startup and data.
struct Spelling {
  std::array<const char*, 4> startup, data;
  const char* times;
};
constexpr Spelling words_of_code = {
    {"", "p", "log2(p)", "p**2"}, {"d", "p*d", "log2(p)*d", "p**2*d"}, "*"};
constexpr Spelling words_of_latex = {
    {"", "p", "\\log_2 p", "p^2"}, {"d", "p\\,d", "\\log_2(p)\\,d", "p^2 d"}, "\\,"};

std::string sum(const Regime& regime, const Spelling& words, std::string (*spelled)(double)) {
  std::string text;
  const auto add = [&](double value, const std::string& function) {
    if (value == 0) return;
    if (!text.empty()) text += value < 0 ? " - " : " + ";
    text += spelled(text.empty() ? value : std::abs(value));
    if (!function.empty()) text += words.times + function;
  };
  add(regime.c, "");
  add(regime.s, words.startup[static_cast<std::size_t>(regime.form.startup)]);
  add(regime.k, words.data[static_cast<std::size_t>(regime.form.data)]);
  return text.empty() ? "0" : text;
}

// Of a class, in the order in which they are asked: each holds up to its largest p and d.
struct Step {
  const Regime* regime = nullptr;
  std::optional<int> up_to_processes;  // nothing: however many
  std::optional<std::int64_t> up_to_bytes;
};

std::vector<Step> steps_of(const DistanceClass& equations) {
  std::vector<const Regime*> regimes;
  for (const Regime& regime : equations.regimes) regimes.push_back(&regime);
  std::sort(regimes.begin(), regimes.end(), [](const Regime* a, const Regime* b) {
    if (a->max_processes != b->max_processes) return a->max_processes < b->max_processes;
    return a->max_bytes < b->max_bytes;
  });
  std::vector<Step> steps;
  for (std::size_t i = 0; i < regimes.size(); ++i) {
    const bool last_of_band =
        i + 1 == regimes.size() || regimes[i + 1]->max_processes != regimes[i]->max_processes;
    Step step{regimes[i], std::nullopt, std::nullopt};
    if (regimes[i]->max_processes != regimes.back()->max_processes) {
      step.up_to_processes = regimes[i]->max_processes;
    }
    if (!last_of_band) step.up_to_bytes = regimes[i]->max_bytes;
    steps.push_back(step);
  }
  return steps;
}

std::string condition(const Step& step, const std::string& at_most, const std::string& both) {
  std::string text;
  if (step.up_to_processes) text = "p" + at_most + std::to_string(*step.up_to_processes);
  if (!step.up_to_bytes) return text;
  return text + (text.empty() ? "" : both) + "d" + at_most + std::to_string(*step.up_to_bytes);
}

// What a language calls the larger and the smaller one of two numbers, and how it defines what else
// an equation takes that may be 0 or less.
struct Functions {
  const char *max, *min, *first_positive;
};
constexpr Functions of_python = {
    "max", "min", "\ndef first_positive(*times):\n    return next(t for t in times if t > 0)\n\n"};
constexpr Functions of_gnuplot = {"larger", "smaller",
                                  "smaller(a, b) = a < b ? a : b\n"
                                  "first_positive(a, b, c) = a > 0 ? a : b > 0 ? b : c\n"};

// Grows from there on, as p and d do.
bool grows_from(const Regime& regime, double processes, double bytes) {
  return regime.s >= 0 && regime.k >= 0 && equation(regime, processes, bytes) > 0;
}

bool is_positive_everywhere(const Regime& regime) { return grows_from(regime, 1, 0); }

bool grows_in_range(const Regime& regime) {
  return grows_from(regime, regime.min_processes, static_cast<double>(regime.min_bytes));
}

// Where the terms do not pull p both ways, an equation is least at a corner.
bool is_positive_in_range(const Regime& regime) {
  bool is_positive = regime.s * regime.k >= 0 || regime.form.data == Data::d;
  for (const int processes : {regime.min_processes, regime.max_processes}) {
    for (const std::int64_t bytes : {regime.min_bytes, regime.max_bytes}) {
      is_positive = is_positive && equation(regime, processes, static_cast<double>(bytes)) > 0;
    }
  }
  return is_positive;
}

// A spelled equation with these in place of p and d.
std::string spelled_at(const std::string& equation, const std::string& processes,
                       const std::string& bytes) {
  std::string text;
  for (const char character : equation) {
    text += character == 'p' ? processes : character == 'd' ? bytes : std::string(1, character);
  }
  return text;
}

// The equation where `estimate` evaluates it (fit/model/estimate.cpp, positive_point).
std::string evaluated(const Regime& regime, const Functions& functions) {
  const std::string plain = sum(regime, words_of_code, number);
  if (is_positive_everywhere(regime)) return plain;
  const auto call = [](const char* function, const std::string& a, std::int64_t b) {
    return std::string(function) + "(" + a + ", " + std::to_string(b) + ")";
  };
  const std::string p = call(functions.max, "p", regime.min_processes);
  const std::string d = call(functions.max, "d", regime.min_bytes);
  const std::string kept = regime.c < 0 ? spelled_at(plain, p, d) : plain;
  if (regime.c < 0 && grows_in_range(regime)) return kept;
  const std::string edge = spelled_at(plain, call(functions.min, p, regime.max_processes),
                                      call(functions.min, d, regime.max_bytes));
  return "first_positive(" + kept + ", " + edge + ", " +
         number(least_positive_corner(regime).seconds()) + ")";
}

// A function of a class, and up to how many processes it holds.
struct CodePart {
  std::string name;
  const DistanceClass* equations;
  std::optional<int> up_to_processes;
};

std::string function_name(std::string call) {
  std::replace(call.begin(), call.end(), '.', '_');
  return call;
}

std::string python(const CodePart& part) {
  std::string text = "def " + part.name + "(p, d):\n";
  for (const Step& step : steps_of(*part.equations)) {
    const std::string holds = condition(step, " <= ", " and ");
    const std::string seconds = evaluated(*step.regime, of_python);
    text += holds.empty() ? "    return " + seconds + "\n"
                          : "    if " + holds + ":\n        return " + seconds + "\n";
  }
  return text;
}

std::string gnuplot(const CodePart& part) {
  std::string text = part.name + "(p, d) = ";
  for (const Step& step : steps_of(*part.equations)) {
    const std::string holds = condition(step, " <= ", " && ");
    const std::string seconds = evaluated(*step.regime, of_gnuplot);
    text += holds.empty() ? seconds : holds + " ? " + seconds + " : \\\n  ";
  }
  return text + "\n";
}

std::string latex(const std::string& call, const CodePart& part) {
  std::string name = call;
  for (std::size_t at = name.find('_'); at != std::string::npos; at = name.find('_', at + 2)) {
    name.insert(at, "\\");
  }
  std::string text = "% " + distance_name(part.equations->within) +
                     ", in seconds\n\\[\n  t_{\\mathtt{" + name + "}}(p, d) = \\begin{cases}\n";
  for (const Step& step : steps_of(*part.equations)) {
    const Regime& regime = *step.regime;
    const auto range = [](std::int64_t low, const char* what, std::int64_t high) {
      return std::to_string(low) + " \\le " + what + " \\le " + std::to_string(high);
    };
    const std::string places = range(regime.min_processes, "p", regime.max_processes) + ",\\ " +
                               range(regime.min_bytes, "d", regime.max_bytes);
    const auto row = [&](const std::string& seconds, const std::string& where) {
      text += "    " + seconds + " & " + places + where + " \\\\\n";
    };
    const std::string plain = sum(regime, words_of_latex, latex_number);
    if (is_positive_in_range(regime)) {
      row(plain, "");
    } else {
      row(plain, "\\text{, where it is positive}");
      row(latex_number(least_positive_corner(regime).seconds()), "\\text{, elsewhere}");
    }
  }
  return text + "  \\end{cases}\n\\]\n";
}

// Of a call of several classes, by p.
std::string choice(const std::string& name, const std::vector<CodePart>& parts, Notation notation) {
  std::string text =
      notation == Notation::python ? "\ndef " + name + "(p, d):\n" : name + "(p, d) = ";
  for (const CodePart& part : parts) {
    const std::string value = part.name + "(p, d)";
    const std::string most = part.up_to_processes ? std::to_string(*part.up_to_processes) : "";
    if (notation == Notation::python) {
      text += most.empty() ? "    return " + value + "\n"
                           : "    if p <= " + most + ":\n        return " + value + "\n";
    } else {
      text += most.empty() ? value + "\n" : "p <= " + most + " ? " + value + " : ";
    }
  }
  return text;
}

}  // namespace

std::string equation_code(const std::string& call, const Model& model,
                          const std::vector<DistanceClass>& classes, Notation notation) {
  const std::string name = function_name(call);
  std::vector<CodePart> parts;
  for (const ServingClass& each : serving_classes(model, classes)) {
    std::string of_class = distance_name(each.equations->within);
    std::replace(of_class.begin(), of_class.end(), ' ', '_');
    const bool alone = classes.size() == 1;
    parts.push_back({alone ? name : name + "_" + of_class, each.equations, each.up_to_processes});
  }
  std::string head, text;
  for (const CodePart& part : parts) {
    if (notation == Notation::python) text += python(part);
    if (notation == Notation::gnuplot) text += gnuplot(part);
    if (notation == Notation::latex) text += latex(call, part);
  }
  if (notation == Notation::python) {
    head = "from math import log2\n\n# seconds; p processes, d bytes\n";
  }
  if (notation == Notation::gnuplot) {
    head =
        "# seconds; p processes, d bytes\nlog2(x) = log(x) / log(2)\n"
        "larger(a, b) = a > b ? a : b\n";
  }
  if (text.find("first_positive") != std::string::npos) {
    head += (notation == Notation::python ? of_python : of_gnuplot).first_positive;
  }
  const bool by_p = parts.size() > 1 && !is_of_pairs(classes);
  return head + text + (by_p && notation != Notation::latex ? choice(name, parts, notation) : "");
}

}  // namespace revprof
