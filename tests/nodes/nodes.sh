#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Runs a command on the first of N nodes: namespaces of this host, with host names, networks and shared memory of their own.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: nodes.sh N [--slots S] [--from NODE|front] [--local DIR]... -- COMMAND...

Makes node1 ... nodeN of this host, runs COMMAND on node1 and takes all down again. Each node has a
host name, a network interface (eth0, 10.77.0.I, all on one bridge), System V IPC, /dev/shm and /tmp
of its own; all other directories and the processes are those of this host. Inside, `mpirun` of Open
MPI and of MPICH know the nodes and start processes there over TCP.

  --slots S        processes that mpirun puts on a node before it takes the next one (default: 2)
  --from NODE      where COMMAND runs: node1 (default), node2, ... or front, which is no node of theirs
  --local DIR      a directory that is each node's own, and empty at first; may be repeated

In COMMAND: `node.sh node2 WORD...` runs a command on node2 as ssh does, `node.sh --kill node2` ends
the node with all its processes, `node.sh --cut node2` takes it off the network. NODES_HOSTFILE and
NODES_LIST (node1,node2,...) name the nodes. The exit code is COMMAND's; 77 where this host allows no
namespaces.
TEXT
}

fail() {
  echo "nodes.sh: $1" >&2
  exit "${2:-2}"
}

count=""
slots=2
from=node1
local_directories=()
while [ $# -gt 0 ]; do
  case $1 in
    --help) usage; exit 0 ;;
    --slots) slots=${2:-}; shift 2 || fail "--slots: expected a number" ;;
    --from) from=${2:-}; shift 2 || fail "--from: expected a node" ;;
    --local) local_directories+=("${2:-}"); shift 2 || fail "--local: expected a directory" ;;
    --) shift; break ;;
    *) [ -z "$count" ] || fail "expected --, found $1"; count=$1; shift ;;
  esac
done
[[ $count =~ ^[1-9][0-9]?$ ]] || fail "expected a number of nodes from 1 to 99, found \"$count\""
[[ $slots =~ ^[1-9][0-9]*$ ]] || fail "--slots: expected a number of at least 1, found \"$slots\""
[[ $from = front || ( $from =~ ^node([1-9][0-9]?)$ && ${BASH_REMATCH[1]} -le $count ) ]] ||
  fail "--from: expected front or node1 to node$count, found \"$from\""
[ $# -gt 0 ] || fail "expected a command behind --"
for directory in "${local_directories[@]}"; do
  [ -d "$directory" ] || fail "--local: $directory: no such directory"
done

for tool in unshare nsenter setpriv ip mount; do
  command -v "$tool" >/dev/null || PATH=$PATH:/usr/sbin:/sbin command -v "$tool" >/dev/null ||
    fail "skipped: found no $tool in PATH (Debian: util-linux, iproute2)" 77
done
PATH=$PATH:/usr/sbin:/sbin

# All that is made hangs on one namespace of processes: with its first process the kernel takes away
# the others, and with them networks and mounts, however this script ends.
own=(--net --mount --pid --fork --kill-child --mount-proc)
here=$(cd "$(dirname "$0")" && pwd)

# What is needed, tried before anything of the caller's runs; without root's rights, in a namespace of users.
trial='mount -t tmpfs none /run && ip link add nodes-a type veth peer name nodes-b &&
  ip link add nodes0 type bridge && unshare --net --uts --ipc --mount sh -c "hostname node1"'
if ! unshare "${own[@]}" sh -c "$trial" >/dev/null 2>&1 </dev/null; then
  own=(--user --map-root-user "${own[@]}")
  why=$(unshare "${own[@]}" sh -c "$trial" 2>&1 </dev/null) ||
    fail "skipped: this host allows no namespaces (${why//$'\n'/; })" 77
fi

NODES_COUNT=$count NODES_SLOTS=$slots NODES_FROM=$from NODES_TOOLS=$here
NODES_LOCAL=$(printf '%s\n' "${local_directories[@]}")
export NODES_COUNT NODES_SLOTS NODES_FROM NODES_TOOLS NODES_LOCAL
setpriv --pdeathsig KILL unshare "${own[@]}" "$here/cluster.sh" "$@" <&0 &
child=$!
trap 'kill -KILL "$child" 2>/dev/null || true' EXIT
trap 'exit 143' TERM
trap 'exit 130' INT
trap 'exit 129' HUP
code=0
wait "$child" || code=$?
exit "$code"
