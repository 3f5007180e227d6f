#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A node: sets up its name, network and memory inside its own namespaces, and stays until it is killed.
set -euo pipefail
name=$1
address=$2

hostname "$name"
ip link set lo up
touch "/run/nodes/$name.begun"
until [ -e "/run/nodes/$name.wired" ]; do sleep 0.02; done
ip address add "$address/24" dev eth0
ip link set eth0 up

# The devices of this network, not those of the host: UCX looks for them there.
mount -t sysfs sysfs /sys || echo "nodes.sh: $name sees the host's /sys; MPICH may find no eth0" >&2
mount -t tmpfs -o mode=1777 shm /dev/shm

# /tmp is a node's own, but for what is worked in: a build below it must be seen everywhere.
kept=""
for path in "$PWD" "$NODES_TOOLS"; do
  case $path in /tmp/?*) path=${path#/tmp/}; kept+="${path%%/*}"$'\n' ;; esac
done
mkdir "/run/nodes/$name.kept"
while read -r entry; do
  [ -n "$entry" ] || continue
  mkdir "/run/nodes/$name.kept/$entry"
  mount --bind "/tmp/$entry" "/run/nodes/$name.kept/$entry"
done < <(sort -u <<< "$kept")
mount -t tmpfs -o mode=1777 tmp /tmp
for entry in "/run/nodes/$name.kept"/*; do
  [ -d "$entry" ] || continue
  mkdir "/tmp/${entry##*/}"
  mount --bind "$entry" "/tmp/${entry##*/}"
done
while read -r directory; do
  [ -z "$directory" ] || mount -t tmpfs -o mode=1777 local "$directory"
done <<< "$NODES_LOCAL"

touch "/run/nodes/$name.ready"
exec sleep infinity
