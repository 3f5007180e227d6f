// SPDX-License-Identifier: BSD-3-Clause
// Asks the kernel, and the control groups above this process (cgroups 1 and 2).
#include "revprof/launch/host/host_room.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "revprof/launch/command.hpp"
#include "revprof/launch/host/further_programs.hpp"
#include "revprof/launch/host/host_mpi.hpp"

namespace revprof {

namespace fs = std::filesystem;
namespace po = boost::program_options;

namespace {

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

// A file with one number; `otherwise` where it has none ("max") or is not there.
std::int64_t number_in(const fs::path& file, std::int64_t otherwise) {
  std::ifstream stream(file);
  std::int64_t number = 0;
  return stream >> number ? number : otherwise;
}

// The number behind a word: "MemAvailable:  1234 kB", "inactive_file 1234".
std::int64_t number_behind(const fs::path& file, const std::string& word, std::int64_t otherwise) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    std::string first;
    std::int64_t number = 0;
    if (words >> first >> number && first == word) return number;
  }
  return otherwise;
}

struct GroupFiles {
  const char *limit, *used, *cache;  // the last is a word of memory.stat
};
constexpr GroupFiles version_1 = {"memory.limit_in_bytes", "memory.usage_in_bytes",
                                  "total_inactive_file"};
constexpr GroupFiles version_2 = {"memory.max", "memory.current", "inactive_file"};

// What one group still lets its processes have.
std::int64_t left_in(const fs::path& group, const GroupFiles& files) {
  const std::int64_t limit = number_in(group / files.limit, unlimited);
  if (limit == unlimited) return unlimited;
  const std::int64_t cache = number_behind(group / "memory.stat", files.cache, 0);
  return std::max<std::int64_t>(limit - number_in(group / files.used, 0) + cache, 0);
}

// The group and all above it. Inside a container its own may be the one at the top.
std::int64_t left_from(const fs::path& top, const fs::path& group, const GroupFiles& files) {
  std::int64_t least = left_in(top, files);
  fs::path path = top;
  for (const fs::path& part : group.relative_path()) {
    path /= part;
    least = std::min(least, left_in(path, files));
  }
  return least;
}

// Lines such as "4:memory:/user" (version 1) and "0::/user" (version 2).
std::int64_t left_in_groups(const std::string& root) {
  std::int64_t least = unlimited;
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t controllers = line.find(':') + 1;
    const std::size_t path = line.find(':', controllers) + 1;
    if (controllers == 0 || path == 0) continue;
    const std::string of = line.substr(controllers, path - 1 - controllers);
    const std::string top = root + "/sys/fs/cgroup";
    if (of.empty()) least = std::min(least, left_from(top, line.substr(path), version_2));
    if (("," + of + ",").find(",memory,") == std::string::npos) continue;
    least = std::min(least, left_from(top + "/memory", line.substr(path), version_1));
  }
  return least;
}

std::string bytes_text(std::int64_t bytes) {
  double number = static_cast<double>(bytes) / (1 << 20);
  const char* unit = "MiB";
  for (const char* next : {"GiB", "TiB", "PiB"}) {
    if (number < 1024) break;
    number /= 1024;
    unit = next;
  }
  char text[40];
  std::snprintf(text, sizeof text, "%.3g %s", number, unit);
  return text;
}

// The user's own words for the launcher, or the place where a job's hosts are listed.
bool names_hosts(const Launch& launch) {
  if (launch.launcher.is_srun) return true;
  for (const char* variable : {"SLURM_JOB_ID", "PBS_NODEFILE", "LSB_DJOB_HOSTFILE", "PE_HOSTFILE",
                               "HYDRA_HOST_FILE", "OMPI_MCA_orte_default_hostfile"}) {
    if (std::getenv(variable) != nullptr) return true;
  }
  for (const std::string& word : launch.launcher_arguments) {
    for (const char* option :
         {"-host", "-hosts", "-hostfile", "-machinefile", "-default-hostfile", "-f", "-H"}) {
      if (word == option || word == std::string("-") + option) return true;
    }
  }
  return false;
}

}  // namespace

HostRoom room_here(const std::string& root) {
  HostRoom room;
  room.cores = usable_cores();
  const std::int64_t kilobytes = number_behind(root + "/proc/meminfo", "MemAvailable:", -1);
  room.free_bytes = std::min(kilobytes < 0 ? unlimited : kilobytes * 1024, left_in_groups(root));
  room.process_ids = number_in(root + "/proc/sys/kernel/pid_max", unlimited);
  return room;
}

std::string why_no_room(const HostRoom& room, int processes) {
  const std::int64_t by_cores = std::int64_t{room.cores} * processes_per_core;
  const std::int64_t by_memory = room.free_bytes / bytes_per_process;
  if (processes <= std::min(by_cores, by_memory)) return "";
  return "too many processes for this host, which has " + std::to_string(room.cores) +
         (room.cores == 1 ? " core" : " cores") + " (at most " + std::to_string(by_cores) +
         " processes) and " + bytes_text(room.free_bytes) + " of free memory (they take at least " +
         bytes_text(processes * bytes_per_process) + "); --yes starts them all the same";
}

void add_room_option(po::options_description& options) {
  options.add_options()("yes", po::bool_switch(),
                        "start also more processes than this host has room for: more than 64 for "
                        "each core, or than its free memory holds");
}

void check_room(const po::variables_map& chosen, const Launch& launch, int processes) {
  if (names_hosts(launch)) return;
  const HostRoom room = room_here();
  const bool is_sum = !further_programs(launch.program).empty();
  const std::string what =
      (is_sum ? "-n, with those behind \":\": " : "-n ") + std::to_string(processes) + ": ";
  if (processes > room.process_ids) {
    throw UsageError(what + "too many processes: this system can have " +
                     std::to_string(room.process_ids) + " at a time");
  }
  const std::string reason = why_no_room(room, processes);
  if (!reason.empty() && !chosen["yes"].as<bool>()) throw UsageError(what + reason);
}

}  // namespace revprof
