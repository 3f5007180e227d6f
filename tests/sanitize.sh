#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# sanitize.sh: builds librevprof and MPI test programs with a sanitizer, or runs them under valgrind, and says what
# it ran and found. MPI itself is not instrumented; what is found inside it is counted apart.
set -uo pipefail
cd "$(dirname "$0")/.."

usage="usage: tests/sanitize.sh thread|address|valgrind|units [--build DIR] [openmpi|mpich] [PROGRAM...]

  thread     ThreadSanitizer
  address    AddressSanitizer, UndefinedBehaviorSanitizer and leaks
  valgrind   memory errors and definite leaks; also inside MPI where the same program has none plainly
  units      as address, for the test programs that need no MPI (PROGRAM: names as of ctest -R)

Without a host MPI both are run, without PROGRAM all programs of the table in this script. They are built in
build/tsan, build/asan or build/debug; --build DIR takes a folder where they are built already. What each run
printed is kept in its folder findings. Exit code: 0 no finding of ours, 1 findings or a failed run, 2 usage."

# Each program's hosts (o: Open MPI, m: MPICH), modes (t: thread, a: address, v: valgrind), processes, REVPROF_COMPUTE
# (or `measure`: REVPROF_MEASURE) and arguments. ThreadSanitizer runs what has threads, and what shares memory between
# processes.
table="
threads                       om tav 2 steps
threads                       om t   3 cpu
send_modes                    om av  2 steps
buffered_sends                om av  2 steps
persistent                    om av  2 steps
probes                        om av  3 steps
nobody                        om av  2 steps
from_anybody                  om av  3 steps
datatypes                     om av  2 steps
completion                    om av  3 cpu
completion                    om a   2 measure
request_life                  om av  2 steps
errors                        om av  2 steps
order                         om tav 3 steps
clocks                        om av  3 steps
endings                       om tav 2 steps multiple
communicators                 om av  2 steps
collectives                   om av  2 steps
collectives                   om a   2 measure
intercommunicators            om av  3 steps
neighbours                    om av  3 steps
windows                       om tav 2 steps
window_epochs                 om tav 2 steps
files                         om av  2 steps
worlds                        o  av  1 steps
exact_times                   om av  3 steps anybody
virtual_nodes                 om av  2 steps
cpu_threads                   om av  2 cpu
head_to_head                  om a   2 steps 0 1 100 1000 4000
hdf5_file                     o  av  2 steps
hdf5_file                     m  v   2 steps
farm                          o  tav 3 steps 20
stress                        om a   2 steps 3 20
stress                        om a   4 steps 4 10
stress                        om t   3 cpu 5 5
stress                        om t   8 cpu 4 5
stress                        om v   2 steps 3 2
persistent_collectives        om av  3 steps
mpi4                          m  av  2 steps
partitioned                   m  tav 2 steps
sessions                      m  tav 2 steps outlive
fortran_point_to_point_f08    om av  2 steps
fortran_point_to_point_mpif   om av  2 steps
fortran_collectives_f08       om av  3 steps
fortran_collectives_mpif      om av  3 steps
fortran_windows_f08           om av  2 steps
fortran_windows_mpif          om av  2 steps
fortran_files_f08             om av  2 steps
fortran_files_mpif            om av  2 steps
fortran_mpi4_f08              m  av  2 steps
"

# Errors abort. Leaks do not change the exit code of an MPI program, as MPI keeps much until the process ends.
address_options="abort_on_error=1 verbosity=1 fast_unwind_on_malloc=0 stack_trace_format=%m|%f|%S detect_stack_use_after_return=1"
undefined_options="halt_on_error=1 abort_on_error=1 print_stacktrace=1"
case "${1:-}" in
  thread)
    preset=tsan runtime=libtsan.so
    # Races inside MPI are its own affair; it synchronises in ways that the sanitizer cannot see.
    export TSAN_OPTIONS="ignore_noninstrumented_modules=1 exitcode=66 suppressions=$PWD/tests/thread_sanitizer.supp"
    # UCX below MPICH writes jumps over mmap() and its like, which are the sanitizer's: it then crashes (UCX issue 8475).
    export UCX_MEM_MMAP_HOOK_MODE=none ;;
  address)
    preset=asan runtime=libasan.so
    export UBSAN_OPTIONS=$undefined_options ;;
  units)
    preset=asan runtime=""
    # What the programs print must be theirs alone; by frame pointers the stacks cost a fraction.
    export ASAN_OPTIONS="abort_on_error=1 detect_leaks=1 detect_stack_use_after_return=1" UBSAN_OPTIONS=$undefined_options ;;
  valgrind)
    preset=debug runtime="" ;;
  -h | --help) echo "$usage"; exit 0 ;;
  *) echo "$usage" >&2; exit 2 ;;
esac
mode=$1 build=build/$preset
shift
built=""
if [ "${1:-}" = --build ]; then
  [ -d "${2:-}/bin" ] || { echo "sanitize.sh: --build: expected a build folder, found '${2:-}'" >&2; exit 2; }
  built=yes build=$2
  shift 2
fi
build=$(realpath -m "$build")
hosts=(openmpi mpich)
case "${1:-}" in openmpi | mpich) hosts=("$1"); shift ;; esac
only=("$@")

