#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# From a fresh Debian 12 to results: installs what is missing, builds, makes a model and a datasheet of this host,
# predicts the paper's example and an installed program. Can be run again; results go into quickstart/.
set -euo pipefail
cd "$(dirname "$0")"

.ci/install
# Open MPI refuses to run as root, and on fewer cores than processes, unless it is told otherwise.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1

cmake --preset release
cmake --build --preset release
bin=$PWD/build/release/bin
export PATH=$bin:$PATH

results=quickstart
mkdir -p "$results"
processes=$(nproc)
[ "$processes" -ge 2 ] || processes=2
[ "$processes" -le 8 ] || processes=8

echo
echo "== 1. A model and a datasheet of this host, measured with $processes processes (about a minute and a half)"
mpirun -np "$processes" characterize --time-budget 90 -o "$results/host.json" --name "$(uname -n)"

echo
echo "== 2. The paper's example on the Cray T3D of 1996, 1 to 32 processes, two compute steps as lanes of one run"
rm -rf "$results/figure3"
revprof sweep --scenario examples/outer-figure3.scenario.json -n 1,2,4,8,16,32 -o "$results/figure3" -- outer

echo
echo "== 3. Debian's lammps with 16 processes on a simulated cluster of 64 nodes"
rm -rf "$results/lammps"
revprof run --model models/simulated-fat-tree-64.json --compute cpu -n 16 -o "$results/lammps" -- \
  lmp -in examples/lammps/melt.lmp -log none -screen none
revprof report "$results/lammps" > "$results/lammps/report.txt"

cat <<EOF

Done. Look at
  $results/host.pdf                     this host's datasheet: every call's equation, with its errors
  $results/host.json                    its model; predict with: revprof run --model $results/host.json -n 4 -- PROGRAM
  $results/figure3/sweep.svg            speed-up of outer on the Cray T3D (Figure 3 of the paper)
  $results/lammps/timing_diagram.svg    what lammps would do on the simulated cluster, process by process
  $results/lammps/report.txt            the same as tables
The programs are in build/release/bin; put it on your PATH.
EOF
