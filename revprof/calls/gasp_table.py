# SPDX-License-Identifier: BSD-3-Clause
"""The rows of gasp.table: events of UPC's performance tool interface, as calls."""
import re
import sys

from mpi_table import FACTS, rows_of

SIZES = ("-", "n", "element")
ARGUMENTS = r"-|[inatskh]+"
# What reports and traces know of a rule whose name is no kind of theirs.
KINDS = {"exit": "finalize", "abort": "global_exit", "wait": "all_to_all", "barrier": "all_to_all", "fence": "quiet", "forall": "function",
         "allocation": "one_to_all", "attempt": "test_lock", "copy": "put", "get_block": "get", "put_block": "put", "get_init": "get_nbi",
         "put_init": "put_nbi", "copy_init": "put_nbi", "sync": "quiet"}


class Row:
    """One line of the table."""

    parameters = []
    returns = "void"

    def __init__(self, text, section, place):
        columns = re.split(r"\s{2,}", text.strip())
        if len(columns) not in (7, 8) or columns[1] not in SIZES:
            sys.exit(f"{place}: expected the columns rule, size ({', '.join(SIZES)}), stand-in, perhaps facts, event, arguments and two numbers")
        self.rule, self.size, stand_in, *facts, self.event, arguments, gnu, berkeley = columns
        self.facts = dict(word.partition("=")[::2] for word in facts[0].split()) if facts else {}
        for fact, value in self.facts.items():
            if not re.fullmatch(FACTS.get(fact, "(?!)"), value):
                sys.exit(f"{place}: expected a fact such as messages=p-1, found {fact}={value}")
        start, _, end = arguments.partition("/")
        for letters in (start, end or start):
            if not re.fullmatch(ARGUMENTS, letters):
                sys.exit(f"{place}: expected arguments such as isan, found {letters}")
        self.start, self.end = start.strip("-"), (end or start).strip("-")
        self.gnu, self.berkeley = (-1 if number == "-" else int(number) for number in (gnu, berkeley))
        self.name = self.call = re.sub("^GASP_", "", self.event).lower()
        self.kind = KINDS.get(self.rule, self.rule)
        self.charge = "nothing" if stand_in == "0" else "own"
        self.stand_in = "-" if stand_in == "0" else stand_in
        self.section = "GASP-1.5:5.4 " + section

    def parameter(self, _pattern):
        return None


def read(path):
    rows = rows_of(path, Row)
    for numbers in ([row.gnu for row in rows], [row.berkeley for row in rows]):
        known = [number for number in numbers if number >= 0]
        if len(known) != len(set(known)):
            sys.exit(f"{path}: expected each event to have a number of its own")
    return rows
