#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every link of the project's pages leads to a file that is there, and to a heading of it.

    page_links.py DIRECTORY [PLANTED.md]
"""
import os
import re
import sys


def pages(directory):
    for folder, below, names in os.walk(directory):
        below[:] = [name for name in below if name != "build" and not name.startswith(".")]
        yield from (os.path.join(folder, name) for name in names if name.endswith(".md"))


def text_of(page):
    with open(page, encoding="utf-8") as file:
        return re.sub(r"^```.*?^```", "", file.read(), flags=re.DOTALL | re.MULTILINE)


def anchors(page):
    """As GitHub makes them."""
    for heading in re.findall(r"^#+ (.*)$", text_of(page), re.MULTILINE):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def broken(page):
    for link in re.findall(r"\]\(([^)\s]+)\)", text_of(page)):
        path, _, anchor = link.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
        if not re.match(r"\w+:", link) and (
                not os.path.exists(target) or (anchor and anchor not in anchors(target))):
            yield link


found = [(page, link) for page in [*pages(sys.argv[1]), *sys.argv[2:]] for link in broken(page)]
for page, link in found:
    print(f"{page}: no such file or heading: {link}")
sys.exit(1 if found else 0)
