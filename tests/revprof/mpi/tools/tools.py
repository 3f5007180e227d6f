#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A tool of MPI's profiling interface prints under revprof what it prints plainly, and the prediction is that without it.

--program, and where there are such, --linked with the tool and --inside, whose own code holds it; --tool LIBRARY; --command
revprof: started by `revprof run`, too."""

import json
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import launcher  # noqa: E402

PROCESSES = 3
TALKS = {"TOOL_TALKS": "1"}


class Test:
    def __init__(self, options):
        self.options, self.wrong = options, []

    def plainly(self, program, variables):
        libraries = [variables.get("LD_PRELOAD"), self.options.yielding]
        variables = {**variables, "LD_PRELOAD": ":".join(filter(None, libraries))}
        return launcher.run(self.options, PROCESSES, variables, [program]).stdout

    def clocks(self):
        path = os.path.join(self.options.output, "summary.json")
        if not os.path.exists(path):
            return "no summary: no call was seen"
        with open(path, encoding="utf-8") as file:
            summary = json.load(file)
        return summary["process_picoseconds"], summary["calls"]

    def under(self, program, preloaded, variables):
        shutil.rmtree(self.options.output, ignore_errors=True)
        ours = launcher.under_revprof(self.options)
        ended = launcher.run(self.options, PROCESSES, {**variables, **ours, "LD_PRELOAD": preloaded}, [program])
        if ended.returncode != 0:
            print(ended.stderr)
            return ended.stdout, None
        return ended.stdout, self.clocks()

    def by_command(self, program, variables):
        shutil.rmtree(self.options.output, ignore_errors=True)
        words = [self.options.command, "run", "--model", self.options.model, "--output", self.options.output, "--quiet", "1",
                 "-n", str(PROCESSES), "--", program]
        ended = subprocess.run(words, env={**os.environ, **variables}, capture_output=True, text=True, timeout=120)
        if ended.returncode != 0:
            print(ended.stderr)
            return ended.stdout, None
        return ended.stdout, self.clocks()

    def expect(self, what, got, printed, predicted):
        if sorted(got[0].splitlines()) != sorted(printed.splitlines()):  # of several processes
            self.wrong.append(f"{what}: printed\n{got[0]}expected\n{printed}")
        if got[1] != predicted:
            self.wrong.append(f"{what}: predicted\n{got[1]}\nexpected\n{predicted}")


def main():
    parser = launcher.parser(__doc__, ("library", "model", "output", "program", "tool", "command"))
    parser.add_argument("--linked")
    parser.add_argument("--inside")
    parser.add_argument("--static", help="the program with librevprof in it, which is no other tool")
    parser.add_argument("--unseen", action="store_true", help="plainly, too, the tool does not see where the program ends")
    options = parser.parse_args()
    test = Test(options)
    ours, tool = options.library, options.tool
    preloaded = {**TALKS, "LD_PRELOAD": tool}
    _, predicted = test.under(options.program, ours, TALKS)
    printed = test.plainly(options.program, preloaded)
    if ("tool" in printed) == options.unseen or predicted is None:
        sys.exit(f"plainly the tool prints\n{printed}predicted {predicted}")
    test.expect("before", test.under(options.program, f"{tool}:{ours}", TALKS), printed, predicted)
    test.expect("behind", test.under(options.program, f"{ours}:{tool}", TALKS), printed, predicted)
    test.expect("by revprof run", test.by_command(options.program, preloaded), printed, predicted)
    if options.linked:
        test.expect("linked", test.under(options.linked, ours, TALKS), test.plainly(options.linked, TALKS), predicted)
        test.expect("linked, by revprof run", test.by_command(options.linked, TALKS), printed, predicted)
    if options.inside:  # its own messages count: nobody sees the program call it
        printed = test.plainly(options.inside, {})
        test.expect("inside", test.under(options.inside, ours, {}), printed, predicted)
        test.expect("inside, by revprof run", test.by_command(options.inside, {}), printed, predicted)
    if options.static:
        test.expect("static", test.under(options.static, ours, {}), test.plainly(options.program, {}), predicted)
        refused = subprocess.run([options.command, "check", options.static], capture_output=True, text=True, timeout=60)
        if refused.returncode == 0 or "MPI_Init is part of the program" not in " ".join(refused.stdout.split()):
            test.wrong.append(f"revprof check of the static one: {refused.stdout}")
    print("\n".join(test.wrong))
    sys.exit(1 if test.wrong else 0)


if __name__ == "__main__":
    main()
