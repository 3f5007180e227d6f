// SPDX-License-Identifier: BSD-3-Clause
// What the host MPI finds in its environment while it begins, on a host made up here.
#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "revprof/mpi/host/absent_networks.hpp"
#include "revprof/mpi/host/eager_limit.hpp"
#include "revprof/mpi/host/host.hpp"
#include "revprof/mpi/host/longer_sleep.hpp"

namespace revprof {

namespace {

const std::string file =
    std::filesystem::temp_directory_path() / ("revprof_host_variables." + std::to_string(getpid()));

std::string value_of(const char* variable) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? "(none)" : value;
}

class HostVariables : public testing::Test {
 protected:
  HostVariables() { unsetenv("HWLOC_COMPONENTS"); }
  ~HostVariables() override {
    unsetenv("TEST_nets");
    unsetenv("TEST_limit");
    unsetenv("HWLOC_COMPONENTS");
    std::filesystem::remove(file);
  }
  static void write(const std::string& text) { std::ofstream(file) << text; }
};

}  // namespace

namespace {

Host& made_up_host() {
  static Host made_up = {{{"TEST_limit", 4096}, {"TEST_other_limit", 0}},
                         {{"TEST_nets", "absent", "/dev/no_such_device*"},
                          {"TEST_nets", "here", "/dev/nul?"},
                          {"TEST_nets", "away", "/no/such/folder/*"}},
                         {"/dev/no_such_device*"},
                         {file},
                         "TEST_",
                         "TEST_processes",
                         nullptr,
                         true,
                         true,
                         true,
                         0,
                         true,
                         true,
                         true,
                         nullptr,
                         nullptr};
  return made_up;
}

}  // namespace

const Host& host() { return made_up_host(); }

TEST(WithoutComponent, IsAddedToThoseThatAreLeftOut) {
  EXPECT_EQ(without_component("", "psm"), "^psm");
  EXPECT_EQ(without_component("^ofi", "psm"), "^ofi,psm");
  EXPECT_EQ(without_component("^psm2", "psm"), "^psm2,psm");
}

TEST(WithoutComponent, StaysAsTheUserHasIt) {
  EXPECT_EQ(without_component("^psm,ofi", "psm"), "^psm,ofi");
  EXPECT_EQ(without_component("psm", "psm"), "psm");
  EXPECT_EQ(without_component("ofi", "psm"), "ofi");
}

TEST_F(HostVariables, LeaveOutTheNetworksWithoutADevice) {
  {
    ChangedVariables variables;
    leave_out_absent_networks(variables);
    EXPECT_EQ(value_of("TEST_nets"), "^absent,away");
  }
  EXPECT_EQ(value_of("TEST_nets"), "(none)");
}

TEST_F(HostVariables, AddToWhatAParameterFileSays) {
  write("# a comment\nnets = ^ofi\n");
  ChangedVariables variables;
  leave_out_absent_networks(variables);
  EXPECT_EQ(value_of("TEST_nets"), "^ofi,absent,away");
}

TEST_F(HostVariables, LeaveTheUsersNetworksAlone) {
  write("nets = ^ofi\n");
  setenv("TEST_nets", "absent", 1);
  {
    ChangedVariables variables;
    leave_out_absent_networks(variables);
    EXPECT_EQ(value_of("TEST_nets"), "absent");
  }
  EXPECT_EQ(value_of("TEST_nets"), "absent");
}

TEST_F(HostVariables, LeaveOutTheBusWhereNoNetworkHasAPlaceOnIt) {
  {
    ChangedVariables variables;
    leave_out_bus(variables);
    EXPECT_EQ(value_of("HWLOC_COMPONENTS").substr(0, 16), "-pci,-linux:pci,");
  }
  EXPECT_EQ(value_of("HWLOC_COMPONENTS"), "(none)");
}

TEST_F(HostVariables, AskTheBusForANetworkThatIsThere) {
  made_up_host().placed_devices.push_back("/dev/nul?");
  ChangedVariables variables;
  leave_out_bus(variables);
  EXPECT_EQ(value_of("HWLOC_COMPONENTS"), "(none)");
  made_up_host().placed_devices.pop_back();
}

TEST_F(HostVariables, LeaveToTheUserWhatHwlocLooksAt) {
  setenv("HWLOC_COMPONENTS", "-gl", 1);
  ChangedVariables variables;
  leave_out_bus(variables);
  EXPECT_EQ(value_of("HWLOC_COMPONENTS"), "-gl");
}

TEST_F(HostVariables, RaiseTheEagerLimitsAndPutThemBack) {
  setenv("TEST_limit", "8K", 1);
  {
    ChangedVariables variables;
    raise_eager_limits(variables, 24);
    EXPECT_EQ(value_of("TEST_limit"), "8216");
    EXPECT_EQ(value_of("TEST_other_limit"), "(none)");  // of which something else decides
  }
  EXPECT_EQ(value_of("TEST_limit"), "8K");
}

TEST(LongerSleep, IsByTheProcessesForEachCore) {
  cpu_set_t cores;
  ASSERT_EQ(sched_getaffinity(0, sizeof cores, &cores), 0);
  setenv("TEST_processes", std::to_string(3 * CPU_COUNT(&cores)).c_str(), 1);
  {
    const LongerSleep waiting;
    EXPECT_EQ(LongerSleep::microseconds(100), 300u);
    EXPECT_EQ(LongerSleep::microseconds(101), 101u);
    std::thread([] { EXPECT_EQ(LongerSleep::microseconds(100), 100u); }).join();
  }
  EXPECT_EQ(LongerSleep::microseconds(100), 100u);
  setenv("TEST_processes", "1", 1);
  {
    const LongerSleep waiting;
    EXPECT_EQ(LongerSleep::microseconds(100), 100u);
  }
  unsetenv("TEST_processes");
  const LongerSleep waiting;
  EXPECT_EQ(LongerSleep::microseconds(100), 100u);
}

}  // namespace revprof
