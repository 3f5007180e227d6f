#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Holds `revprof check --json` against what readelf and ldd say of the same program.

    check_test.py --revprof REVPROF --model MODEL [--with LIBRARY] PROGRAM      (exit code 77: no such program)
    check_test.py --revprof REVPROF --model MODEL --run 2 PROGRAM               also against a run's summary.json
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

KEYS = ["format", "version", "program", "interpreters", "mpi", "mpi_libraries", "preloading", "model", "files",
        "calls", "clocks", "warnings", "unknowns"]
SYSTEM = re.compile(r"(libmpi(_\w+|ch\w*|cxx|fort)?|libopen-(rte|pal)|libpmix|librevprof\w*|libstdc\+\+|libgcc_s|"
                    r"libgfortran|libquadmath|libgomp|libc|libm|libmvec|libpthread|libdl|librt|libutil|libresolv|"
                    r"ld-linux[\w-]*)\.so")
C_CALL = re.compile(r"MPIX?_[A-Z]\w*[a-z]\w*$")
FORTRAN_CALL = re.compile(r"mpi_(\w+?)(_f08(ts)?)?_*$")  # with as many underscores as a compiler likes
NO_CALL = re.compile(r"fortran_|\w+_fn(_null)?$")
CLOCKS = re.compile(r"(time|times|clock|getrusage|gettimeofday|clock_gettime|timespec_get|omp_get_wtime_?|"
                    r"_gfortran_(system_clock|cpu_time)_\d+|_gfortran_date_and_time|_ZNSt6chrono\w+_clock3nowEv)$")
COMPLETIONS = re.compile(r"MPI_(Wait|Test|Start)")


def output_of(*words):
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout


def needed(path):
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output_of("readelf", "-d", "-W", path))


def undefined_symbols(path):
    rows = (line.split() for line in output_of("readelf", "--dyn-syms", "-W", path).splitlines())
    return {row[7].split("@")[0] for row in rows
            if len(row) > 7 and row[6] == "UND" and row[3] in ("FUNC", "NOTYPE")}


def files_of(path):
    """What ldd finds, without what only MPI's libraries need."""
    found = dict(re.findall(r"(\S+) => (\S+) \(", output_of("ldd", path)))
    files, names = [path], set()
    for file in files:
        for name in needed(file):
            if name in found and name not in names and not SYSTEM.match(name):
                names.add(name)
                files.append(found[name])
    return files


def calls_of(symbols):
    """In lower case, as Fortran knows no other."""
    calls = {symbol.lower() for symbol in symbols if C_CALL.match(symbol)}
    matches = filter(None, map(FORTRAN_CALL.match, symbols))
    return calls | {f"mpi_{match[1]}" for match in matches if not NO_CALL.match(match[1])}


def expect(condition, message):
    if not condition:
        sys.exit(message)


def check_calls(report, symbols):
    expected = set().union(*map(calls_of, symbols.values()))
    listed = {call["call"].lower() for call in report["calls"]}
    expect(len(expected) > 3, f"readelf sees only the calls {expected}")
    expect(listed == expected, f"listed and not imported: {sorted(listed - expected)}; "
                               f"imported and not listed: {sorted(expected - listed)}")
    for call in report["calls"]:
        for name in call["files"]:
            path = next(file["path"] for file in report["files"] if file["name"] == name)
            expect(set(call["symbols"]) & symbols[path], f"{name} does not import {call['call']}")


def check_clocks(report, symbols):
    expected = {(symbol, pathlib.Path(path).name if path == report["program"] else name_of(report, path))
                for path in symbols for symbol in symbols[path] if CLOCKS.match(symbol)}
    listed = {(symbol, row["file"]) for row in report["clocks"] for symbol in row["symbols"]}
    expect(expected <= listed, f"clocks that are not listed: {sorted(expected - listed)}")


def name_of(report, path):
    return next(file["name"] for file in report["files"] if file["path"] == path)


def check_run(report, options):
    """Every call that a run charges was foreseen, and rests on what was foreseen."""
    foreseen = {call["call"]: call for call in report["calls"]}
    with tempfile.TemporaryDirectory() as scratch:
        results = pathlib.Path(scratch) / "results"
        subprocess.run([options.revprof, "run", "--model", options.model, "-n", options.run, "--output", results,
                        "--trace", "none", "--quiet", "1", "--", *options.program],
                       stdout=subprocess.DEVNULL, timeout=100, check=True)
        charged = json.loads((results / "summary.json").read_text(encoding="utf-8"))["calls"]
    expect(charged, "the run charged no call")
    for call in charged:
        if not call["call"].startswith("MPI_"):  # start-up is none of the program's calls
            continue
        name, source = call["call"], call["source"]
        expect(name in foreseen, f"{name} was charged, and not foreseen")
        if COMPLETIONS.match(name) or call["seconds"] == 0 or foreseen[name]["prediction"] == "no_cost":
            continue  # they also rest on the messages that they complete
        own = source in ("extrapolated", "inferred")  # in which situation a measured equation serves, only the run knows
        expect(foreseen[name]["prediction"] == ("measured" if own else source),
               f"{name}: foreseen as {foreseen[name]['prediction']}, charged as {source}")
        expect(call.get("stand_in", name) == foreseen[name]["equation"], f"{name}: {call} {foreseen[name]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--revprof", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--with", dest="loaded", action="append", default=[])
    parser.add_argument("--run", metavar="P")
    parser.add_argument("program", nargs="+")
    options = parser.parse_args()
    program = shutil.which(options.program[0])
    missing = [file for file in options.loaded if not pathlib.Path(file).exists()]
    if program is None or missing or shutil.which("readelf") is None:
        print(f"SKIPPED: no {missing or options.program[0]}, or no readelf")
        sys.exit(77)

    words = [options.revprof, "check", "--model", options.model]
    words += [word for file in options.loaded for word in ("--with", file)] + ["--"] + options.program
    ended = subprocess.run(words[:2] + ["--json"] + words[2:], capture_output=True, text=True, check=False)
    expect(ended.returncode == 0, f"exit code {ended.returncode}: {ended.stdout}{ended.stderr}")
    report = json.loads(ended.stdout)
    expect(list(report) == KEYS, f"keys {list(report)}; expected {KEYS}")
    expect(report["preloading"]["verdict"] == "works", report["preloading"])

    paths = [path for start in [program] + options.loaded for path in files_of(start)]
    symbols = {path: undefined_symbols(path) for path in paths}
    expect({file["path"] for file in report["files"]} == set(paths),
           f"looked at {[file['path'] for file in report['files']]}; expected {paths}")
    check_calls(report, symbols)
    check_clocks(report, symbols)

    text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    long = [line for line in text.splitlines() if len(line) > 80 and len(line.split()) > 1]
    expect(not long, f"lines of more than 80 columns: {long}")
    absent = [call["call"] for call in report["calls"] if call["call"] not in text]
    expect(not absent, f"calls that the text lacks: {absent}")
    if options.run:
        check_run(report, options)
    print(f"{len(report['calls'])} calls in {len(paths)} files, {len(report['clocks'])} clock readings")


if __name__ == "__main__":
    main()
