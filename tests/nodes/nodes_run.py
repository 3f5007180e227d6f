# SPDX-License-Identifier: BSD-3-Clause
"""Runs revprof and characterize on several nodes: nodes_run.py BUILD CASE [--mpich]; 77 where no nodes can be made."""
import csv
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.path.abspath(sys.argv[1])
MPICH = "--mpich" in sys.argv
MODEL = os.path.join(HERE, "..", "..", "models", "exact.json")
REVPROF = os.path.join(BUILD, "bin", "revprof")
LIBRARY = os.path.join(BUILD, "lib", "librevprof_mpich.so" if MPICH else "librevprof.so")
SKIPPED = 77
SECONDS = 100  # for a run that would hang


def program(name):
    return os.path.join(BUILD, "tests", "bin", f"nodes_{name}_mpich" if MPICH else f"nodes_{name}")


def revprof(processes, words, *options):
    return [REVPROF, "run", "--model", MODEL, "-n", str(processes), *options, "--", *words]


def on_nodes(command, nodes=3, slots=2, options=(), seconds=SECONDS):
    """The command, a list of words or a line for the shell, on the first of these nodes."""
    words = ["sh", "-c", command] if isinstance(command, str) else command
    result = subprocess.run([os.path.join(HERE, "nodes.sh"), str(nodes), "--slots", str(slots), *options, "--", *words],
                            capture_output=True, text=True, timeout=seconds, check=False)
    if result.returncode == SKIPPED:
        print(result.stderr, end="")
        sys.exit(SKIPPED)
    return result


def check(held, what, result=None):
    if not held:
        said = "" if result is None else f"\nexit code {result.returncode}\n{result.stdout}{result.stderr}"
        sys.exit(f"expected {what}{said}")


def succeeds(result):
    check(result.returncode == 0, "exit code 0", result)
    return result


def summary(directory):
    with open(os.path.join(directory, "summary.json"), encoding="utf-8") as file:
        return json.load(file)


def predicted(directory):
    """All that depends on the program and the model alone."""
    result = summary(directory)
    traces = {os.path.basename(path): open(path, encoding="utf-8").read() for path in glob.glob(directory + "/p*.trace")}
    return traces, {key: result[key] for key in ("lanes", "calls", "process_picoseconds")}


def one_host_predicts():
    succeeds(subprocess.run(revprof(6, [program("ring"), "5", "65536"], "-o", "one"), capture_output=True, text=True,
                            timeout=SECONDS, check=False))
    return predicted("one")


def same_prediction():
    """Three nodes, six processes: the traces and times of one host."""
    succeeds(on_nodes(revprof(6, [program("ring"), "5", "65536"], "-o", "three")))
    traces, times = predicted("three")
    check(sorted(traces) == [f"p{rank}.trace" for rank in range(6)], f"six traces, found {sorted(traces)}")
    check((traces, times) == one_host_predicts(), "the prediction of one host")


def long_sends():
    """Where nobody is told when a receive is posted, it was open: a transit takes 9 us."""
    with open(MODEL, encoding="utf-8") as file:
        text = file.read().replace('"eager_limit_bytes": 4096', '"eager_limit_bytes": 1000')
    with open("limited.json", "w", encoding="utf-8") as file:
        file.write(text)
    sender = os.path.join(BUILD, "tests", "bin", "long_sends_mpich" if MPICH else "long_sends")
    for scenario in ("waited_for", "started", "exchanged"):
        command = [REVPROF, "run", "--model", "limited.json", "-n", "3", "-o", scenario, "--", sender, scenario]
        succeeds(on_nodes(command, 3, 1))
        ends = summary(scenario)["process_picoseconds"]
        check(ends[0][0][0] == 9_000_000, f"{scenario}: 9 us, found {ends[0]}")


def directories_apart():
    """The run's directory is one of each node's own: what the others record comes to process 0, and nothing stays."""
    os.mkdir("own")
    command = " ".join(revprof(6, [program("ring"), "5", "65536"], "-o", "own/out", "--critical-path", "1"))
    result = succeeds(on_nodes(f"{command} && cp -r own/out home && for node in 2 3; do node.sh node$node "
                               f"'ls $PWD/own; ls -d /tmp/revprof-*'; done; true", options=["--local", os.path.abspath("own")]))
    check("4 processes do not see" in result.stderr, "a note on four processes", result)
    check(result.stdout.splitlines()[-1].startswith("time"), "nothing left on the other nodes", result)
    check(predicted("home") == one_host_predicts(), "the prediction of one host", result)
    check(os.path.exists("home/path.json") and not glob.glob("home/*.steps"), "a critical path, and no steps", result)


def launched_elsewhere():
    """revprof run has made a directory that process 0's node does not see."""
    os.mkdir("own")
    result = on_nodes(revprof(2, [program("ring")], "-o", "own/out"), 2, 1, ["--from", "front", "--local", os.path.abspath("own")])
    check(result.returncode == 2 and "own/out: no such directory on node1" in result.stderr, "a clear error", result)
    check(os.listdir("own") == [], "no directory left")


