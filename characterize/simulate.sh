#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Runs characterize on a simulated machine: simulate.sh BUILD_DIRECTORY PLATFORM PROCESSES OUTPUT.json [options]
# PLATFORM names the files beside this script, platforms/PLATFORM.{xml,hosts,flags,options}.
set -eu
if [ $# -lt 4 ]; then
  echo "usage: simulate.sh BUILD_DIRECTORY PLATFORM PROCESSES OUTPUT.json [options]" >&2
  exit 2
fi
program=$1/bin/characterize_smpi
platform=$(dirname "$0")/platforms/$2
processes=$3
output=$4
shift 4
# shellcheck disable=SC2046  # one flag a line, none with spaces
exec smpirun -quiet -platform "$platform.xml" -hostfile "$platform.hosts" -np "$processes" \
  $(cat "$platform.flags") "$program" --options "$platform.options" -o "$output" --no-fit "$@"
