# SPDX-License-Identifier: BSD-3-Clause
"""The programs whose wall time is taken: a row each, its input made larger than that of the tests."""
import dataclasses
import pathlib
import re
import shutil
import sys
from typing import Callable

SOURCE = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = SOURCE / "examples"
sys.path.insert(0, str(EXAMPLES))
import compare_results  # noqa: E402


@dataclasses.dataclass(frozen=True)
class Program:
    name: str
    executable: str  # in PATH, or in the build's folder of programs
    arguments: Callable  # (options, folder it runs in) -> words after the executable

    def command(self, options, folder):
        """What mpirun starts; None where it is not installed or not built."""
        path = shutil.which(self.executable) or shutil.which(str(options.bin / self.executable))
        return [path, *self.arguments(options, folder)] if path else None


def hpcc(options, folder):
    text = compare_results.hpcc_input(options.processes, options.hpcc_size)
    (folder / "hpccinf.txt").write_text(text)
    return []


def lammps(name, times):
    def arguments(options, folder):
        text = (EXAMPLES / "lammps" / name).read_text()
        steps = max(1, round(options.length * times))
        (folder / name).write_text(re.sub(r"^run( +)(\d+)", lambda run: f"run {int(run[2]) * steps}",
                                          text, flags=re.M))
        return ["-in", name, "-log", "none"]
    return arguments


def espresso(_, folder):
    text = (EXAMPLES / "quantum-espresso" / "silicon.in").read_text()
    (folder / "silicon.in").write_text(text.replace("2 2 2 0 0 0", "6 6 6 0 0 0"))
    return ["-in", "silicon.in"]


def times(count):
    return lambda options, _: [str(max(1, round(count * options.length)))]


PROGRAMS = [
    Program("hpcc", "hpcc", hpcc),
    Program("lammps melt", "lmp", lammps("melt.lmp", 20)),
    Program("lammps salt", "lmp", lammps("salt.lmp", 10)),
    Program("lammps crack", "lmp", lammps("crack.lmp", 20)),
    Program("pw.x", "pw.x", espresso),
    Program("mpi4py", "/usr/bin/python3",
            lambda options, folder: [str(SOURCE / "tests" / "bench" / "python_exchange.py"),
                                     *times(2000)(options, folder)]),
    Program("hdf5", "hdf5_file", times(500)),
    Program("petsc", "krylov", lambda *_: ["-width", "500"]),
]
