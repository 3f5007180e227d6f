// SPDX-License-Identifier: BSD-3-Clause
// Open MPI 4 and 5: one eager limit per transport, and one request for all sends that have left.
#include <cstdlib>

#include "revprof/mpi/host/host.hpp"

namespace revprof {

namespace {

// The request that an operation with nobody returns.
bool is_shared(MPI_Request request) {
  static const MPI_Request shared = [] {
    MPI_Request handle = MPI_REQUEST_NULL;
    PMPI_Isend(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_SELF, &handle);
    const MPI_Request seen = handle;
    PMPI_Wait(&handle, MPI_STATUS_IGNORE);
    return seen;
  }();
  return request == shared;
}

// mpi_yield_when_idle, which `revprof run` sets.
void yields_by_its_own_setting(MPI_Comm) {}

void leaves_as_it_is(MPI_Comm) {}

std::vector<std::string> parameter_files() {
  std::vector<std::string> files;
  if (const char* home = std::getenv("HOME")) {
    files.push_back(std::string(home) + "/.openmpi/mca-params.conf");
  }
  files.push_back("/etc/openmpi/openmpi-mca-params.conf");
  return files;
}

}  // namespace

const Host& host() {
  // The transports and their own limits (`ompi_info --param btl all --level 9`). A transport that
  // is not there does not mind. btl/ofi has none: it is used for one-sided communication alone.
  static const Host open_mpi = {
      {{"OMPI_MCA_btl_self_eager_limit", 1024},
       {"OMPI_MCA_btl_vader_eager_limit", 4096},
       {"OMPI_MCA_btl_sm_eager_limit", 4096},
       {"OMPI_MCA_btl_smcuda_eager_limit", 4096},
       {"OMPI_MCA_btl_tcp_eager_limit", 65536},
       {"OMPI_MCA_btl_openib_eager_limit", 12288},
       {"OMPI_MCA_btl_usnic_eager_limit", 65536},
       {"OMPI_MCA_btl_uct_eager_limit", 8192}},
      {{"OMPI_MCA_mtl", "psm2", "/dev/hfi1*"}, {"OMPI_MCA_mtl", "psm", "/dev/ipath*"}},
      networks_with_a_place,
      parameter_files(),
      "OMPI_MCA_",
      "OMPI_COMM_WORLD_LOCAL_SIZE",
      is_shared,
      true,
      true,
      true,
      0,
      false,
      true,
      true,
      yields_by_its_own_setting,
      leaves_as_it_is};
  return open_mpi;
}

}  // namespace revprof
