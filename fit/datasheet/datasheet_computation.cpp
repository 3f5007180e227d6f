// SPDX-License-Identifier: BSD-3-Clause
// Tables of what one of many takes, for one process of a node and for all that were measured; a
// graph of how the levels of memory are shared.
#include "fit/datasheet/datasheet_computation.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "fit/datasheet/datasheet_graph.hpp"
#include "fit/datasheet/datasheet_page.hpp"
#include "fit/datasheet/datasheet_text.hpp"
#include "fit/measurements/computation_name.hpp"
#include "fit/model/computation.hpp"

namespace revprof {

namespace {

constexpr double nano = 1e-9, gigabyte = 1e9;

// The numbers of processes that a row was measured at.
std::set<int> counts_of(const DistanceClass& equations) {
  if (equations.cells)
    return {equations.cells->processes.begin(), equations.cells->processes.end()};
  std::set<int> counts;
  for (const Regime& regime : equations.regimes) {
    counts.insert({regime.min_processes, regime.max_processes});
  }
  return counts;
}

std::vector<int> counts_of(const Computation& computation) {
  std::set<int> counts;
  for (const auto& [name, equations] : computation.times) counts.merge(counts_of(equations));
  return {counts.begin(), counts.end()};
}

// The first, some between and the last.
std::vector<int> some(const std::vector<int>& all, std::size_t most) {
  if (all.size() <= most) return all;
  std::vector<int> chosen;
  for (std::size_t i = 0; i < most; ++i) chosen.push_back(all[i * (all.size() - 1) / (most - 1)]);
  return chosen;
}

std::string number_text(const std::optional<Bounds>& bounds, double unit) {
  return bounds ? significant(bounds->mean / unit, 3) : "--";
}

// "L2", "Main memory".
std::string level_text(std::string_view level) {
  return level == "main" ? "Main memory" : std::string(level);
}

// "Integer add" of "integer_add".
std::string class_name(std::string_view operation_class) {
  std::string text(operation_class);
  std::replace(text.begin(), text.end(), '_', ' ');
  if (text.rfind("simd", 0) == 0) return "SIMD" + text.substr(4);
  text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string heads(const std::vector<int>& counts) {
  std::string text;
  for (const int q : counts) text += " & $q = " + std::to_string(q) + "$";
  return text;
}

std::string columns_of(std::size_t numbers, const std::string& first) {
  return "@{}L{" + first + "}*{" + std::to_string(numbers) + "}{R{13mm}}@{}";
}

Tags operations_page(const Computation& computation, const std::vector<int>& counts) {
  TagList rows;
  for (const std::string_view operation_class : operation_classes) {
    std::string fields = class_name(operation_class);
    bool known = false;
    for (const std::string_view way : operation_ways) {
      for (const int q : counts) {
        const auto one = operation_seconds(computation, operation_class, way, q);
        known = known || one;
        fields += " & " + number_text(one, nano);
      }
      const auto found = computation.times.find(operation_name(operation_class, way));
      fields += " & " + (found == computation.times.end() ? "" : median_error_text(found->second));
    }
    if (known) rows.push_back(Tags{{"fields", fields}});
  }
  const std::string width = std::to_string(counts.size() + 1);
  const std::string vectors = computation.simd_bytes > 0
                                  ? " SIMD counts each double of a vector of " +
                                        std::to_string(computation.simd_bytes) + "~bytes."
                                  : "";
  return Tags{
      {"title", "Computation on a node"},
      {"target", "operations"},
      {"intro",
       "What one operation takes, in ns, where $q$ processes of the node do the same: in a chain, "
       "where each waits for the one before it, and in a stream of operations that do not. Doubles "
       "and 64-bit integers; an integer division comes with an addition; a missed branch is one of "
       "a row that nobody can foretell, of which every second one goes wrong. The error is the "
       "median "
       "relative one of the equations $t(q,w)$, with $w$ the number of operations, against their "
       "measured points." +
           vectors},
      {"columns", columns_of(2 * counts.size() + 2, "32mm")},
      {"head", " & \\multicolumn{" + width + "}{c}{In a chain [ns]} & \\multicolumn{" + width +
                   "}{c@{}}{Without waiting [ns]} \\\\\n" + heads(counts) + " & Error" +
                   heads(counts) + " & Error"},
      {"rows", rows},
      {"abscissa", ""},
      {"ordinate", ""},
      {"graph", Tag(false)}};
}

// Bytes a second of one process, by q.
Graph sharing_graph(const Computation& computation, const std::vector<int>& counts) {
  double low = HUGE_VAL, high = 0;
  Graph graph;
  std::vector<std::pair<std::string_view, std::vector<double>>> lines;
  for (const std::string_view level : memory_levels) {
    std::vector<double> rates;
    for (const int q : counts) {
      const auto rate = bandwidth(computation, level, "read", q);
      if (!rate) break;
      rates.push_back(rate->mean / gigabyte);
      low = std::min(low, rates.back()), high = std::max(high, rates.back());
    }
    if (!rates.empty()) lines.emplace_back(level, rates);
  }
  if (lines.empty()) return graph;
  graph.across = process_axis(counts.front(), counts.back());
  graph.time = time_axis(low, high);
  for (const auto& [level, rates] : lines) {
    GraphSeries series;
    series.style = static_cast<int>(graph.series.size());
    series.label = level_text(level);
    for (std::size_t i = 0; i < rates.size(); ++i) {
      const std::string place = log_position(counts[i]) + "," + log_position(rates[i]);
      series.points += "(" + place + ")";
      series.end = "axis cs:" + place;
      series.label_height = graph.time.share(rates[i]);
    }
    series.curve = series.points;
    graph.series.push_back(std::move(series));
  }
  spread_labels(graph.series);
  return graph;
}

Tags memory_page(const Computation& computation, const std::vector<int>& all_counts) {
  const std::vector<int> counts = some(all_counts, 2);
  TagList rows;
  for (const std::string_view level : memory_levels) {
    const auto cache = computation.cache_bytes.find(std::string(level));
    std::string fields = level_text(level) + " & " +
                         (cache == computation.cache_bytes.end() ? "" : size_text(cache->second));
    bool known = false;
    for (const int q : counts) {
      const auto load = load_seconds(computation, level, q);
      known = known || load;
      fields += " & " + number_text(load, nano);
    }
    for (const char* const way : {"read", "triad"}) {
      for (const int q : counts) {
        const auto rate = bandwidth(computation, level, way, q);
        known = known || rate;
        fields += " & " + number_text(rate, gigabyte);
      }
    }
    if (known) rows.push_back(Tags{{"fields", fields}});
  }
  const std::string width = std::to_string(counts.size());
  const Graph graph = sharing_graph(computation, all_counts);
  const bool shows_sharing = all_counts.size() > 1 && !graph.series.empty();
  const auto over = [&](const std::string& what, const std::string& end) {
    return " & \\multicolumn{" + width + "}{c" + end + "}{" + what + "}";
  };
  return Tags{
      {"title", "Memory of a node"},
      {"target", "memory"},
      {"intro",
       "Where $q$ processes of the node do the same: what a load takes that the next one waits "
       "for, "
       "at places that nobody can foretell, and how many bytes a second one process gets, reading, "
       "and in a triad $a = b + x\\,c$, which reads two and writes one. Each goes through so much "
       "memory that it lies in that level and little of it in the one before; of main memory "
       "through several times the last cache."},
      {"columns", "@{}L{22mm}R{14mm}*{" + std::to_string(3 * counts.size()) + "}{R{12mm}}@{}"},
      {"head", " & " + over("Load [ns]", "") + over("Read [GB/s]", "") +
                   over("Triad [GB/s]", "@{}") + " \\\\\n & Size" + heads(counts) + heads(counts) +
                   heads(counts)},
      {"rows", rows},
      {"abscissa", "$q$"},
      {"ordinate", "read by one process [GB/s]"},
      {"graph", shows_sharing ? graph_tags(graph) : Tag(false)}};
}

// "4 threads begin and end" of "thread", where so many were measured.
void add_threads(const Computation& computation, const std::vector<int>& counts, TagList& rows) {
  for (const std::string_view start : thread_starts) {
    const std::string row = threads_name(start);
    const auto found = computation.times.find(row);
    if (found == computation.times.end() || !found->second.cells) continue;
    for (const std::int64_t threads : found->second.cells->bytes) {
      std::string fields = start == "region" ? "A parallel region (OpenMP), " : "Made and joined, ";
      fields += std::to_string(threads) + (threads == 1 ? " thread" : " threads");
      for (const int q : counts) {
        fields += " & " + number_text(seconds_of_all(computation, row, q, threads), nano);
      }
      for (std::size_t i = 0; i < counts.size(); ++i) fields += " & ";
      rows.push_back(Tags{{"fields", fields + " & " + median_error_text(found->second)}});
    }
  }
}

Tags libraries_page(const Computation& computation, const std::vector<int>& counts) {
  TagList rows;
  for (const std::string_view function : library_functions) {
    std::string fields = "\\texttt{" + std::string(function) + "}";
    for (const int q : counts) {
      const auto call = seconds_of_one(computation, library_name(function, "call"), q);
      fields += " & " + (call ? number_text(call, nano) : "");
    }
    for (const int q : counts) {
      auto unit = seconds_of_one(computation, library_name(function, "byte"), q);
      if (!unit) unit = seconds_of_one(computation, library_name(function, "flop"), q);
      fields += " & " + (unit ? number_text(unit, nano) : "");
    }
    const auto found = computation.times.find(library_name(function, "call"));
    if (found == computation.times.end()) continue;
    rows.push_back(Tags{{"fields", fields + " & " + median_error_text(found->second)}});
  }
  add_threads(computation, counts, rows);
  const std::string width = std::to_string(counts.size());
  return Tags{
      {"title", "Libraries and threads on a node"},
      {"target", "libraries"},
      {"intro",
       "What a call takes, in ns, where $q$ processes of the node do the same: of functions with "
       "doubles from 0.1 to 6.4, of those that go through memory with 16 bytes in the first cache, "
       "and what each further byte adds to them; of BLAS with two numbers a side, and what each "
       "floating point operation takes of a product of 128 by 128 numbers (dgemm, dgemv) or of "
       "1,024 (ddot, daxpy); threads that do nothing, from the first one's beginning to the last "
       "one's end. The error is the median relative one of the call's equation."},
      {"columns", columns_of(2 * counts.size() + 1, "48mm")},
      {"head", " & \\multicolumn{" + width + "}{c}{A call [ns]} & \\multicolumn{" + width +
                   "}{c}{A byte, or flop [ns]} & \\\\\n" + heads(counts) + heads(counts) +
                   " & Error"},
      {"rows", rows},
      {"abscissa", ""},
      {"ordinate", ""},
      {"graph", Tag(false)}};
}

}  // namespace

TagList computation_pages(const Model& model) {
  TagList pages;
  if (!model.computation || model.computation->times.empty()) return pages;
  const std::vector<int> counts = counts_of(*model.computation);
  constexpr std::size_t most_columns = 3;
  for (const Tags& page : {operations_page(*model.computation, some(counts, most_columns)),
                           memory_page(*model.computation, counts),
                           libraries_page(*model.computation, some(counts, 2))}) {
    if (page.at("rows").shown()) pages.push_back(page);
  }
  return pages;
}

}  // namespace revprof
