# SPDX-License-Identifier: BSD-3-Clause
"""The rows of mpi.table, and what follows of a row's prototype and kind."""
import copy
import re
import sys

COLLECTIVE = ("all_to_all", "one_to_all", "all_to_one", "scan", "neighbour")
# What a fact may say.
MULTIPLES = {"": "unknown", "1": "one", "log(p)": "rounds", "p-1": "others", "2(p-1)/p": "there_and_back"}
FACTS = {"messages": r"1|log\(p\)|p-1", "bus": r"1|p-1|2\(p-1\)/p", "otf2": r"[A-Z_]+:[a-z_]+", "ends": "here", "d": "members"}
# What reports tell apart; the first one whose kinds fit.
GROUPS = {
    "send": r"i?send|send_init|start|startall|(own_)?buffer_detach|psend_init|pready\w*",
    "receive": r"i?receive|i?mreceive|receive_init|precv_init|i?sendrecv|i?sendrecv_replace",
    "completion": r"wait\w*|test(all|any|some)?|i?m?probe|request_get_status\w*|parrived|flag_\w+|fence|quiet|ctx_destroy|notify|trysync",
    "one_to_all": "one_to_all",
    "all_to_one": "all_to_one",
    "all_to_all": "all_to_all",
    "scan": "scan",
    "neighbour": "neighbour",
    "communicator": r"comm_split_type|comm_create\w*|intercomm_create\w*",
    "one_sided": r"win_\w+|[ri]?put|[ri]?get|r?accumulate|r?get_accumulate|fetch_and_op|compare_and_swap|"
                 r"p|g|put_nbi|get_nbi|atomic|fetching|compare|(test_|un)?lock",
    "file": r"file_\w+",
    "other": r"\w+"}


class Row:
    """One line of the table, its prototype taken apart."""

    def __init__(self, text, section, place):
        columns = re.split(r"\s{2,}", text.strip(), maxsplit=4)
        if len(columns) not in (4, 5):
            sys.exit(f"{place}: expected the columns kind, size, stand-in, perhaps facts, and prototype")
        self.kind, self.size, stand_in, *facts, self.prototype = columns
        self.facts = dict(word.partition("=")[::2] for word in facts[0].split()) if facts else {}
        for fact, value in self.facts.items():
            if not re.fullmatch(FACTS.get(fact, "(?!)"), value):
                sys.exit(f"{place}: expected a fact such as messages=p-1, found {fact}={value}")
        self.charge = "nothing" if stand_in == "0" else "stand_in" if stand_in.startswith("=") else "own"
        self.stand_in = "-" if stand_in == "0" else stand_in.lstrip("=")
        self.section = section
        self.returns, self.parameters = "int", []
        self.name = self.prototype
        if self.kind == "equation":
            return
        match = re.fullmatch(r"(int|double) (MPI_\w+)\((.*)\)", self.prototype)
        if not match:
            sys.exit(f"{place}: expected a C prototype, found {self.prototype!r}")
        self.returns, self.name, parameters = match.groups()
        self.call = self.name
        if parameters != "void":
            self.parameters = [p.strip() for p in parameters.split(",")]

    def persistent(self):
        """The persistent form of a nonblocking collective (MPI-4.0 section 6.13)."""
        row = copy.copy(self)
        row.name = row.call = "MPI_" + self.name[len("MPI_I"):].capitalize() + "_init"
        row.stand_in, row.section = self.name, "MPI-4.0:6.13"
        row.parameters = self.parameters[:-1] + ["MPI_Info info", self.parameters[-1]]
        return row

    def extension(self):
        """As Open MPI 4 has it in mpi-ext.h: MPIX_Allreduce_init."""
        row = copy.copy(self)
        row.name = self.name.replace("MPI_", "MPIX_")
        return row

    @property
    def arguments(self):
        return [re.search(r"(\w+)(\[\])*$", p).group(1) for p in self.parameters if p != "..."]

    def parameter(self, pattern):
        """Name of the first parameter whose declaration fits."""
        for declaration, name in zip(self.parameters, self.arguments):
            if re.fullmatch(pattern, declaration):
                return name
        return None


def group(row):
    if row.kind in COLLECTIVE and made_communicator(row):
        return "communicator"
    return next(name for name, kinds in GROUPS.items() if re.fullmatch(kinds, row.kind))


def polls(row):
    """Whether it may return with nothing done: a program calls it until something is."""
    return row.parameter(r"int ?\* ?flag") is not None or row.kind in ("testsome", "request_get_status_some", "flag_test", "test_lock", "trysync")


def has_request(row):
    return row.kind in COLLECTIVE and not is_persistent_collective(row) and row.parameters[-1:] == ["MPI_Request *request"]


def is_nonblocking_collective(row):
    request = row.kind in COLLECTIVE and row.parameters[-1] == "MPI_Request *request"
    return request and row.name.startswith("MPI_I")


def is_persistent_collective(row):
    return row.kind in COLLECTIVE and row.name.endswith("_init")


def completes_later(row):
    """A collective that another call completes."""
    return has_request(row) or is_persistent_collective(row)


def made_communicator(row):
    """The parameter through which a collective returns a new communicator."""
    return row.parameter(r"MPI_Comm ?\* ?\w+")


def rows_of(path, row):
    """Each line as row(line, section, place); a comment names the section of what follows."""
    rows, section = [], ""
    with open(path, encoding="utf-8") as table:
        for number, line in enumerate(table, 1):
            if line.startswith("#"):
                section = line[1:].strip()
            elif line.strip():
                rows.append(row(line, section, f"{path}:{number}"))
    return rows


def read(path):
    rows = rows_of(path, Row)
    by_name = {row.name: row for row in rows}
    for row in filter(is_nonblocking_collective, rows):
        row.facts = by_name["MPI_" + row.name[len("MPI_I"):].capitalize()].facts
    rows += [row.persistent() for row in rows if is_nonblocking_collective(row)]
    names = {row.name for row in rows}
    for row in rows:
        if row.stand_in != "-" and row.stand_in not in names:
            sys.exit(f"{path}: the stand-in {row.stand_in} of {row.name} has no row")
    return rows
