#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Makes the models of real machines anew from published measurements (models/README.md says from where).
#
#   models/import.sh DATA [REVPROF]
#
# DATA holds a folder for each data set: pico, orfeo-epyc, pleiades, alaska-logs. REVPROF is the command `revprof`.
set -euo pipefail

data=${1:?usage: models/import.sh DATA [REVPROF]}
models=$(cd "$(dirname "$0")" && pwd)
revprof=${2:-$models/../build/release/bin/revprof}
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT

# save PART OPTIONS...: a part of a machine's measurements, as a measurement file.
save() {
  local part=$1
  shift
  "$revprof" fit "$@" --save "$parts/$part.csv" >/dev/null
}

# model NAME PARTS... -- OPTIONS...: one model of these parts.
model() {
  local name=$1 files=()
  shift
  while [ "$1" != -- ]; do files+=("$parts/$1.csv"); shift; done
  shift
  "$revprof" fit "${files[@]}" -o "$models/$name.json" --no-datasheet "$@"
}

table() { local file=$1; shift; save "$@" --import csv "$data/$file"; }

pico=(--sizes whole --columns call=collective,processes=p,bytes=array_bytes,repetitions=n_iter
  --columns minimum=min_us,lower_quartile=q1_us,median=median_us,upper_quartile=q3_us,maximum=max_us)
from_pico="HLC-Lab/pico on GitHub, commit 413bc5d (2025-07-18), MIT licence, (c) 2025 Daniele De Sensi and Saverio Pasqualoni"
highest="median over the repetitions of the slowest process"

table pico/default_algorithm.csv fugaku --where system=fugaku "${pico[@]}"
model fugaku fugaku -- --set machine="Fugaku" --set mpi="Fujitsu MPI 4.0.1" --set date=2025-04 \
  --set description="A64FX, Tofu-D, 1 process a node, the library's own choice of algorithms" \
  --set provenance="imported from PICO's results for Fugaku: $from_pico" --set statistic="$highest"

table pico/default_algorithm.csv marenostrum --where system=mare_nostrum --where ppn=1 "${pico[@]}"
model marenostrum5 marenostrum -- --set machine="MareNostrum 5" --set mpi="Open MPI 4.1.5" --set date=2025-04 \
  --set description="1 process a node, the library's own choice of algorithms" \
  --set provenance="imported from PICO's results for MareNostrum 5, 1 process a node: $from_pico" --set statistic="$highest"

osu_columns=(--columns call=operation,processes=processes,bytes=bytes,median=avg_us)
table pleiades/osu_collectives.csv pleiades-collectives "${osu_columns[@]}"
table pleiades/osu_latency_mean_us.csv pleiades-latency --call transit --procs 2 --columns "bytes=bytes,median=Native RDMA"
model pleiades pleiades-collectives pleiades-latency -- --set machine="NASA Pleiades" --set mpi="SGI MPT" --set ranks_per_node=24 \
  --set description="Haswell nodes of 24 cores, InfiniBand" \
  --set provenance="imported from tables of OSU 5.6.1 in JiaweiZhuang/pleiades-mpi-benchmark on GitHub, commit 591ee24, MIT licence" \
  --set statistic="mean over the processes (OSU, average)"

# On ORFEO ranks fill cores in order: within a node by `core`; beyond it by `core` too, and, where 128 processes or fewer span
# both nodes, by `node`. Pairs: rank 0 and another one, nearest first.
for call in bcast reduce; do
  columns=(--call "$call" --where algorithm=0 --columns "processes=cores,bytes=size,median=max")
  table orfeo-epyc/${call}_core.csv orfeo-$call-node "${columns[@]}" --where "cores<=128" --within 128
  table orfeo-epyc/${call}_core.csv orfeo-$call-both "${columns[@]}" --where "cores>=129"
  table orfeo-epyc/${call}_node.csv orfeo-$call-spread "${columns[@]}" --where "cores<=128"
done
pair=(--call transit --procs 2 --columns "bytes=size,median=p50")
table orfeo-epyc/p2p.csv orfeo-cache "${pair[@]}" --where mapby=cache --within 4
table orfeo-epyc/p2p.csv orfeo-core "${pair[@]}" --where mapby=core --within 64
table orfeo-epyc/p2p.csv orfeo-socket "${pair[@]}" --where mapby=socket --within 128
table orfeo-epyc/p2p.csv orfeo-node "${pair[@]}" --where mapby=node
model orfeo orfeo-{bcast,reduce}-{node,both,spread} orfeo-{cache,core,socket,node} -- --set machine="ORFEO" \
  --set mpi="Open MPI 4.1.5" --set ranks_per_node=128 --set block_sizes="4 64 128" \
  --set description="2 nodes of 2 AMD EPYC 7H12 (128 cores), the library's own choice of algorithms" \
  --set provenance="imported from OSU's output in marcotallone/collective-operations-latency on GitHub, commit 1fbc4a2 (2024-06-14), MIT licence, (c) 2024 Marco Tallone" \
  --set statistic="collectives: mean of the slowest process (OSU, maximum); transit: median (P50)"

alaska() {
  local logs=$data/alaska-logs/$1 name=$2 machine=$3 mpi=$4
  save "$name" --import osu "$logs"/Osu_{allgather,allreduce,alltoall,bw,latency}.out --procs 64
  model "$name" "$name" -- --set machine="$machine" --set mpi="$mpi" --set date=2020 --set ranks_per_node=32 \
    --set description="2 nodes of 32 processes, InfiniBand" \
    --set provenance="imported from OSU 5.6.2's output in stackhpc/hpc-tests on GitHub, commit f735aa2 (2020-11-06), output/alaska/$1, Apache-2.0"
}
alaska ib-gcc9-openmpi4-ucx alaska-openmpi "AlaSKA, Open MPI" "Open MPI 4 (UCX)"
alaska ib-gcc9-impi-verbs alaska-intelmpi "AlaSKA, Intel MPI" "Intel MPI (verbs)"
