# SPDX-License-Identifier: BSD-3-Clause
"""`revprof run --assert --baseline --junit`, on the example `ring`, and the shell commands of PERFORMANCE_TESTS.md's example for CI.

performance_test.py REVPROF RING SOURCE
"""
import datetime
import json
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

NOT_AS_EXPECTED, REFUSED = 120, 2


class Schema:
    """The rules of Ant's JUnit schema (the stricter one), and Jenkins's on numbers and attributes."""
    ATTRIBUTES = {  # element: (required, allowed besides)
        "testsuites": (set(), {"name", "time", "tests", "failures", "errors"}),
        "testsuite": ({"id", "package", "name", "timestamp", "hostname", "tests", "failures", "errors", "time"}, {"skipped"}),
        "properties": (set(), set()), "property": ({"name", "value"}, set()),
        "testcase": ({"name", "classname", "time"}, set()),
        "failure": ({"type"}, {"message"}), "error": ({"type"}, {"message"}),
        "system-out": (set(), set()), "system-err": (set(), set())}
    CHILDREN = {  # element: the order of what is in it
        "testsuites": r"(testsuite )*", "testsuite": r"properties (testcase )*system-out system-err ",
        "properties": r"(property )*", "testcase": r"((failure|error) )?"}

    def __init__(self, test, root):
        self.test = test
        test.assertEqual(root.tag, "testsuites")
        for element in root.iter():
            self.check(element)
        for suite in root.iter("testsuite"):
            self.check_counts(suite)

    def check(self, element):
        required, allowed = self.ATTRIBUTES[element.tag]
        names = set(element.attrib)
        self.test.assertLessEqual(required, names, element.tag)
        self.test.assertLessEqual(names, required | allowed, element.tag)
        children = "".join(child.tag + " " for child in element)
        self.test.assertRegex(children, "^" + self.CHILDREN.get(element.tag, "") + "$", element.tag)
        if "time" in names:
            self.test.assertRegex(element.get("time"), r"^[0-9]+\.[0-9]{3}$")
        if "timestamp" in names:
            datetime.datetime.strptime(element.get("timestamp"), "%Y-%m-%dT%H:%M:%S")

    def check_counts(self, suite):
        for attribute, path in {"tests": "testcase", "failures": "testcase/failure", "errors": "testcase/error"}.items():
            self.test.assertEqual(int(suite.get(attribute)), len(suite.findall(path)), attribute)


class Directory(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.directory.cleanup()

    def path(self, name):
        return os.path.join(self.directory.name, name)

    def read(self, name):
        return pathlib.Path(self.path(name)).read_text(encoding="utf-8")

    def start(self, words, **more):
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("REVPROF_", "MODEL"))}
        environment["PATH"] = os.path.dirname(REVPROF) + ":" + environment["PATH"]
        return subprocess.run(words, cwd=self.directory.name, env=environment, capture_output=True, text=True,
                              timeout=50, check=False, **more)

    def ring(self, *options, processes=2, rounds="10", size="65536", model="exact"):
        return self.start([REVPROF, "run", "--model", model, "-n", str(processes), "--quiet", "1", "--trace", "none",
                           *options, "--", RING, rounds, size])

    def expect_refused(self, words, *options, **more):
        ended = self.ring(*options, **more)
        self.assertEqual(ended.returncode, REFUSED, ended)
        self.assertIn(words, ended.stderr)
        self.assertEqual(ended.stdout, "")


