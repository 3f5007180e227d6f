#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A long program may grow by 1 MiB more under librevprof.so than it does plainly."""

import argparse
import shutil
import sys

import launcher

ALLOWED_KILOBYTES = 1024


def growth(options, environment):
    """In kB, of the process that has grown most."""
    ended = launcher.run(options, 2, environment, [options.program], timeout=150)
    return max(int(line) for line in ended.stdout.split())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    launcher.add_options(parser)
    for name in ("library", "model", "output", "program"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    shutil.rmtree(options.output, ignore_errors=True)
    plain = growth(options, {})
    under = growth(options, launcher.under_revprof(options))
    print(f"growth in kB: plain {plain}, under revprof {under}")
    if under > plain + ALLOWED_KILOBYTES:
        sys.exit(f"expected at most {plain + ALLOWED_KILOBYTES} kB")


if __name__ == "__main__":
    main()
