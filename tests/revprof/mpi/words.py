#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Who asks for a word of a window finds what others have done by then on the simulated clocks."""

import launcher
import updates


def main():
    options = launcher.parser(__doc__).parse_args()
    for what in ("accumulate", "put", "lock"):
        updates.same_in_each_run(options, 3, [options.program, what], runs=4)


if __name__ == "__main__":
    main()
