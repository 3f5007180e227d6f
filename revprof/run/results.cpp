// SPDX-License-Identifier: BSD-3-Clause
// Gathers the lanes' times and the calls' accounts.
#include "revprof/run/results.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "fit/file/whole_file.hpp"
#include "revprof/report/text/summary_text.hpp"
#include "revprof/run/computation/computation_results.hpp"
#include "revprof/run/team_sum.hpp"
#include "revprof/trace/plain/factory.hpp"
#include "revprof/trace/results/run_directory.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

namespace {

std::vector<std::vector<LaneTimes>> gather_times(const Engine& engine, Team& team) {
  std::vector<LaneTimes> own;
  for (int l = 0; l < engine.lanes(); ++l) {
    const Spent& spent = engine.spent(l);
    own.push_back({engine.now()[l], spent.compute, spent.communication, spent.waiting});
  }
  const std::vector<LaneTimes> all = team.gather_records(own);
  std::vector<std::vector<LaneTimes>> times;
  for (auto lanes = all.begin(); lanes != all.end(); lanes += engine.lanes()) {
    times.emplace_back(lanes, lanes + engine.lanes());
  }
  return times;
}

// A call's accounts of all processes.
struct CallSum {
  std::int64_t count = 0, bytes = 0;
  SimSum time, waiting;
  std::array<SimSum, source_count> time_by_source{};
};

std::vector<CallSum> sum_accounts(const Engine& engine, Team& team) {
  TeamSum sums;
  for (int c = 0; c < call_count; ++c) {
    const CallAccount& account = engine.account(static_cast<Call>(c));
    sums.add(account.count);
    sums.add(account.bytes);
    sums.add_time(account.time);
    sums.add_time(account.waiting);
    for (const SimTime time : account.time_by_source) sums.add_time(time);
  }
  sums.sum(team);
  std::vector<CallSum> accounts(team.rank() == 0 ? call_count : 0);
  for (CallSum& account : accounts) {
    account.count = sums.number();
    account.bytes = sums.number();
    account.time = sums.time();
    account.waiting = sums.time();
    for (SimSum& of_source : account.time_by_source) of_source = sums.time();
  }
  return accounts;
}

// On process 0: empty where all processes have seen the same collectives.
std::string disagreement_of(const Run& run) {
  const std::vector<int> with = run.team->gather_records<int>({run.disagreed_with});
  const auto first = std::find_if(with.begin(), with.end(), [](int other) { return other >= 0; });
  if (first == with.end()) return "";
  return "processes " + std::to_string(first - with.begin()) + " and " + std::to_string(*first) +
         " disagree about which collectives they have called; expected the same ones, in the same "
         "order, on all processes of a communicator (an error on one of them may be the reason)";
}

// On process 0: empty where all have gone on as in the runs before.
std::string other_flow_of(Run& run) {
  if (run.visits == nullptr) return "";
  const std::vector<std::string> all = run.team->gather(run.visits->end());
  const auto first =
      std::find_if(all.begin(), all.end(), [](const std::string& text) { return !text.empty(); });
  if (first == all.end()) return "";
  return "process " + std::to_string(first - all.begin()) + ": " + *first;
}

// Per lane, what all processes' receives from anybody took in another order than the lane's own; in
// the last place, on any lane. On process 0.
std::vector<std::int64_t> sum_divergences(const Divergences& own, int lanes, Team& team) {
  std::vector<std::int64_t> mine;
  for (int l = 0; l < lanes; ++l) mine.push_back(own.on_lane(l));
  mine.push_back(own.on_any_lane());
  return team.sum(mine);
}

// One line per call that was not predicted by its own equation within its range.
std::string warning(const CallSummary& call, bool extrapolated) {
  if (!call.stand_in.empty()) {
    return call.call + ": the model has no equation; that of " + call.stand_in + " stands in";
  }
  if (call.source == name(Source::assumed)) {
    return call.call +
           ": the model has no equation and no stand-in; 1 us + d / (10 GB/s) is assumed";
  }
  if (extrapolated)
    return call.call + ": used outside the measured range of p and d (extrapolated)";
  return "";
}

// The other formats are made of the traces of all processes once these are closed: by `revprof
// run`, if it has started this.
void note_conversions(const Run& run) {
  if (run.settings.integer("output-exists") != 0) return;
  std::string formats;
  for (const std::string& format : converted_formats(run.settings.list("trace"))) {
    formats += (formats.empty() ? "" : ",") + format;
  }
  if (formats.empty()) return;
  std::fprintf(stderr, "revprof: to make the traces you asked for: revprof trace %s --to %s\n",
               run.output.c_str(), formats.c_str());
}

std::string silence_warning(const Library& library) {
  const std::string name = library.name;
  return std::string("between ") + library.begins + " and " + library.ends +
         " no process made an " + name +
         " call that takes time where revprof could see it: there is no communication in this "
         "prediction (`revprof check` lists the calls that a program can make)";
}

void add_calls(Summary& summary, const std::vector<CallSum>& accounts, const CostTable& costs) {
  std::array<SimSum, source_count> total{};
  for (int c = 0; c < call_count; ++c) {
    const CallSum& account = accounts[static_cast<std::size_t>(c)];
    if (account.count == 0) continue;
    CallSummary call;
    call.call = call_traits[c].name;
    call.count = account.count;
    call.bytes = account.bytes;
    call.seconds = seconds(account.time);
    call.waiting_seconds = seconds(account.waiting);
    const auto& by_source = account.time_by_source;
    const std::string serving = costs.serving(static_cast<Call>(c));
    const auto most = std::max_element(by_source.begin(), by_source.end());
    auto source = static_cast<Source>(most - by_source.begin());
    // The start of what its Wait is charged for takes nothing where it was not measured.
    if (*most == 0 && costs.calls()[static_cast<Call>(c)].nonblocking && serving != call.call) {
      source = serving.empty() ? Source::assumed : Source::stand_in;
    }
    call.source = name(source);
    if (source == Source::stand_in && serving != call.call) call.stand_in = serving;
    for (std::size_t s = 0; s < total.size(); ++s) total[s] += by_source[s];
    const bool by_setting = costs.calls().roles.clock == static_cast<Call>(c);
    const std::string text =
        by_setting ? ""
                   : warning(call, by_source[static_cast<std::size_t>(Source::extrapolated)] > 0);
    if (!text.empty()) summary.warnings.push_back(text);
    summary.calls.push_back(call);
  }
  std::stable_sort(
      summary.calls.begin(), summary.calls.end(),
      [](const CallSummary& a, const CallSummary& b) { return a.seconds > b.seconds; });
  for (std::size_t s = 0; s < total.size(); ++s) total[s] += summary.computation.resting[s];
  SimSum all;
  for (const SimSum time : total) all += time;
  const auto share = [&](Source source) {
    return all == 0 ? 0.0
                    : static_cast<double>(total[static_cast<std::size_t>(source)]) /
                          static_cast<double>(all);
  };
  summary.trust = {all == 0 ? 1.0 : share(Source::measured),
                   share(Source::inferred),
                   share(Source::extrapolated),
                   share(Source::stand_in),
                   share(Source::assumed),
                   0};
}

// Empty where the file is gone or there is none, or it was a pipe: then a report does not know.
std::string fingerprint_of_file(const std::string& model) {
  if (!unreadable_kind(model).empty()) return "";
  try {
    const std::string text = read_file(model);
    return text.empty() ? "" : fingerprint(text);
  } catch (const FileError&) {
    return "";
  }
}

Ink ink_of(const Settings& settings) {
  const std::string& color = settings.text("color");
  return Ink(color == "always" || (color == "auto" && takes_colours(STDERR_FILENO)));
}

}  // namespace

