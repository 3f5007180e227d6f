// SPDX-License-Identifier: BSD-3-Clause
// `revprof simulate --dry-run`: which hosts a platform has, what smpirun is told, and what is
// measured; and what cannot be simulated.
#include "command_line.hpp"

namespace revprof {

class Platforms : public CommandLine {
 protected:
  static CapturedOutput simulate(const std::string& zones, std::vector<std::string> more = {}) {
    write("p.xml", "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"simgrid.dtd\">\n" + zones);
    more.insert(more.begin(), {"simulate", "p.xml", "-o", "m.json", "--dry-run"});
    return revprof(more);
  }

  static std::string hosts_of(const std::string& zones, const std::vector<std::string>& more = {}) {
    const CapturedOutput output =
        simulate("<platform version='4.1'>" + zones + "</platform>", more);
    EXPECT_EQ(output.exit_code, 0) << output.text;
    return read("m.hosts");
  }
};

constexpr const char* cluster = "<cluster id='c' prefix='n' suffix='.x' radical='0-1,7'/>";

TEST_F(Platforms, a_cluster_has_a_host_for_each_number) {
  EXPECT_EQ(hosts_of(cluster), "n0.x\nn1.x\nn7.x\n");
}

TEST_F(Platforms, hosts_of_all_zones_in_their_order) {
  EXPECT_EQ(hosts_of("<zone id='a' routing='Full'><zone id='b'><host id='h1' speed='1f'/></zone>"
                     "<!-- <host id='none'/> --><peer id='h2'/></zone>"
                     "<zone id='d'><cabinet id='e' prefix='k' suffix='' radical='3-4'/></zone>"),
            "h1\nh2\nk3\nk4\n");
}

TEST_F(Platforms, a_process_on_each_core) {
  EXPECT_EQ(hosts_of("<host id='a' core='2'/><host id='b'/>"), "a\na\nb\n");
}

TEST_F(Platforms, ranks_per_node_fill_hosts_one_by_one) {
  EXPECT_EQ(hosts_of(cluster, {"--ranks-per-node", "2", "-n", "5"}),
            "n0.x\nn0.x\nn1.x\nn1.x\nn7.x\n");
}

TEST_F(Platforms, a_flag_takes_the_place_of_its_default) {
  write("more", "# slow\n--cfg=smpi/os:0:1:2\n--cfg=network/crosstraffic:0\n");
  hosts_of(cluster, {"--flags", "more"});
  const std::string flags = read("m.flags");
  EXPECT_NE(flags.find("--cfg=smpi/os:0:1:2\n--cfg=network/crosstraffic:0\n"), std::string::npos);
  EXPECT_EQ(flags.find("--cfg=smpi/os:0:3e-7"), std::string::npos) << flags;
  EXPECT_NE(flags.find("--cfg=smpi/async-small-thresh:65536\n"), std::string::npos) << flags;
}

// The line of the grid for these calls.
std::string line_of(const std::string& grid, const std::string& calls) {
  const std::size_t begin = grid.find(calls + ' ');
  return begin == std::string::npos ? "" : grid.substr(begin, grid.find('\n', begin) - begin);
}

TEST_F(Platforms, a_smaller_budget_makes_a_coarser_grid) {
  const std::string sixteen = "<cluster id='c' prefix='n' suffix='' radical='0-15'/>";
  hosts_of(sixteen);
  EXPECT_EQ(line_of(read("m.grid"), "MPI_Alltoall,MPI_Alltoallv"),
            "MPI_Alltoall,MPI_Alltoallv 2,3,4,6,8,12,16 "
            "1,16,128,256,512,1k,2k,4k,8k,16k,32k,64k,128k");
  hosts_of(sixteen, {"--time-budget", "5"});
  EXPECT_EQ(line_of(read("m.grid"), "MPI_Alltoall,MPI_Alltoallv"),
            "MPI_Alltoall,MPI_Alltoallv 2,4,8,16 1,128,512,2k,8k,32k,128k");
}

// What the simulator keeps of a long run makes it slow.
TEST_F(Platforms, what_takes_long_is_measured_in_several_runs) {
  hosts_of("<cluster id='c' prefix='n' suffix='' radical='0-63'/>");
  const std::string calls = "MPI_Scan,MPI_Exscan,MPI_Scan.early,MPI_Exscan.early",
                    counts = " 2,3,4,6,8,12,16,24,27,32,48,64 ";
  EXPECT_NE(read("m.grid").find('\n' + calls + counts + "1,128\n" + calls + counts + "1k,4k\n" +
                                calls + counts + "16k,64k\n"),
            std::string::npos)
      << read("m.grid");
  EXPECT_EQ(line_of(read("m.grid"), "MPI_Put,MPI_Get,MPI_Accumulate"),
            "MPI_Put,MPI_Get,MPI_Accumulate" + counts +
                "0,1,16,128,256,512,1k,2k,4k,8k,16k,32k,48k,65535,64k,96k,128k,192k,256k,512k,1M");
}

// What costs most with many processes is measured with fewer, not left out.
TEST_F(Platforms, large_platforms_are_measured_within_the_budget) {
  hosts_of("<cluster id='c' prefix='n' suffix='' radical='0-1023'/>");
  EXPECT_NE(read("m.grid").find("\nMPI_Iallreduce 2,4,8,16,32,64 1\n"
                                "MPI_Iallreduce 2,4,8,16,32,64 1k\n"
                                "MPI_Iallreduce 2,4,8,16,32,64 8k\n"
                                "MPI_Iallreduce 2,4,8,16,32,64 64k\n"),
            std::string::npos)
      << read("m.grid");
}

TEST_F(Platforms, a_grid_of_ones_own) {
  write("own", "# two runs\nMPI_Bcast 2,4 1,1k\n\ntransit 2 8\n");
  hosts_of(cluster, {"--grid", "own"});
  EXPECT_EQ(read("m.grid"),
            "# One run of the simulator a line: calls, processes, bytes.\nMPI_Bcast 2,4 1,1k\n"
            "transit 2 8\n");
  const std::string in_place = "# my own\ntransit 2 8\n";  // where its copy would be
  write("m.grid", in_place);
  hosts_of(cluster, {"--grid", "m.grid"});
  EXPECT_EQ(read("m.grid"), in_place);
  write("own", "MPI_Bcast 2,4\n");
  expect_refused(simulate(std::string("<platform>") + cluster + "</platform>", {"--grid", "own"}),
                 "own:1: expected calls, processes and bytes");
}

TEST_F(Platforms, what_cannot_be_simulated_is_said) {
  expect_refused(revprof({"simulate", "none.xml", "-o", "m.json"}), "none.xml: No such file");
  expect_refused(simulate("no XML"), "p.xml:3: expected a SimGrid platform in XML");
  expect_refused(simulate("<project/>"), "expected a SimGrid platform, an element <platform>");
  expect_refused(simulate("<platform><zone/></platform>"), "found none");
  expect_refused(simulate("<platform><cluster prefix='a' radical='0-x'/></platform>"),
                 "expected a radical such as 0-15,20, found \"x\"");
  const std::string three = std::string("<platform>") + cluster + "</platform>";
  expect_refused(simulate(three, {"-n", "4"}),
                 "-n 4: p.xml has room for 3 (3 hosts, a process on each core)");
  expect_refused(simulate(three, {"-n", "1"}), "expected at least 2 processes");
  expect_refused(revprof({"simulate", "-o", "m.json"}), "expected a file PLATFORM.xml");
  expect_refused(revprof({"simulate", "p.xml"}), "expected -o MODEL.json");
  EXPECT_FALSE(std::filesystem::exists("m.json"));
}

TEST_F(Platforms, without_simgrid_it_is_said_how_to_get_it) {
  write("p.xml", std::string("<platform>") + cluster + "</platform>");
  expect_refused(revprof({"simulate", "p.xml", "-o", "m.json"}, {"PATH=/nowhere"}),
                 "found no smpirun");
  EXPECT_FALSE(std::filesystem::exists("m.parts"));
}

}  // namespace revprof
