#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Makes the nodes for nodes.sh, as the first process of the namespaces that hold them all, and runs the command on one.
set -euo pipefail

# Nothing here reaches the host's network; names are known without it.
mount -t tmpfs -o mode=755 nodes /run
mkdir /run/nodes
{
  echo "127.0.0.1 localhost"
  echo "10.77.0.100 front"
  for ((i = 1; i <= NODES_COUNT; ++i)); do echo "10.77.0.$i node$i"; done
} > /run/nodes/hosts
mount --bind /run/nodes/hosts /etc/hosts

ip link set lo up
ip link add nodes0 type bridge
ip address add 10.77.0.100/24 dev nodes0
ip link set nodes0 up

names=()
for ((i = 1; i <= NODES_COUNT; ++i)); do
  name=node$i
  names+=("$name")
  unshare --net --uts --ipc --mount "$NODES_TOOLS/one_node.sh" "$name" "10.77.0.$i" </dev/null &
  pid=$!
  disown  # its end is no news
  echo "$pid" > "/run/nodes/$name.pid"
  until [ -e "/run/nodes/$name.begun" ]; do
    kill -0 "$pid" 2>/dev/null || { echo "nodes.sh: $name did not start" >&2; exit 2; }
    sleep 0.02
  done
  ip link add "veth$i" type veth peer name eth0 netns "$pid"
  ip link set "veth$i" master nodes0 up
done
for name in "${names[@]}"; do
  touch "/run/nodes/$name.wired"
  until [ -e "/run/nodes/$name.ready" ]; do
    kill -0 "$(cat "/run/nodes/$name.pid")" 2>/dev/null || { echo "nodes.sh: $name did not start" >&2; exit 2; }
    sleep 0.02
  done
done

NODES_LIST=$(IFS=,; echo "${names[*]}")
NODES_HOSTFILE=/run/nodes/openmpi.hosts
export NODES_LIST NODES_HOSTFILE
for name in "${names[@]}"; do
  echo "$name slots=$NODES_SLOTS" >> "$NODES_HOSTFILE"
  echo "$name:$NODES_SLOTS" >> /run/nodes/mpich.hosts
done

# Open MPI: our agent in place of ssh, and TCP between nodes (within one, shared memory).
export OMPI_MCA_plm_rsh_agent=$NODES_TOOLS/node.sh OMPI_MCA_orte_default_hostfile=$NODES_HOSTFILE
export OMPI_MCA_pml=ob1 OMPI_MCA_btl=tcp,vader,self
export OMPI_MCA_btl_tcp_if_include=10.77.0.0/24 OMPI_MCA_oob_tcp_if_include=10.77.0.0/24
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# The nodes share this host's cores.
export OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1
# MPICH: the same for hydra and UCX.
export HYDRA_LAUNCHER=ssh HYDRA_LAUNCHER_EXEC=$NODES_TOOLS/node.sh HYDRA_HOST_FILE=/run/nodes/mpich.hosts
export UCX_TLS=tcp,self UCX_NET_DEVICES=eth0
export PATH=$PATH:$NODES_TOOLS

if [ "$NODES_FROM" = front ]; then
  # In namespaces of its own for names and shared memory, so that it differs from the nodes as they do from each other.
  exec_on=(unshare --uts --ipc --mount sh -c 'hostname front; mount -t tmpfs shm /dev/shm; exec "$@"' sh)
else
  exec_on=(node.sh --inherit "$NODES_FROM")
fi
code=0
"${exec_on[@]}" "$@" || code=$?
exit "$code"
