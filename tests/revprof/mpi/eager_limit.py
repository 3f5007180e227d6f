#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Two processes that send each other N bytes first and receive then complete for the same N with
and without revprof: the largest such N is found on each transport, byte by byte around its
limit.
"""

import concurrent.futures
import os
import shutil
import signal
import subprocess
import sys
import threading

import launcher

NOT_ALL_THERE = 77  # exit code that CTest counts as skipped: a transport is missing
SILENCE_SECONDS = 3  # of a program that hangs: each size takes well under a millisecond

# Per host: processes, the variable that chooses transports, its value, ascending sizes around the
# limit; few, for MPICH's launcher starts nothing with a thousand words. On MPICH messages to oneself
# always wait.
CASES = {
    "openmpi": [
        (2, "OMPI_MCA_btl", "vader,self", [*range(0, 4000, 37), *range(4000, 4400)]),
        (1, "OMPI_MCA_btl", "self", [*range(0, 900, 37), *range(900, 1300)]),
        (2, "OMPI_MCA_btl", "tcp,self", [*range(0, 65000, 997), *range(65000, 65800)])],
    "mpich": [
        (2, "UCX_TLS", "posix,sysv,cma,self", [*range(0, 8000, 97), *range(8100, 8350)]),
        (2, "UCX_TLS", "tcp,self", [*range(0, 8000, 97), *range(8100, 8350), *range(8350, 80000, 997)]),
        (2, "UCX_RNDV_THRESH", "20K", [*range(0, 20000, 197), *range(20400, 20600)]),
        (2, "UCX_POSIX_SEG_SIZE", "9000", [*range(0, 8900, 97), *range(8900, 9100)])],
}


def largest(options, processes, sizes, environment):
    """The last of the ascending sizes that went through before the program hung or ended."""
    command = launcher.command(options, processes, environment)
    last = [-1]
    with subprocess.Popen(command + [options.program, *map(str, sizes)], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True) as process:
        news = threading.Event()

        def read():
            for line in process.stdout:
                if not line.strip().isdigit():
                    return  # the launcher's own words at the end
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
    options = launcher.parser(__doc__).parse_args()
    wrong = missing = 0
    for processes, variable, value, sizes in CASES[options.host]:
        os.environ[variable] = value
        shutil.rmtree(options.output, ignore_errors=True)
        # At the same time: both do little but be silent at the end.
        with concurrent.futures.ThreadPoolExecutor() as both:
            plain, under = both.map(lambda settings: largest(options, processes, sizes, settings),
                                    ({}, launcher.under_revprof(options)))
        os.makedirs(options.output, exist_ok=True)
        del os.environ[variable]
        print(f"{variable}={value}: plain {plain}, under revprof {under}")
        if plain < 0 and under < 0:
            print(f"{value} cannot be used here, plainly either")
            missing += 1
        elif plain < 0 or plain == sizes[-1]:
            print(f"the limit is not between {sizes[0]} and {sizes[-1]}")
            wrong += 1
        wrong += plain != under
    sys.exit(1 if wrong else NOT_ALL_THERE if missing else 0)


if __name__ == "__main__":
    main()
