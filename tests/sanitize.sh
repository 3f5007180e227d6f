#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# sanitize.sh thread|address [PROGRAM...]: builds librevprof and MPI test programs with that sanitizer
# and runs them on 2 processes, with compute = steps and = cpu. MPI itself is not instrumented.
set -euo pipefail
cd "$(dirname "$0")/.."

usage="usage: tests/sanitize.sh thread|address [PROGRAM...]"
case "${1:-}" in
  thread)
    preset=tsan runtime=libtsan.so programs=(threads)
    # Races inside MPI are its own affair; it synchronises in ways that the sanitizer cannot see.
    exported=(-x TSAN_OPTIONS)
    export TSAN_OPTIONS="ignore_noninstrumented_modules=1 exitcode=66 suppressions=$PWD/tests/thread_sanitizer.supp" ;;
  address)
    preset=asan runtime=libasan.so
    programs=(send_modes buffered_sends persistent probes datatypes completion request_life order
              communicators collectives intercommunicators neighbours stress)
    # What MPI keeps until the process ends is no leak of ours.
    exported=(-x ASAN_OPTIONS -x UBSAN_OPTIONS)
    export ASAN_OPTIONS="detect_leaks=0 exitcode=66" UBSAN_OPTIONS="halt_on_error=1 print_stacktrace=1" ;;
  -h | --help) echo "$usage"; exit 0 ;;
  *) echo "$usage" >&2; exit 2 ;;
esac
shift
[ $# -eq 0 ] || programs=("$@")

cmake --preset "$preset" >/dev/null
cmake --build "build/$preset" --target revprof "${programs[@]}"

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_mpi_yield_when_idle=1
output=$(mktemp -d)
trap 'rm -rf "$output"' EXIT
for program in "${programs[@]}"; do
  arguments=()
  [ "$program" != stress ] || arguments=(3 20)
  for compute in steps cpu; do
    echo "$program, compute = $compute"
    timeout 300 mpirun -n 2 "${exported[@]}" -x MODEL="$PWD/models/exact.json" \
      -x REVPROF_QUIET=1 -x REVPROF_COMPUTE="$compute" -x REVPROF_OUTPUT="$output/run" \
      -x LD_PRELOAD="$(g++ -print-file-name=$runtime):$PWD/build/$preset/lib/librevprof.so" \
      "build/$preset/bin/$program" "${arguments[@]}"
  done
done
echo "no finding"
