#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""One type for each name in namespace revprof, outside of anonymous namespaces: two of one name in one program are taken
for one by the linker, and the wrong destructor runs.

    type_names.py FOLDER...     # each searched for C++ files
"""
import collections
import pathlib
import re
import sys

FOLDERS = ("characterize", "fit", "report_templates", "revprof", "examples", "tests")
# Comments, raw strings, strings, characters, digits' separators, directives: what braces and keywords do not count in.
NO_CODE = re.compile(r"""//[^\n]*|/\*.*?\*/|R"([^"()\\\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])"""
                     r"""|'(?:\\.|[^'\\\n])+'|^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*""", re.DOTALL | re.MULTILINE)
NAMESPACE = re.compile(r"(?:inline\s+)?namespace\s*([\w:]*)$")
TYPE = re.compile(r"(?:template\s*<.*>\s*)?(?:struct|class|union|enum(?:\s+(?:class|struct))?)\s+"
                  r"(?:\[\[\w+\]\]\s*|alignas\([^)]*\)\s*)*(\w+)(?:\s+final)?\s*(?::[^:].*)?$", re.DOTALL)


def types_of(text):
    """The names and lines of the types that a file defines directly in named namespaces."""
    text = NO_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match.group(0)), text)
    scopes, begin = [], 0
    for match in re.finditer(r"[{};]", text):
        head, begin = text[begin:match.start()].strip(), match.end()
        if match.group(0) == "}":
            scopes.pop()
        if match.group(0) != "{":
            continue
        namespace, kind = NAMESPACE.match(head), TYPE.match(head)
        if kind and None not in scopes and "" not in scopes and scopes[:1] == ["revprof"]:
            yield "::".join(scopes + [kind.group(1)]), text.count("\n", 0, match.start()) + 1
        scopes.append(namespace.group(1) if namespace else None)
    if scopes:
        raise ValueError("a brace is not closed")


def main():
    places = collections.defaultdict(dict)
    for top in map(pathlib.Path, sys.argv[1:]):
        folders = [top / folder for folder in FOLDERS if (top / folder).is_dir()] or [top]
        for path in sorted(path for folder in folders for path in folder.rglob("*.[ch]pp")):
            try:
                for name, line in types_of(path.read_text(encoding="utf-8")):
                    places[name][path] = line
            except (IndexError, ValueError):
                sys.exit(f"{path}: expected balanced braces")
    pairs = {name: where for name, where in places.items() if len(where) > 1}
    for name, where in sorted(pairs.items()):
        print(f"{name}: " + ", ".join(f"{path}:{line}" for path, line in where.items()))
    print(f"{len(places)} types, {len(pairs)} names of several")
    return 1 if pairs or len(places) == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
