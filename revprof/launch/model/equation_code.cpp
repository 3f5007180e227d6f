// SPDX-License-Identifier: BSD-3-Clause
// Writes regimes as nested choices by p and d.
#include "revprof/launch/model/equation_code.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>

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

// With c < 0 an equation keeps, below its range, the value at the range's edge.
std::string kept_positive(const Regime& regime, const std::string& text, const std::string& max) {
  if (regime.c >= 0) return text;
  std::string result;
  for (const char character : text) {
    if (character == 'p') {
      result += max + "(p, " + std::to_string(regime.min_processes) + ")";
    } else if (character == 'd') {
      result += max + "(d, " + std::to_string(regime.min_bytes) + ")";
    } else {
      result += character;
    }
  }
  return result;
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
    const std::string value =
        kept_positive(*step.regime, sum(*step.regime, words_of_code, number), "max");
    text += holds.empty() ? "    return " + value + "\n"
                          : "    if " + holds + ":\n        return " + value + "\n";
  }
  return text;
}

std::string gnuplot(const CodePart& part) {
  std::string text = part.name + "(p, d) = ";
  for (const Step& step : steps_of(*part.equations)) {
    const std::string holds = condition(step, " <= ", " && ");
    const std::string value =
        kept_positive(*step.regime, sum(*step.regime, words_of_code, number), "larger");
    text += holds.empty() ? value : holds + " ? " + value + " : \\\n  ";
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
    text += "    " + sum(regime, words_of_latex, latex_number) + " & " +
            range(regime.min_processes, "p", regime.max_processes) + ",\\ " +
            range(regime.min_bytes, "d", regime.max_bytes) + " \\\\\n";
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
  std::string text;
  if (notation == Notation::python)
    text = "from math import log2\n\n# seconds; p processes, d bytes\n";
  if (notation == Notation::gnuplot) {
    text =
        "# seconds; p processes, d bytes\nlog2(x) = log(x) / log(2)\n"
        "larger(a, b) = a > b ? a : b\n";
  }
  for (const CodePart& part : parts) {
    if (notation == Notation::python) text += python(part);
    if (notation == Notation::gnuplot) text += gnuplot(part);
    if (notation == Notation::latex) text += latex(call, part);
  }
  const bool by_p = parts.size() > 1 && !is_of_pairs(classes);
  return text + (by_p && notation != Notation::latex ? choice(name, parts, notation) : "");
}

}  // namespace revprof
