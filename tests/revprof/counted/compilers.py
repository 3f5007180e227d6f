#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The assembler that counts, as GCC calls it: ways to compile, what it passes on, and what it refuses."""

import argparse
import os
import subprocess
import sys
import tempfile

PROGRAM = """#include <stdlib.h>
#include <stdio.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  int numbers[] = {3, 1, 2};
  qsort(numbers, 3, sizeof(int), compare);
  printf("%d%d%d\\n", numbers[0], numbers[1], numbers[2]);
  return 0;
}
"""
# Each compiles, runs and counts.
WAYS = ["-O0", "-O2 -g", "-Os -fPIC -fno-plt", "-O2 -pipe", "-O2 -save-temps=obj", "-O2 -fcf-protection", "-O2 -static",
        "-O2 -no-pie", "-O2 -fno-asynchronous-unwind-tables", "-O2 -flto", "-O2 -ffunction-sections -Wl,--gc-sections", "-O2 -pg"]


class Compiler:
    def __init__(self, options, scratch):
        self.words = [options.compiler]
        self.revprof = options.revprof
        self.scratch = scratch
        self.flags = subprocess.run([options.revprof, "flags"], text=True, capture_output=True, timeout=60, check=True).stdout.split()

    def run(self, words, text, expected=0, name="prog.c"):
        path = os.path.join(self.scratch, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run(self.words + words + [path, "-o", os.path.join(self.scratch, "prog")], text=True, timeout=300,
                              cwd=self.scratch, capture_output=True, check=False)
        if (done.returncode == 0) != (expected == 0):
            sys.exit(f"{' '.join(done.args)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stderr

    def output(self):
        return subprocess.run([os.path.join(self.scratch, "prog")], text=True, capture_output=True, timeout=60, check=True,
                              cwd=self.scratch).stdout

    def counts(self):
        notes = subprocess.run(["readelf", "-n", "-S", os.path.join(self.scratch, "prog")], text=True, capture_output=True,
                               timeout=60, check=True).stdout
        return ".note.revprof" in notes


def expect(what, truth):
    if not truth:
        sys.exit(f"expected {what}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("revprof", "compiler"):
        parser.add_argument("--" + name, required=True)
    with tempfile.TemporaryDirectory() as scratch:
        compiler = Compiler(parser.parse_args(), scratch)
        flags = compiler.flags
        for way in WAYS:
            errors = compiler.run(way.split() + flags, PROGRAM)
            expect(f"{way}: 123, found {compiler.output()!r}", compiler.output() == "123\n")
            expect(f"{way}: a program that counts, found none\n{errors}", compiler.counts())
        compiler.run(["-O2"], PROGRAM)
        expect("no count without the flags", not compiler.counts())

        # Written by hand: nobody's register is touched.
        compiler.run(["-nostdlib", "-shared"] + flags, "f:\n\tpushq %r15\n\tpopq %r15\n\tret\n", name="own.s")
        expect("that assembly written by hand does not count", not compiler.counts())

        for words, text, message in [
                (flags[:1] + ["-O2"], "int g(int); int h(int a, int b, int c, int d, int e, int f) { for (;;) { a += g(a); b += g(b); "
                 "c += g(c); d += g(d); e += g(e); f += g(f); if (a == b) return a + b + c + d + e + f; } }",
                 "expected that it is compiled with all of `revprof flags`"),
                (flags, 'int f(void) { __asm__("xorl %%r15d, %%r15d" : : : "cc"); return 1; }', "inline assembly uses r15"),
                (flags + ["-masm=intel"], PROGRAM, "compile without -masm=intel"),
                (flags + ["-m32"], "int f(void) { return 1; }", "expected code for 64 bits of x86-64, found the option --32")]:
            errors = compiler.run(words + ["-c"], text, expected=1)
            expect(f"{message!r} in\n{errors}", message in errors)
            expect("one line for it", len([line for line in errors.splitlines() if line.startswith("revprof as: ")]) == 1)
        for words, expected in [
                (["--functions"], flags + ["-finstrument-functions"]),
                (["--functions", "--without", "get,set", "--without-files", "/usr/"],
                 flags + ["-finstrument-functions", "-finstrument-functions-exclude-function-list=get,set",
                          "-finstrument-functions-exclude-file-list=/usr/"])]:
            found = subprocess.run([compiler.revprof, "flags"] + words, text=True, capture_output=True, timeout=60, check=True)
            expect(f"{expected}, found {found.stdout}", found.stdout.split() == expected)
        for words, message in [(["--without", "get"], "expected --functions beside --without"),
                               (["--functions", "--without", "get set"], "without blanks, found \"get set\"")]:
            done = subprocess.run([compiler.revprof, "flags"] + words, text=True, capture_output=True, timeout=60, check=False)
            expect(f"{message}, found {done.stderr}", done.returncode == 2 and message in done.stderr)
        gone = os.path.join(scratch, "nowhere")
        done = subprocess.run([os.path.join(flags[0][2:], "as"), "-o", gone], input="", text=True, capture_output=True,
                              timeout=60, check=False, env={"PATH": gone})
        expect(f"that the real assembler is missed, found\n{done.stderr}",
               done.returncode == 2 and "found no other assembler: expected as in PATH" in done.stderr)


if __name__ == "__main__":
    main()
