#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What explain.py says of two runs that are known: two processes, a message each way and a barrier."""
import pathlib
import tempfile

import explain

# Process 1 answers a message of process 0; then both meet. Containers 1 and 2 are ranks 0 and 1.
SIMULATED = """#This file was generated using SimGrid
6 0.000000000 1 1 0 "rank-0"
6 0.000000000 2 1 0 "rank-1"
5 6 2 PMPI_Init "0 1 0"
5 7 2 PMPI_Send "0 1 1"
5 8 2 PMPI_Recv "1 0 0"
5 9 2 PMPI_Barrier "0 0.39 0.78"
12 0.000000000 2 1 6
13 0.000000000 2 1
12 0.000000000 2 1 7 8
12 0.000000000 2 2 8 8
15 0.000000000 3 0 PTP 1 1_2_7_0 8
13 0.000001000 2 1
16 0.000005000 3 0 PTP 2 1_2_7_0
13 0.000005000 2 2
12 0.000005000 2 2 7 8
15 0.000005000 3 0 PTP 2 2_1_7_1 8
12 0.000001000 2 1 8 8
13 0.000006000 2 2
16 0.000010000 3 0 PTP 1 2_1_7_1
13 0.000010000 2 1
12 0.000010000 2 1 9
12 0.000006000 2 2 9
13 0.000020000 2 1
13 0.000020000 2 2
"""
# The same but for the answer, which takes 9 us instead of 5.
PREDICTED = {0: """# revprof-trace 2
# rank 0 of 2
S 1 0 8 7 0
M MPI_Send 0 1000000 0 8 1 0
R 1 5000000 14000000 14000000 8 7 0
M MPI_Recv 1000000 14000000 4000000 8 1 0
M start_up 14000000 20000000 0 0 -1 0
M MPI_Barrier 20000000 24000000 0 0 -1 0
""", 1: """# revprof-trace 2
# rank 1 of 2
R 0 0 5000000 5000000 8 7 0
M MPI_Recv 0 5000000 0 8 0 0
S 0 5000000 8 7 0
M MPI_Send 5000000 6000000 0 8 0 0
M MPI_Barrier 6000000 24000000 8000000 0 -1 0
"""}

with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    (folder / "simulated.trace").write_text(SIMULATED, encoding="utf-8")
    for rank, text in PREDICTED.items():
        (folder / f"p{rank}.trace").write_text(text, encoding="utf-8")
    simulated, predicted = explain.read_simulated(folder / "simulated.trace"), explain.read_predicted(folder)
    text = explain.explanation(simulated, predicted, 20e-6)
    rows = [line for line in text.splitlines() if line.startswith("| ") and "rank" not in line and "from, to" not in line]
    assert rows == ["| 0 | MPI_Recv | 8 bytes with 1 | 1.00 to 10.00 | 1.00 to 14.00 | +4.00 |",
                    "| 1 | MPI_Barrier | 0 bytes | 6.00 to 20.00 | 6.00 to 24.00 | +4.00 |",
                    "| 1 to 0 | 7 | 1 | 5.00 to 10.00 | 5.00 to 14.00 | +4.00 |"], text
    assert "Per call, all processes (us): MPI_Barrier +4.0, MPI_Recv +4.0\n" in text, text
    assert "Pairs that are off most (us): 1 to 0 +4.0\n" in text, text
    assert "Not the same calls" not in text, text

    # Where the two do not make the same calls, that is said; the others are still compared.
    lines = PREDICTED[0].splitlines()
    lines[3], lines[5] = lines[5], lines[3]
    (folder / "p0.trace").write_text("\n".join(lines) + "\n", encoding="utf-8")
    text = explain.explanation(simulated, explain.read_predicted(folder), 20e-6)
    assert "Not the same calls: rank 0: its call 1 without waits is MPI_Send simulated, MPI_Recv predicted" in text, text
    assert "| 1 | MPI_Barrier |" in text, text

    # How often one asks, and waits for nothing, is no other call: the waits before a call are one.
    before = "12 0.000010000 2 1 9"
    waits = ["5 10 2 PMPI_Waitall \"0 0 1\"", "5 11 2 PMPI_Testall \"0 0 1\""]
    waits += [f"{kind} 0.00001{digit}000 2 1{call}" for kind, digit, call in ((12, 0, " 10"), (13, 0, ""), (12, 0, " 11"), (13, 1, ""), (12, 1, " 10"), (13, 3, ""))]
    (folder / "simulated.trace").write_text(SIMULATED.replace(before, "\n".join(waits) + "\n" + before.replace("10000", "13000")), encoding="utf-8")
    lines = PREDICTED[0].splitlines()
    lines[5:6] = [lines[5], "M MPI_Iprobe 14000000 14000000 0 0 -1 0", "M MPI_Waitall 14000000 18000000 0 0 -1 0"]
    (folder / "p0.trace").write_text("\n".join(lines).replace("start_up 14", "start_up 18") + "\n", encoding="utf-8")
    text = explain.explanation(explain.read_simulated(folder / "simulated.trace"), explain.read_predicted(folder), 20e-6)
    assert "Not the same calls" not in text, text
    assert "| 0 | waits | | 10.00 to 13.00 | 14.00 to 18.00 | +1.00 |" in text.replace("|  |", "| |"), text
    assert "waits +1.0" in text, text

    # One that does nothing but wait, on one side.
    alone = explain.Run({0: [explain.Call("MPI_Waitall", 0, 1e-6, "")]}, {})
    text = explain.explanation(alone, explain.Run({}, {}), 20e-6)
    assert "| 0 | waits |  | 0.00 to 1.00 | 0.00 to 0.00 | -1.00 |" in text, text
