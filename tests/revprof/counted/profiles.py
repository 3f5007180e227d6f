#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`revprof profile`: a program's segments are timed, added up over runs, fitted, and charged.

No real time is held against another one: what is asked is which segments and which work were timed, and that a
prediction charges what the profile says.
"""

import argparse
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ENVIRONMENT = {**os.environ, "REVPROF_TRACE": "none"}
for name in ("MODEL", "REVPROF_MODEL", "REVPROF_COMPUTE", "LD_PRELOAD"):
    ENVIRONMENT.pop(name, None)
ROUNDS = 40


def output(words, expected=0):
    done = subprocess.run(words, env=ENVIRONMENT, timeout=300, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)
    if done.returncode != expected:
        sys.exit(f"{' '.join(words)}: expected exit code {expected}, found {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def expect(what, truth):
    if not truth:
        sys.exit(f"expected {what}")


def cells(profile):
    with open(profile, encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def summary_of(options, directory, program, *settings):
    output([options.revprof, "run", "--model", options.model, "-n", "2", "-o", directory, *settings, "--", *program])
    with open(os.path.join(directory, "summary.json"), encoding="utf-8") as file:
        return json.load(file)


def check_times(options, program, scratch, unit_work):
    """Three runs, the last one under the MPI's own launcher."""
    profile = os.path.join(scratch, "app.profile")
    plain = output([options.launcher, "-n", "2", program, "1000"]).stdout
    done = output([options.revprof, "profile", "-n", "2", "-o", profile, "--", program, "1000"])
    expect(f"the output {plain!r}, found {done.stdout!r}", done.stdout == plain)
    output([options.revprof, "profile", "-n", "1", "-o", profile, "--", program, "3000"])
    output([options.launcher, "-n", "2", options.revprof, "profile", "-o", profile, "--", program, "2000"])
    rows = cells(profile)
    touched = [int(row["touched"]) for row in rows if row["touched"]]
    expect(f"bytes that visits have touched, where Linux says them, found {touched}",
           all(touched) and (touched or not os.access("/proc/self/clear_refs", os.W_OK)))
    expect("three runs", sorted({row["launch"] for row in rows}) == ["1", "2", "3"])
    sweep = [row for row in rows if row["call"] == "region sweep; twice"]
    if unit_work:
        expect(f"the work that was announced, found {sweep}",
               [(row["processes"], row["bytes"], row["repetitions"]) for row in sweep] ==
               [("2", "2000", str(2 * ROUNDS)), ("1", "6000", str(ROUNDS)), ("2", "4000", str(2 * ROUNDS))])
    else:
        works = {row["launch"]: max(int(cell["bytes"]) for cell in sweep if cell["launch"] == row["launch"]) for row in sweep}
        expect(f"counted work in proportion, found {works}", 2.8 < works["2"] / works["1"] < 3.1)
    name = os.path.basename(program)
    between = [row for row in rows if re.fullmatch(rf"MPI_Barrier {name}\+0x[0-9a-f]+ -> MPI_Allreduce {name}\+0x[0-9a-f]+", row["call"])]
    expect(f"the segment from the barrier to the sum, found {sorted({row['call'] for row in rows})}", len(between) >= 3)
    return profile


def check_prediction(options, program, profile, scratch):
    fitted = os.path.join(scratch, "app.profile.json")
    table = output([options.revprof, "fit", profile, "-o", fitted]).stdout
    expect(f"a table with the region, found {table}", "region sweep; twice" in table)
    first = summary_of(options, os.path.join(scratch, "first"), [program, "1500"], "--profile", fitted)
    expect("computation by the profile", first["computation"]["from"] == "profile" and first["lanes"][0]["compute_seconds"] > 0)
    again = summary_of(options, os.path.join(scratch, "again"), [program, "1500"], "--compute", "profile", "--profile", profile)
    expect("the same prediction from a profile that is fitted for the run",
           first["process_picoseconds"] == again["process_picoseconds"])
    with open(fitted, encoding="utf-8") as file:
        text = json.load(file)
    # One equation alone, of which every visit's time is known.
    regime = {"min_work": 1, "max_work": 10**12, "min_processes": 1, "max_processes": 2, "startup": None, "data": "d",
              "c": 1e-6, "s": 0, "k": 0}
    for name in text["segments"]:
        text["segments"][name] = {"regimes": [regime]}
    text["rest"] = {"regimes": [{**regime, "c": 1e-3}]}
    with open(fitted, "w", encoding="utf-8") as file:
        json.dump(text, file)
    exact = summary_of(options, os.path.join(scratch, "exact"), [program, "1500"], "--profile", fitted)
    rounds = exact["lanes"][0]["compute_seconds"]
    # Each round: to the sum, into the region, the region, out of it; before and behind them at most four rare ones.
    known = round(rounds % 1e-3 * 1e6)
    expect(f"40 rounds of four visits of 1 us each, found {known}", 4 * ROUNDS - 2 <= known <= 4 * ROUNDS + 4)
    expect("segments that are not in the profile as assumed", (rounds > 1e-3) == (exact["trust"]["assumed"] > 0.1))
    return fitted