class PerformanceTest(Directory):
    def test_regression_is_caught_and_named(self):
        """Messages twice as large: by an assertion and by the baseline, in words and in JUnit XML."""
        checks = ["--assert", "predicted < 1 s", "--assert", "MPI_Send.bytes <= 1280 KiB", "--junit", "test.xml"]
        good = self.ring("-o", "good", *checks)
        self.assertEqual(good.returncode, 0, good)
        self.assertIn("  met  predicted < 1 s ", good.stderr)
        suite = self.suite("test.xml")
        self.assertEqual(suite.get("failures") + suite.get("errors"), "00")
        self.assertEqual(len(suite.findall("testcase")), 3)

        same = self.ring("--baseline", "good/summary.json", "--tolerance", "0%")
        self.assertEqual(same.returncode, 0, same)
        self.assertRegex(same.stderr, r"met  predicted <= baseline \+ 0 %  (\S+ .?s) -> \1\n")

        bad = self.ring("--baseline", "good", *checks, size="131072")
        self.assertEqual(bad.returncode, NOT_AS_EXPECTED, bad)
        self.assertIn("  NOT MET  MPI_Send.bytes <= 1280 KiB", bad.stderr)
        self.assertRegex(bad.stderr, r"NOT MET  predicted <= baseline \+ 2 % +\S+ .?s -> \S+ .?s, \+[0-9.]+ %\n")
        self.assertIn("MPI_Send: larger (64.0 KiB -> 128 KiB a call)", bad.stderr)
        self.assertIn("note: the baseline had other arguments: 10 65536", bad.stderr)
        self.assertLessEqual(max(map(len, bad.stderr.splitlines())), 80, bad.stderr)
        suite = self.suite("test.xml")
        self.assertEqual(suite.get("failures"), "2")
        failures = {case.get("name"): case.find("failure") for case in suite.findall("testcase")}
        self.assertIsNone(failures["the program ends well"])
        self.assertIsNone(failures["predicted < 1 s"])
        self.assertIn("MPI_Send: larger", failures["predicted <= baseline + 2 %"].text)

        more = self.ring("--baseline", "good", rounds="20")
        self.assertEqual(more.returncode, NOT_AS_EXPECTED, more)
        self.assertIn("MPI_Send: more often (20 -> 40 calls)", more.stderr)

    def suite(self, name):
        root = ElementTree.fromstring(self.read(name))
        Schema(self, root)
        return root.find("testsuite")

    def test_failing_program_keeps_its_exit_code(self):
        ended = self.ring("--assert", "predicted < 1 s", "--junit", "test.xml", size="1")
        self.assertEqual(ended.returncode, 1, ended)
        suite = self.suite("test.xml")
        self.assertEqual(suite.get("errors"), "2")
        self.assertIn("exit code 1", suite.find("testcase/error").get("message"))

    def test_unknown_lane_of_a_scenario(self):
        lanes = [{"name": "fast & <new>", "model": str(SOURCE / "models/exact.json")}]
        scenario = {"format": "revprof-scenario", "version": 1, "lanes": lanes}
        pathlib.Path(self.path("scenario.json")).write_text(json.dumps(scenario), encoding="utf-8")
        ended = self.ring("--scenario", "scenario.json", "--junit", "test.xml", "--assert", "slow.predicted < 1 s",
                          "--assert", "fast & <new>.predicted < 1 s")
        self.assertEqual(ended.returncode, NOT_AS_EXPECTED, ended)
        self.assertIn("UNKNOWN  slow.predicted < 1 s", ended.stderr)
        cases = self.suite("test.xml").findall("testcase")
        self.assertEqual([case.get("name") for case in cases][2], "fast & <new>.predicted < 1 s")
        self.assertEqual([case.find("error") is None for case in cases], [True, False, True])

    def test_bad_input_is_refused_before_the_run(self):
        self.expect_refused("expected a time with a unit", "--assert", "predicted < 2")
        self.expect_refused("MPI_Alreduce is no MPI call", "--assert", "MPI_Alreduce.seconds < 1 s")
        self.expect_refused("expected one of the lanes mean, low, high, equation, found \"fast\"",
                            "--assert", "fast.predicted < 1 s")
        self.expect_refused("--baseline: nowhere.json: no such file", "--baseline", "nowhere.json")
        self.expect_refused("--tolerance: expected a share such as 2%, found \"2x\"", "--tolerance", "2x")
        self.expect_refused("--tolerance: expected --baseline", "--tolerance", "2%")
        self.expect_refused("--junit: nowhere/test.xml", "--junit", "nowhere/test.xml")
        self.expect_refused("--junit: .: expected a file", "--junit", ".")
        self.expect_refused("found --measure 1", "--junit", "test.xml", "--measure", "1")

    def test_baseline_of_something_else_is_refused(self):
        self.assertEqual(self.ring("-o", "good").returncode, 0)
        self.expect_refused("it is of 2 processes, this run of 3", "--baseline", "good", processes=3)
        self.expect_refused("it had --step 1e-9, this run 1e-8", "--baseline", "good", "--step", "1e-8")
        self.expect_refused("it is of another machine", "--baseline", "good", model="cray-t3d")
        summary = json.loads(self.read("good/summary.json"))
        self.assertRegex(summary["model_fingerprint"], "^[0-9a-f]{16}$")
        summary["model_fingerprint"] = "0" * 16
        pathlib.Path(self.path("good/summary.json")).write_text(json.dumps(summary), encoding="utf-8")
        ended = self.ring("--baseline", "good")
        self.assertEqual(ended.returncode, 0, ended)
        self.assertIn("note: the model holds something else", ended.stderr)


