#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""leak_findings.py PROGRAM LOG...: counts the leaks that AddressSanitizer found, ours apart from MPI's.

Its logs, one of each process, are to be written with verbosity=1 stack_trace_format=%m|%f|%S. A leak is ours if the
code that asked for the memory is in librevprof or the program; MPI keeps much until the process ends, and unloads
plug-ins before. Prints ours in full; exit code 1 where there are any.
"""
import pathlib
import re
import sys

from valgrind_findings import SERVICES

BLOCK = re.compile(r"^(Direct leak of .*)\n((?:.*\|.*\|.*\n)+)", flags=re.MULTILINE)


def maker(frames):
    """The file whose code asked for the memory, services left out; empty for a plug-in that is gone."""
    for frame in frames:
        path, function, _ = frame.strip().split("|", 2)
        name = pathlib.Path(path).name
        if not name.startswith((*SERVICES, "libasan")):
            # Where a plug-in was there may be another file now; what is ours has symbols.
            return name if function != "<null>" else ""
    return ""


def main():
    program, *logs = sys.argv[1:]
    ours, others = [], 0
    if not logs:
        sys.exit("no log: AddressSanitizer was not there")
    for log in logs:
        text = pathlib.Path(log).read_text(encoding="utf-8", errors="replace")
        if "AddressSanitizer Init done" not in text:
            sys.exit(f"{log}: AddressSanitizer did not begin")
        for what, stack in BLOCK.findall(text):
            if maker(stack.splitlines()).startswith(("librevprof", program)):
                ours.append(f"  {what}\n" + "\n".join(f"    {line.strip()}" for line in stack.splitlines()[:12]))
            else:
                others += 1
    print(f"{len(ours)} leaks of ours, {others} of MPI's")
    if ours:
        print("\n".join(ours))
        sys.exit(1)


if __name__ == "__main__":
    main()
