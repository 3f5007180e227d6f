// SPDX-License-Identifier: BSD-3-Clause
// A SimGrid platform file (XML): which hosts it has.
#pragma once

#include <string>
#include <vector>

namespace revprof {

struct PlatformHost {
  std::string name;
  int cores = 1;
};

// Hosts, peers, and those of clusters and cabinets, of all zones, in the order of the file. Throws
// FileError that says what was expected: an XML file, with <platform>, with hosts.
std::vector<PlatformHost> platform_hosts(const std::string& file);

// The host of each process, full hosts first: so many on each, or, of 0, as many as it has cores.
// As many as there is room for, at most `processes`.
std::vector<std::string> hosts_of_processes(const std::vector<PlatformHost>& hosts,
                                            int ranks_per_node, std::size_t processes);

}  // namespace revprof
