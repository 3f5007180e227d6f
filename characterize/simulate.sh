#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Runs characterize on a simulated machine: simulate.sh BUILD_DIRECTORY PLATFORM PROCESSES OUTPUT.csv
# PLATFORM names the files beside this script, platforms/PLATFORM.{xml,hosts,flags,options,grids}. Each line
# of .grids (calls, processes, bytes) is a run of its own, two at a time: the simulator uses one core. What a start
# of the program shows once (start_up) takes a start with each number of processes.
set -eu
if [ $# -ne 4 ]; then
  echo "usage: simulate.sh BUILD_DIRECTORY PLATFORM PROCESSES OUTPUT.csv" >&2
  exit 2
fi
build=$1
name=$2
processes=$3
output=$4
platform=$(dirname "$0")/platforms/$name
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT

# Arguments: number of the line, calls, processes, bytes.
# shellcheck disable=SC2016
one_line='started=$processes
if [ "$2" = start_up ]; then started=$(echo "$3" | tr , " "); fi
for n in $started; do
  smpirun -quiet -platform "$platform.xml" -hostfile "$platform.hosts" -np "$n" \
    $(cat "$platform.flags") "$build/bin/characterize_smpi" --options "$platform.options" --no-fit \
    --calls "$2" --processes "$3" --bytes "$4" -o "$parts/$1.$n.json" >"$parts/$1.$n.log" 2>&1 ||
    { cat "$parts/$1.$n.log" >&2; exit 255; }
done'
export build platform processes parts
grep -v '^#' "$platform.grids" | nl | xargs -P 2 -n 4 sh -c "$one_line" simulate.sh

# One file of all: the findings (blocks, eager limit) are the same in each, but that a process with itself is a
# block only where that was measured.
findings=$(awk '/^# block_sizes:/ && NF > most { most = NF; file = FILENAME } END { print file }' "$parts"/*.csv)
{
  sed -n '/^call,/q; /^# \(command\|calls\|processes\|bytes\|late_starts\|left_out\|start_skew\|clock_residual\):/!p' "$findings" |
    sed "/^# date:/a # command: characterize/simulate.sh BUILD_DIRECTORY $name $processes $(basename "$output")"
  sed -n '/^call,/p' "$findings"
  grep -hv -e '^#' -e '^call,' "$parts"/*.csv | LC_ALL=C sort -t, -k1,2 -k3,3n -k4,4n
} >"$output.new"
mv "$output.new" "$output"
