# SPDX-License-Identifier: BSD-3-Clause
"""How each host MPI's launcher is told what it starts: the one place where the tests' hosts differ."""

import subprocess


def add_options(parser):
    parser.add_argument("--host", choices=["openmpi", "mpich"], default="openmpi")
    parser.add_argument("--mpiexec", required=True)


def command(options, processes, environment):
    """The words before the program: its processes, and variables that only they see."""
    words = [options.mpiexec, "-n", str(processes)]
    for name, value in environment.items():
        words += ["-x", f"{name}={value}"] if options.host == "openmpi" else ["-genv", name, value]
    return words


def under_revprof(options):
    return {"LD_PRELOAD": options.library, "MODEL": options.model, "REVPROF_QUIET": "1",
            "REVPROF_OUTPUT": options.output}


def run(options, processes, environment, words, timeout=60):
    ended = subprocess.run(command(options, processes, environment) + words, capture_output=True,
                           text=True, timeout=timeout, check=False)
    # MPICH's launcher adds a report with process numbers where a program crashed.
    ended.stdout = ended.stdout.partition("\n" + 30 * "=")[0]
    return ended
