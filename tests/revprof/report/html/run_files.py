# SPDX-License-Identifier: BSD-3-Clause
"""Writes the directory of a run as librevprof would, with the events that a test asks for."""
import json
import os

FNV_BASIS, FNV_PRIME = 0xCBF29CE484222325, 0x100000001B3


def fingerprint(data):
    value = FNV_BASIS
    for byte in data:
        value = (value ^ byte) * FNV_PRIME % 2**64
    return f"{value:016x}"


def write_trace(directory, rank, processes, program, lines):
    """`lines` are events of the plain format; communicators (G) do not count."""
    events = sum(1 for line in lines if line[0] != "G")
    with open(os.path.join(directory, f"p{rank}.trace"), "w", encoding="utf-8") as file:
        file.write(f"# revprof-trace 1\n# rank {rank} of {processes}\n# program {program}\n")
        file.write("".join(line + "\n" for line in lines))
        file.write(f"# end events={events} left_out=0\n")


def write_summary(directory, program, times, calls, **more):
    """`times`: [process][lane] = (compute, communication, waiting) in picoseconds; lanes mean, low, high."""
    names = ["mean", "low", "high"][:len(times[0])]
    whole = [[[sum(parts), *parts] for parts in process] for process in times]
    lanes = []
    for lane, name in enumerate(names):
        latest = max((process[lane] for process in whole), key=lambda parts: parts[0])
        keys = ["predicted_seconds", "compute_seconds", "communication_seconds", "waiting_seconds"]
        of = {} if name == "mean" else {"of": "mean"}
        lanes.append({"name": name, "estimate": name, **of, **{key: part / 1e12 for key, part in zip(keys, latest)}})
    summary = {"format": "revprof-summary", "version": 1, "program": program, "processes": len(times), "model": "",
               "machine": "round numbers", "settings": {"compute": "steps", "step": "1e-9"}, "lanes": lanes,
               "calls": calls, "trust": {"measured": 1.0, "extrapolated": 0.0, "stand_in": 0.0, "assumed": 0.0,
                                         "divergences": 0},
               "warnings": [], "process_picoseconds": whole}
    summary.update(more)
    with open(os.path.join(directory, "summary.json"), "w", encoding="utf-8") as file:
        json.dump(summary, file)
