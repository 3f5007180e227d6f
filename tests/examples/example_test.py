# SPDX-License-Identifier: BSD-3-Clause
"""Runs one example plainly and under revprof, and checks what it prints and what is predicted."""
import argparse
import concurrent.futures
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "examples"))
import compare_results  # noqa: E402

OPTIONS = None

# What each example prints with p processes, apart from its time.
EXPECTED = {
    "outer": lambda p: "1000 points: largest distance 1.374214145165, "
                       "sum of the first row 1787.670040335",
    "ring": lambda p: f"{p} processes, 10 rounds, 8 bytes: token {10 * p}",
    "farm": lambda p: "100 tasks: 9592 primes below 100000",
    "stencil": lambda p: "64 x 64 points, 100 iterations: last change 2.421372176432901e-03, "
                         "first value 0.493727655710832",
    "heat": lambda p: "128 x 128 points, 20 steps: largest change 1.210524425915",
}

# Predicted picoseconds of process 0 on models/exact.json, worked out by hand, for the lanes mean,
# low and high (low is half of each equation, high twice; `equation` is mean: there are no cells).
#
# Both examples call MPI_Wtime twice: 2 x 10,000 ps on every lane.
# ring, 10 rounds of 8 bytes: every receiver waits, so each hop takes transit(8): within blocks of 4
# ranks 5 us + 16 ns = 5,016,000 ps, beyond 10 us + 32 ns = 10,032,000 ps. Process 0 ends with the
# last hop. 8 processes: 6 hops within a block and 2 beyond make 50,160,000 ps a round.
# outer, step 1 ns: MPI_Allgather of 16,000 / p bytes, 10 us + 10 us p + 1 ns p d;
# 1,000,000 / p steps; MPI_Allreduce of 8 bytes, 10 us + 10 us log(p) + 4 ns log(p) d. In us:
#   p = 2: 46 + 500 + 20.032     p = 4: 66 + 250 + 30.064     p = 8: 106 + 125 + 40.096
# heat on one process, step 1 ns: 20 x 128 x 128 steps; 20 fences of 100 ns.
PREDICTED = {
    "heat": {1: (329_700_000, 328_700_000, 331_700_000)},
    "ring": {
        1: (20_000, 20_000, 20_000),
        2: (100_340_000, 50_180_000, 200_660_000),
        4: (200_660_000, 100_340_000, 401_300_000),
        8: (501_620_000, 250_820_000, 1_003_220_000),
    },
    "outer": {
        1: (1_000_020_000, 1_000_020_000, 1_000_020_000),
        2: (566_052_000, 533_036_000, 632_084_000),
        4: (346_084_000, 298_052_000, 442_148_000),
        8: (271_116_000, 198_068_000, 417_212_000),
    },
}


@contextlib.contextmanager
def busy_host():
    """Keeps every core busy; each of the processes ends by itself, should we be killed first."""
    spin = "import time\nend = time.monotonic() + 60\nwhile time.monotonic() < end: pass"
    processes = [subprocess.Popen([sys.executable, "-c", spin]) for _ in range(os.cpu_count())]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def start(prefix, arguments=()):
    environment = {**compare_results.environment(), "REVPROF_QUIET": "1"}
    return subprocess.run([*prefix, OPTIONS.program, *arguments], capture_output=True, text=True,
                          env=environment, timeout=OPTIONS.timeout, check=False)


def plain_prefix():
    return [OPTIONS.mpirun, "-n", str(OPTIONS.processes)]


