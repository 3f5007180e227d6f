// SPDX-License-Identifier: BSD-3-Clause
// What counted code's calls of libraries cost, by hand-computed numbers.
#include <gtest/gtest.h>

#include <memory>

#include "fit/measurements/computation_name.hpp"
#include "revprof/run/computation/library_prices.hpp"

extern "C" void revprof_add_library_calls(std::uint64_t* table, std::uint64_t words);

namespace revprof {
namespace {

std::size_t word_of(const char* function) { return library_call(function); }

// A row that takes so many seconds for one; the band from a half to twice of it.
DistanceClass one_takes(double seconds) {
  Regime regime;
  regime.min_bytes = 1, regime.max_bytes = 1 << 20, regime.max_processes = 4;
  regime.form.data = Data::d;
  regime.k = seconds;
  regime.band_factor = 2;
  DistanceClass equations;
  equations.regimes = {regime};
  return equations;
}

UnitTimes units_of(const std::map<std::string, double>& rows) {
  auto model = std::make_shared<Model>();
  model->machine.ranks_per_node = 4;
  model->computation.emplace();
  for (const auto& [row, seconds] : rows) model->computation->times[row] = one_takes(seconds);
  std::vector<Lane> lanes(3);
  for (Lane& lane : lanes) lane.model = model;
  lanes[1].estimate = LaneEstimate::low;
  lanes[2].estimate = LaneEstimate::high;
  UnitTimes units;
  units.start(Settings(), lanes, 2);
  return units;
}

LibraryTable some_calls() {
  LibraryTable calls{};
  calls[word_of("exp")] = 10;
  calls[word_of("memcpy")] = 3;
  calls[work_word(word_of("memcpy"))] = 4000;
  return calls;
}

TEST(LibraryCalls, cost_what_the_machine_says) {
  UnitTimes units = units_of(
      {{"library.exp.call", 5e-9}, {"library.memcpy.call", 1e-8}, {"library.memcpy.byte", 1e-10}});
  const LibraryCharge charge = charge_of(some_calls(), units);
  EXPECT_TRUE(charge.takes_seconds);
  EXPECT_EQ(charge.instructions, 0);
  const double mean = 10 * 5e-9 + 3 * 1e-8 + 4000 * 1e-10;
  EXPECT_NEAR(charge.seconds[0], mean, 1e-15);
  EXPECT_NEAR(charge.seconds[1], mean / 2, 1e-15);
  EXPECT_NEAR(charge.seconds[2], mean * 2, 1e-15);
}

TEST(LibraryCalls, are_so_many_instructions_where_it_says_nothing) {
  UnitTimes units = units_of({{"library.memcpy.call", 1e-8}});  // and nothing of its bytes
  const LibraryCharge charge = charge_of(some_calls(), units);
  EXPECT_FALSE(charge.takes_seconds);
  EXPECT_EQ(charge.instructions, 10 * 30 + 3 * 10 + 4000 * 0.05);
}

TEST(LibraryCalls, are_taken_once) {
  LibraryTable calls = some_calls();
  revprof_add_library_calls(calls.data(), calls.size());
  EXPECT_EQ(calls, LibraryTable());  // the thread's table begins anew
  calls = some_calls();
  revprof_add_library_calls(calls.data(), calls.size());
  EXPECT_EQ(take_library_calls()[word_of("exp")], 20U);
  calls = some_calls();
  revprof_add_library_calls(calls.data(), calls.size() - 1);  // of another version of revprof
  EXPECT_EQ(calls, some_calls());
  EXPECT_EQ(take_library_calls(), LibraryTable());
}

// Those that are counted and those that machines are measured by.
TEST(LibraryCalls, have_names_that_models_know) {
  ASSERT_EQ(std::size(library_calls), std::size(library_functions));
  for (std::size_t i = 0; i < library_call_count; ++i) {
    EXPECT_EQ(library_calls[i].name, library_functions[i]);
  }
  for (const LibrarySymbol& symbol : library_symbols) {
    ASSERT_LT(library_call(symbol.function), library_call_count) << symbol.name;
    EXPECT_EQ(symbol.sizes[0].empty(), !says_work(library_calls[library_call(symbol.function)]));
  }
  EXPECT_EQ(library_symbol("sinf")->function, "sin");
  EXPECT_EQ(library_symbol("sinful"), nullptr);
  EXPECT_EQ(work_word(word_of("daxpy")), library_table_words - 1);
}

}  // namespace
}  // namespace revprof
