// SPDX-License-Identifier: BSD-3-Clause
// path.json: what is written is read again, and what is broken is refused with its place.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "fit/file/whole_file.hpp"
#include "revprof/calls/call.hpp"
#include "revprof/trace/path/critical_path.hpp"
#include "revprof/trace/path/path_walk.hpp"
#include "revprof/trace/results/summary.hpp"
#include "scratch_directory.hpp"

namespace revprof {
namespace {

constexpr SimTime us = 1'000'000;

Price message(std::int64_t bytes) {
  Price price;
  price.bytes = bytes;
  price.highest = 1;
  return price;
}

// Process 0 computes 30 us and sends; process 1, which has computed 20 us, would have been there 5
// us earlier.
CriticalPath walked(const std::string& directory) {
  {
    StepFile sender(directory, 0), receiver(directory, 1);
    PathStep step;
    step.time = 30 * us;
    step.price.item = Item::steps;
    sender.step(step);
    step.time = 20 * us;
    receiver.step(step);
    step = {};
    step.from = place_of(0, 0);
    step.time = 40 * us;
    step.price = message(1000);
    step.made = Call::MPI_Recv;
    step.other = place_of(1, 0);
    step.slack = 5 * us;
    step.primary = 41 * us;
    receiver.step(step);
  }
  CriticalPath path;
  path.lane = "equation";
  path.processes = 2;
  path.latest_process = 1;
  path.picoseconds = 40 * us;
  path.step_seconds = 1e-6;
  const StepReader steps(directory, 2);
  walk_path(
      steps, place_of(1, 1), [](const Price&) { return 10 * us; },
      [](int, int site) { return site; }, path);
  return path;
}

TEST(PathFile, readme_names_all_that_a_path_is_charged_for) {
  const std::string readme = read_file(REVPROF_TEST_README);
  for (const char* const item : item_names) {
    EXPECT_NE(readme.find('`' + std::string(item) + '`'), std::string::npos) << item;
  }
}

TEST(PathFile, walk_finds_charges_alternatives_and_segments) {
  const ScratchDirectory scratch;
  const CriticalPath path = walked(scratch.path());
  ASSERT_EQ(path.charges.size(), 2U);
  EXPECT_EQ(path.charges[0].what, "compute steps");
  EXPECT_DOUBLE_EQ(path.charges[0].count, 30);
  EXPECT_EQ(path.charges[1].equation, "transit");
  EXPECT_EQ(path.charges[1].call, "MPI_Recv");
  EXPECT_EQ(path.charges[1].picoseconds, 10 * us);
  EXPECT_EQ(path.decisions, 1);
  ASSERT_EQ(path.alternatives.size(), 1U);
  const PathAlternative& other = path.alternatives[0];
  EXPECT_EQ(other.slack, 5 * us);
  // 20 of the 30 us are on both ways.
  ASSERT_EQ(other.present.size(), 1U);
  EXPECT_EQ(other.present[0].picoseconds, 10 * us);
  EXPECT_TRUE(other.instead.empty());
  ASSERT_EQ(path.segments.size(), 2U);
  EXPECT_EQ(path.segments[0].process, 0);
  EXPECT_EQ(path.segments[1].process, 1);
  EXPECT_EQ(path.segments[1].call, "MPI_Recv");
  EXPECT_EQ(path.segments[1].begin, 30 * us);
  EXPECT_EQ(path.segments[1].shown_end, 41 * us);
}

// Of what all rounds of a reduction save, 6 us, its news saves two thirds and four thirds.
TEST(PathFile, counts_what_is_charged_in_part) {
  for (const SimTime saved : {4 * us, 8 * us}) {
    const ScratchDirectory scratch;
    {
      StepFile file(scratch.path(), 0);
      PathStep step;
      step.time = 30 * us;
      step.price.item = Item::steps;
      file.step(step);
      step.from = place_of(0, 0);
      step.time = 30 * us - saved;
      step.price = message(8);
      step.price.item = Item::ahead;
      step.price.call = Call::MPI_Allreduce;
      step.price.processes = 6;
      step.price.part = true;
      file.step(step);
    }
    CriticalPath path;
    path.processes = 1;
    path.picoseconds = 30 * us - saved;
    path.step_seconds = 1e-6;
    walk_path(
        StepReader(scratch.path(), 1), place_of(0, 1), [](const Price&) { return -6 * us; },
        [](int, int site) { return site; }, path);
    ASSERT_EQ(path.charges.size(), 2U);
    EXPECT_EQ(path.charges[1].picoseconds, -saved);
    EXPECT_DOUBLE_EQ(path.charges[1].count, seconds(saved) / seconds(6 * us));
  }
}

TEST(PathFile, comes_back_as_it_was) {
  const ScratchDirectory scratch;
  CriticalPath path = walked(scratch.path());
  path.sites = {{"/bin/a.out", 4660, "a.c:3"}, {"/bin/a.out", 5000, ""}};
  path.charges[1].site = 1;
  path.charges[1].streams = 5;
  path.charges[1].messages = 2;
  PathTerm term;
  term.term = "k";
  term.equation = "transit";
  term.distance_class = "beyond";
  term.function = "d";
  term.n = 1000;
  term.value = -1e-9;
  term.standard_error = 1e-10;
  path.terms = {term};
  path.band = {2e-7, 0.5};
  const std::string file = scratch.path() + "/path.json";
  write_critical_path(path, file);
  const CriticalPath again = read_critical_path(file);
  EXPECT_EQ(to_json(again), to_json(path));
  const Price price = price_of(again.charges[1]);
  EXPECT_EQ(price.processes, -5);
  EXPECT_EQ(price.messages, 2);
  EXPECT_EQ(charge_of(price).messages, 2);
}

TEST(PathFile, what_is_wrong_is_said_with_its_place) {
  const ScratchDirectory scratch;
  const nlohmann::json good = nlohmann::json::parse(to_json(walked(scratch.path())));
  const std::pair<nlohmann::json, const char*> wrong[] = {
      {{{"op", "replace"}, {"path", "/version"}, {"value", 2}}, "version: expected 1"},
      {{{"op", "remove"}, {"path", "/lane"}}, "expected the key \"lane\""},
      {{{"op", "add"}, {"path", "/lanes"}, {"value", 1}}, "unknown key \"lanes\""},
      {{{"op", "replace"}, {"path", "/predicted_picoseconds"}, {"value", 1}},
       "charges: expected charges that add up to 1 ps"},
      {{{"op", "replace"}, {"path", "/charges/1/equation"}, {"value", "MPI_Nothing"}},
       "charges[1]: expected a kind of charge and an equation"},
      {{{"op", "add"}, {"path", "/charges/1/site"}, {"value", 0}},
       "charges[1].site: expected a number below 0, that of the sites"},
      {{{"op", "replace"}, {"path", "/segments/0/0"}, {"value", 2}},
       "segments[0][0]: expected a number below 2, that of the processes"},
      {{{"op", "replace"}, {"path", "/processes"}, {"value", 0}},
       "processes: expected an integer from 1"},
      {{{"op", "replace"}, {"path", "/charges/1/count"}, {"value", 2}},
       "charges[1].count: expected as many as take 10000000 ps, of each_picoseconds each"},
  };
  for (const auto& [patch, says] : wrong) {
    const std::string file = scratch.path() + "/wrong.json";
    write_file(file, good.patch(nlohmann::json::array({patch})).dump());
    try {
      read_critical_path(file);
      ADD_FAILURE() << says;
    } catch (const FileError& error) {
      EXPECT_NE(std::string(error.what()).find(std::string("wrong.json: ") + says),
                std::string::npos)
          << error.what();
    }
  }
}

TEST(PathFile, a_step_that_is_missing_is_an_error) {
  const ScratchDirectory scratch;
  { StepFile file(scratch.path(), 0); }
  const StepReader steps(scratch.path(), 1);
  EXPECT_THROW(steps.at(place_of(0, 0)), std::runtime_error);
  EXPECT_THROW(steps.at(place_of(1, 0)), std::runtime_error);
  try {
    StepReader(scratch.path(), 3);
    FAIL();
  } catch (const std::runtime_error& error) {
    const std::string said = error.what();
    EXPECT_NE(said.find(step_file_name(scratch.path(), 1)), std::string::npos) << said;
    EXPECT_NE(said.find(step_file_name(scratch.path(), 2)), std::string::npos) << said;
  }
}

}  // namespace
}  // namespace revprof
