// SPDX-License-Identifier: BSD-3-Clause
// A table of what can be measured and what it costs the simulator, and how much of it fits.
#include "revprof/launch/simulate/grid.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include "fit/file/whole_file.hpp"
#include "fit/measurements/default_counts.hpp"

namespace revprof {

namespace {

constexpr int known_processes = 64;

// What one cell with 64 processes takes of a core (SimGrid 3.32 on the development host, fat tree;
// exchanges on a torus, where each is measured over many ranks), and by which power of the number
// of processes that grows: messages that are all under way at once share links, which the simulator
// works out anew whenever one of them ends.
struct GridRow {
  const char* calls;
  double cell_seconds;
  double power;
  double share;  // of the time that there is
  const char* bytes;
};

constexpr const char* no_size = "0";
constexpr const char* few_sizes = "1,128,1k,4k,16k,64k";
// What a process does alone it does at once up to the eager limit, and in step with others beyond.
constexpr const char* part_sizes = "1,1k,4k,16k,65535,64k,256k";
constexpr const char* many_sizes = "0,1,16,128,256,512,1k,2k,4k,8k,16k,32k,64k,128k,256k,1M";
constexpr const char* pair_sizes =
    "0,1,16,128,256,512,1k,2k,4k,8k,16k,32k,48k,65535,64k,96k,128k,192k,256k,512k,1M";
constexpr const char* row_sizes = "1,512,1k,2k,4k,8k,16k,32k,64k";
constexpr const char* per_peer_sizes = "1,16,128,256,512,1k,2k,4k,8k,16k,32k,64k,128k";

constexpr GridRow rows[] = {
    {start_up_call, 1.5, 1.5, 0.1, no_size},
    {"MPI_Comm_dup,MPI_Comm_split,MPI_Comm_create,MPI_Cart_create,MPI_Win_create,MPI_Win_fence",
     0.6, 2, 0.05, no_size},
    {"MPI_Send,MPI_Ssend,MPI_Isend,MPI_Start,MPI_Recv,MPI_Irecv,MPI_Wait,MPI_Sendrecv,transit",
     0.02, 0, 0.03, pair_sizes},
    {"MPI_Put,MPI_Get,MPI_Accumulate", 0.02, 0, 0.02, pair_sizes},
    {"MPI_Fetch_and_op,MPI_Compare_and_swap,MPI_Fetch_and_op.next,MPI_Compare_and_swap.next,"
     "MPI_Win_flush,MPI_Win_lock,MPI_Win_unlock",
     0.1, 1, 0.01, no_size},
    {"gap,send_gap", 0.1, 1, 0.05, pair_sizes},
    {"exchange,exchange_both", 3.2, 1.5, 0.25, many_sizes},
    {"MPI_Bcast,MPI_Reduce,MPI_Allreduce", 0.2, 1.5, 0.05, many_sizes},
    {"MPI_Barrier,MPI_Barrier.late,MPI_Barrier.last", 0.2, 1.5, 0.02, no_size},
    {"exchange.next", 2, 1.5, 0.09, row_sizes},
    {"MPI_Gather,MPI_Gatherv,MPI_Scatter,MPI_Scatterv", 0.2, 1, 0.05, per_peer_sizes},
    {"MPI_Allgather,MPI_Allgatherv", 0.5, 2, 0.1, per_peer_sizes},
    {"MPI_Alltoall,MPI_Alltoallv", 0.9, 2, 0.12, per_peer_sizes},
    {"MPI_Reduce_scatter,MPI_Reduce_scatter_block", 1, 2, 0.1, per_peer_sizes},
    {"MPI_Allreduce.last,MPI_Bcast.late,MPI_Bcast.early,MPI_Scatter.late,MPI_Scatter.early,"
     "MPI_Gather.late,MPI_Reduce.late,MPI_Allreduce.late,MPI_Allgather.late,MPI_Alltoall.late",
     2, 2, 0.1, part_sizes},
    {"MPI_Reduce.early,MPI_Gather.early,MPI_Gatherv.early,MPI_Scatterv.early", 0.3, 1, 0.03,
     part_sizes},
    {"MPI_Bcast.next,MPI_Scatter.next,MPI_Gather.next,MPI_Reduce.next", 2, 1.5, 0.09, row_sizes},
    {"MPI_Scan,MPI_Exscan,MPI_Scan.early,MPI_Exscan.early", 6, 5, 0.12, few_sizes},
    {"MPI_Iallreduce", 8, 5, 0.13, "1,128,1k,2k,8k,64k"},
    {"MPI_Iallreduce.early", 8, 5, 0.07, "1,2k,64k"},
    {"MPI_Iallreduce.wait", 16, 5, 0.07, "1,16k,64k,128k"},
};

// Of at least two processes; coarser: the powers of two and the largest.
std::vector<int> counts_of(int most, bool coarser) {
  std::vector<int> counts = default_counts(most);
  const auto is_left_out = [&](int count) {
    const bool power_of_two = (count & (count - 1)) == 0;
    return count < 2 || (coarser && !power_of_two && count != most);
  };
  counts.erase(std::remove_if(counts.begin(), counts.end(), is_left_out), counts.end());
  return counts;
}

std::vector<std::string> words(const std::string& list, char between) {
  std::vector<std::string> all;
  std::istringstream text(list);
  for (std::string word; std::getline(text, word, between);) all.push_back(word);
  return all;
}

// Every second one, and the last.
std::vector<std::string> thinner(const std::vector<std::string>& sizes) {
  std::vector<std::string> fewer;
  for (std::size_t i = 0; i < sizes.size(); i += 2) fewer.push_back(sizes[i]);
  if (fewer.back() != sizes.back()) fewer.push_back(sizes.back());
  return fewer;
}

double seconds_of(const GridRow& row, const std::vector<int>& counts, std::size_t sizes) {
  double sum = 0;
  for (const int count : counts) {
    sum += row.cell_seconds * std::pow(static_cast<double>(count) / known_processes, row.power);
  }
  return sum * static_cast<double>(sizes);
}

std::string joined(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& word : list) text += (text.empty() ? "" : ",") + word;
  return text;
}

struct Cells {
  std::vector<int> counts;
  std::vector<std::string> sizes;
};

// The finest that fit: first without numbers of processes between the powers of two, then with
// fewer sizes, at last without the largest numbers of processes, which the model then extrapolates.
Cells finest(const GridRow& row, int processes, double seconds) {
  constexpr std::size_t least_sizes = 4;
  Cells cells = {counts_of(processes, false), words(row.bytes, ',')};
  auto& [counts, sizes] = cells;
  for (int coarser = 0; seconds_of(row, counts, sizes.size()) > seconds; ++coarser) {
    if (coarser == 0) {
      counts = counts_of(processes, true);
    } else if (sizes.size() > least_sizes) {
      sizes = thinner(sizes);
    } else if (counts.size() > 2) {
      counts.pop_back();
    } else {
      break;
    }
  }
  return cells;
}

// The simulator keeps every message that its receiver had not asked for yet, and looks through all
// of a process's whenever one ends: half as long a run takes a quarter of the time, down to that of
// its start.
void add_runs(const GridRow& row, const Cells& cells, std::vector<GridLine>& grid) {
  constexpr double seconds_of_run = 10;
  const double runs = std::ceil(seconds_of(row, cells.counts, cells.sizes.size()) / seconds_of_run);
  const auto count = static_cast<double>(cells.sizes.size());
  const auto most = static_cast<long>(std::ceil(count / std::clamp(runs, 1.0, count)));
  std::vector<std::string> numbers;
  for (const int processes : cells.counts) numbers.push_back(std::to_string(processes));
  for (auto from = cells.sizes.begin(); from != cells.sizes.end();) {
    const auto to = from + std::min(most, cells.sizes.end() - from);
    grid.push_back({row.calls, joined(numbers), joined({from, to})});
    from = to;
  }
}

}  // namespace

std::vector<GridLine> default_grid(int processes, double seconds) {
  std::vector<GridLine> grid;
  for (const GridRow& row : rows) {
    add_runs(row, finest(row, processes, row.share * seconds), grid);
  }
  return grid;
}

std::string grid_text(const std::vector<GridLine>& grid) {
  std::string text = "# One run of the simulator a line: calls, processes, bytes.\n";
  for (const GridLine& line : grid) {
    text += line.calls + ' ' + line.processes + ' ' + line.bytes + '\n';
  }
  return text;
}

std::vector<GridLine> read_grid(const std::string& file) {
  std::vector<GridLine> grid;
  std::istringstream lines(read_file(file));
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    GridLine read;
    std::string more;
    if (!(fields >> read.calls >> read.processes >> read.bytes) || fields >> more) {
      throw FileError(file + ':' + std::to_string(number) +
                      ": expected calls, processes and bytes, as in \"MPI_Bcast,MPI_Reduce 2,4,8 "
                      "1,1k\", found \"" +
                      line + '"');
    }
    grid.push_back(read);
  }
  if (grid.empty()) throw FileError(file + ": expected a line for each run, found none");
  return grid;
}

}  // namespace revprof
