#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Runs a command on a node as ssh does (mpirun's agent among nodes of nodes.sh), or ends a node or its network.
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin

mode=run
while [ $# -gt 0 ]; do
  case $1 in
    --kill | --cut | --inherit) mode=${1#--}; shift ;;
    -*) shift ;;  # ssh's, which hydra gives (-x)
    *) break ;;
  esac
done
name=${1:?node.sh: expected a node}
shift
pid=$(cat "/run/nodes/$name.pid" 2>/dev/null) && [ -d "/proc/$pid" ] ||
  { echo "node.sh: connect to host $name: no route to host" >&2; exit 255; }

# All that runs in the node's network; killed until nothing new appears.
kill_all() {
  local network found
  network=$(readlink "/proc/$pid/ns/net")
  while :; do
    found=()
    for process in /proc/[0-9]*; do
      [ "$(readlink "$process/ns/net" 2>/dev/null)" = "$network" ] && [ "${process#/proc/}" != $$ ] &&
        ! grep -q '^State:.*Z' "$process/status" 2>/dev/null && found+=("${process#/proc/}")
    done
    [ ${#found[@]} -gt 0 ] || return 0
    kill -KILL "${found[@]}" 2>/dev/null || true
    sleep 0.02
  done
}

login_path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
enter=(nsenter --target "$pid" --net --uts --ipc --mount)
case $mode in
  kill) kill_all ;;
  cut) "${enter[@]}" ip link set eth0 down ;;
  inherit) exec "${enter[@]}" sh -c 'cd "$0" && exec "$@"' "$PWD" "$@" ;;  # its directory, not the caller's
  run)
    # As a login has it: nothing of the caller's variables, PATH or working directory.
    login=(env -i HOME="${HOME:-/}" USER=root SHELL=/bin/sh PATH="$login_path")
    exec "${enter[@]}" "${login[@]}" sh -c 'cd "$HOME" 2>/dev/null || cd /; eval "$1"' sh "$*"
    ;;
esac
