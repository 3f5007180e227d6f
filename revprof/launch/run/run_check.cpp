// SPDX-License-Identifier: BSD-3-Clause
// Reads the checks before a run and makes them after it.
#include "revprof/launch/run/run_check.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <iostream>

#include "fit/file/whole_file.hpp"
#include "fit/model/model_json.hpp"
#include "revprof/launch/command.hpp"
#include "revprof/launch/host/further_programs.hpp"
#include "revprof/launch/look/call_forecast.hpp"
#include "revprof/launch/output_place.hpp"
#include "revprof/launch/run/run_files.hpp"

namespace revprof {

namespace po = boost::program_options;
namespace fs = std::filesystem;

namespace {

constexpr const char* default_lanes[] = {"mean", "low", "high", "equation"};

// "2%", "2 %" or "0.02".
double tolerance_of(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  std::string unit = end;
  unit.erase(0, unit.find_first_not_of(' ') == std::string::npos ? unit.size()
                                                                 : unit.find_first_not_of(' '));
  const bool read = end != text.c_str() && std::isfinite(number) && number >= 0;
  if (read && unit == "%") return number / 100;
  if (read && unit.empty() && number < 1) return number;
  throw UsageError("--tolerance: expected a share such as 2%, found \"" + text + "\"");
}

Assertion read_assertion(const std::string& text) {
  try {
    Assertion assertion = parse_assertion(text);
    if (!assertion.call.empty() && !is_mpi_call(assertion.call)) {
      throw UsageError("--assert \"" + text + "\": " + assertion.call +
                       " is no MPI call that a prediction has times for");
    }
    return assertion;
  } catch (const AssertionError& error) {
    throw UsageError(std::string("--assert ") + error.what());
  }
}

// A directory stands for the summary in it.
Baseline read_baseline(const std::string& name, double tolerance) {
  const std::string file =
      fs::is_directory(name) ? (fs::path(name) / "summary.json").string() : name;
  if (!fs::exists(file)) {
    throw UsageError("--baseline: " + file +
                     ": no such file (the summary.json that a run without --baseline leaves)");
  }
  return {file, read_summary(file), tolerance};
}

// What is known of a run's summary before it; not the program, as a script may start another one.
Summary planned_summary(const Launch& launch) {
  Summary plan;
  plan.processes = processes_of_all(launch.processes, launch.program);
  for (const auto& [name, value] : launch.settings.values())
    plan.settings.emplace_back(name, value);
  if (launch.settings.text("scenario").empty()) {
    plan.machine = read_model(launch.settings.text("model")).machine.name;
    for (const char* name : default_lanes) plan.lanes.push_back({name});
  }
  return plan;
}

std::string host_name() {
  char name[256] = "localhost";
  return gethostname(name, sizeof name - 1) == 0 ? name : "localhost";
}

std::string file_name(const std::string& program) {
  return fs::path(program.substr(0, program.find(' '))).filename().string();
}

std::vector<Verdict> verdicts_on(const RunCheck& check, const Summary& summary) {
  std::vector<Verdict> verdicts;
  for (const Assertion& assertion : check.assertions) {
    verdicts.push_back(revprof::check(assertion, summary));
  }
  if (!check.baseline) return verdicts;
  const std::string obstacle = why_not_comparable(check.baseline->summary, summary);
  if (obstacle.empty()) {
    verdicts.push_back(verdict_of(compare_with_baseline(*check.baseline, summary)));
  } else {
    verdicts.push_back(
        {baseline_check_name(check.baseline->tolerance), Finding::impossible, obstacle, ""});
  }
  return verdicts;
}

// Of a run without a prediction: the program failed, or ended well and left none.
std::vector<Verdict> unknown_verdicts(const RunCheck& check, bool failed) {
  const std::string reason = failed ? "the program failed" : "nothing was predicted";
  std::vector<Verdict> verdicts;
  if (!failed) verdicts.push_back({"the run is predicted", Finding::not_met, "no summary", ""});
  for (const Assertion& assertion : check.assertions) {
    verdicts.push_back({assertion.text, Finding::impossible, reason, ""});
  }
  if (check.baseline) {
    verdicts.push_back(
        {baseline_check_name(check.baseline->tolerance), Finding::impossible, reason, ""});
  }
  return verdicts;
}

void write_junit(const RunCheck& check, const RunOutcome& outcome, const Verdict& ending,
                 const std::vector<Verdict>& verdicts, const std::optional<Summary>& summary) {
  TestSuite suite;
  suite.name = file_name(outcome.program);
  suite.timestamp = outcome.timestamp;
  suite.host = host_name();
  suite.wall_seconds = outcome.wall_seconds;
  suite.properties = {{"program", outcome.program}, {"results", outcome.directory}};
  if (check.baseline) suite.properties.emplace_back("baseline", check.baseline->file);
  if (summary) {
    const LaneTimes& times = summary->predicted(0);
    const auto seconds_text = [](SimTime time) {
      char text[32];
      std::snprintf(text, sizeof text, "%.12g", seconds(time));
      return std::string(text);
    };
    suite.properties.insert(suite.properties.end(),
                            {{"processes", std::to_string(summary->processes)},
                             {"model", summary->model},
                             {"machine", summary->machine},
                             {"predicted_seconds", seconds_text(times.predicted)},
                             {"compute_seconds", seconds_text(times.compute)},
                             {"communication_seconds", seconds_text(times.communication)},
                             {"waiting_seconds", seconds_text(times.waiting)}});
  }
  suite.verdicts = {ending};
  suite.verdicts.insert(suite.verdicts.end(), verdicts.begin(), verdicts.end());
  write_file(check.junit_file, junit_xml(suite));
}

}  // namespace

po::options_description run_check_options() {
  po::options_description options("A test of the prediction");
  options.add_options()("assert", po::value<std::vector<std::string>>()->value_name("\"A < B\""),
                        "what the prediction must be, such as \"predicted < 2.0 s\" or "
                        "\"MPI_Allreduce.seconds < 5 %\"; again for each further one")(
      "baseline", po::value<std::string>()->value_name("FILE"),
      "summary.json of an earlier run, which this one must not be slower than")(
      "tolerance", po::value<std::string>()->value_name("SHARE")->default_value("2%"),
      "with --baseline: how much slower is no failure")(
      "junit", po::value<std::string>()->value_name("FILE"),
      "write what was found there, as JUnit XML");
  return options;
}

RunCheck chosen_run_check(const po::variables_map& chosen) {
  RunCheck check;
  if (chosen.count("assert") != 0) {
    for (const std::string& text : chosen["assert"].as<std::vector<std::string>>()) {
      check.assertions.push_back(read_assertion(text));
    }
  }
  const double tolerance = tolerance_of(chosen["tolerance"].as<std::string>());
  if (chosen.count("baseline") != 0) {
    check.baseline = read_baseline(chosen["baseline"].as<std::string>(), tolerance);
  } else if (!chosen["tolerance"].defaulted()) {
    throw UsageError("--tolerance: expected --baseline with it");
  }
  if (chosen.count("junit") != 0) {
    check.junit_file = chosen["junit"].as<std::string>();
    expect_place_for_file("--junit", check.junit_file);
    if (check.baseline) expect_inputs_kept("run", {check.baseline->file}, {check.junit_file});
  }
  return check;
}

void check_plan(const RunCheck& check, const Launch& launch) {
  if (check.is_empty()) return;
  if (launch.settings.text("measure") == "1") {
    throw UsageError("--assert, --baseline and --junit: expected a prediction, found --measure 1");
  }
  if (!check.junit_file.empty()) {
    expect_run_kept("run", launch.program[0], launch.settings, check.junit_file);
  }
  const Summary plan = planned_summary(launch);
  if (check.baseline) {
    const std::string obstacle = why_not_comparable(check.baseline->summary, plan);
    if (!obstacle.empty()) {
      throw UsageError("--baseline: " + check.baseline->file + ": " + obstacle +
                       " (its predictions cannot be compared; make a new baseline)");
    }
  }
  for (const Assertion& assertion : check.assertions) {
    if (assertion.lane.empty() || plan.lanes.empty()) continue;  // a scenario's are seen later
    if (plan.lane_named(assertion.lane) < 0) {
      throw UsageError("--assert \"" + assertion.text +
                       "\": expected one of the lanes mean, low, "
                       "high, equation, found \"" +
                       assertion.lane + "\"");
    }
  }
}

int judge(const RunCheck& check, const RunOutcome& outcome, const Ink& ink) {
  const bool failed = outcome.exit_code != 0;
  std::optional<Summary> summary;
  if (!failed && outcome.predicted) {
    summary = read_summary((fs::path(outcome.directory) / "summary.json").string());
  }
  const Verdict ending = {"the program ends well", failed ? Finding::impossible : Finding::met,
                          "exit code " + std::to_string(outcome.exit_code), ""};
  const std::vector<Verdict> verdicts =
      summary ? verdicts_on(check, *summary) : unknown_verdicts(check, failed);
  if (!failed && !verdicts.empty()) std::cerr << '\n' << verdict_text(verdicts, ink);
  if (!check.junit_file.empty()) write_junit(check, outcome, ending, verdicts, summary);
  if (failed) return outcome.exit_code;
  return all_met(verdicts) ? 0 : not_as_expected;
}

std::string utc_timestamp() {
  const std::time_t now = std::time(nullptr);
  std::tm parts = {};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
  return text;
}

}  // namespace revprof
