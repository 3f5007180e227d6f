#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Two processes that send each other N bytes first and receive then complete for the same N with
and without revprof: the largest such N is found on each transport, byte by byte around its
limit.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import threading

SILENCE_SECONDS = 3  # of a program that hangs: each size takes well under a millisecond

SHARED_MEMORY = [*range(0, 4000, 37), *range(4000, 4400)]
TO_ONESELF = [*range(0, 900, 37), *range(900, 1300)]
TCP = [*range(0, 65000, 997), *range(65000, 65800)]


def largest(options, processes, transports, sizes, environment):
    """The last of the ascending sizes that went through before the program hung or ended."""
    command = [options.mpiexec, "-n", str(processes), "--mca", "btl", transports]
    for name, value in environment.items():
        command += ["-x", f"{name}={value}"]
    last = [-1]
    with subprocess.Popen(command + [options.program, *map(str, sizes)], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True) as process:
        news = threading.Event()

        def read():
            for line in process.stdout:
                last[0] = int(line)
                news.set()

        reader = threading.Thread(target=read)
        reader.start()
        news.wait(30)  # for MPI to start
        while process.poll() is None and news.is_set():
            news.clear()
            news.wait(SILENCE_SECONDS)
        process.send_signal(signal.SIGTERM)
        process.wait(30)
        reader.join()
    return last[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("mpiexec", "library", "model", "output", "program"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    revprof = {"LD_PRELOAD": options.library, "MODEL": options.model, "REVPROF_QUIET": "1",
               "REVPROF_OUTPUT": options.output}
    wrong = 0
    for processes, transports, sizes in [(2, "vader,self", SHARED_MEMORY), (1, "self", TO_ONESELF),
                                         (2, "tcp,self", TCP)]:
        plain = largest(options, processes, transports, sizes, {})
        shutil.rmtree(options.output, ignore_errors=True)
        under = largest(options, processes, transports, sizes, revprof)
        os.makedirs(options.output, exist_ok=True)
        print(f"{transports}: plain {plain}, under revprof {under}")
        if plain < 0 or plain == sizes[-1]:
            print(f"{transports}: the limit is not between {sizes[0]} and {sizes[-1]}")
            wrong += 1
        wrong += plain != under
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
