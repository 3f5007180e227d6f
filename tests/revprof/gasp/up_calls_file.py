#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""revprof_gasp.upc without UPC's words is C that compiles, and defines what the library asks for: the nearest to a UPC compiler.

    up_calls_file.py --cc CC --folder revprof/gasp --library LIBRARY --output DIRECTORY
"""
import argparse
import os
import re
import subprocess
import sys

UPC = """#include <stddef.h>
#include <string.h>
#define THREADS 2
#define MYTHREAD 1
#define upc_barrier ((void)0)
#define upc_fence ((void)0)
size_t upc_threadof(void *address);
size_t upc_addrfield(void *address);
void upc_memput(void *to, const void *from, size_t count);
void upc_memget(void *to, const void *from, size_t count);
void upc_global_exit(int code);
"""
FLAGS = """enum { UPC_IN_NOSYNC = 1, UPC_IN_MYSYNC = 2, UPC_OUT_NOSYNC = 8, UPC_OUT_MYSYNC = 16 };
"""


def run(*words):
    ended = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    if ended.returncode != 0:
        sys.exit(f"{words}: exit code {ended.returncode}\n{ended.stdout}{ended.stderr}")
    return ended.stdout


def names(text, kinds):
    return {line.split()[-1] for line in text.splitlines() if re.search(rf" [{kinds}] revprof_upc_", line)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("cc", "folder", "library", "output"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    os.makedirs(options.output, exist_ok=True)
    with open(f"{options.folder}/revprof_gasp.upc", encoding="utf-8") as file:
        text = re.sub(r"\bshared (\[\w+\] )?", "", file.read())
    for name, content in (("revprof_gasp.c", text), ("upc_relaxed.h", UPC), ("upc_collective.h", FLAGS)):
        with open(f"{options.output}/{name}", "w", encoding="utf-8") as file:
            file.write(content)
    asked = names(run("nm", "-D", options.library), "w")
    for more in ([], ["-D__UPC_COLLECTIVE__=1", "-D__BERKELEY_UPC__=1"]):
        made = f"{options.output}/revprof_gasp.o"
        run(options.cc, "-std=c99", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas", "-Wno-unused-parameter", *more, "-I", options.output,
            "-I", options.folder, "-c", f"{options.output}/revprof_gasp.c", "-o", made)
        if len(asked) != 10 or names(run("nm", made), "T") != asked:
            sys.exit(f"the library asks for {sorted(asked)}, the file has {sorted(names(run('nm', made), 'T'))}")


if __name__ == "__main__":
    main()
