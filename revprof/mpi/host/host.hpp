// SPDX-License-Identifier: BSD-3-Clause
// What host MPIs do each in their own way and the MPI standard does not say. One file per host
// fills this in (host_openmpi.cpp, host_mpich.cpp); the build puts one of them into each library.
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

namespace revprof {

// A variable of the environment that limits the size of messages which travel before they are
// received. bytes: what the host uses where nobody sets it; 0: something else decides then, and the
// variable is left alone.
struct EagerLimit {
  const char* variable;
  long long bytes;
};

// A network of which the host has a component, chosen by that variable of the environment, and the
// files of its devices, a pattern.
struct Network {
  const char* variable;
  const char* component;
  const char* devices;
};

// Networks of which one asks for cores that are near (files, patterns): InfiniBand and what the
// kernel counts as such; Slingshot.
inline const std::vector<const char*> networks_with_a_place = {"/sys/class/infiniband/*",
                                                               "/sys/class/cxi/*"};

struct Host {
  std::vector<EagerLimit> eager_limits;
  std::vector<Network> networks;
  std::vector<const char*> placed_devices;  // of networks with a place on the bus, patterns
  // Where the host looks for parameters that are not in the environment; the first file counts.
  std::vector<std::string> parameter_files;
  std::string prefix_of_variables;  // which the names in those files lack
  const char* processes_here;       // the variable that says how many this node has
  // A completed request that the host hands out for many operations (see unshare()).
  bool (*is_shared)(MPI_Request request);
  // Whether a message that is copied in one piece is written whole, however short the buffer is.
  bool overruns_buffers;
  // Whether MPI_Waitall and MPI_Testall succeed although a persistent request has failed, whose
  // status alone says so.
  bool hides_persistent_errors;
  // Whether a persistent buffered send, started once more, may send what is left of an old message.
  bool resends_old_buffered;
  // What each message takes of an attached buffer beside its bytes; 0: one that leaves at once
  // takes nothing.
  int buffered_head;
  // Whether requests of files get on only where they are tested, not where their status is asked
  // for.
  bool tests_files_alone;
  // Whether the status of a send may count its bytes; else it is left as it was.
  bool counts_sends;
  // Whether MPI_ERR_OTHER says that arguments were refused; else that something went wrong later.
  bool refuses_with_other;
  // Told all processes once MPI has begun: from now on those of a node may have to share its cores.
  void (*share_cores)(MPI_Comm world);
  // Told all processes right before MPI_Finalize.
  void (*leave_together)(MPI_Comm world);
};

// The one this library was built for. MPI need not have begun yet, but for is_shared().
const Host& host();

}  // namespace revprof
