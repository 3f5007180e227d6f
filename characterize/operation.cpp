// SPDX-License-Identifier: BSD-3-Clause
// The table of operations and the memory that their messages stand in.
#include "characterize/operation.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "characterize/subject.hpp"

namespace revprof {

Buffer::~Buffer() { free(data_); }

void Buffer::reserve(std::int64_t bytes) {
  if (bytes <= capacity_ && data_ != nullptr) return;
  free(data_);
  const auto size = static_cast<std::size_t>(bytes > 0 ? bytes : 1);
  data_ = static_cast<char*>(malloc(size));
  if (data_ == nullptr) {
    say("no memory for %lld bytes; try a smaller --max-memory", static_cast<long long>(bytes));
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  std::memset(data_, 0, size);  // the pages are there before the first repetition
  capacity_ = bytes;
}

const std::vector<Operation>& operations() {
  static const std::vector<Operation> table = [] {
    std::vector<Operation> all = subject().operations();
    for (const auto group :
         {start_up_operations, collective_operations, nonblocking_operations, neighbour_operations,
          constructor_operations, point_to_point_operations, exchange_operations,
          one_sided_operations, file_operations, node_operations}) {
      for (Operation& operation : group()) all.push_back(std::move(operation));
    }
    return all;
  }();
  return table;
}

int find_operation(const std::string& name) {
  const std::vector<Operation>& table = operations();
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].name == name && table[i].timing != Timing::probe) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace revprof
