// SPDX-License-Identifier: BSD-3-Clause
// Gathers the lanes' times and the calls' accounts.
#include "revprof/mpi/results.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "revprof/report/text/summary_text.hpp"
#include "revprof/trace/plain/factory.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

namespace {

std::vector<std::vector<LaneTimes>> gather_times(const Engine& engine, MPI_Comm world,
                                                 int processes) {
  std::vector<std::int64_t> own;
  for (int l = 0; l < engine.lanes(); ++l) {
    const Spent& spent = engine.spent(l);
    own.insert(own.end(), {engine.now()[l], spent.compute, spent.communication, spent.waiting});
  }
  const int values = static_cast<int>(own.size());
  std::vector<std::int64_t> all(own.size() * static_cast<std::size_t>(processes));
  PMPI_Gather(own.data(), values, MPI_INT64_T, all.data(), values, MPI_INT64_T, 0, world);
  std::vector<std::vector<LaneTimes>> times(static_cast<std::size_t>(processes));
  auto value = all.begin();
  for (auto& lanes : times) {
    for (int l = 0; l < engine.lanes(); ++l, value += 4) {
      lanes.push_back({value[0], value[1], value[2], value[3]});
    }
  }
  return times;
}

// A call's accounts of all processes.
struct CallSum {
  std::int64_t count = 0, bytes = 0;
  SimSum time, waiting;
  std::array<SimSum, source_count> time_by_source{};
};

std::vector<CallSum> sum_accounts(const Engine& engine, MPI_Comm world) {
  std::vector<std::int64_t> own;
  const auto add = [&own](SimTime time) {
    const SimSum::Halves halves = SimSum::halves(time);
    own.insert(own.end(), {halves.high, halves.low});
  };
  for (int c = 0; c < call_count; ++c) {
    const CallAccount& account = engine.account(static_cast<Call>(c));
    own.insert(own.end(), {account.count, account.bytes});
    add(account.time);
    add(account.waiting);
    for (const SimTime time : account.time_by_source) add(time);
  }
  std::vector<std::int64_t> sums(own.size());
  PMPI_Reduce(own.data(), sums.data(), static_cast<int>(own.size()), MPI_INT64_T, MPI_SUM, 0,
              world);
  auto next = sums.begin();
  const auto number = [&next] { return *next++; };
  const auto time = [&number] {
    const std::int64_t high = number();
    return SimSum(SimSum::Halves{high, number()});
  };
  std::vector<CallSum> accounts(call_count);
  for (CallSum& account : accounts) {
    account.count = number();
    account.bytes = number();
    account.time = time();
    account.waiting = time();
    for (SimSum& of_source : account.time_by_source) of_source = time();
  }
  return accounts;
}

// Says where the host had a choice; empty where it had none.
std::string choice_warning(const HostChoices& own, MPI_Comm world) {
  constexpr int choices = 6;
  const std::int64_t mine[choices] = {own.wildcards, own.completions, own.failed_tests,
                                      own.locks,     own.atomics,     own.threads};
  std::int64_t all[choices] = {};
  PMPI_Reduce(mine, all, choices, MPI_INT64_T, MPI_SUM, 0, world);
  static const char* const what[choices] = {"receives from MPI_ANY_SOURCE",
                                            "completions of one among several requests",
                                            "Tests that failed before the clock moved on",
                                            "locks that another process had held before",
                                            "atomic operations that another process had preceded",
                                            "calls by another thread than the one before"};
  std::string list;
  for (int i = 0; i < choices; ++i) {
    if (all[i] > 0) list += (list.empty() ? "" : ", ") + std::to_string(all[i]) + " " + what[i];
  }
  if (list.empty()) return "";
  return "the host's timing decided an order (" + list +
         "): the prediction may vary from run to run";
}

// Empty where all processes have seen the same collectives.
std::string disagreement_of(const Process& process) {
  const int other = process.disagreed_with;
  int own[2] = {other >= 0 ? 1 : 0, process.engine->rank()}, first[2] = {};
  PMPI_Allreduce(own, first, 1, MPI_2INT, MPI_MAXLOC, process.world);
  if (first[0] == 0) return "";
  int with = other;
  PMPI_Bcast(&with, 1, MPI_INT, first[1], process.world);
  return "processes " + std::to_string(first[1]) + " and " + std::to_string(with) +
         " disagree about which collectives they have called; expected the same ones, in the same "
         "order, on all processes of a communicator (an error on one of them may be the reason)";
}

// Per lane, what all processes' receives from anybody took in another order than the lane's own; in
// the last place, on any lane.
std::vector<std::int64_t> sum_divergences(const Divergences& own, int lanes, MPI_Comm world) {
  std::vector<std::int64_t> mine;
  for (int l = 0; l < lanes; ++l) mine.push_back(own.on_lane(l));
  mine.push_back(own.on_any_lane());
  std::vector<std::int64_t> all(mine.size());
  PMPI_Reduce(mine.data(), all.data(), lanes + 1, MPI_INT64_T, MPI_SUM, 0, world);
  return all;
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
void note_conversions(const Process& process) {
  if (process.settings.integer("output-exists") != 0) return;
  std::string formats;
  for (const std::string& format : converted_formats(process.settings.list("trace"))) {
    formats += (formats.empty() ? "" : ",") + format;
  }
  if (formats.empty()) return;
  std::fprintf(stderr, "revprof: to make the traces you asked for: revprof trace %s --to %s\n",
               process.output.c_str(), formats.c_str());
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
    const auto most = std::max_element(by_source.begin(), by_source.end()) - by_source.begin();
    call.source = name(static_cast<Source>(most));
    const std::string serving = costs.serving(static_cast<Call>(c));
    if (most == static_cast<int>(Source::stand_in) && serving != call.call) call.stand_in = serving;
    for (std::size_t s = 0; s < total.size(); ++s) total[s] += by_source[s];
    const std::string text =
        warning(call, by_source[static_cast<std::size_t>(Source::extrapolated)] > 0);
    if (!text.empty()) summary.warnings.push_back(text);
    summary.calls.push_back(call);
  }
  std::stable_sort(
      summary.calls.begin(), summary.calls.end(),
      [](const CallSummary& a, const CallSummary& b) { return a.seconds > b.seconds; });
  SimSum all;
  for (const SimSum time : total) all += time;
  const auto share = [&](Source source) {
    return all == 0 ? 0.0
                    : static_cast<double>(total[static_cast<std::size_t>(source)]) /
                          static_cast<double>(all);
  };
  summary.trust = {all == 0 ? 1.0 : share(Source::measured), share(Source::extrapolated),
                   share(Source::stand_in), share(Source::assumed), 0};
}

// Empty where the file is gone or there is none: then a report does not know.
std::string fingerprint_of(const std::string& model) {
  std::ifstream file(model, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return text.empty() ? "" : fingerprint(text);
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

void write_results(Process& process, const GatheredSites& sites, const std::string& more) {
  const Engine& engine = *process.engine;
  int processes = 1;
  PMPI_Comm_size(process.world, &processes);
  auto times = gather_times(engine, process.world, processes);
  const auto accounts = sum_accounts(engine, process.world);
  const bool silent = std::none_of(accounts.begin(), accounts.end(),
                                   [](const CallSum& account) { return account.count > 0; });
  const std::string choices = choice_warning(process.choices, process.world);
  auto divergences = sum_divergences(process.divergences, engine.lanes(), process.world);
  const std::string disagreement = disagreement_of(process);
  if (engine.rank() != 0) return;
  if (!disagreement.empty()) {
    std::fprintf(stderr, "revprof: no prediction: %s\n", disagreement.c_str());
    return;
  }
  try {
    Summary summary;
    summary.program = process.program;
    summary.processes = processes;
    summary.model = process.settings.text("model");
    summary.model_fingerprint = fingerprint_of(summary.model);
    summary.machine = process.machine;
    summary.version = REVPROF_VERSION;
    for (const auto& [key, value] : process.settings.values())
      summary.settings.push_back({key, value});
    summary.lanes = process.lanes;
    summary.times = std::move(times);
    add_calls(summary, accounts, engine.costs());
    summary.sites = sites.sites;
    summary.trust.divergences = divergences.back();
    divergences.pop_back();
    summary.divergences = std::move(divergences);
    if (silent) {
      summary.warnings.push_back(
          "between MPI_Init and MPI_Finalize no process made an MPI call that takes time where "
          "revprof could see it: there is no communication in this prediction (`revprof check` "
          "lists the calls that a program can make)");
    }
    if (!choices.empty()) summary.warnings.push_back(choices);
    write_summary(summary, process.output + "/summary.json");
    note_conversions(process);
    if (process.settings.integer("quiet") == 0) {
      const std::string text = summary_text(summary, ink_of(process.settings)) + more +
                               "Results: " + process.output + "/\n";
      std::fputs(text.c_str(), stderr);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "revprof: no summary was written: %s\n", error.what());
  }
}

}  // namespace revprof
