#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Processes that steal tasks from each other are predicted alike in each run."""

import launcher
import updates


def main():
    options = launcher.parser(__doc__).parse_args()
    for processes in (2, 3, 5):
        # More of them on a busy host are more than half a second behind each other at times: then the host decides, and the run says so.
        several = processes > 2
        updates.same_in_each_run(options, processes, [options.program, "60"], runs=4,
                                 busy_loops=0 if several else updates.BUSY, host_may_decide=several)


if __name__ == "__main__":
    main()
