#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# From a fresh Debian 12 to results in some minutes: installs what building and running need, builds, makes a model of this
# host, predicts the paper's example. Can be run again; results go into quickstart/. test.sh does the rest.
set -euo pipefail
cd "$(dirname "$0")"

# Without root, what is missing may be there in another way (environment modules): CMake then says what is not.
.ci/install build || { echo "Going on with what is there."; echo; }
for tool in cmake python3; do
  command -v "$tool" >/dev/null || { echo "quickstart.sh: $tool is missing" >&2; exit 1; }
done
# Open MPI refuses to run as root, and on fewer cores than processes, unless it is told otherwise.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe  # the last one, as Open MPI 5 knows it
command -v ninja >/dev/null && export CMAKE_GENERATOR=${CMAKE_GENERATOR:-Ninja}

processes=$(nproc)
cmake --preset quickstart
cmake --build --preset quickstart -j "$processes"
bin=$PWD/build/quickstart/bin
export PATH=$bin:$PATH

results=quickstart
mkdir -p "$results"
[ "$processes" -ge 2 ] || processes=2
[ "$processes" -le 8 ] || processes=8

echo
echo "== 1. A model of this host, measured with $processes processes for half a minute"
model=$results/host.json
rm -f "$results/host.csv" "$results/host.journal"  # of an earlier one, which characterize would keep
if ! mpirun -np "$processes" characterize --time-budget 30 -o "$model" --name "$(uname -n)"; then
  echo "No model of this host in half a minute (is it busy?): going on with one that ships."
  model=simulated-multicore-8
fi

echo
echo "== 2. A program on it: the paper's example with 4 processes"
rm -rf "$results/here"
revprof run --model "$model" -n 4 -o "$results/here" -- outer
revprof report "$results/here" --html

echo
echo "== 3. The same on the Cray T3D of 1996, 1 to 32 processes, two compute steps as lanes of one run"
rm -rf "$results/figure3"
revprof sweep --scenario examples/outer-figure3.scenario.json -n 1,2,4,8,16,32 -o "$results/figure3" -- outer

cat <<END

Done. Look at
  $results/host.json             the model of this host; predict with: revprof run --model $results/host.json -n 4 -- PROGRAM
  $results/host.tex              its datasheet: every call's equation, with its errors (a PDF where LaTeX is installed)
  $results/here/report.html      what outer would do on this host, to open in a browser
  $results/figure3/sweep.html    speed-up of outer on the Cray T3D (Figure 3 of the paper)
The programs are in build/quickstart/bin; put it on your PATH. They were built in a hurry; for daily use, optimised ones:
  cmake --preset product && cmake --build --preset product -j $(nproc)        in build/product/bin
END
