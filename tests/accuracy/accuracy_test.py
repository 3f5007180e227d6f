#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What accuracy.py reads in a simulator's output."""
import sys

sys.dont_write_bytecode = True
import accuracy

ENDED = "Simulated time: 0.00125 seconds\n"
assert accuracy.simulated_seconds(ENDED, "a.smpi") == 0.00125

# SimGrid says a time, and ends with exit code 0, where processes wait for ever.
DEADLOCK = "[0.000099] ./src/kernel/EngineImpl.cpp:718: [ker_engine/CRITICAL] Oops! Deadlock detected, some activities ...\n"
for output in ("", DEADLOCK + ENDED):
    try:
        seconds = accuracy.simulated_seconds(output, "a.smpi")
    except SystemExit as reason:
        assert "a.smpi" in str(reason)
    else:
        sys.exit(f"expected a message of {output!r}, found {seconds} s")
