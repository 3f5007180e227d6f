// SPDX-License-Identifier: BSD-3-Clause
// Reads every setting that decides how a run goes, so that what is wrong is said before it begins.
#include "revprof/run/plan.hpp"

#include <cstdint>
#include <cstdio>
#include <map>
#include <tuple>

#include "revprof/run/computation/counted_work.hpp"
#include "revprof/run/output.hpp"
#include "revprof/run/plain_numbers.hpp"
#include "revprof/trace/plain/factory.hpp"

namespace revprof {

namespace {

// Which of them are there, for what computation costs.
void check_profiles(const Settings& settings) {
  const std::string& compute = settings.text("compute");
  const bool target = !settings.text("profile").empty();
  const bool host = !settings.text("host-profile").empty();
  if (compute == "profile" && !target) {
    throw SettingsError(
        "REVPROF_COMPUTE (--compute): profile: expected --profile FILE, made by `revprof profile`");
  }
  if (host && (compute != "cpu" || !target)) {
    throw SettingsError(
        "REVPROF_HOST_PROFILE (--host-profile): expected --compute cpu, and --profile FILE, that "
        "of "
        "the target");
  }
  if (host && !settings.text("host").empty()) {
    throw SettingsError(
        "REVPROF_HOST (--host) and --host-profile: expected one of them; both say what this host's "
        "time is on the target");
  }
}

Compute compute_of(const Settings& settings) {
  static const std::map<std::string, Compute> named = {{"none", Compute::none},
                                                       {"steps", Compute::steps},
                                                       {"counted", Compute::counted},
                                                       {"profile", Compute::profile},
                                                       {"cpu", Compute::cpu}};
  const std::string compute = settings.text("compute");
  const bool counts = is_any_counted(loaded_code());
  if (compute == "counted" && !counts) {
    throw SettingsError(
        "REVPROF_COMPUTE (--compute): counted, but nothing of this program counts; expected one "
        "that is compiled with `revprof flags` (mpicc $(revprof flags) -O2 ...)");
  }
  check_profiles(settings);
  if (compute == "auto" && !settings.text("profile").empty()) return Compute::profile;
  if (compute == "auto") return counts ? Compute::counted : Compute::steps;
  return named.at(compute);
}

// Of programs that count its cycles. They need its frequency, others have no use for it.
std::string counted_processor(const Settings& settings, Compute compute) {
  std::string processor;
  if (compute == Compute::counted) {
    const std::vector<LoadedCode> code = loaded_code();
    processor = set_counted_processor(code);
    leave_out_own_functions(code);
  }
  const bool has_frequency = settings.text("ghz") != "none";
  if (!processor.empty() && !has_frequency) {
    throw SettingsError(
        "REVPROF_GHZ (--ghz): expected a frequency in GHz: this program counts the cycles of " +
        processor);
  }
  if (processor.empty() && has_frequency) {
    throw SettingsError(
        "REVPROF_GHZ (--ghz): expected a program that counts a processor's cycles (mpicc $(revprof "
        "flags --cpu NAME) ...), found one that does not");
  }
  return processor;
}

int ranks_per_virtual_node(const Settings& settings, const Machine& machine) {
  const std::string value = settings.text("virtual-nodes");
  if (value == "none") return 0;
  return value == "model" ? machine.ranks_per_node : std::stoi(value);
}

void read(const Settings& settings, Plan& plan) {
  settings.check("measure");
  const std::string& measure = settings.text("measure");
  plan.measures = measure == "segments" ? Measures::segments
                  : measure == "1"      ? Measures::calls
                                        : Measures::nothing;
  if (plan.measures != Measures::nothing) return;
  plan.plain = settings.text("model").empty() && settings.text("scenario").empty();
  if (plan.plain) return;
  settings.check();
  plan.compute = compute_of(settings);
  plan.processor = counted_processor(settings, plan.compute);
  plan.lanes = make_lanes(settings, plan.compute == Compute::counted ? "instruction" : "step");
  const int places = plan.lanes->path_lane >= 0 ? 1 : 0;
  plan.stamp_bytes = Stamp::size_bytes(static_cast<int>(plan.lanes->lanes.size()) + places);
  plan.cpu_scale = settings.number("cpu-scale");
  plan.all_threads_compute = settings.text("cpu-threads") == "all";
  plan.ranks_per_virtual_node =
      ranks_per_virtual_node(settings, plan.lanes->lanes.front().model->machine);
  plan.trace_formats = settings.list("trace");
  plan.traced.ranks = parse_ranks(settings.text("trace-processes"));
  std::tie(plan.traced.from, plan.traced.to) = parse_window(settings.text("trace-window"));
}

std::string differing_settings(const Lanes& lanes, Team& team) {
  const auto own = static_cast<std::int64_t>(lanes.fingerprint);
  const std::vector<std::int64_t> all = team.maximum({own, ~own});
  if (all[0] == ~all[1]) return "";  // the highest is the lowest
  return "MODEL (" + lanes.model_path +
         " on this rank) or a setting differs between the ranks; expected the same model, scenario "
         "and settings everywhere";
}

// `revprof run` has said them itself.
void say_warnings(const Settings& settings, const Team& team) {
  if (team.rank() != 0 || settings.integer("output-exists") != 0) return;
  for (const std::string& warning : settings.warnings()) {
    std::fprintf(stderr, "revprof: warning: %s\n", warning.c_str());
  }
}

}  // namespace

Plan make_plan() {
  const PlainNumbers numbers;
  Plan plan;
  try {
    plan.settings = Settings::from_environment();
    read(plan.settings, plan);
  } catch (const std::exception& error) {
    plan.error = error.what();
  }
  return plan;
}

bool say_error(const std::string& error, Team& team) {
  // The lowest rank with an error wins; whether others have none.
  const int from_last = error.empty() ? -1 : team.processes() - team.rank();
  const std::vector<std::int64_t> all = team.maximum({from_last, error.empty() ? 1 : 0});
  if (all[0] < 0) return false;
  if (all[0] == from_last) {
    const bool alone = all[1] != 0 && team.rank() != 0;
    const std::string where =
        " (process " + std::to_string(team.rank()) + ", on " + node_name() + ")";
    std::fprintf(stderr, "revprof: %s%s\n", error.c_str(), alone ? where.c_str() : "");
  }
  return true;
}

void stop_on_error(const std::string& error, Team& team) {
  if (say_error(error, team)) team.end(exit_code_of_bad_input);
}

void agree_on(const Plan& plan, Team& team) {
  stop_on_error(plan.error, team);
  stop_on_error(differing_settings(*plan.lanes, team), team);
  say_warnings(plan.settings, team);
}

}  // namespace revprof