make_targets() {
  [ -n "$built" ] || { cmake --preset "$preset" >/dev/null && cmake --build "$build" --target "$@"; }
}

if [ "$mode" = units ]; then
  make_targets unit_tests || exit 1
  names=$(IFS='|'; echo "${only[*]}")
  exec ctest --test-dir "$build" --label-regex '^unit$' --tests-regex "^(${names:-.*})$" --output-on-failure
fi

# Sets `start` to the words that start so many processes on a host, with variables that they alone have; under Open MPI
# also those that they spawn.
set_start() {
  if [ "$1" = openmpi ]; then
    start=(mpirun.openmpi -n "$2")
    local variable
    for variable in "${@:3}"; do start+=(-x "$variable"); done
  else
    start=(mpirun.mpich -n "$2" env "${@:3}")
  fi
}
library_of() { [ "$1" = openmpi ] && echo librevprof.so || echo librevprof_mpich.so; }
target_of() {
  if [ "$1" = mpich ]; then echo "$2_mpich"; else echo "$2"; fi
}
chosen() {
  [ ${#only[@]} -eq 0 ] && return 0
  local word
  for word in "${only[@]}"; do [ "$word" = "$1" ] && return 0; done
  return 1
}
# What a run that ended well has left in its logs; fails where something of ours is among it.
findings() {
  case $mode in
    address) python3 tests/leak_findings.py "$2" "$1".found.* ;;
    valgrind) python3 tests/valgrind_findings.py "$1".revprof.*.xml --plainly "$1".plain.*.xml ;;
    *) echo clean ;;
  esac
}

# Runs a row with variables that it alone has; what it prints goes into FILE.log.   run FILE [VARIABLE...]
run() {
  local under=()
  [ "$mode" != valgrind ] || under=(valgrind -q --leak-check=full --show-leak-kinds=definite --keep-debuginfo=yes
    --xml=yes "--xml-file=$1.%p.xml" "${suppressions[@]}")
  set_start "$host" "$processes" "${@:2}"
  (cd "$folder" && timeout 400 "${start[@]}" "${under[@]}" "${words[@]}") >"$1.log" 2>&1 </dev/null
}

rows=() targets=()
for host in "${hosts[@]}"; do
  while read -r program on modes processes compute arguments; do
    [[ -n $program && $on == *${host:0:1}* && $modes == *${mode:0:1}* ]] || continue
    chosen "$program" || continue
    rows+=("$host $program $processes $compute $arguments")
    targets+=("$(target_of "$host" "$program")")
  done <<<"$table"
done
[ ${#rows[@]} -gt 0 ] || { echo "sanitize.sh: no such program in its table: ${only[*]}" >&2; exit 2; }
for host in "${hosts[@]}"; do
  targets+=("$([ "$host" = openmpi ] && echo revprof || echo revprof_mpich)")
done
make_targets "${targets[@]}" || exit 1

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_hwloc_base_binding_policy=none
export MODEL="$PWD/models/exact.json" REVPROF_QUIET=1
# What Open MPI itself knows of, where its package brings the list along.
suppressions=(/usr/share/openmpi/openmpi-valgrind.supp)
[ -r "${suppressions[0]}" ] && suppressions=("--suppressions=${suppressions[0]}") || suppressions=()
folder=$build/findings
mkdir -p "$folder"
shopt -s nullglob

clean=0 bad=()
for row in "${rows[@]}"; do
  read -r host program processes compute arguments <<<"$row"
  name=$host.$program.$processes.$compute log=$folder/$host.$program.$processes.$compute
  rm -rf "$log".*
  read -r -a words <<<"$(target_of "$host" "$program") $arguments"
  file=${words[0]} words[0]=$build/tests/bin/${words[0]}
  [ -e "${words[0]}" ] || words[0]=$build/bin/$file  # an example
  preloaded=$build/lib/$(library_of "$host")
  [ -z "$runtime" ] || preloaded=$(g++ -print-file-name=$runtime):$preloaded
  variables=("REVPROF_COMPUTE=$compute" "REVPROF_OUTPUT=$log.out" "LD_PRELOAD=$preloaded")
  [ "$compute" != measure ] || variables[0]=REVPROF_MEASURE=1
  [ "$mode" != address ] || export ASAN_OPTIONS="$address_options exitcode=0 log_path=$log.found"
  [ "$mode" != valgrind ] || run "$log.plain"
  run "$log.revprof" "${variables[@]}"
  code=$?
  if [ $code -ne 0 ]; then
    found="exit code $code"
    ! grep -qsE "ERROR: AddressSanitizer|WARNING: ThreadSanitizer|runtime error:" "$log.revprof.log" "$log".found.* || found=finding
    bad+=("$name: $found ($log.revprof.log)")
  elif found=$(findings "$log" "$file"); then
    clean=$((clean + 1))
  else
    bad+=("$name: $found")
  fi
  echo "$name: $found"
done

echo
echo "$mode, ${hosts[*]}: ${#rows[@]} runs, $clean without a finding of ours"
[ ${#bad[@]} -eq 0 ] || { printf '  %s\n' "${bad[@]}"; exit 1; }
