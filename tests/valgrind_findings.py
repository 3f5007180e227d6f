#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""valgrind_findings.py FILE.xml... --plainly FILE.xml...: counts what valgrind found, ours apart from MPI's.

An error is ours if the code that made it is in librevprof or a test program, if it is about memory that
librevprof allocated, or if MPI has none like it where the same program runs plainly (MPI was handed something
undefined, or an object of it is never freed). Prints ours in full; exit code 1 where there are any.
"""
import argparse
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

# What is called on somebody's behalf: the next caller counts.
SERVICES = ("vgpreload", "libc.so", "ld-linux", "libstdc++", "libpthread", "libm.so", "libgcc")

OURS = ("librevprof",)
MPI_CALL = re.compile(r"P?(MPIX?_\w+)", flags=re.IGNORECASE)

# What runs below them it does for all requests, whichever call came by: how it was called says nothing.
PROGRESS = ("opal_progress", "MPID_Progress_wait", "MPID_Progress_test")


def maker(stack):
    """The file whose code is at the top of a stack, services left out."""
    for frame in stack.findall("frame"):
        name = pathlib.Path(frame.findtext("obj", "")).name
        if name and not name.startswith(SERVICES):
            return name
    return ""


def is_ours(error, program):
    """The first stack is where it happened, a second one who allocated the memory."""
    return any(maker(stack).startswith(OURS + (program,)) for stack in error.findall("stack"))


def place_in_mpi(error, program):
    """The kind of an error and how MPI came there from the call that the program, or librevprof, made."""
    # An undefined handle is only compared, or looked up as well: its bits decide.
    place = [re.sub("^Uninit.*", "Uninit", error.findtext("kind"))]
    for frame in error.find("stack").findall("frame"):
        if pathlib.Path(frame.findtext("obj", "")).name.startswith(OURS + (program,)):
            break
        function = frame.findtext("fn", "?")
        call = MPI_CALL.fullmatch(function)
        place.append(call.group(1).lower() if call else function)
        if call or function in PROGRESS:
            break
    return tuple(place)


def text(error):
    what = error.findtext("what") or error.findtext("xwhat/text")
    frames = [f"    {frame.findtext('fn', '?')} ({frame.findtext('file') or frame.findtext('obj', '?')}"
              f":{frame.findtext('line', '?')})" for frame in error.find("stack").findall("frame")]
    return "\n".join([f"  {error.findtext('kind')}: {what}", *frames[:12]])


def errors(paths):
    """Each error with the name of its program."""
    for path in paths:
        try:
            root = ElementTree.parse(path).getroot()
        except ElementTree.ParseError as error:
            sys.exit(f"{path}: the process did not end as it should: {error}")
        program = pathlib.Path(root.findtext("args/argv/exe", "?")).name
        for error in root.findall("error"):
            yield error, program


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+")
    parser.add_argument("--plainly", nargs="+", required=True)
    arguments = parser.parse_args()
    places = {place_in_mpi(error, program) for error, program in errors(arguments.plainly)}
    # Where a call ends by jumping to what it calls, its own name is not on the stack.
    known = places | {place[:-1] for place in places}
    ours, others = [], 0
    for error, program in errors(arguments.files):
        if is_ours(error, program) or place_in_mpi(error, program) not in known:
            ours.append(text(error))
        else:
            others += 1
    print(f"{len(ours)} of ours, {others} of MPI's")
    if ours:
        print("\n".join(ours))
        sys.exit(1)


if __name__ == "__main__":
    main()
