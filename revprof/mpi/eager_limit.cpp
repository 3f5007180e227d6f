// SPDX-License-Identifier: BSD-3-Clause
// Open MPI: one eager limit per transport, set by environment variable or parameter file.
#include "revprof/mpi/eager_limit.hpp"

#include <cstdlib>
#include <fstream>
#include <optional>

namespace revprof {

namespace {

// Open MPI 4.1's transports and their own limits (`ompi_info --param btl all --level 9`). A
// transport that is not there does not mind. btl/ofi has none: it is used for one-sided
// communication alone.
struct Transport {
  const char* parameter;
  long long eager_limit;
};
constexpr Transport transports[] = {
    {"btl_self_eager_limit", 1024},   {"btl_vader_eager_limit", 4096},
    {"btl_sm_eager_limit", 4096},     {"btl_smcuda_eager_limit", 4096},
    {"btl_tcp_eager_limit", 65536},   {"btl_openib_eager_limit", 12288},
    {"btl_usnic_eager_limit", 65536}, {"btl_uct_eager_limit", 8192},
};

// "name = value" in one of Open MPI's parameter files.
std::optional<std::string> in_file(const std::string& path, const std::string& parameter) {
  std::ifstream file(path);
  std::optional<std::string> value;
  for (std::string line; std::getline(file, line);) {
    const auto equals = line.find('=');
    if (equals == std::string::npos) continue;
    const auto trim = [](const std::string& text) {
      const auto first = text.find_first_not_of(" \t");
      const auto last = text.find_last_not_of(" \t\r");
      return first == std::string::npos ? std::string() : text.substr(first, last - first + 1);
    };
    if (trim(line.substr(0, equals)) == parameter) value = trim(line.substr(equals + 1));
  }
  return value;
}

// What Open MPI would use: the environment (where mpirun puts its --mca), the user's file, the
// system's, its own.
long long effective(const Transport& transport) {
  const std::string parameter = transport.parameter;
  std::optional<std::string> value;
  if (const char* set = std::getenv(("OMPI_MCA_" + parameter).c_str())) value = set;
  if (!value) {
    if (const char* home = std::getenv("HOME")) {
      value = in_file(std::string(home) + "/.openmpi/mca-params.conf", parameter);
    }
  }
  if (!value) value = in_file("/etc/openmpi/openmpi-mca-params.conf", parameter);
  if (!value) return transport.eager_limit;
  char* end = nullptr;
  const long long limit = std::strtoll(value->c_str(), &end, 10);
  return end == value->c_str() || limit < 0 ? transport.eager_limit : limit;
}

}  // namespace

RaisedEagerLimits::RaisedEagerLimits(std::size_t stamp_bytes) {
  for (const Transport& transport : transports) {
    const std::string variable = std::string("OMPI_MCA_") + transport.parameter;
    const char* const old = std::getenv(variable.c_str());
    replaced_.push_back({variable, old != nullptr ? old : "", old != nullptr});
    const long long limit = effective(transport) + static_cast<long long>(stamp_bytes);
    setenv(variable.c_str(), std::to_string(limit).c_str(), 1);
  }
}

RaisedEagerLimits::~RaisedEagerLimits() {
  for (const Replaced& entry : replaced_) {
    if (entry.existed) {
      setenv(entry.variable.c_str(), entry.value.c_str(), 1);
    } else {
      unsetenv(entry.variable.c_str());
    }
  }
}

}  // namespace revprof
