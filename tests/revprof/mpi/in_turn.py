#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""An exclusive lock and a shared file pointer go to who has asked first on the simulated clocks."""

import launcher
import updates


def main():
    options = launcher.parser(__doc__).parse_args()
    for what in ("lock", "pointer", "ipointer"):
        updates.same_in_each_run(options, 4, [options.program, what], runs=4)


if __name__ == "__main__":
    main()
