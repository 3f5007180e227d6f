// SPDX-License-Identifier: BSD-3-Clause
// One cell: warm-up, then batches of repetitions with agreed starts until its first process says
// that it is enough.
#include "characterize/experiment.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>

#include "characterize/disturbance.hpp"
#include "characterize/interruption.hpp"

namespace revprof {

namespace {

constexpr double no_time = 1e30;  // seconds: what stands for a sample that is empty

int world_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int usable_cores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
  return static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
}

// Whether nodes hold consecutive ranks, as many as that of process 0.
int block_of_nodes(MPI_Comm node) {
  int rank = 0, processes = 1, here = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  MPI_Comm_size(node, &here);
  int block = here, first = rank;
  MPI_Bcast(&block, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, node);
  int fits = first == rank / block * block && here == std::min(block, processes - first) ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &fits, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return fits != 0 && block > 1 && block < processes ? block : 0;
}

Ranks ranks_of(MPI_Comm node) {
  int here = 1;
  MPI_Comm_size(node, &here);
  std::vector<int> all(static_cast<std::size_t>(here));
  const int rank = world_rank();
  MPI_Allgather(&rank, 1, MPI_INT, all.data(), 1, MPI_INT, node);
  const Ranks even{all.front(), here > 1 ? all[1] - all[0] : 1, here};
  for (int i = 0; i < here; ++i) {
    if (all[static_cast<std::size_t>(i)] != even.first + i * even.stride) return {rank, 1, 1};
  }
  return even;
}

}  // namespace

Experiment::Experiment(const Manner& manner, const std::string& directory)
    : traits_(measure_clock_traits()) {
  cell_.file_name = directory + "/file";
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_size(node, &ranks_per_node_);
  node_ranks_ = ranks_of(node);
  node_block_ = block_of_nodes(node);
  // Bound processes see only their own core; the node's cores count then.
  const auto online = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  const int cores = usable_cores() == 1 ? online : usable_cores();
  int crowded = ranks_per_node_ > cores ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &crowded, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Comm_free(&node);
  crowded_ = crowded != 0;
  synchroniser_ = manner.agreed_clock ? agreed_clock(clock_, traits_, crowded_) : barrier_start();
  if (manner.cold_cache) cold_cache_.emplace();
}

Experiment::~Experiment() {
  for (auto& [ranks, communicator] : communicators_) MPI_Comm_free(&communicator);
}

MPI_Comm Experiment::communicator(const Ranks& ranks) {
  const auto known = communicators_.find(ranks);
  if (known != communicators_.end()) return known->second;
  MPI_Group world, group;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int range[1][3] = {{ranks.first, ranks.last(), ranks.stride}};
  MPI_Group_range_incl(world, 1, range, &group);
  MPI_Comm made = MPI_COMM_NULL;
  MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &made);
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  return communicators_[ranks] = made;
}

CellTimes Experiment::carry_out(const Order& order) {
  if (order.kind == Order::Kind::learn_clocks) clock_.learn();
  if (order.kind != Order::Kind::measure_cell) return {};
  const int rank = world_rank();
  CellTimes times;
  if (order.ranks.hold(rank)) times = measure(order);
  // A pair elsewhere reports to process 0.
  const int first = order.ranks.first;
  if (first == 0) return times;
  constexpr int tag = 2;
  if (rank == first) {
    const double median = times.latest.empty() ? no_time : times.latest.median();
    MPI_Send(&median, 1, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD);
  } else if (rank == 0) {
    double median = 0;
    MPI_Request request;
    MPI_Irecv(&median, 1, MPI_DOUBLE, first, tag, MPI_COMM_WORLD, &request);
    wait_idly(request);
    times = CellTimes();
    if (median < no_time) times.latest.add({median});
  }
  return times;
}

CellTimes Experiment::measure(const Order& order) {
  const Operation& operation = operations()[static_cast<std::size_t>(order.operation)];
  cell_.communicator = communicator(order.ranks);
  MPI_Comm_rank(cell_.communicator, &cell_.rank);
  MPI_Comm_size(cell_.communicator, &cell_.members);
  const bool leads = cell_.rank == 0;
  cell_.processes = order.processes;
  cell_.bytes = order.bytes;
  cell_.shift = order.shift;
  cell_.messages = 1;
  cell_.compute_seconds = order.compute_seconds;
  operation.prepare(cell_);
  synchroniser_->forget();

  const double cycle = warm_up(operation, order.rule);
  const double begin = local_seconds();
  CellTimes times;
  Sample& sample = times.latest;
  Repetition least_late{0, no_time, 0, 0};
  // A probe asks whether the send is over long before the receive is posted: its time says little,
  // and a sender that starts late by a small part of that delay answers as well.
  const double tolerated = operation.timing == Timing::probe ? eager_probe_delay_seconds / 4 : 0;
  const auto of_one = [&](double seconds) {
    return of_one_call(seconds, cell_.messages, traits_.resolution_seconds);
  };
  const auto of_root = [&](double seconds) {
    return of_one_call(seconds, 1, traits_.resolution_seconds);
  };
  const bool has_root =
      operation.collective && operation.timing == Timing::last_return && operation.alone == nullptr;
  for (int done = 0;;) {
    Batch batch;
    if (leads) batch = next_batch(sample, order.rule, cycle, begin, done);
    if (operation.latecomer != nullptr) batch.delay_seconds = 2 * batch.cycle_seconds;
    MPI_Bcast(&batch, sizeof batch, MPI_BYTE, 0, cell_.communicator);
    if (batch.repetitions == 0) break;
    synchroniser_->agree(cell_.communicator, batch.cycle_seconds + batch.delay_seconds);
    const std::vector<Repetition> repetitions = repeat(operation, batch);
    if (!leads) continue;
    std::vector<double> valid, root;
    for (const Repetition& repetition : repetitions) {
      if (repetition.valid(tolerated)) {
        valid.push_back(of_one(repetition.seconds));
        if (has_root) root.push_back(of_root(repetition.root_seconds));
        if (cell_.members > 1) skews_.push_back(repetition.skew);
      }
      if (repetition.lateness < least_late.lateness) least_late = repetition;
    }
    sample.add(valid);
    times.root.add(root);
    done += batch.repetitions;
    const auto late = batch.repetitions - static_cast<int>(valid.size());
    attempts_.repetitions += batch.repetitions;
    attempts_.late += late;
    synchroniser_->judge(static_cast<double>(late) / batch.repetitions);
  }
  if (operation.finish != nullptr) operation.finish(cell_);
  // On a host too busy for any start in time, the one that came nearest is better than nothing.
  if (leads && sample.empty() && operation.timing != Timing::probe) {
    sample.add({of_one(least_late.seconds)});
    if (has_root) times.root.add({of_root(least_late.root_seconds)});
  }
  return times;
}

