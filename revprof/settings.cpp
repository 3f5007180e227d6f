// SPDX-License-Identifier: BSD-3-Clause
// The table of settings and how they are read from the environment.
#include "revprof/settings.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <numeric>
#include <sstream>

extern char** environ;

namespace revprof {

const std::vector<Setting>& all_settings() {
  static const std::vector<Setting> table = {
      {"model", "", "FILE", "machine model (JSON); MODEL is another name for REVPROF_MODEL"},
      {"scenario", "", "FILE",
       "file that names up to 64 lanes (JSON): models, estimates, steps, factors"},
      {"output", "revprof-out", "DIR",
       "where the results go; an existing directory is kept and DIR.2, DIR.3, ... is used"},
      {"compute", "steps", "none|steps|cpu", "what computation between MPI calls costs"},
      {"step", "1e-9", "SECONDS", "time of one compute step: a value, or low:mean:high"},
      {"cpu-scale", "1", "FACTOR", "with compute=cpu: the target's time for 1 s of this host's"},
      {"cpu-threads", "calling", "calling|all",
       "with compute=cpu: the CPU time of the thread that calls MPI, or of all threads together"},
      {"trace", "plain", "FORMATS",
       "trace files to write: plain, chrome, otf2, paje (several between commas), or none"},
      {"trace-limit", "1000000", "EVENTS", "events kept per process; later ones are counted"},
      {"trace-processes", "all", "RANKS", "processes that are traced, such as 0-3,7"},
      {"trace-window", "all", "FROM-TO",
       "predicted time that is traced, such as 0.1s-0.2s or 150us-; what touches it is kept"},
      {"critical-path", "0", "0|1",
       "1: find what decides the run time of lane equation, and write it into path.json"},
      {"call-sites", "0", "0|1",
       "1: tell calls apart by the place in the program that makes them (file:line)"},
      {"order", "clock", "clock|host",
       "which message a receive from anybody takes: the first on the simulated clocks, or the "
       "host's"},
      {"shared-memory", "1", "0|1",
       "0: the clocks of collectives travel in messages even where processes share memory"},
      {"wtime-tick", "1e-8", "SECONDS", "how far each MPI_Wtime moves the clocks"},
      {"quiet", "0", "0|1", "1: print no summary at MPI_Finalize"},
      {"color", "auto", "auto|always|never",
       "colours in the summary; auto: on a terminal, unless NO_COLOR forbids it"},
      {"virtual-nodes", "none", "none|model|RANKS",
       "make the program see the target's nodes: of RANKS processes each, or as the model says"},
      {"measure", "0", "0|1",
       "1: time the calls on this host and predict nothing; `revprof compare` sets it"},
      {"output-exists", "0", "0|1", "1: write into DIR although it exists; `revprof run` sets it"},
  };
  return table;
}

std::string environment_name(const Setting& setting) {
  std::string name = "REVPROF_";
  for (const char* c = setting.name; *c != '\0'; ++c) {
    name += *c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(*c)));
  }
  return name;
}

namespace {

const Setting& row(const std::string& name) {
  for (const Setting& setting : all_settings()) {
    if (name == setting.name) return setting;
  }
  throw std::logic_error("no setting is named " + name);
}

// Levenshtein's distance, to guess what a mistyped variable meant.
std::size_t edits(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substitution = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substitution, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

// A warning where that is nearly a setting's name: one letter of three is wrong, at most two.
std::string near_miss(const std::string& variable) {
  for (const Setting& setting : all_settings()) {
    const std::string name = environment_name(setting);
    const std::size_t wrong = edits(variable, name);
    if (wrong > 2 || 3 * wrong > variable.size() - std::strlen("REVPROF_")) continue;
    return "environment: " + variable +
           " is no setting of revprof and changes nothing (did you mean " + name +
           "? `revprof run --help` lists them all)";
  }
  return "";
}

[[noreturn]] void wrong(const std::string& name, const std::string& value,
                        const std::string& expected) {
  throw SettingsError(environment_name(row(name)) + " (--" + name + "): expected " + expected +
                      ", found \"" + value + "\"");
}

bool holds(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string joined(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
  return list;
}

}  // namespace

Settings Settings::from_environment() {
  Settings settings;
  for (const Setting& setting : all_settings()) settings.set(setting.name, setting.default_value);
  if (const char* model = std::getenv("MODEL")) settings.set("model", model);
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (std::strncmp(*entry, "REVPROF_", 8) != 0) continue;
    const char* equals = std::strchr(*entry, '=');
    if (equals == nullptr) continue;
    const std::string variable(*entry, static_cast<std::size_t>(equals - *entry));
    const auto& table = all_settings();
    const auto found = std::find_if(table.begin(), table.end(), [&](const Setting& setting) {
      return environment_name(setting) == variable;
    });
    if (found == table.end()) {
      const std::string warning = near_miss(variable);
      if (!warning.empty()) settings.warnings_.push_back(warning);
      continue;
    }
    settings.set(found->name, equals + 1);
  }
  return settings;
}

const std::string& Settings::text(const std::string& name) const {
  row(name);
  return values_.at(name);
}

double Settings::number(const std::string& name) const {
  const std::string& value = text(name);
  char* end = nullptr;
  const double number = std::strtod(value.c_str(), &end);
  if (value.empty() || *end != '\0' || !std::isfinite(number) || number < 0) {
    wrong(name, value, "a number of at least 0");
  }
  return number;
}

long long Settings::integer(const std::string& name) const {
  const std::string& value = text(name);
  char* end = nullptr;
  const long long number = std::strtoll(value.c_str(), &end, 10);
  if (value.empty() || *end != '\0' || number < 0)
    wrong(name, value, "a whole number of at least 0");
  return number;
}

std::string Settings::one_of(const std::string& name,
                             const std::vector<std::string>& allowed) const {
  const std::string& value = text(name);
  if (holds(allowed, value)) return value;
  wrong(name, value, "one of " + joined(allowed));
}

std::vector<std::string> Settings::list_of(const std::string& name,
                                           const std::vector<std::string>& allowed) const {
  const std::string& value = text(name);
  std::vector<std::string> words;
  std::istringstream list(value + ",");
  for (std::string word; std::getline(list, word, ',');) {
    if (!holds(allowed, word) || holds(words, word) || (word == "none" && value != "none")) {
      wrong(name, value, "one or several of " + joined(allowed) + ", each once, between commas");
    }
    words.push_back(word);
  }
  return words;
}

void Settings::refuse(const std::string& name, const std::string& reason) {
  throw SettingsError(environment_name(row(name)) + " (--" + name + "): " + reason);
}

std::string Settings::word_or_count(const std::string& name,
                                    const std::vector<std::string>& words) const {
  const std::string& value = text(name);
  const bool digits = !value.empty() && value.find_first_not_of("0123456789") == std::string::npos;
  if (holds(words, value) || (digits && value.size() < 10 && std::stoi(value) > 0)) return value;
  wrong(name, value, joined(words) + ", or a whole number of at least 1");
}

}  // namespace revprof