std::string command_line() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  while (!text.empty() && text.back() == '\0') text.pop_back();
  std::replace(text.begin(), text.end(), '\0', ' ');
  return text;
}

void write_results(Run& run, const GatheredSites& sites, const std::string& more) {
  const Engine& engine = *run.engine;
  Team& team = *run.team;
  auto times = gather_times(engine, team);
  const auto accounts = sum_accounts(engine, team);
  const bool silent = std::none_of(accounts.begin(), accounts.end(),
                                   [](const CallSum& account) { return account.count > 0; });
  const std::string choices = warning_of_choices(run.choices, team);
  ComputationSummary computation = gather_computation(run);
  auto divergences = sum_divergences(run.divergences, engine.lanes(), team);
  std::string disagreement = disagreement_of(run);
  const std::string other_flow = other_flow_of(run);
  if (disagreement.empty()) disagreement = other_flow;
  const std::vector<std::string> misuse = run.misuse.gather(team);
  if (team.rank() != 0) return;
  if (!disagreement.empty()) {
    std::fprintf(stderr, "revprof: no prediction: %s\n", disagreement.c_str());
    for (const std::string& text : misuse) std::fprintf(stderr, "revprof: %s\n", text.c_str());
    return;
  }
  try {
    Summary summary;
    summary.program = run.program;
    summary.processes = team.processes();
    summary.model = run.settings.text("model");
    summary.model_fingerprint = fingerprint_of_file(summary.model);
    summary.machine = run.machine;
    summary.version = REVPROF_VERSION;
    for (const auto& [key, value] : run.settings.values()) summary.settings.push_back({key, value});
    summary.lanes = run.lanes;
    summary.times = std::move(times);
    summary.computation = std::move(computation);
    add_calls(summary, accounts, engine.costs());
    warn_of_computation(summary);
    summary.sites = sites.sites;
    summary.trust.divergences = divergences.back();
    divergences.pop_back();
    summary.divergences = std::move(divergences);
    if (!run.broke_off.empty()) summary.warnings.push_back(run.broke_off);
    if (silent && run.broke_off.empty())
      summary.warnings.push_back(silence_warning(team.library()));
    for (const std::string& text : misuse) summary.warnings.push_back(text);
    if (!choices.empty()) summary.warnings.push_back(choices);
    if (run.settings.integer("quiet") == 0) {  // first: a full disk takes only the file
      std::fputs((summary_text(summary, ink_of(run.settings)) + more).c_str(), stderr);
    }
    write_summary(summary, run.output + "/summary.json");
    note_conversions(run);
    if (run.settings.integer("quiet") == 0) {
      std::fprintf(stderr, "Results: %s/\n", run.output.c_str());
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "revprof: no summary was written: %s\n", error.what());
    const std::ofstream mark(run.output + "/" + unwritten_file);
  }
}

}  // namespace revprof
