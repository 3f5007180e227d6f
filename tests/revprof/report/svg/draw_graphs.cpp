// SPDX-License-Identifier: BSD-3-Clause
// Draws known events into the directory it is given, for graphs.py to look at.
#include <string>

#include "fit/file/whole_file.hpp"
#include "revprof/report/svg/lane_graph.hpp"
#include "revprof/report/svg/timing_diagram.hpp"
#include "revprof/report/sweep/scalability.hpp"

namespace revprof {
namespace {

constexpr SimTime us = 1'000'000;

// Process 0 computes 0-50 us and sends until 60; process 1 waits 0-80 and receives until 100.
std::vector<Trace> pair() {
  Trace sender, receiver;
  sender.processes = receiver.processes = 2;
  sender.complete = receiver.complete = true;
  receiver.rank = 1;
  sender.program = receiver.program = "./pair <\"&\x01\xff>";
  sender.computes = {{0, 50 * us}};
  sender.calls = {{"MPI_Send", 50 * us, 60 * us, 0, 1024, 1, 0}};
  receiver.calls = {{"MPI_Recv", 0, 100 * us, 80 * us, 1024, 0, 0}};
  receiver.messages = {{0, 50 * us, 80 * us, 100 * us, 1024, 99, 0}};
  return {sender, receiver};
}

// Each process passes on a message per step and meets the others in a barrier.
std::vector<Trace> many(int processes, SimTime steps) {
  std::vector<Trace> traces(static_cast<std::size_t>(processes));
  for (int rank = 0; rank < processes; ++rank) {
    Trace& trace = traces[static_cast<std::size_t>(rank)];
    trace.rank = rank;
    trace.processes = processes;
    trace.program = "./many";
    trace.complete = true;
    const int source = (rank + processes - 1) % processes;
    for (SimTime t = 0; t < steps * 10 * us; t += 10 * us) {
      trace.computes.push_back({t, t + 6 * us});
      trace.calls.push_back({"MPI_Recv", t + 6 * us, t + 8 * us, us, 8, source, 0});
      trace.messages.push_back({source, t, t + 7 * us, t + 8 * us, 8, 0, 0});
      trace.calls.push_back({"MPI_Barrier", t + 8 * us, t + 10 * us, 0, 0, -1, 0});
    }
  }
  return traces;
}

// Two machines; the first one has a band.
Summary lanes() {
  Summary summary;
  summary.program = "./outer 1000";
  summary.processes = 2;
  summary.lanes = {{"now"}, {"now low", "low", "now"}, {"now high", "high", "now"}, {"faster"}};
  const LaneTimes now = {100 * us, 60 * us, 30 * us, 10 * us};
  summary.times = {{now,
                    {90 * us, 60 * us, 20 * us, 10 * us},
                    {200 * us, 60 * us, 140 * us, 0},
                    {50 * us, 50 * us, 0, 0}},
                   {{}, {}, {}, {}}};
  return summary;
}

void draw(const std::string& directory) {
  TimingDiagramOptions options;
  options.machine = "round numbers";
  options.predicted_seconds = 100e-6;
  write_file(directory + "/pair.svg", timing_diagram(pair(), options));

  options.from_seconds = 40e-6;
  options.to_seconds = 90e-6;
  write_file(directory + "/window.svg", timing_diagram(pair(), options));

  std::vector<Trace> crashed = pair();
  crashed.pop_back();
  crashed[0].complete = false;
  write_file(directory + "/crashed.svg", timing_diagram(crashed));
  write_file(directory + "/empty.svg", timing_diagram({Trace{}}));
  write_file(directory + "/many.svg", timing_diagram(many(64, 5000)));

  std::vector<ScalabilityRow> rows;
  for (const int p : {1, 2, 4, 8}) {
    rows.push_back({p,
                    {{"mean", 1.0 / p},
                     {"low", 0.9 / p, "low", "mean"},
                     {"high", 1.2 / p, "high", "mean"},
                     {"equation", 1.1 / p, "equation", "mean"}}});
  }
  write_file(directory + "/scalability.svg",
             scalability_svg({"./outer", "R&D", scalability_series(rows)}));
  write_file(directory + "/point.svg",
             scalability_svg({"./outer", "", scalability_series({{3, {{"mean", 0.0}}}})}));
  write_file(directory + "/lanes.svg", lane_graph(lanes()));
}

}  // namespace
}  // namespace revprof

int main(int, char** arguments) { revprof::draw(arguments[1]); }
