#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A program that spawns processes without librevprof.so must end with a message that says so."""

import shutil
import sys

import launcher


def main():
    options = launcher.parser(__doc__).parse_args()
    shutil.rmtree(options.output, ignore_errors=True)
    ended = launcher.run(options, 1, launcher.under_revprof(options), [options.program, "plainly"],
                         timeout=120)
    print(ended.stderr)
    if ended.returncode == 0 or "run without librevprof" not in ended.stderr:
        sys.exit(f"exit code {ended.returncode}; expected another one, and a message")


if __name__ == "__main__":
    main()
