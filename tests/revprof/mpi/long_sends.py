#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""When sends end of more than the eager limit: models/exact.json with a limit of 1000 bytes.

For 2000 bytes it says: MPI_Send 3 us, MPI_Recv 3 us, transit 9 us, MPI_Irecv 0.5 us, MPI_Wait 0.5 us. This
host copies them. Each scenario is run several times, and is to be alike.
"""

import json
import os
import shutil
import sys

import launcher

US = 1_000_000  # picoseconds
TIMES = 3

# scenario: when each process ends, and what is said of a deadlock
EXPECTED = {
    # Posted at 20.
    "from_anybody": ([29 * US, 23 * US, 0], None),
    # ... received at 70.5.
    "posted_from_anybody": ([29 * US, 71 * US, 0], None),
    "persistent": ([29 * US, 23 * US, 0], None),
    "matched": ([29 * US, 23_500_000, 0], None),
    # Posted: its call takes 1.5; a Test comes at 1.5, 2.5, ...; process 2's message is there at 5.016.
    "waited_for": ([29 * US, 23 * US, 0], None),
    "asked_for": ([29_500_000, 23 * US, 0], None),
    "started": ([29 * US, 23 * US, 0], None),
    "second": ([30 * US, 23 * US, 1_008_000], None),
    "exchanged": ([29 * US, 23 * US, 1_008_000], None),
    "exchanged_with_nobody": ([29 * US, 23 * US, 0], None),
    "all_from_anybody": ([9 * US, 9 * US, 9 * US], None),
    # Posted at 10, 20.5, 31: ends at 19, 29.5, 40. The last message is there at 38.5.
    "in_order": ([40 * US, 38_500_000, 0], None),
    # Posted at 0 and 0.5; sent at 1, there at 10, when the other one leaves; then 0.5 for each that is here.
    "beside_others": ([20 * US, 20 * US, 20 * US], None),
    # As if the receives were open: nobody knows. Of the first the other one is posted at 0.5: sent at 9, there at 18.
    "beside_one_from_anybody": ([18 * US, 18_500_000, 0], None),
    "out_of_order": ([18 * US, 24 * US, 0], None),
    "after_cancelled": ([9 * US, 23_500_000, 0], None),
    # Posted at 5.516; taken as open: there at 14.516, and a Test comes at 7.016, 8.016, ...
    "asked_for_after_cancelled": ([15_016_000, 24_508_000, 0], None),
    # Process 0 goes on at 3 and has its message at 2 + 9; process 2's ends at 3 + 9, process 1's at 12 + 9.
    "circle": ([11 * US, 24 * US, 15 * US], "process 0 would wait for ever"),
    "posted_circle": ([11 * US, 24 * US, 15 * US], "process 0 would wait for ever"),
    # Taken as copied: 3, 5, and at 8 the other one, which is there at 17. Its receiver ends 3 after that.
    "waits_for_another": ([17 * US, 20 * US, 0], "process 0 would wait for ever"),
    # The exchange is over at 5.016, when the other one leaves, which takes 9; then 3.
    "exchange_waits_for_another": ([14_016_000, 17_016_000, 1_008_000], "process 0 would wait for ever"),
}

# Beside a lane whose machine copies them, the first one: MPI_Test asks of that, and the first one succeeds.
BESIDE_COPIED = {
    "waited_for": [(6_500_000, 29 * US), (23 * US, 23 * US), (0, 0)],
    "asked_for": [(3 * US, 3 * US), (23 * US, 23 * US), (0, 0)],
    "exchanged": [(5_016_000, 29 * US), (23 * US, 23 * US), (1_008_000, 1_008_000)],
    "posted_circle": [(11 * US, 11 * US), (9 * US, 24 * US), (10 * US, 15 * US)],
}

# Whose receive of anybody the host has to have, as its process waits for something else.
LEFT_TO_HOST = {"beside_one_from_anybody"}


def summary_of(options, scenario, **settings):
    shutil.rmtree(options.output, ignore_errors=True)
    ended = launcher.run(options, 3, {**launcher.under_revprof(options), **settings}, [options.program, scenario])
    if ended.returncode != 0:
        sys.exit(f"{scenario}: exit code {ended.returncode}\n{ended.stderr}")
    with open(os.path.join(options.output, "summary.json"), encoding="utf-8") as file:
        return json.load(file)


def main():
    options = launcher.parser(__doc__).parse_args()
    copied = os.path.abspath(options.model)
    with open(copied, encoding="utf-8") as file:
        text = file.read().replace('"eager_limit_bytes": 4096', '"eager_limit_bytes": 1000')
    options.model = options.output + ".limited.json"
    with open(options.model, "w", encoding="utf-8") as file:
        file.write(text)
    lanes = [{"name": "copied", "model": copied}, {"name": "limited", "model": os.path.abspath(options.model)}]
    both = options.output + ".lanes.json"
    with open(both, "w", encoding="utf-8") as file:
        json.dump({"format": "revprof-scenario", "version": 1, "lanes": lanes}, file)
    wrong = 0
    for scenario, ends in BESIDE_COPIED.items():
        summary = summary_of(options, scenario, REVPROF_SCENARIO=both)
        got = [tuple(lane[0] for lane in lanes) for lanes in summary["process_picoseconds"]]
        if got != ends:
            print(f"{scenario}, beside copied: got {got}, expected {ends}")
            wrong += 1
    for scenario, (ends, said) in EXPECTED.items():
        for _ in range(TIMES):
            summary = summary_of(options, scenario)
            got = [lanes[0][0] for lanes in summary["process_picoseconds"]]
            told = [text for text in summary["warnings"] if "wait for ever" in text]
            decided = [text for text in summary["warnings"] if "timing decided" in text]
            as_said = told == [] if said is None else len(told) == 1 and told[0].startswith(said)
            if got != ends or not as_said or bool(decided) != (scenario in LEFT_TO_HOST):
                print(f"{scenario}: got {got}, {told}, {decided}; expected {ends}, {said}")
                wrong += 1
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
