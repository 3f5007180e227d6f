#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A process that has looked at a message waits for it no more, as the others see it."""

import sys

import launcher
import updates

# With models/exact.json, ns: process 3 computes, finds the message, computes again and receives it. Of how much the
# machine copies nothing is to be known: so the long send holds process 0 on this host alone.
BY_HAND = 500_000_000 + 500 + 1_000_000 + 1004


def main():
    options = launcher.parser(__doc__).parse_args()
    with open(options.model, encoding="utf-8") as file:
        text = file.read().replace('"eager_limit_bytes": 4096', '"eager_limit_bytes": 0')
    options.model = options.output + ".unlimited.json"
    with open(options.model, "w", encoding="utf-8") as file:
        file.write(text)
    lanes = updates.same_in_each_run(options, 4, [options.program], runs=2, busy_loops=0, host_may_decide=True)[3]
    if lanes[0][0] != BY_HAND * 1000:
        sys.exit(f"{lanes[0][0]} ps, by hand {BY_HAND * 1000}")


if __name__ == "__main__":
    main()
