// SPDX-License-Identifier: BSD-3-Clause
// Exchanges of more bytes than an int counts, which are packed away before they are overwritten: of
// a process with itself, as memory is short.
#include <climits>
#include <cstdint>

#include "check.hpp"

namespace {

constexpr int values = (1 << 28) + 1000;
static_assert(sizeof(std::int64_t) * values > INT_MAX);

class Values {
 public:
  Values() : all_(values) {
    for (std::size_t i = 0; i < all_.size(); i += step) all_[i] = expected(i);
    all_.back() = -1;
  }
  void* get() { return all_.data(); }
  // As they were, and a status that counts them all.
  void check(MPI_Status& status) {
    for (std::size_t i = 0; i < all_.size(); i += step) CHECK_EQUAL(all_[i], expected(i));
    CHECK_EQUAL(all_.back(), -1);
    MPI_Count bytes = 0;
    CHECK_MPI(MPI_Get_elements_x(&status, MPI_INT64_T, &bytes));
    CHECK_EQUAL(bytes, values);
  }

 private:
  static constexpr std::size_t step = 4001;
  static std::int64_t expected(std::size_t i) { return static_cast<std::int64_t>(i * i + 1); }
  std::vector<std::int64_t> all_;
};

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  Values both;
  MPI_Status status = wrong_status();
  CHECK_MPI(MPI_Sendrecv_replace(both.get(), values, MPI_INT64_T, world.rank, 1, world.rank, 1,
                                 MPI_COMM_WORLD, &status));
  both.check(status);
#if MPI_VERSION >= 4
  MPI_Request request;
  CHECK_MPI(MPI_Isendrecv_replace(both.get(), values, MPI_INT64_T, world.rank, 1, world.rank, 1,
                                  MPI_COMM_WORLD, &request));
  CHECK_MPI(MPI_Wait(&request, &status));
  both.check(status);
#endif
  std::puts("ok");
}