// Returns how long one repetition with all that belongs to it takes. One that eats up the cell's
// share of time is enough of a warm-up.
double Experiment::warm_up(const Operation& operation, const StopRule& rule) {
  double cycle = 0;
  int left = 1 + rule.warm_up;
  for (bool first = true; left > 0; first = false, --left) {
    MPI_Barrier(cell_.communicator);
    const double begin = local_seconds();
    prepare_repetition(operation);
    operation.call(cell_);
    operation.after(cell_);
    MPI_Barrier(cell_.communicator);
    cycle = local_seconds() - begin;
    if (!first) continue;
    if (rule.warm_up * cycle > rule.seconds / 4) left = 1;
    MPI_Bcast(&left, 1, MPI_INT, 0, cell_.communicator);
  }
  return cycle;
}

// Few at first: identical repetitions end at once. Then as many as make sense in the time that is
// left.
Experiment::Batch Experiment::next_batch(const Sample& sample, const StopRule& rule,
                                         double cycle_seconds, double begin, int done) const {
  constexpr int few = 3;
  const double left = rule.seconds - (local_seconds() - begin);
  if (interrupted() && done > 0) return {};
  const bool hopeless = done / 4 >= rule.max_repetitions;
  if (hopeless || (!sample.empty() && (sample.enough(rule) || left <= 0))) return {};
  if (sample.empty() && left <= 0 && done >= 2 * few) return {};
  int wanted = done == 0 ? std::min(few, rule.min_repetitions) : std::max(done, few);
  const double each = done == 0 ? cycle_seconds : (rule.seconds - left) / done;
  if (left < wanted * each) wanted = std::max(1, static_cast<int>(left / each));
  return {std::min(wanted, rule.max_repetitions), cycle_seconds};
}

void Experiment::prepare_repetition(const Operation& operation) {
  operation.before(cell_);
  if (cold_cache_ && !operation.computes()) cold_cache_->sweep();
}

std::vector<Experiment::Repetition> Experiment::repeat(const Operation& operation,
                                                       const Batch& batch) {
  // A clock that cannot tell its own reading from nothing cannot be corrected for it either.
  const double overhead =
      traits_.overhead_seconds > 2 * traits_.resolution_seconds ? traits_.overhead_seconds : 0;
  const bool whole = operation.timing == Timing::last_return;
  const int timed = operation.timing == Timing::inside_last ? cell_.members - 1 : 0;
  const bool late = operation.latecomer != nullptr && operation.latecomer(cell_);
  const int starts = operation.alone == nullptr ? 1 : 2;
  std::vector<double> own;  // seconds, lateness, its negative and seconds alone in turn
  for (int i = 0; i < batch.repetitions; ++i) {
    prepare_repetition(operation);
    Start alone;
    if (operation.alone != nullptr) {
      alone = synchroniser_->start(starts * i, 0);
      operation.alone(cell_);
    }
    const double seconds_alone = operation.alone == nullptr ? 0 : local_seconds() - alone.origin;
    const Start start =
        synchroniser_->start(starts * i + starts - 1, late ? batch.delay_seconds : 0);
    const double origin = start.origin + (late ? 0 : batch.delay_seconds);
    cell_.begun = local_seconds();
    operation.call(cell_);
    const double end = local_seconds();
    operation.after(cell_);
    const double inside = cell_.rank == timed ? std::max(0.0, end - cell_.begun - overhead) : 0;
    own.push_back(whole ? end - origin : inside);
    const double lateness = std::max(start.lateness, alone.lateness);
    own.push_back(lateness);
    own.push_back(-lateness);
    own.push_back(seconds_alone);
  }
  std::vector<double> latest(own.size());
  MPI_Reduce(own.data(), latest.data(), 4 * batch.repetitions, MPI_DOUBLE, MPI_MAX, 0,
             cell_.communicator);
  std::vector<Repetition> all(static_cast<std::size_t>(batch.repetitions));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double* const of = &latest[4 * i];
    const double seconds = disturbance().time(std::max(0.0, of[0] - of[3]));
    all[i] = {seconds, of[1], of[1] + of[2], own[4 * i] + (seconds - of[0])};
  }
  return all;
}

}  // namespace revprof
