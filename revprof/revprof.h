// SPDX-License-Identifier: BSD-3-Clause
// What a program may tell revprof: how much it computes, and which part of it runs. All optional.
//
// A header alone, for C99 and C++ and every MPI: the calls are MPI_Pcontrol with levels of ours,
// which the MPI standard lets a library without profiling ignore ("Profiling Interface",
// MPI_Pcontrol). So the program needs no library of revprof's, and runs the same with and without
// it.
//
//   #include <mpi.h>
//   #include <revprof/revprof.h>
//   revprof_begin("distances");
//   for (i = 0; i < n; ++i) { ...; compute(1); }     one step of REVPROF_STEP seconds
//   revprof_compute_in("flop", 2.0 * n * n);         the work of a matrix times a vector
//   revprof_end();
#ifndef REVPROF_REVPROF_H
#define REVPROF_REVPROF_H

#include <mpi.h>

// Levels of MPI_Pcontrol and the argument that follows each. The standard's own are 0, 1 and 2.
#define REVPROF_PCONTROL_COMPUTE 1380994881  // double: number of steps
#define REVPROF_PCONTROL_BEGIN 1380994882    // const char*: name of the region
#define REVPROF_PCONTROL_END 1380994883      // nothing
#define REVPROF_PCONTROL_STEPS 1380994884    // const double*: as COMPUTE, for revprof.f90
#define REVPROF_PCONTROL_IN 1380994885  // const char*: name of the unit; const double*: how many
#define REVPROF_PCONTROL_MARKER 1380994886   // const char*: a line of text
#define REVPROF_PCONTROL_COUNTER 1380994887  // const struct revprof_count*

struct revprof_count {
  const char* name;
  double value;
};

// Before MPI_Init and after MPI_Finalize there is no clock to move, and MPI_Pcontrol is not
// allowed. A program that begins MPI by MPI_Session_init alone defines REVPROF_SESSIONS, since
// MPI_Initialized says nothing of sessions, and makes these calls while one is open.
static inline int revprof_mpi_is_active(void) {
#ifdef SMPI_H  // SimGrid's MPI aborts in MPI_Pcontrol: "Not yet implemented"
  return 0;
#elif defined(REVPROF_SESSIONS)
  return 1;
#else
  int initialized = 0;
  int finalized = 0;
  MPI_Initialized(&initialized);
  if (!initialized) return 0;
  MPI_Finalized(&finalized);
  return !finalized;
#endif
}

// The program has computed `steps` steps since the last call; a step takes REVPROF_STEP seconds.
static inline void revprof_compute(double steps) {
  if (revprof_mpi_is_active()) MPI_Pcontrol(REVPROF_PCONTROL_COMPUTE, steps);
}

// ... or so many of another unit: "flop", "access" (a load), "byte" (of main memory), whose times
// the machine's model knows, or any other name, whose time --step NAME=SECONDS says.
static inline void revprof_compute_in(const char* unit, double amount) {
  if (revprof_mpi_is_active()) MPI_Pcontrol(REVPROF_PCONTROL_IN, unit, &amount);
}

// A region of the program begins, or the one begun last ends. Regions nest.
static inline void revprof_begin(const char* name) {
  if (revprof_mpi_is_active()) MPI_Pcontrol(REVPROF_PCONTROL_BEGIN, name);
}

static inline void revprof_end(void) {
  if (revprof_mpi_is_active()) MPI_Pcontrol(REVPROF_PCONTROL_END);
}

// A line of text, and a value that changes while the program runs: in its traces, at the predicted
// time at which they are said.
static inline void revprof_marker(const char* text) {
  if (revprof_mpi_is_active()) MPI_Pcontrol(REVPROF_PCONTROL_MARKER, text);
}

static inline void revprof_counter(const char* name, double value) {
  struct revprof_count count;
  count.name = name;
  count.value = value;
  if (revprof_mpi_is_active()) MPI_Pcontrol(REVPROF_PCONTROL_COUNTER, &count);
}

// The paper's short name. In C++ only on request: a macro of that name breaks Eigen, among others.
#if defined(REVPROF_SHORT_NAME) || (!defined(__cplusplus) && !defined(REVPROF_NO_SHORT_NAME))
#define compute(N) revprof_compute(N)
#endif

#endif
