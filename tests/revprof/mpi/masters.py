#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A master takes its workers' results in the target's order, in whichever way it asks for them."""

import json
import os
import shutil
import sys

import launcher

# Three workers, 60 tasks of 60 us, every seventh of 40 times that: by hand, with models/exact.json.
BY_HAND = 8.84944e-3
WITHIN = 0.02
WAYS = ("recv", "probe", "iprobe", "iprobes", "improbe", "waitany", "testany", "waitsome", "testsome", "persistent",
        "test", "wait", "status", "start", "several", "working")
EXACTLY = ("recv", "test", "wait")  # what the master does meanwhile takes no time


def predicted(options, way):
    shutil.rmtree(options.output, ignore_errors=True)
    environment = {**launcher.under_revprof(options), "REVPROF_STEP": "1e-9"}
    result = launcher.run(options, 4, environment, [options.program, way], timeout=120)
    if result.returncode != 0:
        sys.exit(f"{way}: exit code {result.returncode}\n{result.stdout}\n{result.stderr}")
    with open(os.path.join(options.output, "summary.json"), encoding="utf-8") as file:
        summary = json.load(file)
    said = any("timing decided" in text for text in summary["warnings"])
    return summary["lanes"][0]["predicted_seconds"], said


def main():
    options = launcher.parser(__doc__).parse_args()
    wrong = []
    for way in WAYS:
        (first, said), (second, _) = predicted(options, way), predicted(options, way)
        print(f"{way}: {first * 1e3:.6f} ms, {second * 1e3:.6f} ms")
        if first != second or said or abs(first / BY_HAND - 1) > WITHIN or (way in EXACTLY and first != BY_HAND):
            wrong.append(way)
    if wrong:
        sys.exit(f"not as on the target: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
