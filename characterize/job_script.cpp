// SPDX-License-Identifier: BSD-3-Clause
// The two schedulers' headers, and the commands that both run.
#include "characterize/job_script.hpp"

#include <cmath>
#include <cstdio>

namespace revprof {

namespace {

struct Scheduler {
  const char* name;
  const char* submit;
  const char* header;  // with one %s: the time limit
  const char* launch;
};

constexpr Scheduler schedulers[] = {
    {"slurm", "sbatch",
     "#SBATCH --job-name=characterize\n"
     "#SBATCH --nodes=4                  # <- as many as the programs of interest use\n"
     "#SBATCH --ntasks-per-node=32       # <- as many as they start on a node\n"
     "#SBATCH --exclusive                # nobody else on these nodes\n"
     "#SBATCH --time=%s\n"
     "#SBATCH --output=characterize-%%j.log\n"
     "#SBATCH --signal=TERM@60           # a minute before the end: keep what is measured\n",
     "srun --cpu-bind=cores"},
    {"pbs", "qsub",
     "#PBS -N characterize\n"
     "#PBS -l select=4:ncpus=32:mpiprocs=32   # <- nodes, cores of a node, processes on a node\n"
     "#PBS -l place=scatter:excl              # nobody else on these nodes\n"
     "#PBS -l walltime=%s\n"
     "#PBS -j oe\n"
     "cd \"$PBS_O_WORKDIR\"\n",
     "mpirun"},
};

constexpr const char* commands =
    "\n"
    "# module load ...                  # <- the MPI library that the programs of interest use\n"
    "machine=cluster                    # <- the files are $machine.csv, .json, .tex, .pdf, "
    ".journal\n"
    "io_directory=${TMPDIR:-/tmp}       # <- a directory that all nodes share, for MPI_File_...\n"
    "\n"
    "if [ ! -e \"$machine.csv\" ]; then\n"
    "  arguments=(-o \"$machine.json\" --name \"$machine\" --io-directory \"$io_directory\"\n"
    "    --time-budget %.0f)\n"
    "else\n"
    "  # Submitted again, on another day: one more launch. After a crash: --resume "
    "\"$machine.csv\".\n"
    "  arguments=(--append \"$machine.csv\")\n"
    "fi\n"
    "%s %s \"${arguments[@]}\"\n";

// Start, fit and datasheet take their time, too.
std::string time_limit(double budget_seconds) {
  constexpr double around_seconds = 600;
  const auto minutes = static_cast<long>(std::ceil((budget_seconds + around_seconds) / 60));
  char text[48];
  std::snprintf(text, sizeof text, "%02ld:%02ld:00", minutes / 60, minutes % 60);
  return text;
}

template <typename... Values>
std::string printed(const char* format, Values... values) {
  char text[2048];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

}  // namespace

std::string job_script(const std::string& name, const std::string& program,
                       double time_budget_seconds) {
  for (const Scheduler& scheduler : schedulers) {
    if (name != scheduler.name) continue;
    return "#!/bin/bash\n" +
           printed("# Measures a cluster with %s. Change the lines marked <-, then: %s FILE\n",
                   program.c_str(), scheduler.submit) +
           printed(scheduler.header, time_limit(time_budget_seconds).c_str()) +
           printed(commands, time_budget_seconds, scheduler.launch, program.c_str());
  }
  return "";
}

}  // namespace revprof
