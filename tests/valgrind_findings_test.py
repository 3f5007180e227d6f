#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""valgrind_findings.py on findings as valgrind writes them: which are MPI's, which ours."""
import contextlib
import io
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

import valgrind_findings

MPI, OURS = "libmpi.so", "librevprof.so"


def findings_file(folder, name, kind, *frames):
    """One error; frames: (function, object) from the innermost on."""
    stack = "".join(f"<frame><fn>{function}</fn><obj>/lib/{obj}</obj></frame>" for function, obj in frames)
    path = pathlib.Path(folder) / name
    path.write_text("<valgrindoutput><args><argv><exe>./program</exe></argv></args>"
                    f"<error><kind>{kind}</kind><what>found</what><stack>{stack}</stack></error></valgrindoutput>")
    return str(path)


class Findings(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def counts(self, under_revprof, plainly):
        """What is printed of one error of each of two runs."""
        words = ["valgrind_findings.py", findings_file(self.folder.name, "revprof.xml", *under_revprof),
                 "--plainly", findings_file(self.folder.name, "plain.xml", *plainly)]
        printed = io.StringIO()
        with mock.patch.object(sys, "argv", words), contextlib.redirect_stdout(printed):
            with contextlib.suppress(SystemExit):
                valgrind_findings.main()
        return printed.getvalue().splitlines()[0]

    def test_at_the_same_place_plainly(self):
        ours = ("UninitCondition", ("inside", MPI), ("PMPI_Send", MPI), ("send", OURS))
        plain = ("UninitCondition", ("inside", MPI), ("MPI_Send", MPI), ("main", "program"))
        self.assertEqual(self.counts(ours, plain), "0 of ours, 1 of MPI's")

    def test_at_another_place_plainly(self):
        ours = ("UninitCondition", ("inside", MPI), ("PMPI_Send", MPI), ("send", OURS))
        plain = ("UninitCondition", ("inside", MPI), ("MPI_Recv", MPI), ("main", "program"))
        self.assertEqual(self.counts(ours, plain), "1 of ours, 0 of MPI's")

    def test_in_our_code(self):
        ours = ("InvalidRead", ("send", OURS), ("PMPI_Send", MPI), ("main", "program"))
        self.assertEqual(self.counts(ours, ours), "1 of ours, 0 of MPI's")

    def test_an_undefined_handle_compared_or_looked_up(self):
        frames = ("PMPI_Comm_f2c", MPI), ("MPI_CART_SUB", MPI)
        self.assertEqual(self.counts(("UninitValue", *frames, ("wrapper", OURS)),
                                     ("UninitCondition", *frames, ("main", "program"))),
                         "0 of ours, 1 of MPI's")
        self.assertEqual(self.counts(("InvalidRead", *frames, ("wrapper", OURS)),
                                     ("UninitCondition", *frames, ("main", "program"))),
                         "1 of ours, 0 of MPI's")

    def test_progress_belongs_to_no_call(self):
        frames = ("connect", "mca_btl_tcp.so"), ("opal_progress", "libopen-pal.so")
        self.assertEqual(self.counts(("SyscallParam", *frames, ("PMPI_Testall", MPI), ("meet", OURS)),
                                     ("SyscallParam", *frames, ("PMPI_Waitall", MPI), ("main", "program"))),
                         "0 of ours, 1 of MPI's")


if __name__ == "__main__":
    unittest.main()
