# SPDX-License-Identifier: BSD-3-Clause
"""revprof for Spack: a repository's packages/revprof/package.py. The versions are those of the project's releases."""
from spack.package import *


class Revprof(CMakePackage):
    """Predicts how long an MPI program takes on a machine it has never run on, and why."""

    homepage = "https://github.com/OWNER/revprof"
    git = "https://github.com/OWNER/revprof.git"

    license("BSD-3-Clause")

    version("main", branch="main")

    variant("otf2", default=True, description="Traces for Vampir and others")
    variant("places", default=True, description="Calls by source line, by elfutils")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("python@3.6:", type="build")
    depends_on("mpi")
    depends_on("boost+program_options")
    depends_on("eigen@3.3:")
    depends_on("nlohmann-json@3.9:")
    depends_on("otf2", when="+otf2")
    depends_on("elfutils", when="+places")

    def cmake_args(self):
        without = [part for part, variant in (("OTF2", "otf2"), ("libdw", "places")) if variant not in self.spec.variants
                   or not self.spec.variants[variant].value]
        return [self.define("REVPROF_TESTS", False), self.define("REVPROF_WITHOUT", ",".join(without + ["other-MPI"]))]
