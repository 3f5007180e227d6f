# SPDX-License-Identifier: BSD-3-Clause
"""The rows of shmem.table, and the calls of a host's shmem.h that each of them stands for."""
import re
import sys

from mpi_table import FACTS, rows_of

DECLARATION = re.compile(r"([\w:<> *]+?[\s*])(\w+)\s*\(([^()]*)\)\s*;")
SIZES = ("-", "one", "count", "mean")
# OpenSHMEM 1.4, tables 3 to 9. A word that is none, such as signal, begins a name of another meaning.
TYPES = r"(?:[su]?char|u?(?:short|int|long|longlong|int8|int16|int32|int64)|float|double|longdouble|size|ptrdiff|complex[df])"


class Row:
    """One line of the table."""

    parameters = []  # those of its forms differ
    call = None
    returns = "void"

    def __init__(self, text, section, place):
        columns = re.split(r"\s{2,}", text.strip())
        if len(columns) not in (5, 6) or columns[1] not in SIZES:
            sys.exit(f"{place}: expected the columns kind, size ({', '.join(SIZES)}), stand-in, perhaps facts, family and forms")
        self.kind, self.size, stand_in, *facts, self.name, forms = columns
        self.facts = dict(word.partition("=")[::2] for word in facts[0].split()) if facts else {}
        for fact, value in self.facts.items():
            if not re.fullmatch(FACTS.get(fact, "(?!)"), value):
                sys.exit(f"{place}: expected a fact such as messages=p-1, found {fact}={value}")
        self.charge = "nothing" if stand_in == "0" else "own"
        self.stand_in = "-" if stand_in == "0" else stand_in
        self.section = "OpenSHMEM-1.4:" + section
        names, _, arguments = forms.partition("(")
        self.forms = [] if forms == "-" else names.split()
        self.roles = [word.strip() for word in arguments.rstrip(")").split(",") if word.strip()]

    def parameter(self, _pattern):
        return None

    def expression(self):
        """Of all names that it stands for: with groups ctx, type and width."""
        texts = []
        for form in self.forms:
            if form.startswith("="):
                texts.append(form[1:])
                continue
            form = re.sub(r"(?<![a-z])T_", lambda _: TYPES + "_", form)
            form = re.sub(r"(?<=[a-z])N", r"[0-9]+", form)
            texts.append("shmemx?_" + form.replace("[ctx_]", "(?:ctx_)?"))
        return re.compile("|".join(texts))


class Declaration:
    """A call of the host's as a row sees it: `types` of its parameters, named as the row names them."""

    def __init__(self, row, name, returns, parameters, place):
        self.row, self.name, self.returns = row, name, returns
        self.types = types_of(parameters)
        self.roles = list(row.roles)
        self.has_context = self.types[:1] == ["shmem_ctx_t"] and self.roles[:1] != ["ctx"]
        if self.has_context:
            self.roles.insert(0, "ctx")
        if len(self.types) != len(self.roles):
            sys.exit(f"{place}: {name}: expected the arguments ({', '.join(self.roles)})")

    @property
    def parameters(self):
        return ", ".join(f"{kind} {role}" for kind, role in zip(self.types, self.roles)) or "void"

    @property
    def arguments(self):
        return ", ".join(self.roles)

    def type(self, role):
        return self.types[self.roles.index(role)]

    @property
    def width(self):
        """Bytes of an element, as C++."""
        bits = re.search(r"(?:[a-z])(\d+)(?:_nbi)?$", self.name)
        pointer = self.type("dest") if "dest" in self.roles else self.type("source")
        if "void" not in pointer:
            return f"sizeof(*{'dest' if 'dest' in self.roles else 'source'})"
        return str(int(bits[1]) // 8) if bits else "1"


def types_of(parameters):
    return [] if parameters.strip() in ("", "void") else [type_of(parameter) for parameter in parameters.split(",")]


def type_of(parameter):
    """`const long *source` -> `const long*`; `int list[]` -> `int*`."""
    parameter = re.sub(r"(\w+)\s*\[\w*\]", r"*\1", parameter)
    text = re.sub(r"\s*\w+\s*$", "", parameter.strip()) if re.search(r"[\s*&]\w+\s*$", parameter.strip()) else parameter
    return re.sub(r"\s*\*", "*", text.strip())


def read(path):
    return rows_of(path, Row)


def check_stand_ins(rows, path):
    names = {row.name for row in rows}
    for row in rows:
        if row.stand_in != "-" and row.stand_in not in names:
            sys.exit(f"{path}: the stand-in {row.stand_in} of {row.name} has no row")


def profiled(header):
    """{name: (what it returns, its parameters)} of the calls that the preprocessed shmem.h declares under their name for profiling, too."""
    with open(header, encoding="utf-8") as file:
        text = re.sub(r"__attribute__\s*\(\(.*?\)\)\)?", " ", file.read())
    text = re.sub(r"\s+", " ", text)
    found = {name: (returns.replace("extern", "").strip(), parameters) for returns, name, parameters in DECLARATION.findall(text)}
    return {name: facts for name, facts in found.items() if "p" + name in found}


def declared(rows, header):
    """The calls of a host that the rows stand for."""
    expressions = [(row, row.expression()) for row in rows if row.forms]
    return [Declaration(row, name, returns, parameters, header) for name, (returns, parameters) in profiled(header).items()
            for row, expression in expressions if expression.fullmatch(name)]


def unknown(rows, why_passed, header):
    """{name: (what it returns, types of its parameters)} of those that no table knows."""
    expressions = [row.expression() for row in rows if row.forms]
    return {name: (returns, types_of(parameters)) for name, (returns, parameters) in profiled(header).items()
            if name.startswith("shmem") and not why_passed(name) and not any(known.fullmatch(name) for known in expressions)}
