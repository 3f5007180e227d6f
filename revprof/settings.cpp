// SPDX-License-Identifier: BSD-3-Clause
// The table of settings and how they are read from the environment.
#include "revprof/settings.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <numeric>

extern char** environ;

namespace revprof {

const std::vector<Setting>& all_settings() {
  static const std::vector<Setting> table = {
      {"model", "", file_type(), "machine model (JSON); MODEL is another name for REVPROF_MODEL"},
      {"scenario", "", file_type(),
       "file that names up to 64 lanes (JSON): models, estimates, steps, factors"},
      {"output", "revprof-out", directory_type(),
       "where the results go; an existing directory is kept and DIR.2, DIR.3, ... is used"},
      {"compute", "auto", choice_type({"auto", "none", "steps", "counted", "profile", "cpu"}),
       "what computation between MPI calls costs; auto: by the profile if there is one, else "
       "counted if the program is built so, else steps"},
      {"step", "1e-9", steps_type(),
       "time of one compute step: a value, or low:mean:high; of other units by their names, "
       "between "
       "commas (flop=1e-10:2e-10:4e-10)"},
      {"instruction", "model", instruction_type(),
       "with compute=counted: time of one instruction, a value or low:mean:high; model: as the "
       "model's computation says, and where it has none 1e-10:3e-10:1e-9"},
      {"ghz", "none", frequency_type(),
       "of programs that count the cycles of a processor (revprof flags --cpu): its frequency"},
      {"profile", "", file_type(),
       "the program's profile on the target (revprof profile): what each segment costs"},
      {"host-profile", "", file_type(),
       "with compute=cpu and the target's profile: that of this host; each segment's time here "
       "times its own factor"},
      {"cpu-scale", "1", factor_type(),
       "with compute=cpu: the target's time for 1 s of this host's"},
      {"host", "", file_type(),
       "with compute=cpu: this host's model; what it and the target's say of computation is the "
       "target's time for 1 s of this host's (times cpu-scale)"},
      {"cpu-threads", "calling", choice_type({"calling", "all"}),
       "with compute=cpu: the CPU time of the thread that calls MPI, or of all threads together"},
      {"trace", "plain", trace_formats_type(),
       "trace files to write, several between commas: plain, formats of `revprof trace`; or none"},
      {"trace-limit", "1000000", count_type("EVENTS"),
       "events kept per process; later ones are counted"},
      {"trace-processes", "all", ranks_type(), "processes that are traced, such as 0-3,7"},
      {"trace-window", "all", window_type(),
       "predicted time that is traced, such as 0.1s-0.2s or 150us-; what touches it is kept"},
      {"lanes", "default", choice_type({"default", "paper"}),
       "paper: also the lanes worst (most communication, least computation) and best (the "
       "opposite)"},
      {"critical-path", "0", switch_type(),
       "1: find what decides the run time of lane equation, and write it into path.json"},
      {"call-sites", "0", switch_type(),
       "1: tell calls apart by the place in the program that makes them (file:line)"},
      {"order", "clock", choice_type({"clock", "host"}),
       "which message or request is first, and which is there: by the simulated clocks, or as the "
       "host has it"},
      {"watch", "1", switch_type(),
       "0: do not end a program of which no process can go on (a deadlock)"},
      {"timeout", "0", count_type("SECONDS"),
       "end a program that has not ended after so long, and say where its processes are; 0: never"},
      {"shared-memory", "1", switch_type(),
       "0: the clocks of collectives travel in messages even where processes share memory"},
      {"wtime-tick", "1e-8", tick_type(), "how far each MPI_Wtime moves the clocks"},
      {"quiet", "0", switch_type(), "1: print no summary at MPI_Finalize"},
      {"color", "auto", choice_type({"auto", "always", "never"}),
       "colours in the summary; auto: on a terminal, unless NO_COLOR forbids it"},
      {"placement", "in-order", placement_type(),
       "where the processes are on the machine: node by node, one on each node in turn, or as a "
       "file of hosts or places says"},
      {"virtual-nodes", "none", choice_or_count_type({"none", "model"}, "RANKS"),
       "make the program see the target's nodes: of RANKS processes each, or as the model says"},
      {"measure", "0", choice_type({"0", "1", "segments"}),
       "1: time the calls on this host and predict nothing; `revprof compare` sets it; segments: "
       "what is between them, as `revprof profile`"},
      {"visits", "none", choice_or_count_type({"none", "keep"}, "RUNS"),
       "with compute=cpu: one of several runs (keep), or the one more that is charged what so many "
       "have in common; `revprof run --runs` sets it"},
      {"output-exists", "0", switch_type(),
       "1: write into DIR although it exists; `revprof run` sets it"},
  };
  return table;
}

std::string environment_name(const std::string& setting) {
  std::string name = "REVPROF_";
  for (const char c : setting) {
    name += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
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

}  // namespace

std::string default_of(const std::string& setting) { return row(setting).default_value; }

namespace {

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
    const std::string name = environment_name(setting.name);
    const std::size_t wrong = edits(variable, name);
    if (wrong > 2 || 3 * wrong > variable.size() - std::strlen("REVPROF_")) continue;
    return "environment: " + variable +
           " is no setting of revprof and changes nothing (did you mean " + name +
           "? `revprof run --help` lists them all)";
  }
  return "";
}

}  // namespace

Settings Settings::from_environment() {
  Settings settings;
  for (const Setting& setting : all_settings()) settings.set(setting.name, setting.default_value);
  if (const char* model = std::getenv("MODEL")) settings.set("model", model);
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    if (std::strncmp(*entry, "REVPROF_", 8) != 0) continue;
    const char* equals = std::strchr(*entry, '=');
    if (equals == nullptr) continue;
    const std::string variable(*entry, static_cast<std::size_t>(equals - *entry));
    const auto& table = all_settings();
    const auto found = std::find_if(table.begin(), table.end(), [&](const Setting& setting) {
      return environment_name(setting.name) == variable;
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

void Settings::check(const std::string& name) const {
  try {
    row(name).type.parse(text(name));
  } catch (const std::runtime_error& error) {
    throw SettingsError(environment_name(name) + " (--" + name + "): " + error.what());
  }
}

void Settings::check() const {
  for (const Setting& setting : all_settings()) check(setting.name);
}

double Settings::number(const std::string& name) const {
  check(name);
  return parse_number(text(name));
}

double Settings::seconds(const std::string& name) const {
  check(name);
  return parse_seconds(text(name));
}

long long Settings::integer(const std::string& name) const {
  check(name);
  return parse_count(text(name));
}

std::vector<std::string> Settings::list(const std::string& name) const {
  check(name);
  return parse_list(row(name).type.words, text(name));
}

}  // namespace revprof
