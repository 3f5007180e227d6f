// SPDX-License-Identifier: BSD-3-Clause
// More processes than the host has room for: refused in one line before anything starts.
#include "revprof/launch/host/host_room.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "command_line.hpp"
#include "revprof/launch/host/host_mpi.hpp"

namespace revprof {

constexpr std::int64_t gibibyte = std::int64_t{1} << 30;

class Room : public CommandLine {
 protected:
  static void write_below(const std::string& file, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(file).parent_path());
    write(file, text);
  }
};

TEST_F(Room, by_cores_and_by_memory) {
  EXPECT_EQ(why_no_room({2, 64 * gibibyte, 32768}, 128), "");
  EXPECT_EQ(why_no_room({2, 64 * gibibyte, 32768}, 129),
            "too many processes for this host, which has 2 cores (at most 128 processes) and 64 "
            "GiB of free memory (they take at least 2.02 GiB); --yes starts them all the same");
  EXPECT_EQ(why_no_room({2, gibibyte, 32768}, 64), "");
  EXPECT_NE(why_no_room({2, gibibyte, 32768}, 65), "");
}

TEST_F(Room, free_memory) {
  write_below("host/proc/meminfo", "MemTotal: 9 kB\nMemAvailable:    4194304 kB\n");
  write_below("host/proc/sys/kernel/pid_max", "4194304\n");
  EXPECT_EQ(room_here("host").free_bytes, 4 * gibibyte);
  EXPECT_EQ(room_here("host").process_ids, 4194304);

  write_below("host/proc/self/cgroup", "0::/user/job\n");
  write_below("host/sys/fs/cgroup/user/memory.max", "3221225472\n");  // 3 GiB
  write_below("host/sys/fs/cgroup/user/memory.current", "2147483648\n");
  write_below("host/sys/fs/cgroup/user/memory.stat", "anon 1\ninactive_file 1073741824\n");
  write_below("host/sys/fs/cgroup/user/job/memory.max", "max\n");
  EXPECT_EQ(room_here("host").free_bytes, 2 * gibibyte);

  write_below("host/proc/self/cgroup", "5:cpuset:/\n4:cpu,memory:/job\n0::/\n");
  write_below("host/sys/fs/cgroup/memory/job/memory.limit_in_bytes", "1073741824\n");
  EXPECT_EQ(room_here("host").free_bytes, gibibyte);
}

// As long as it lives.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    const char* const before = std::getenv(name);
    if (before != nullptr) before_ = before;
    value == nullptr ? unsetenv(name) : setenv(name, value, 1);
  }
  ~Variable() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

// Open MPI's own choice is a core for each of two processes.
TEST_F(Room, threads_of_a_process_have_several_cores) {
  const char* const of_4 = "OMPI_MCA_hwloc_base_binding_policy";
  const char* const of_5 = "PRTE_MCA_hwloc_default_binding_policy";
  const auto binding = [](const char* key) {
    for (const auto& [name, value] : host_mpi_environment(*host_mpi_named("openmpi"), 1)) {
      if (name == key) return value;
    }
    return std::string();
  };
  const Variable unbound(of_4, nullptr), unbound_too(of_5, nullptr);
  const std::vector<std::pair<const char*, std::string>> table = {
      {nullptr, ""}, {"1", ""}, {"2", "none"}, {"4,2", "none"}, {"many", ""}};
  for (const auto& [threads, expected] : table) {
    const Variable openmp("OMP_NUM_THREADS", threads);
    EXPECT_EQ(binding(of_4), expected);
    EXPECT_EQ(binding(of_5), expected);
  }
  const Variable openmp("OMP_NUM_THREADS", "2");
  const Variable chosen(of_4, "socket"), chosen_too(of_5, "package");
  EXPECT_EQ(binding(of_4), "");  // it stays
  EXPECT_EQ(binding(of_5), "");
}

TEST_F(Room, threads_that_take_turns_do_not_spin) {
  const auto waiting = [](const char* mpi, int processes) {
    for (const auto& [name, value] : host_mpi_environment(*host_mpi_named(mpi), processes)) {
      if (name == "OMP_WAIT_POLICY") return value;
    }
    return std::string();
  };
  const Variable policy("OMP_WAIT_POLICY", nullptr);
  const int cores = usable_cores();
  for (const char* mpi : {"openmpi", "mpich"}) {
    const Variable one("OMP_NUM_THREADS", "1");
    EXPECT_EQ(waiting(mpi, cores), "");
    EXPECT_EQ(waiting(mpi, cores + 1), "passive");
    const Variable two("OMP_NUM_THREADS", "2");
    EXPECT_EQ(waiting(mpi, cores), "passive");
    const Variable chosen("OMP_WAIT_POLICY", "active");
    EXPECT_EQ(waiting(mpi, cores), "");  // it stays
  }
}

TEST_F(Room, this_host) {
  EXPECT_GT(room_here().free_bytes, 0);
  EXPECT_LT(room_here().free_bytes, std::int64_t{1} << 50);
}

TEST_F(Room, too_many_are_refused) {
  const std::string many = std::to_string(usable_cores() * processes_per_core + 1);
  const std::vector<std::string> variables = {"-u", "SLURM_JOB_ID", "-u", "PBS_NODEFILE"};
  for (const std::string& program : {programs + "/sums", programs + "/sums_mpich"}) {
    if (!std::filesystem::exists(program)) continue;
    for (const char* command : {"run", "sweep", "compare"}) {
      const CapturedOutput output =
          revprof({command, "--model", exact_model, "-n", many, "--", program}, variables);
      expect_refused(output, "revprof: -n " + many + ": too many processes for this host, which");
      EXPECT_EQ(std::count(output.text.begin(), output.text.end(), '\n'), 1) << output.text;
    }
  }
  expect_refused(revprof({"run", "--model", exact_model, "-n", "1000000000", "--yes", "--",
                          programs + "/sums"},
                         variables),
                 "-n 1000000000: too many processes: this system can have ");
  expect_refused(revprof({"run", "--model", exact_model, "-n", "99999999999999999999999", "--",
                          programs + "/sums"}),
                 "-n: 99999999999999999999999 is too many, expected at most 2147483647");
}

// A launcher that only says what it would start.
TEST_F(Room, yes) {
  write("mpirun",
        "#!/bin/sh\n[ \"$1\" = --version ] && echo 'Open MPI' && exit\necho started $2\n");
  std::filesystem::permissions("mpirun", std::filesystem::perms::all);
  const std::string many = std::to_string(usable_cores() * processes_per_core + 1);
  const auto run = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"run", "--model",  exact_model, "-n",
                                      many,  "--mpirun", "./mpirun"};
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), {"--", programs + "/sums"});
    return revprof(words).text;
  };
  EXPECT_NE(run({"--yes"}).find("started " + many), std::string::npos) << run({"--yes"});
  EXPECT_NE(run({"--mpirun-args=--host a,b"}).find("started " + many), std::string::npos);
  EXPECT_EQ(run({}).find("started"), std::string::npos);
}

}  // namespace revprof
