#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Cycles of processors that need not be here: `revprof flags --cpu`, `revprof run --ghz`."""

import argparse
import json
import os
import subprocess
import sys
import tempfile

ENVIRONMENT = {**os.environ, "REVPROF_TRACE": "none"}
for name in ("MODEL", "REVPROF_MODEL", "REVPROF_COMPUTE", "LD_PRELOAD"):
    ENVIRONMENT.pop(name, None)
ADDITIONS = 1_000_000
# What an addition waits for the one before it: the manufacturers' optimization guides, ADDSD.
LATENCY = {"znver3": 3, "skylake": 4, "haswell": 3}


def output(words, expected=0):
    done = subprocess.run(words, env=ENVIRONMENT, timeout=300, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode != expected:
        sys.exit(f"{' '.join(words)}: expected exit code {expected}, found {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def expect(what, truth):
    print(what)
    if not truth:
        sys.exit(f"expected {what}")


def built(options, scratch, name, *flags, extra=()):
    said = output([options.revprof, "flags", *flags]).stdout.split()
    program = os.path.join(scratch, name)
    output([options.compiler, *said, "-O2", options.source, "-o", program, *extra])
    return program


def run_words(options, model, program, directory, *settings):
    return [options.revprof, "run", "--model", model, "-n", "1", "-o", directory, *settings, "--", program]


def predicted(options, model, program, directory, *settings):
    done = output(run_words(options, model, program, directory, *settings))
    with open(os.path.join(directory, "summary.json"), encoding="utf-8") as file:
        return done, json.load(file)


def compute_of(summary):
    return {lane["name"]: lane["compute_seconds"] for lane in summary["lanes"]}


def check_cycles(options, scratch):
    plain = os.path.join(scratch, "plain")
    output([options.compiler, "-O2", options.source, "-o", plain])
    truth = output([plain]).stdout
    for processor, latency in LATENCY.items():
        program = built(options, scratch, processor, "--cpu", processor)
        expect(f"{processor}: {truth!r} as plainly", output([program]).stdout == truth)
        done, slow = predicted(options, options.model, program, os.path.join(scratch, processor + ".1"), "--ghz", "1")
        _, again = predicted(options, options.model, program, os.path.join(scratch, processor + ".2"), "--ghz", "1")
        _, fast = predicted(options, options.model, program, os.path.join(scratch, processor + ".3"), "--ghz", "2")
        each = compute_of(slow)["mean"] / ADDITIONS * 1e9
        expect(f"{processor}: {latency} cycles an addition and little else, found {each}", latency <= each < latency + 0.1)
        expect("the same in two runs", slow["process_picoseconds"] == again["process_picoseconds"])
        expect("half as much at twice the frequency", abs(compute_of(fast)["mean"] / compute_of(slow)["mean"] - 0.5) < 1e-6)
        expect("a summary that says what counts", f"cycles of {processor}, counted in" in " ".join(done.stderr.split()))
        expect("a stand-in, not a measurement", slow["trust"]["stand_in"] > 0 and slow["computation"]["processor"] == processor)


def check_mixed(options, scratch):
    """Exceptions, callbacks, threads, longjmp: the same results, and the same cycles in every run."""
    flags = ["-DOMPI_SKIP_MPICXX", "-DMPICH_SKIP_MPICXX", "-O2", options.mixed, "-pthread"]
    plain, counted = os.path.join(scratch, "mixed.plain"), os.path.join(scratch, "mixed.cycles")
    output([options.cxx_compiler, *flags, "-o", plain])
    said = output([options.revprof, "flags", "--cpu", "znver3"]).stdout.split()
    output([options.cxx_compiler, *said, *flags, "-o", counted])
    truth = output([plain]).stdout
    expect("the same results as plainly", output([counted]).stdout == truth)
    works = set()
    for run in range(3):
        done, summary = predicted(options, options.model, counted, os.path.join(scratch, f"mixed.{run}"), "--ghz", "3")
        expect("the same results in a run", done.stdout == truth)
        works.add(summary["computation"]["work"])
    expect(f"the same cycles in every run, found {works}", len(works) == 1 and works.pop() > 100_000)


def check_memory(options, scratch):
    """Main memory takes a nanosecond a byte: lane high reads all of it there, the others none."""
    with open(options.model, encoding="utf-8") as file:
        model = json.load(file)
    model["computation"] = {"cache_bytes": {}, "simd_bytes": 0, "times": {"memory.main.read": {"regimes": [
        {"min_work": 1, "max_work": 10**9, "min_processes": 1, "max_processes": 64, "startup": None, "data": "d", "c": 0, "s": 0, "k": 1e-9}]}}}
    known = os.path.join(scratch, "model.json")
    with open(known, "w", encoding="utf-8") as file:
        json.dump(model, file)
    program = os.path.join(scratch, "znver3")
    _, without = predicted(options, options.model, program, os.path.join(scratch, "without"), "--ghz", "1")
    _, summary = predicted(options, known, program, os.path.join(scratch, "memory"), "--ghz", "1")
    times = compute_of(summary)
    expect("cycles alone without a memory", len(set(compute_of(without).values())) == 1)
    expect("cycles alone on lanes mean and low", times["mean"] == times["low"] == compute_of(without)["mean"])
    expect(f"8 ns an addition on lane high, found {times['high']}", 8e-3 <= times["high"] < 8.1e-3)


def check_errors(options, scratch):
    program = os.path.join(scratch, "znver3")
    bare = built(options, scratch, "instructions")

    def fails(words, *parts):
        said = output(words, expected=2).stderr
        expect(f"{parts} in {said!r}", all(part in said for part in parts))

    fails(run_words(options, options.model, program, os.path.join(scratch, "e1")), "--ghz", "cycles of znver3")
    fails(run_words(options, options.model, bare, os.path.join(scratch, "e2"), "--ghz", "2"), "--ghz", "revprof flags --cpu")
    fails(run_words(options, options.model, program, os.path.join(scratch, "e3"), "--ghz", "0"), "above 0", '"0"')
    fails([options.revprof, "flags", "--cpu", "z80"], "--cpu", '"z80"', "znver3")
    fails([options.revprof, "flags", "--cpu", "a b"], "--cpu", '"a b"')
    expect("help lists processors", "znver3" in output([options.revprof, "flags", "--cpu", "help"]).stdout.split("\n"))
    expect("no flags beside the message", output([options.revprof, "flags", "--cpu", "z80"], expected=2).stdout == "")
    library = os.path.join(scratch, "libpart.so")
    with open(os.path.join(scratch, "part.c"), "w", encoding="utf-8") as file:
        file.write("int part(int n) { return n * n + 1; }\n")
    said = output([options.revprof, "flags"]).stdout.split()
    output([options.compiler, *said, "-O2", "-fPIC", "-shared", os.path.join(scratch, "part.c"), "-o", library])
    mixed = built(options, scratch, "mixed", "--cpu", "znver3",
                  extra=["-Wl,--no-as-needed", "-L" + scratch, "-lpart", "-Wl,-rpath," + scratch])
    fails(run_words(options, options.model, mixed, os.path.join(scratch, "e4"), "--ghz", "1"), "instructions", "cycles of znver3")


def main():
    parser = argparse.ArgumentParser()
    for name in ("revprof", "model", "compiler", "cxx-compiler", "source", "mixed"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        check_cycles(options, scratch)
        check_mixed(options, scratch)
        check_memory(options, scratch)
        check_errors(options, scratch)


main()
