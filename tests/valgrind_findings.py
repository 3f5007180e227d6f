#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""valgrind_findings.py FILE.xml...: counts what valgrind found, ours apart from MPI's.

An error is ours if the code that made it is in librevprof or a test program, or if it is about memory
that librevprof allocated. Prints ours in full; exit code 1 where there are any.
"""
import pathlib
import sys
import xml.etree.ElementTree as ElementTree

# What is called on somebody's behalf: the next caller counts.
SERVICES = ("vgpreload", "libc.so", "ld-linux", "libstdc++", "libpthread", "libm.so", "libgcc")


def maker(stack):
    """The file whose code is at the top of a stack, services left out."""
    for frame in stack.findall("frame"):
        name = pathlib.Path(frame.findtext("obj", "")).name
        if name and not name.startswith(SERVICES):
            return name
    return ""


def is_ours(error, program):
    """The first stack is where it happened, a second one who allocated the memory."""
    return any(maker(stack).startswith(("librevprof", program)) for stack in error.findall("stack"))


def text(error):
    what = error.findtext("what") or error.findtext("xwhat/text")
    frames = [f"    {frame.findtext('fn', '?')} ({frame.findtext('file') or frame.findtext('obj', '?')}"
              f":{frame.findtext('line', '?')})" for frame in error.find("stack").findall("frame")]
    return "\n".join([f"  {error.findtext('kind')}: {what}", *frames[:12]])


def main():
    ours, others = [], 0
    for path in sys.argv[1:]:
        try:
            root = ElementTree.parse(path).getroot()
        except ElementTree.ParseError as error:
            sys.exit(f"{path}: the process did not end as it should: {error}")
        program = pathlib.Path(root.findtext("args/argv/exe", "?")).name
        for error in root.findall("error"):
            if is_ours(error, program):
                ours.append(text(error))
            else:
                others += 1
    print(f"{len(ours)} of ours, {others} of MPI's")
    if len(sys.argv) == 1 or ours:
        print("\n".join(ours))
        sys.exit(1)


if __name__ == "__main__":
    main()