def other_directories():
    """Processes in directories of their own, results named relative to process 0's."""
    if MPICH:
        sys.exit("not a case of MPICH")
    os.mkdir("a")
    os.mkdir("b")
    preloads = ["-x", "LD_PRELOAD=" + LIBRARY, "-x", "REVPROF_MODEL=" + MODEL]
    mpirun = ["mpirun", *preloads, "-np", "1", "-wdir", "a", program("ring"),
              ":", *preloads, "-np", "3", "-wdir", "b", program("ring")]
    succeeds(on_nodes(mpirun, 2, 2))
    check(sorted(os.listdir("a/revprof-out")) == ["p0.trace", "p1.trace", "p2.trace", "p3.trace", "summary.json"],
          f"all results in process 0's directory, found {os.listdir('a/revprof-out')}")
    check(os.listdir("b") == [], "none in the other")


def library_missing():
    """The second node has no library: that process is named, and nothing hangs or is wrong."""
    os.mkdir("lib")
    own = os.path.abspath("lib")
    copy = f"cp {LIBRARY} {own}/"
    command = " ".join(revprof(3, [program("ring")], "--library", f"{own}/{os.path.basename(LIBRARY)}"))
    result = on_nodes(f"{copy} && node.sh node3 '{copy}' && {command}", 3, 1, ["--local", own])
    check(result.returncode == 2 and "process 1 runs without librevprof" in result.stderr, "process 1 named", result)


def model_missing():
    os.mkdir("models")
    own = os.path.abspath("models")
    command = " ".join(revprof(3, [program("ring")])).replace(MODEL, own + "/m.json")
    result = on_nodes(f"cp {MODEL} {own}/m.json && {command}", 3, 1, ["--local", own])
    check(result.returncode == 2 and "m.json" in result.stderr and "(process 1, on node2)" in result.stderr,
          "the node without the model named", result)


def node_dies():
    command = " ".join(revprof(3, [program("until_killed")], "-o", "out"))
    result = on_nodes(f"{command} > said & run=$!; until grep -q 'under way' said; do sleep 0.1; kill -0 $run || exit 99; done; "
                      "node.sh --kill node2; wait $run", 3, 1)
    check(result.returncode not in (0, 99), "an exit code other than 0", result)
    check("did not reach MPI_Finalize; the traces up to that point are in out" in result.stderr, "what is left", result)
    succeeds(subprocess.run([REVPROF, "report", "out"], capture_output=True, text=True, timeout=SECONDS, check=False))


def anybody():
    """Between nodes no clocks are seen, and the host chooses: the program's results stay, and the summary says so."""
    result = succeeds(on_nodes(revprof(6, [program("farm")], "-o", "out")))
    check("100 tasks: 9592 primes below 100000" in result.stdout, "the farm's result", result)
    check(any("receives from MPI_ANY_SOURCE" in warning for warning in summary("out")["warnings"]), "a warning", result)


def ends():
    """MPICH's MPI_Finalize, which hung in most such runs."""
    for _ in range(4):
        succeeds(on_nodes(revprof(6, [program("apart"), "3"], "--trace", "none", "--quiet")))


def characterizes():
    """Blocks are the nodes, each clock is learnt, and files are left out where nodes share no directory for them."""
    os.mkdir("files")
    shutil.copy(os.path.join(BUILD, "bin", "characterize"), ".")
    budget = 300  # for a busy host; else a few seconds are enough
    measure = (f"mpirun -np {{}} ./characterize --time-budget {budget} --processes 2,6 --bytes 8 --no-fit --min-repetitions 5 --max-repetitions 10 "
               "--calls MPI_Barrier,transit,MPI_File_write_at -o {} --io-directory {}")
    first = succeeds(on_nodes(measure.format(6, "three.json", os.path.abspath("files")), seconds=2 * budget))
    header, calls = measured("three.csv")
    check(header["ranks_per_node"] == "2", f"2 ranks a node, found {header['ranks_per_node']}")
    check("2" in header["block_sizes"].split(), f"blocks of 2 ranks, found {header['block_sizes']}")
    check("MPI_File_write_at" in calls, f"measured files\n{first.stderr}")
    check(not header["clock_residual"].startswith("none") and "times learnt" in header["clock_residual"],
          f"clocks learnt, found {header['clock_residual']}")
    second = succeeds(on_nodes(measure.format(2, "two.json", "/tmp"), 2, 1, seconds=2 * budget))
    header, calls = measured("two.csv")
    check("MPI_File_write_at" not in calls and "not all processes can write to --io-directory /tmp" in second.stderr,
          f"no files\n{second.stderr}")
    check("transit" in calls, f"a pair of two nodes\n{second.stderr}")


def measured(path):
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    header = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# ") and ": " in line)
    return header, {row["call"] for row in csv.DictReader(line for line in lines if not line.startswith("#"))}


def main():
    with tempfile.TemporaryDirectory(dir=os.getcwd()) as directory:  # seen by all nodes
        os.chdir(directory)
        globals()[sys.argv[2]]()
        os.chdir("..")


if __name__ == "__main__":
    main()
