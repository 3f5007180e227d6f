#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Predicted times on models/exact.json, worked out by hand from revprof/engine/RULES.md, exactly.

For 1000 bytes that model says: MPI_Send 2 us, MPI_Recv 2 us, transit 7 us, MPI_Isend 1 us,
MPI_Irecv 0.5 us, MPI_Wait 0.5 us, MPI_Sendrecv 4 us; over 4 processes MPI_Allreduce 38 us,
MPI_Barrier 30 us, MPI_Bcast 32 us, MPI_Reduce 34 us, MPI_Gather 34 us, MPI_Scan 31 us. Its low
lane is half of these, its high lane twice. The scenarios measured_... add the equations below.
"""

import argparse
import json
import os
import shutil
import sys

import launcher

US = 1_000_000  # picoseconds

# Of a richer model: constant, times p, times d, in microseconds.
MORE_EQUATIONS = {
    "MPI_Iallreduce": (60, 0, 0),
    "MPI_Neighbor_allgather": (10, 10, 0.001),
    "MPI_Neighbor_alltoall": (20, 5, 0.002),
    "MPI_Ineighbor_allgather": (1, 1, 0),
    "MPI_File_open": (100, 0, 0),
    "MPI_File_close": (70, 0, 0),
    "MPI_File_write_at": (20, 1, 0.01),
    "MPI_File_write_at_all": (40, 0, 0.01),
    "MPI_File_read_at": (10, 0, 0.002),
    "MPI_File_read_at_all": (25, 0, 0),
}

# Of the scenario measured_parts alone: what is set up once, and who leaves early.
PARTS = {
    "start_up": (100, 10, 0),
    "MPI_Reduce.early": (5, 0, 0),
    "MPI_Scan.early": (2, 0, 0),
    "MPI_Comm_split": (10, 3, 7),
}

# Of measured_rounds: of a barrier's 30 among 4 processes, what one takes that comes last; 10 more for each of its two rounds.
ROUNDS = {"MPI_Barrier.last": (10, 0, 0)}

# Of measured_rows: of a broadcast's 32, the root's own and a late one's, and what one more adds.
ROWS = {"MPI_Bcast.early": (4, 0, 0), "MPI_Bcast.late": (3, 0, 0), "MPI_Bcast.next": (25, 0, 0)}

# Of measured_starts: of a nonblocking reduction's 60, what its start costs.
STARTS = {"MPI_Iallreduce": (60, 0, 0), "MPI_Iallreduce.early": (7, 0, 0)}

# scenario: processes, then per process, on lane 0: end, compute, communication, waiting
EXPECTED = {
    # The message leaves at 1 and is there at 8; from 1 on it is no longer waited for.
    "send": (2, [(3 * US, 1 * US, 2 * US, 0), (8 * US, 0, 7 * US, 1 * US)]),
    # By the callbacks of attributes of MPI_COMM_SELF, in MPI_Finalize.
    "callbacks": (2, [(3 * US, 1 * US, 2 * US, 0), (8 * US, 0, 7 * US, 1 * US)]),
    # From process 2 at 10, there at 17; 1 of computation; from process 1 at 50, there at 57.
    "anybody": (3, [(57 * US, 1 * US, 14 * US, 42 * US), (52 * US, 50 * US, 2 * US, 0),
                    (12 * US, 10 * US, 2 * US, 0)]),
    # Two starts of 0.5; the first waits until 10, 17; 1 of computation; the second until 50, 57.
    "in_order": (3, [(57 * US, 1 * US, 15 * US, 41 * US), (52 * US, 50 * US, 2 * US, 0),
                     (12 * US, 10 * US, 2 * US, 0)]),
    # ... behind a barrier of 10 + 10 log2(3), to which process 0 comes 1 later than the others.
    "in_order_after_a_barrier": (3, [(83_849_625, 1 * US, 40_849_625, 42 * US), (78_849_625, 50 * US, 27_849_625, 1 * US),
                                     (38_849_625, 10 * US, 27_849_625, 1 * US)]),
    "in_order_beside_nobody": (3, [(57 * US, 1 * US, 15 * US, 41 * US), (52 * US, 50 * US, 2 * US, 0),
                                   (12 * US, 10 * US, 2 * US, 0)]),
    # Receives of 3 from when the messages are there, at 17 and 57.
    "after_a_refused_send": (3, [(57 * US, 0, 14 * US, 43 * US), (12 * US, 10 * US, 2 * US, 0),
                                 (52 * US, 50 * US, 2 * US, 0)]),
    # Two starts of 0.5; the own message leaves at 51. The other one's has been there since 17: a Wait of 0.5 from 53, and 1; the own one's 7.
    "other_before_own": (2, [(12 * US, 10 * US, 2 * US, 0), (58 * US, 51 * US, 7 * US, 0)]),
    "other_before_own_started": (2, [(12 * US, 10 * US, 2 * US, 0), (58 * US, 51 * US, 7 * US, 0)]),
    # Nine sends; process 0's leaves at 50, there at 57; one more. Its receiver has got the ninth at 7 + 8 * 3 = 31; the tenth leaves at 57.
    "waits_for_many": (3, [(52 * US, 50 * US, 2 * US, 0), (64 * US, 0, 38 * US, 26 * US), (59 * US, 0, 27 * US, 32 * US)]),
    # Two starts of 0.5. Process 1's messages leave at 100 and, 3 later, at 103, and are there at 107 and 110, when the receivers' own ones leave.
    "posted_by_both": (3, [(117 * US, 0, 17 * US, 100 * US), (104 * US, 100 * US, 4 * US, 0), (114 * US, 0, 12 * US, 102 * US)]),
    # Process 0's leaves for process 2 at 62 and is there at 69; the answer at 76, when the second one leaves for process 1; from there at 83.
    # Process 1's first one has been there for long: a Wait of 0.5.
    "waits_for_the_second": (3, [(78 * US, 60 * US, 13 * US, 5 * US), (85_500_000, 0, 10_500_000, 75 * US),
                                 (90 * US, 0, 16 * US, 74 * US)]),
    # Process 0's message leaves at 100 and is there at 107. The broadcast of 100,000 bytes takes each 20 + 30 + 200, from 102, 0 and 107 on.
    "beside_a_broadcast": (3, [(352 * US, 100 * US, 252 * US, 0), (250 * US, 0, 250 * US, 0), (357 * US, 0, 257 * US, 100 * US)]),
    # A send takes 2; a receive ends 2 after it begins, and not before the message, which has left 7 before.
    "all_from_anybody": (3, [(109 * US, 1 * US, 26 * US, 82 * US), (103 * US, 41 * US, 21 * US, 41 * US),
                             (106 * US, 81 * US, 21 * US, 4 * US)]),
    # 0.5 to start the receive, a first question, and 100 of 0.01 each; the message leaves at 1.5 and is there at 8.5, the answer at 15.5.
    # Waited for: the questions' 1, and from 3.5 until the answer leaves; the other one from 1 on.
    "asked": (2, [(15_500_000, 0, 9_500_000, 6 * US), (10_500_000, 1 * US, 9 * US, 500_000)]),
    # An Isend of 4.5; received from 1000 on, in 9; from then on a transit takes 21.
    "asked_of_a_send": (2, [(1021 * US, 0, 25_500_000, 995_500_000), (1009 * US, 1000 * US, 9 * US, 0)]),
    # An MPI_Iprobe that finds nothing costs nothing; 5 + 2 to itself.
    "own_communicators": (2, [(7 * US, 0, 7 * US, 0)] * 2),
    # MPI_Ssend takes 3, with the message there at 1 + 7.
    "ssend_to_one_that_waits": (2, [(8 * US, 1 * US, 7 * US, 0), (8 * US, 0, 7 * US, 1 * US)]),
    # The receive is posted at 20; then an answer and the message take 7.
    "ssend_to_a_late_one": (2, [(27 * US, 0, 7 * US, 20 * US), (22 * US, 20 * US, 2 * US, 0)]),
    # The same without a copy: answer and message take 15, MPI_Recv 6.
    "long_send_to_a_late_one": (2, [(35 * US, 0, 15 * US, 20 * US), (26 * US, 20 * US, 6 * US, 0)]),
    # The other message leaves at 35, and is there 7 later; then a Wait of 0.5.
    "long_send_and_another": (2, [(37 * US, 0, 17 * US, 20 * US), (42_500_000, 20 * US, 8 * US, 14_500_000)]),
    # Started at 1, in 0.5.
    "ssend_init": (2, [(27 * US, 1 * US, 7_500_000, 18_500_000), (22 * US, 20 * US, 2 * US, 0)]),
    # Sent at 5, there at 12, when the other message leaves; the receiver has that at 19, and waits 0.5 for the first.
    "issend_to_an_early_receive": (2, [(14 * US, 5 * US, 9 * US, 0), (19_500_000, 0, 8 * US, 11_500_000)]),
    # Posted at 20, answered at 27; then a barrier of 20, and a Wait.
    "issend_asked_about": (2, [(47 * US, 0, 28 * US, 19 * US), (47_500_000, 20 * US, 21 * US, 6_500_000)]),
    # Process 1 posts its receive at 4, so that process 0's send is complete at 11; its own one, sent at 3, at 10. A Wait
    # of 0.5 each.
    "issend_to_each_other": (2, [(11_500_000, 0, 9 * US, 2_500_000), (10_500_000, 3 * US, 7_500_000, 0)]),
    # Long there when the receiver looks: 20 + 2.
    "late_receiver": (2, [(2 * US, 0, 2 * US, 0), (22 * US, 20 * US, 2 * US, 0)]),
    # 20, and 0.5 to start the receive, 0.5 the send; then a Wait of 0.5 for the receive, which is done at 20 + 2, as is the send.
    "started_together": (2, [(27 * US, 0, 9 * US, 18 * US), (22 * US, 20 * US, 2 * US, 0)]),
    # Sender: 1 + 10, and its message has left; receiver: there at 7, after 0.5 + 3.
    "nonblocking": (2, [(11 * US, 10 * US, 1 * US, 0), (7 * US, 3 * US, 4 * US, 0)]),
    # The same, but that the start of a persistent send takes 0.5.
    "persistent": (2, [(10_500_000, 10 * US, 500_000, 0), (7 * US, 3 * US, 4 * US, 0)]),
    "sendrecv": (2, [(7 * US, 0, 7 * US, 0), (7 * US, 0, 7 * US, 0)]),
    "probed": (2, [(2 * US, 0, 2 * US, 0), (7 * US, 0, 7 * US, 0)]),
    # Sent at 30, there at 37; what is refused takes nothing.
    "asleep": (2, [(32 * US, 30 * US, 2 * US, 0), (42 * US, 15 * US, 7 * US, 20 * US)]),
    "frozen": (2, [(2 * US, 2 * US, 0, 0), (0, 0, 0, 0)]),
    "looks_at_the_clock": (2, [(100_000, 0, 100_000, 0), (110_000, 0, 110_000, 0)]),
    # 3 + 38 = 41, + 30 = 71, + 32 = 103, + 34 = 137; the gather ends at its root and at the late
    # rank 3 at 142 + 34 = 176, elsewhere at 171; the scan starts at 176 everywhere: 207; the
    # nonblocking barrier ends at 207 + 30, 10 of which are computed.
    "collectives": (4, [
        (237 * US, 10 * US, 219 * US, 8 * US),
        (237 * US, 11 * US, 219 * US, 7 * US),
        (237 * US, 12 * US, 219 * US, 6 * US),
        (237 * US, 18 * US, 219 * US, 0)]),
    # Over 4 processes MPI_Reduce_scatter takes 30 + 0.008 d: d is 1200 for process 0, whose group it is, and 400
    # for the three others, until 39.6 and 33.2. MPI_Gatherv 30 + 0.004 d: at the root, process 0, the mean of 200 from
    # 39.6 on, elsewhere what is given: 70.4, 63.6, 64, 64.4. MPI_Scatterv of 500 from process 3 to process 0, 32: 102.4
    # and 96.4; the two others look on. MPI_Alltoallv 60 + 0.008 d, with the mean of what the other group sends, 400 and
    # 200: 165.6 and 164. MPI_Allgatherv 50 + 0.004 d, received 200 and 900: 216.4 and 219.2. MPI_Reduce_scatter
    # twice more, nonblocking and persistent: 258.8 and 252.4; 298.4 and 292. As MPI_Alltoall among p = 2, at
    # process 3 among 3, 20 + 10 p + 0.002 p d, d the mean over those that it is sent to, 200, 50, 70, 90:
    # 339.2, 338.6, 332.28 and 348.94.
    "sizes": (4, [
        (339_200_000, 0, 336_400_000, 2_800_000),
        (338_600_000, 0, 285_400_000, 53_200_000),
        (332_280_000, 0, 285_880_000, 46_400_000),
        (348_940_000, 0, 328_540_000, 20_400_000)]),
    # With requests, between process 0 and the three others, which come at 1, 2 and 3. MPI_Ibcast from 3 to 0: both end at 35.
    # MPI_Igather from 0 to 1: both at 69. MPI_Scatter_init, started twice, from 2, which ends at 36 and 70, to 0:
    # 103 and 137. Whoever looks on pays nothing, as with the blocking forms.
    "onlookers": (4, [
        (137 * US, 0, 134 * US, 3 * US), (69 * US, 1 * US, 34 * US, 34 * US),
        (70 * US, 2 * US, 68 * US, 0), (35 * US, 3 * US, 32 * US, 0)]),
    # A window is made in 50.096 (as an Allgather of 24 bytes), a fence and its end take 30. The last
    # process reaches the first fence 3 later; the put takes rank 0 another 7.
    "fence": (4, [
        (150_096_000, 0, 147_096_000, 3 * US),
        (150_096_000, 1 * US, 140_096_000, 9 * US),
        (150_096_000, 2 * US, 140_096_000, 8 * US),
        (150_096_000, 3 * US, 140_096_000, 7 * US)]),
    # Both begin at 30.048. The target posts at 50.048, is heard of 5 later, and then come the 7 of
    # the put, which the origin has begun long before: 62.048. The target hears of it at 67.048.
    "epoch": (2, [
        (87_548_000, 0, 70_048_000, 17_500_000), (87_548_000, 20 * US, 56_048_000, 11_500_000)]),
    # Rank 0: lock 5, send 2, compute 50: released at 87.048. Rank 1 asks for it at 42.048 and has it
    # at 92.048.
    "lock": (2, [
        (112_548_000, 50 * US, 57_548_000, 5 * US), (112_548_000, 0, 62_548_000, 50 * US)]),
    # From 35.048 on (lock_all as a lock) 7, 3 of them computed; 7 more, which pay for the first
    # flush; the second flush and the unlock of 0.5 each; 20 for MPI_Win_free.
    "transfers_with_requests": (2, [
        (70_048_000, 3 * US, 67_048_000, 0), (70_048_000, 0, 50_048_000, 20 * US)]),
    # A barrier more: from 55.048 on. An int costs 5.008. Put at 75.048, it is there for the fifth look, at 75.08.
    "told_by_a_word": (2, [
        (100_588_000, 20 * US, 80_556_000, 32_000), (100_588_000, 0, 100_588_000, 0)]),
    # Opened at 1, when both are there, for an Allreduce of 4 bytes: 21.016. The model has no equation
    # for files: 1.1 assumed. Written at 22.116, the next one by 23.216, waited for at 25.116: 25.616.
    # Rank 1 comes at 27.616, all are done at 28.716; then 5 of computation and a Wait against 1.1
    # of writing: 34.216 and 29.816. Closing is a barrier: 20.
    "files": (2, [(54_216_000, 8 * US, 43_216_000, 3 * US),
                  (54_216_000, 6 * US, 43_816_000, 4_400_000)]),
    # The Allreduce is done 60 after the last begins, at 63, not 38. The ring takes 50: 113. Rank 0 comes
    # at 119; with its two neighbours p is 3: 41, until 160 for rank 0 and those who need it, else
    # 154. The next one (as MPI_Neighbor_alltoall) takes 37 from 160 on, the last 4: 201.
    "measured_collectives": (4, [
        (201 * US, 16 * US, 185 * US, 0), (201 * US, 11 * US, 184 * US, 6 * US),
        (201 * US, 12 * US, 183 * US, 6 * US), (201 * US, 13 * US, 182 * US, 6 * US)]),
    # The last comes to the barrier at 3, and all leave it at 33; what is set up before the reduction takes 140: 173. The reduction
    # costs all but its root 5, the root 34: 207; the scan costs the first one 2, the others 31 from 207 on: 238. Then
    # two splits, into groups of 2, 10 + 12 + 14, and of 1, 10 + 12 + 7: 274, 303. A barrier of 2, whose
    # communicator is not that of all, takes 20.
    "measured_parts": (4, [
        (323 * US, 0, 291 * US, 32 * US), (323 * US, 1 * US, 291 * US, 31 * US),
        (323 * US, 2 * US, 291 * US, 30 * US), (323 * US, 3 * US, 291 * US, 29 * US)]),
    # They come at 0, 10, 20, 30, and leave at 60 (of 3, two rounds away: 30 + 10 + 20), 50, 50, 40. Then at 90, 50, 50, 40:
    # until 100, 110, 110, 120.
    "measured_rounds": (4, [
        (100 * US, 30 * US, 40 * US, 30 * US), (110 * US, 10 * US, 40 * US, 60 * US),
        (110 * US, 20 * US, 40 * US, 50 * US), (120 * US, 30 * US, 40 * US, 50 * US)]),
    # From 0 on until 32; the second one, which the root begins at 4, until 32 + 25. Rank 1 sends at 57 and is done at 61; the others
    # have it at 89.
    "measured_rows": (4, [
        (89 * US, 0, 40 * US, 49 * US), (61 * US, 0, 61 * US, 0), (89 * US, 0, 89 * US, 0), (89 * US, 0, 89 * US, 0)]),
    # Rank 1 comes at 1. A start of 7, 100 of computation, a wait of 0.5: 107.5 and 108.5; once more: 215 and 216. The
    # last one begins at 216: 276.
    "measured_starts": (2, [(276 * US, 200 * US, 76 * US, 0), (276 * US, 201 * US, 75 * US, 0)]),
    # Opened at 101. Rank 0 writes until 133, as MPI_File_write_at: 20 + 2 + 10; rank 1 reads until 113,
    # then writes until 145. Together they write until 195, read until 220, write until 270, close: 340.
    "measured_files": (2, [
        (340 * US, 5 * US, 322 * US, 13 * US), (340 * US, 6 * US, 334 * US, 0)]),
    # Three partitions of 250 cost 0.875 at 3, the last one 0.625 at 5.875, when the message leaves: the
    # sender is done 2 later. Its receiver has begun at 0.5 and asks until the first partition is there, at 12.875;
    # so is the next one, in 0.5. Then 1 of computation and a Wait that finds it there.
    "partitioned": (2, [(7_875_000, 6 * US, 1_875_000, 0),
                        (14_875_000, 1 * US, 8_500_000, 5_375_000)]),
    # As "send", after the communicator is made in 20 (as an Allreduce); rank 1 computes before it ends.
    "session": (2, [(23 * US, 1 * US, 22 * US, 0), (32 * US, 4 * US, 27 * US, 1 * US)]),
    # Spawned when both are there, at 2, for the assumed 1; a child computes 3 and sends. It is
    # in another world, beyond every block: transit 14. They disconnect from 20 on, by a barrier of
    # all four: 30.
    "spawned": (2, [
        (50_000_000, 1 * US, 45_000_000, 4 * US), (50_000_000, 2 * US, 45_000_000, 3 * US)]),
}
# Scenarios in which the host has nothing to decide, but where it is so busy that a process does not get on for half a second.
BY_CLOCKS = ("anybody", "after_a_refused_send", "in_order", "in_order_after_a_barrier", "in_order_beside_nobody", "other_before_own",
             "other_before_own_started", "waits_for_many", "posted_by_both", "waits_for_the_second", "beside_a_broadcast",
             "all_from_anybody", "own_communicators")
TRIALS = 3
# Scenarios that a host cannot run: Open MPI 4.1 is an MPI-3.1, and MPICH cannot spawn as Debian builds
# it.
LEFT_OUT = {"openmpi": ("partitioned", "session"), "mpich": ("spawned",)}
# What the children of "spawned" did before they began is waiting and the spawn itself.
CHILDREN_OF_SPAWNED = [(50_000_000, 3 * US, 33_000_000, 14 * US)] * 2
# On the lanes mean, low, high, equation.
LANES = {
    "send": [[3 * US, 2 * US, 5 * US, 3 * US], [8 * US, 4_500_000, 15 * US, 8 * US]],
    # The 100 questions' 1 is as long on all lanes; the message leaves at 1.25 and 2.
    "asked": [[15_500_000, 8_250_000, 30 * US, 15_500_000], [10_500_000, 5_750_000, 20 * US, 10_500_000]],
    "ssend_to_a_late_one": [[27 * US, 23_500_000, 34 * US, 27 * US], [22 * US, 21 * US, 24 * US, 22 * US]],
}


def richer_model(options, equations):
    with open(options.model, encoding="utf-8") as file:
        model = json.load(file)
    for call, (constant, startup, data) in equations.items():
        model["calls"][call] = [{"regimes": [{
            "min_bytes": 0, "max_bytes": 1048576, "min_processes": 2, "max_processes": 64, "startup": "p",
            "data": "d", "c": constant / 1e6, "s": startup / 1e6, "k": data / 1e6}]}]
    path = options.output + ".richer.json"
    with open(path, "w", encoding="utf-8") as file:
        json.dump(model, file)
    return path


def run(options, scenario, processes):
    if scenario.startswith("measured_"):
        equations = {"measured_parts": PARTS, "measured_rounds": ROUNDS, "measured_rows": ROWS,
                     "measured_starts": STARTS}.get(scenario, MORE_EQUATIONS)
        options = argparse.Namespace(**{**vars(options), "model": richer_model(options, equations)})
    shutil.rmtree(options.output, ignore_errors=True)
    ended = launcher.run(options, processes, launcher.under_revprof(options),
                         [options.program, scenario])
    if ended.returncode != 0:
        sys.exit(f"{scenario}: exit code {ended.returncode}\n{ended.stderr}")
    return times_in(options.output)


def summary_in(directory):
    with open(os.path.join(directory, "summary.json"), encoding="utf-8") as file:
        return json.load(file)


def times_in(directory):
    return summary_in(directory)["process_picoseconds"]


def divergences(options):
    """Of "divided": per lane, and on any. Without computation process 1 is before process 2, three times."""
    scenario = options.output + ".divided.json"
    lanes = [{"name": "mean"}, {"name": "no computation", "step": 0}, {"name": "equation", "estimate": "equation"}]
    with open(scenario, "w", encoding="utf-8") as file:
        json.dump({"format": "revprof-scenario", "version": 1, "lanes": lanes}, file)
    shutil.rmtree(options.output, ignore_errors=True)
    environment = {**launcher.under_revprof(options), "REVPROF_SCENARIO": scenario}
    ended = launcher.run(options, 3, environment, [options.program, "divided"])
    if ended.returncode != 0:
        sys.exit(f"divided: exit code {ended.returncode}\n{ended.stderr}")
    summary = summary_in(options.output)
    return [lane["divergences"] for lane in summary["lanes"]], summary["trust"]["divergences"]


def is_by_clocks(options, scenario, processes):
    """In one of some runs, of which the first is there."""
    for trial in range(TRIALS):
        if trial > 0:
            run(options, scenario, processes)
        if not any("the host's timing" in warning for warning in summary_in(options.output)["warnings"]):
            return True
    return False


def main():
    options = launcher.parser(__doc__).parse_args()
    wrong = 0
    for scenario, (processes, expected) in EXPECTED.items():
        if scenario in LEFT_OUT[options.host]:
            continue
        rows = run(options, scenario, processes)
        got = [tuple(lanes[0]) for lanes in rows]
        if got != expected:
            print(f"{scenario}: got {got}, expected {expected}")
            wrong += 1
        if scenario in BY_CLOCKS and not is_by_clocks(options, scenario, processes):
            print(f"{scenario}: the host has decided something")
            wrong += 1
        if scenario == "spawned":
            got = [tuple(lanes[0]) for lanes in times_in(os.path.join(options.output, "spawned"))]
            if got != CHILDREN_OF_SPAWNED:
                print(f"children of spawned: got {got}, expected {CHILDREN_OF_SPAWNED}")
                wrong += 1
        lanes = [[lane[0] for lane in row] for row in rows]
        if lanes != LANES.get(scenario, lanes):
            print(f"lanes of {scenario}: got {lanes}, expected {LANES[scenario]}")
            wrong += 1
    got = divergences(options)
    if got != ([0, 3, 0], 3):
        print(f"divergences: got {got}, expected ([0, 3, 0], 3)")
        wrong += 1
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
