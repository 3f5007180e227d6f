# SPDX-License-Identifier: BSD-3-Clause
"""What a host's mpi.h declares, and how its signatures differ from those of the table's rows."""
import re
import sys

DECLARATION = re.compile(r"\b(int|double|MPI_\w+)\s+(MPIX?_[A-Z]\w*)\s*\(([^()]*)\)\s*(?:__attribute__\s*\(.*?\)\s*)*;")
# Of one width or another, by version of the standard and host.
WHOLE_NUMBERS = {"int", "MPI_Count", "MPI_Aint", "MPI_Offset"}


class Declaration:
    """`int MPI_Send(const void *buf, ...)`, its parameters as types without names."""

    def __init__(self, returns, parameters, profiled=True):
        self.returns, self.profiled = returns, profiled  # under its name for profiling, too
        self.parameters = [] if parameters.strip() in ("void", "") else [p.strip() for p in parameters.split(",")]

    @property
    def types(self):
        return [type_of(parameter) for parameter in self.parameters]


def read(path):
    """By name, of the preprocessed mpi.h."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    profiled = set(re.findall(r"\bP(MPIX?_\w+)\s*\(", text))
    return {name: Declaration(returns, parameters, name in profiled)
            for returns, name, parameters in DECLARATION.findall(text)}


def type_of(parameter):
    """`const int recvcounts[]` -> `const int*`; the name may be missing."""
    if parameter == "...":
        return parameter
    parameter = re.sub(r"\s*\b(restrict|__restrict|__restrict__)\b", "", parameter)
    array = re.search(r"((?:\[\w*\])+)$", parameter)
    stars = array.group(1).count("[") if array else 0
    words = re.findall(r"\w+|\*", parameter[:array.start()] if array else parameter)
    names = [word for word in words if word != "*"]
    qualifiers = {"const", "unsigned", "signed", "struct"}
    if words[-1] != "*" and len([n for n in names if n not in qualifiers]) > 1:
        words.pop()
    stars += words.count("*")
    return " ".join(word for word in words if word != "*") + "*" * stars


def base(type_name):
    return re.sub(r"\bconst\b|\s", "", type_name)


def same_argument(declared, known):
    """Whether a C cast makes the one of the other: they differ by const, or in the width of a number."""
    declared, known = base(declared), base(known)
    return declared == known or {declared, known} <= WHOLE_NUMBERS


class Signature:
    """A row as the host declares it. `known` are the types that its handler takes, those of the row's prototype."""

    def __init__(self, row, declaration, name):
        self.row, self.name = row, name
        self.known = [type_of(parameter) for parameter in row.parameters]
        self.types = declaration.types
        wide = name.endswith("_c") and not row.name.endswith("_c")
        if declaration.returns != row.returns or len(self.types) != len(self.known):
            sys.exit(f"mpi.h: {name}: expected as in {row.prototype}")
        for declared, known, argument in zip(self.types, self.known, row.arguments):
            element = {base(declared).rstrip("*"), base(known).rstrip("*")}
            widened = wide and element <= WHOLE_NUMBERS
            if not same_argument(declared, known) and not widened:
                self.refuse(declared, known, argument)

    def expect_known(self):
        """Where nothing makes the one type of the other."""
        for declared, known, argument in zip(self.types, self.known, self.row.arguments):
            if declared != known:
                self.refuse(declared, known, argument)

    def refuse(self, declared, known, argument):
        sys.exit(f"mpi.h: {self.name}: its {argument} is of type {declared}; expected {known}, as in {self.row.prototype}")

    @property
    def parameters(self):
        named = [f"{kind} {name}" for kind, name in zip(self.types, self.row.arguments)]
        return ", ".join(named + ["..."] * (self.types[-1:] == ["..."])) or "void"

    def as_known(self, name):
        """An argument of the wrapper, as the handler takes it."""
        at = self.row.arguments.index(name)
        return name if self.types[at] == self.known[at] else f"({self.known[at]}){name}"

    @property
    def real(self):
        """The host's function, as the handler calls it."""
        if self.types == self.known:
            return f"P{self.name}"
        names = [f"{name}_given" for name in self.row.arguments]
        parameters = ", ".join(f"{kind} {name}" for kind, name in zip(self.known, names))
        passed = ", ".join(name if declared == known else f"({declared}){name}"
                           for declared, known, name in zip(self.types, self.known, names))
        return f"[]({parameters}) {{ return P{self.name}({passed}); }}"
