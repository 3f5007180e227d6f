#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Everything up to passed tests: installs what is missing, builds, runs ctest. With --all also the tests with the label
# `slow`, as CI does. Other arguments go to ctest (-R name, -V).
set -euo pipefail
cd "$(dirname "$0")"

all=${CI:-}
[ "${1:-}" = --all ] && { all=true; shift; }
.ci/install build optional test programs
# Open MPI refuses to run as root, and on fewer cores than processes, unless it is told otherwise.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe  # the last one, as Open MPI 5 knows it

preset=release
[ "${CI:-}" = true ] && preset=ci  # warnings are errors there
cmake --preset "$preset"
cmake --build --preset "$preset"
chosen=()
[ "$all" = true ] || chosen=(--label-exclude '^slow$')
# One that takes two cores says so. Two such side by side: half of the time of most is the start of their programs.
ctest --preset "$preset" -j "$((2 * $(nproc)))" "${chosen[@]}" "$@"