def check_refusals(options, program, other, profile, fitted, scratch):
    renamed = os.path.join(scratch, "other")
    os.mkdir(renamed)
    stranger = shutil.copy(other, os.path.join(renamed, os.path.basename(program)))
    for words in ([options.revprof, "run", "--model", options.model, "-n", "1", "-o", os.path.join(scratch, "none"),
                   "--profile", fitted, "--", stranger],
                  [options.revprof, "profile", "-n", "1", "-o", profile, "--", stranger]):
        refused = output(words, expected=2).stderr
        expect(f"a message that says how many segments are of another build, found {refused!r}",
               re.search(r"\d+ (of its \d+ )?segments .*another build", refused, re.DOTALL))
    # Process 0 finds it, and the other one, which opens its trace, has to hear of it.
    refused = output([options.revprof, "run", "--model", options.model, "-n", "2", "--trace", "plain", "-o", os.path.join(scratch, "none"),
                      "--profile", fitted, "--", other], expected=2).stderr
    expect(f"a message that it is another program's, found {refused!r}", "of another program" in refused)
    calls = os.path.join(scratch, "calls.profile")
    with open(profile, encoding="utf-8") as file, open(calls, "w", encoding="utf-8") as changed:
        changed.write(file.read().replace("# measured: segments", "# measured: calls"))
    refused = output([options.revprof, "run", "--model", options.model, "-n", "1", "--profile", calls, "--", program], expected=2).stderr
    expect(f"a message about that file, found {refused!r}", re.search(r"calls.profile: expected .*segments", refused))
    refused = output([options.revprof, "profile", "-o", profile, "--", program], expected=2).stderr
    expect(f"a message that asks for -n, found {refused!r}", "expected -n P, or mpirun -np P before revprof" in refused)
    refused = output([options.revprof, "run", "--model", options.model, "-n", "1", "--compute", "profile", "--", program],
                     expected=2).stderr
    expect(f"a message that asks for --profile, found {refused!r}", "expected --profile FILE" in refused)


def check_factors(options, program, fitted, scratch):
    """Twice as long on the target in every segment is twice as long, whatever it took here."""
    with open(fitted, encoding="utf-8") as file:
        text = json.load(file)
    twice = os.path.join(scratch, "target.json")
    for equations in [text["rest"], *text["segments"].values()]:
        for regime in equations["regimes"]:
            regime["c"] *= 2
    with open(twice, "w", encoding="utf-8") as file:
        json.dump(text, file)
    for number, (target, factor) in enumerate(((fitted, 1), (twice, 2))):
        done = summary_of(options, os.path.join(scratch, f"factor{number}"), [program, "1500"], "--compute", "cpu",
                          "--profile", target, "--host-profile", fitted, "--cpu-scale", "1000")
        expect(f"a prediction by factors of {factor}", done["lanes"][0]["compute_seconds"] > 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("revprof", "model", "launcher", "plain", "counted"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    for program, other, unit_work in ((options.plain, options.counted, True), (options.counted, options.plain, False)):
        with tempfile.TemporaryDirectory() as scratch:
            profile = check_times(options, program, scratch, unit_work)
            fitted = check_prediction(options, program, profile, scratch)
            check_refusals(options, program, other, profile, fitted, scratch)
            check_factors(options, program, fitted, scratch)


if __name__ == "__main__":
    main()
