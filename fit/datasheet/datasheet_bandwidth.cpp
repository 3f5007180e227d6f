// SPDX-License-Identifier: BSD-3-Clause
// Bandwidths follow from the estimates at the measured sizes.
#include "fit/datasheet/datasheet_bandwidth.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "fit/datasheet/datasheet_graph.hpp"
#include "fit/datasheet/datasheet_page.hpp"
#include "fit/datasheet/datasheet_text.hpp"
#include "fit/model/estimate.hpp"
#include "revprof/calls/call.hpp"

namespace revprof {

namespace {

constexpr std::size_t most_lines = 6;
constexpr double giga = 1e9, micro = 1e-6;

// The first ones are drawn; the table's others follow.
constexpr Call drawn[] = {Call::MPI_Allreduce, Call::MPI_Alltoall, Call::MPI_Allgather,
                          Call::MPI_Bcast,     Call::MPI_Reduce,   Call::MPI_Reduce_scatter};

// Of those that have a bus bandwidth, which compares with that of a link.
std::vector<const CallTraits*> collectives() {
  std::vector<const CallTraits*> result;
  for (const Call call : drawn) result.push_back(&traits(call));
  for (const CallTraits& call : call_traits) {
    const bool is_there = std::find(result.begin(), result.end(), &call) != result.end();
    if (call.bus != Multiple::unknown && !call.nonblocking && !is_there) result.push_back(&call);
  }
  return result;
}

// A call in one class, at one number of processes.
struct Line {
  std::string label;
  const DistanceClass* equations = nullptr;
  int processes = 2;
  double factor = 1;
  std::vector<std::int64_t> bytes;  // ascending, above 0