class Terminal(Directory):
    def output_of(self, words, **variables):
        """What it says on a terminal: its standard error is one."""
        ours, terminal = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", **variables}
        ended = subprocess.run(words, cwd=self.directory.name, env=environment, stdout=subprocess.PIPE, stderr=terminal,
                               timeout=50, check=False)
        os.close(terminal)
        said = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # all is read
                break
            said += part
        os.close(ours)
        self.assertEqual(ended.returncode, 0, said)
        return said.decode()

    def test_colours_and_widths(self):
        program = ["run", "--model", "exact", "-n", "2", "--trace", "none", "--assert", "predicted < 1 s", "--", RING,
                   "1", "8"]
        coloured = self.output_of([REVPROF, *program])
        self.assertIn("predicted time  \033[1m", coloured)
        self.assertIn("\033[32mmet\033[0m  predicted < 1 s", coloured)
        plain = self.output_of([REVPROF, *program], NO_COLOR="1")
        self.assertNotIn("\033", plain)
        self.assertEqual(re.sub("\033\\[[0-9;]*m", "", coloured).replace("revprof-out/", "revprof-out.2/"), plain)
        lines = [line for line in plain.splitlines() if not line.startswith("Results:")]
        self.assertLessEqual(max(map(len, lines)), 80, plain)
        self.assertNotIn("\033", self.start([REVPROF, *program]).stderr)

    def test_sweep_tells_which_run_goes_on(self):
        sweep = [REVPROF, "sweep", "--model", "exact", "-n", "1,2", "--trace", "none", "--", RING, "1", "8"]
        said = self.output_of(sweep)
        self.assertIn("revprof: run 2 of 2: 2 processes ...\r\033[Krevprof: 2 processes: ", said)


class Readme(Directory):
    def test_shell_commands_of_the_ci_example(self):
        """All but the step that installs, as they stand, in a directory that holds a checkout named revprof."""
        text = (SOURCE / "revprof/launch/PERFORMANCE_TESTS.md").read_text(encoding="utf-8")
        section = text[text.index("## Tests in CI"):]
        (workflow,) = re.findall(r"```yaml\n(.*?)```", section, re.DOTALL)
        (baseline,) = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
        steps = dict(re.findall(r"      - name: (.*)\n        run: \|\n((?:          .*\n)+)", workflow))
        self.assertEqual(list(steps), ["Install revprof", "Build the program", "Test its predicted time"])
        for path in re.findall(r"revprof/[\w./-]+", steps.pop("Install revprof")):
            self.assertTrue(path.startswith("revprof/build/") or (SOURCE / path[len("revprof/"):]).exists(), path)
        os.symlink(SOURCE, self.path("revprof"))
        ended = None
        for commands in [steps["Build the program"], baseline, steps["Test its predicted time"]]:
            ended = self.start(["sh", "-e"], input=commands)
            self.assertEqual(ended.returncode, 0, ended)
        Schema(self, ElementTree.fromstring(self.read("performance.xml")))
        self.assertNotIn("note:", ended.stderr)


if __name__ == "__main__":
    SOURCE = pathlib.Path(sys.argv.pop())
    RING = sys.argv.pop()
    REVPROF = sys.argv.pop()
    assert shutil.which("mpirun"), "mpirun is missing"
    unittest.main()
