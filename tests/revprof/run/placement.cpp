// SPDX-License-Identifier: BSD-3-Clause
// Which process is where: words, hosts, places, and what is wrong with a file of them.
#include "revprof/run/placement.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <memory>
#include <stdexcept>

namespace revprof {
namespace {

using Ints = std::vector<int>;

Lane lane_with_nodes_of(int processes) {
  auto model = std::make_shared<Model>();
  model->machine.ranks_per_node = processes;
  Lane lane;
  lane.model = model;
  return lane;
}

class PlacementFile : public testing::Test {
 protected:
  ~PlacementFile() override { std::remove(name.c_str()); }
  Ints places(const std::string& text, int processes, int node = 4) const {
    std::ofstream(name) << text;
    return places_by(name, processes, {lane_with_nodes_of(node)}).all();
  }
  // What is said of it, without the file's name.
  std::string complaint(const std::string& text, int processes = 2) const {
    try {
      places(text, processes);
    } catch (const std::runtime_error& error) {
      const std::string said = error.what();
      return said.substr(0, name.size()) == name ? said.substr(name.size()) : said;
    }
    return "none";
  }
  const std::string name = testing::TempDir() + "places." + std::to_string(getpid());
};

TEST(Placement, round_robin_fills_the_nodes_evenly) {
  const std::vector<Lane> nodes = {lane_with_nodes_of(4)};
  EXPECT_TRUE(places_by("in-order", 8, nodes).in_order());
  EXPECT_EQ(places_by("round-robin", 8, nodes).all(), (Ints{0, 4, 1, 5, 2, 6, 3, 7}));
  EXPECT_EQ(places_by("round-robin", 5, nodes).all(), (Ints{0, 4, 1, 5, 2}));
  EXPECT_EQ(places_by("round-robin", 3, {lane_with_nodes_of(1)}).all(), (Ints{0, 1, 2}));
}

TEST(Placement, models_with_other_nodes_do_not_agree) {
  const std::vector<Lane> nodes = {lane_with_nodes_of(4), lane_with_nodes_of(8)};
  EXPECT_TRUE(places_by("in-order", 8, nodes).in_order());
  EXPECT_THROW(places_by("round-robin", 8, nodes), std::runtime_error);
}

TEST_F(PlacementFile, hosts_are_nodes_in_the_order_of_their_names) {
  EXPECT_EQ(places("b slots=2 max-slots=4\na:1\n\n# and b again\nb\n", 4), (Ints{0, 1, 4, 2}));
  EXPECT_EQ(places("b slots=2\na slots=2\n", 3), (Ints{0, 1, 4}));  // more room than processes
}

TEST_F(PlacementFile, places_are_numbers) {
  EXPECT_EQ(places("0 8 16 # one on each\n24\n", 4), (Ints{0, 8, 16, 24}));
}

TEST_F(PlacementFile, says_what_is_wrong) {
  EXPECT_EQ(complaint("0 x\n"),
            ":1: expected numbers of places, one for each process, found \"0 x\"");
  EXPECT_EQ(complaint("0\n-1\n"),
            ":2: expected numbers of places, one for each process, found \"-1\"");
  const std::string host = "expected a host and how many processes it gets, such as node1 slots=4";
  EXPECT_EQ(complaint("a slots=0\n"), ":1: " + host + ", found \"a slots=0\"");
  EXPECT_EQ(complaint("a\nb two\n"), ":2: " + host + ", found \"b two\"");
  EXPECT_EQ(complaint("a\n2\n"), ":2: " + host + ", found \"2\"");
  EXPECT_EQ(complaint("3 3\n"), ": expected each place once, found 3 again");
  EXPECT_EQ(complaint("a\n"), ": expected a place for each of the 2 processes, found 1");
  EXPECT_EQ(complaint("b\na slots=5\n", 6),
            ": expected at most 4 processes on a host, as the model's nodes have, found more on "
            "host number 2");
}

}  // namespace
}  // namespace revprof