class Example(unittest.TestCase):
    def setUp(self):
        self.name = pathlib.Path(OPTIONS.program).name
        self.expected = EXPECTED[self.name](OPTIONS.processes)

    def check_output(self, finished):
        self.assertEqual(finished.returncode, 0, finished.stderr)
        lines = finished.stdout.splitlines()
        times = [line for line in lines if line.startswith("time: ")]
        self.assertEqual(len(times), 1, finished.stdout)
        self.assertEqual([line for line in lines if line not in times], [self.expected])

    def predict(self, directory, *settings):
        """Runs under revprof, checks the output, and returns summary.json."""
        output = pathlib.Path(directory) / "out"
        self.check_output(start([
            OPTIONS.revprof, "run", "--model", OPTIONS.model, "--compute", "steps", *settings,
            "--step", "1e-9", "--output", str(output), "-n", str(OPTIONS.processes), "--"]))
        return json.loads((output / "summary.json").read_text())

    def test_plain(self):
        self.check_output(start(plain_prefix()))

    def need_two_processes(self):
        if OPTIONS.processes != 2:
            self.skipTest("arguments are tested with 2 processes")

    def test_help(self):
        self.need_two_processes()
        finished = start(plain_prefix(), ["--help"])
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertEqual(finished.stdout.count(f"usage: {self.name}"), 1)

    def test_bad_arguments(self):
        self.need_two_processes()
        cases = (["x"], ["0"], ["-1"], ["8x"], ["1", "2", "3", "4"])
        with concurrent.futures.ThreadPoolExecutor() as several:
            results = list(several.map(lambda arguments: start(plain_prefix(), arguments), cases))
        for arguments, finished in zip(cases, results):
            with self.subTest(arguments=arguments):
                self.assertNotEqual(finished.returncode, 0)
                self.assertEqual(finished.stderr.count(f"{self.name}: expected"), 1)
                self.assertEqual(finished.stdout, "")

    def test_revprof(self):
        if not OPTIONS.revprof:
            self.skipTest("revprof is not built")
        with tempfile.TemporaryDirectory() as directory:
            summary = self.predict(directory)
        self.assertEqual(compare_results.wrong_sums(summary), [])
        times = summary["process_picoseconds"]
        self.assertEqual(len(times), OPTIONS.processes)
        lanes = [lane["name"] for lane in summary["lanes"]]
        self.assertEqual(lanes, ["mean", "low", "high", "equation"])
        by_hand = PREDICTED.get(self.name, {}).get(OPTIONS.processes)
        if by_hand:
            self.assertEqual([lane[0] for lane in times[0]], [*by_hand, by_hand[0]])

    def test_same_prediction_under_load(self):
        if not OPTIONS.revprof:
            self.skipTest("revprof is not built")
        with tempfile.TemporaryDirectory() as directory:
            idle = self.predict(directory, "--critical-path", "1")
            self.check_path(pathlib.Path(directory) / "out", idle)
        with tempfile.TemporaryDirectory() as directory, busy_host():
            busy = self.predict(directory)
        # On a host too busy for a receive's patience the host chooses after all, and the summary says so.
        if any("decided an order" in warning for warning in idle["warnings"] + busy["warnings"]):
            self.skipTest("the host chose which worker got which task")
        for part in ("process_picoseconds", "lanes", "calls", "trust"):
            self.assertEqual(idle[part], busy[part])

    def check_path(self, output, summary):
        """The cost expression is lane equation's time, and the same model prices it at just that."""
        path = json.loads((output / "path.json").read_text())
        times = [lanes[3][0] for lanes in summary["process_picoseconds"]]
        self.assertEqual(path["predicted_picoseconds"], max(times))
        self.assertEqual(path["latest_process"], times.index(max(times)))
        self.assertEqual(sum(charge["picoseconds"] for charge in path["charges"]), max(times))
        rounding = 1e-12 * (1 + sum(charge["count"] for charge in path["charges"] if "equation" in charge))
        self.assertAlmostEqual(sum(term["n"] * term["value"] for term in path["terms"]), max(times) / 1e12,
                               delta=rounding + 1e-15)
        ends = [segment[3] for segment in path["segments"]]
        self.assertEqual(ends, sorted(ends))
        self.assertEqual(ends[-1], max(times))
        self.assertEqual([name for name in os.listdir(output) if name.endswith(".steps")], [])


def main():
    global OPTIONS
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="path of an example")
    parser.add_argument("processes", type=int)
    parser.add_argument("--mpirun", default="mpirun")
    parser.add_argument("--revprof", help="the revprof command; without it only plain runs")
    parser.add_argument("--model", help="models/exact.json")
    parser.add_argument("--timeout", type=int, default=60, help="seconds for each run")
    OPTIONS = parser.parse_args()
    unittest.main(argv=sys.argv[:1], verbosity=2)


if __name__ == "__main__":
    main()