  double seconds(std::int64_t d) const { return estimate(*equations, processes, d).mean; }
  double rate(std::int64_t d) const { return factor * static_cast<double>(d) / seconds(d) / giga; }
  std::int64_t best_size() const {
    return *std::max_element(bytes.begin(), bytes.end(),
                             [&](auto a, auto b) { return rate(a) < rate(b); });
  }
};

// Sizes at which that number of processes was measured; powers of two where the model does not say.
std::vector<std::int64_t> sizes_of(const DistanceClass& equations, int processes) {
  std::vector<std::int64_t> sizes;
  if (equations.cells) {
    const Cells& cells = *equations.cells;
    const auto row = std::find(cells.processes.begin(), cells.processes.end(), processes);
    if (row == cells.processes.end()) return sizes;
    const auto place = static_cast<std::size_t>(row - cells.processes.begin());
    for (std::size_t j = 0; j < cells.bytes.size(); ++j) {
      if (cells.bytes[j] > 0 && !std::isnan(cells.log_residuals[place][j])) {
        sizes.push_back(cells.bytes[j]);
      }
    }
    return sizes;
  }
  std::int64_t low = equations.regimes.front().min_bytes, high = low;
  for (const Regime& regime : equations.regimes) {
    low = std::min(low, regime.min_bytes);
    high = std::max(high, regime.max_bytes);
  }
  for (std::int64_t size = 1; size <= high && size > 0; size *= 2) {
    if (size >= low) sizes.push_back(size);
  }
  return sizes;
}

int most_processes(const DistanceClass& equations) {
  if (equations.cells && !equations.cells->processes.empty()) {
    return equations.cells->processes.back();
  }
  int most = 0;
  for (const Regime& regime : equations.regimes) most = std::max(most, regime.max_processes);
  return most;
}

const std::vector<DistanceClass>* classes_of(const Model& model, const std::string& call) {
  const auto found = model.calls.find(call);
  return found == model.calls.end() || found->second.empty() ? nullptr : &found->second;
}

std::vector<Line> pair_lines(const Model& model, const std::string& call) {
  std::vector<Line> lines;
  const auto* const classes = classes_of(model, call);
  if (classes == nullptr) return lines;
  for (const DistanceClass& each : *classes) {
    Line line{call + ", " + class_text(each.within), &each, 2, 1, sizes_of(each, 2)};
    if (!line.bytes.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

// At the largest number of processes, which is in the widest class.
std::vector<Line> collective_lines(const Model& model) {
  std::vector<Line> lines;
  for (const CallTraits* const known : collectives()) {
    const auto* const classes = classes_of(model, known->name);
    if (classes == nullptr) continue;
    const DistanceClass& widest = classes->back();
    const int processes = most_processes(widest);
    if (processes < 2) continue;
    Line line{known->name, &widest, processes, value(known->bus, processes),
              sizes_of(widest, processes)};
    if (!line.bytes.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

Graph graph_of(const std::vector<Line>& lines) {
  const std::size_t count = std::min(lines.size(), most_lines);
  std::int64_t first = lines.front().bytes.front(), last = first;
  double low = HUGE_VAL, high = 0;
  for (std::size_t i = 0; i < count; ++i) {
    first = std::min(first, lines[i].bytes.front());
    last = std::max(last, lines[i].bytes.back());
    for (const std::int64_t d : lines[i].bytes) {
      low = std::min(low, lines[i].rate(d));
      high = std::max(high, lines[i].rate(d));
    }
  }
  Graph graph{size_axis(first, first, last), time_axis(low, high), {}, {}, {}};
  for (std::size_t i = 0; i < count; ++i) {
    GraphSeries series;
    series.style = static_cast<int>(i);
    series.label = latex_escape(lines[i].label);
    for (const std::int64_t d : lines[i].bytes) {
      const std::string x = log_position(static_cast<double>(d));
      const std::string y = log_position(lines[i].rate(d));
      series.points += "(" + x + "," + y + ")";
      series.end = "axis cs:" + x + "," + y;
      series.label_height = graph.time.share(lines[i].rate(d));
    }
    series.curve = series.points;
    graph.series.push_back(std::move(series));
  }
  spread_labels(graph.series);
  return graph;
}

std::string row_of(const std::vector<std::string>& fields) {
  std::string row;
  for (const std::string& field : fields) row += (row.empty() ? "" : " & ") + field;
  return row;
}

std::string time_text(double seconds) { return significant(seconds / micro, 3); }

// The smallest size at which half of the best rate is reached.
std::int64_t half_size(const Line& line) {
  const double half = line.rate(line.best_size()) / 2;
  return *std::find_if(line.bytes.begin(), line.bytes.end(),
                       [&](std::int64_t d) { return line.rate(d) >= half; });
}

std::optional<Tags> pair_page(const Model& model) {
  std::vector<Line> lines;
  for (const char* const call : {"transit", "gap", "shmem_transit", "shmem_gap"}) {
    for (Line& line : pair_lines(model, call)) lines.push_back(std::move(line));
  }
  if (lines.empty()) return std::nullopt;
  TagList rows;
  for (const Line& line : lines) {
    const std::int64_t best = line.best_size();
    rows.push_back(Tags{
        {"fields", row_of({latex_escape(line.label), time_text(line.seconds(line.bytes.front())),
                           size_text(line.bytes.front()), significant(line.rate(best), 3),
                           size_text(best), size_text(half_size(line))})}});
  }
  const std::int64_t eager = model.point_to_point.eager_limit_bytes;
  const std::string limit = eager == 0 ? "The eager limit is not known."
                                       : "The eager limit is " + std::to_string(eager) +
                                             "~bytes: a send of more waits for its receiver.";
  return Tags{{"title", "Point to point"},
              {"target", "pairs"},
              {"intro",
               "\\texttt{transit} is from the start of a send to the end of a receive "
               "that was already waiting: its time at the smallest size is the latency. "
               "\\texttt{gap} is what each further message of a stream adds: its time "
               "at the smallest size bounds the message rate, its bandwidth is the "
               "link's. OpenSHMEM's are those of puts, from their start to the end of a wait "
               "for them. " +
                   limit},
              {"columns", "@{}L{40mm}R{15mm}R{13mm}R{17mm}R{15mm}R{15mm}@{}"},
              {"head", " & Time [\\textmu s] & at & Bandwidth [GB/s] & at & half of it from"},
              {"rows", rows},
              {"abscissa", "$d$ [bytes]"},
              {"ordinate", "$d/t$ [GB/s]"},
              {"graph", graph_tags(graph_of(lines))}};
}

std::optional<Tags> collective_page(const Model& model) {
  const std::vector<Line> lines = collective_lines(model);
  if (lines.empty()) return std::nullopt;
  TagList rows;
  for (const Line& line : lines) {
    const std::int64_t best = line.best_size();
    rows.push_back(Tags{{"fields", row_of({"\\texttt{" + latex_escape(line.label) + "}",
                                           std::to_string(line.processes),
                                           time_text(line.seconds(line.bytes.front())),
                                           significant(line.rate(best) / line.factor, 3),
                                           significant(line.rate(best), 3), size_text(best)})}});
  }
  return Tags{{"title", "Bandwidth of collectives"},
              {"target", "collectives"},
              {"intro",
               "At the largest number of processes that was measured. The bus bandwidth "
               "is $f\\,d/t$, with $f\\,d$ the bytes that each process has to send or "
               "receive at least: $f = 2(p-1)/p$ for Allreduce, $1$ for Bcast and "
               "Reduce, $p-1$ where $d$ is one peer's part. So it can be held against "
               "the bandwidth of a link: what is missing, the algorithm or the network "
               "between loses."},
              {"columns", "@{}L{46mm}R{9mm}R{18mm}R{15mm}R{17mm}R{14mm}@{}"},
              {"head",
               " & $p$ & Smallest time [\\textmu s] & $d/t$ [GB/s] & Bus bandwidth "
               "[GB/s] & at $d$ ="},
              {"rows", rows},
              {"abscissa", "$d$ [bytes]"},
              {"ordinate", "bus bandwidth [GB/s]"},
              {"graph", graph_tags(graph_of(lines))}};
}

}  // namespace

TagList bandwidth_pages(const Model& model) {
  TagList pages;
  if (const auto page = pair_page(model)) pages.push_back(*page);
  if (const auto page = collective_page(model)) pages.push_back(*page);
  return pages;
}

}  // namespace revprof
