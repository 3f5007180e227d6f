# SPDX-License-Identifier: BSD-3-Clause
"""How each host MPI's launcher is told what it starts: the one place where the tests' hosts differ."""

import argparse
import shutil
import subprocess

# Words of the programs that spawn processes or connect to others.
SPAWNING = ("worlds", "spawned", "python_program")


def add_options(parser):
    parser.add_argument("--host", choices=["openmpi", "mpich"], default="openmpi")
    parser.add_argument("--mpiexec", required=True)
    parser.add_argument("--yielding", help="preloaded into plain runs: processes that wait yield their cores")


def parser(description, required=("library", "model", "output", "program")):
    """Of a test that runs a program under revprof."""
    made = argparse.ArgumentParser(description=description)
    add_options(made)
    for name in required:
        made.add_argument("--" + name, required=True)
    return made


def command(options, processes, environment):
    """The words before the program: its processes, and variables that only they see."""
    words = [options.mpiexec, "-n", str(processes)]
    if options.yielding:
        environment = {"LD_PRELOAD": options.yielding, **environment}  # librevprof does so by itself
    for name, value in environment.items():
        words += ["-x", f"{name}={value}"] if options.host == "openmpi" else ["-genv", name, value]
    return words


def under_revprof(options):
    return {"LD_PRELOAD": options.library, "MODEL": options.model, "REVPROF_QUIET": "1",
            "REVPROF_OUTPUT": options.output}


def run(options, processes, environment, words, timeout=60):
    words = command(options, processes, environment) + words
    # Plain Open MPI 4.1 itself hangs in about one run of 12 that spawns or connects; such a run is tried twice more.
    attempts = 3 if any(part in word for word in words for part in SPAWNING) else 1
    for attempt in range(1, attempts + 1):
        try:
            return run_once(words, min(timeout, 30) if attempt < attempts else timeout)
        except subprocess.TimeoutExpired:
            if attempt == attempts:
                raise
            print(f"attempt {attempt} hung, {' '.join(words)} is tried again", flush=True)
            # Results that the hung run began would push those of the next one into a directory of another name.
            if options.output:
                shutil.rmtree(options.output, ignore_errors=True)


def run_once(words, timeout):
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as started:
        try:
            output, errors = started.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            started.terminate()  # the launcher then ends its processes; killed, it could not
            try:
                started.communicate(timeout=10)
            except subprocess.TimeoutExpired:
                started.kill()
            raise
    # MPICH's launcher adds a report with process numbers where a program crashed.
    output = output.partition("\n" + 30 * "=")[0]
    return subprocess.CompletedProcess(words, started.returncode, output, errors)
