#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Traces of the examples, and of a program with every kind of call, in all formats: each is read by the
program it is meant for, or held against the format's own rules, and has what the plain traces have."""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import otf2

import plain

# python3-otf2 3.0.2 takes an intercommunicator's two groups for the group and the parent of a communicator: its own
# fields are name, those three of a communicator that should not be there, and its own four.
_FIELDS = otf2.definitions.InterComm._fields  # pylint: disable=protected-access
if [field.name for field in _FIELDS[1:5]] == ["group", "parent", "flags", "groupA"]:
    otf2.definitions.InterComm._fields = _FIELDS[:1] + _FIELDS[4:]

OPTIONS = None
PROCESSES = 4
FORMATS = ("chrome", "otf2", "paje")
OUTPUTS = {"chrome": "trace.json", "otf2": "otf2/traces.otf2", "paje": "paje.trace"}

BLOCKING = ("Barrier Bcast Gather Gatherv Scatter Scatterv Allgather Allgatherv Alltoall Alltoallv Alltoallw Allreduce "
            "Reduce Reduce_scatter Reduce_scatter_block Scan Exscan Comm_split Comm_dup Cart_create "
            "Intercomm_create").split()


def run(words, **environment):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, timeout=60,
                          env={**os.environ, "REVPROF_QUIET": "1", **environment})


def predict(directory, program, *options, processes=PROCESSES):
    return run([OPTIONS.revprof, "run", "--model", OPTIONS.model, "-n", processes, "-o", directory, *options,
                "--", *program])


def otf2_counts(processes):
    """How many records of each kind an archive of these plain traces has."""
    count = collections.Counter()
    sends_matched = plain.matched(processes)
    for (_, send), (_, receive) in sends_matched:
        count["MPI_SEND" if send.request is None else "MPI_ISEND"] += 1
        count["MPI_RECV" if receive.request is None else "MPI_IRECV"] += 1
    for process in processes:
        count["ENTER"] += len(process.calls) + len(process.computes) + len(process.regions)
        sent = {send.request for rank, send in (pair[0] for pair in sends_matched) if rank == process.rank}
        begun = {}
        for request in plain.details(process, plain.Request):
            if request.what == "complete":
                kind = "send" if request.number in sent else begun.get(request.number)
                count[{"send": "MPI_ISEND_COMPLETE", "collective": "NON_BLOCKING_COLLECTIVE_COMPLETE",
                       "transfer": "RMA_OP_COMPLETE_NON_BLOCKING"}.get(kind)] += 1
            elif request.what == "cancelled":
                count["MPI_REQUEST_CANCELLED"] += 1
            else:
                begun[request.number] = request.what
                count[{"receive": "MPI_IRECV_REQUEST", "collective": "NON_BLOCKING_COLLECTIVE_REQUEST"}
                      .get(request.what)] += 1
        for call in process.calls:
            name = call.name.removeprefix("MPI_")
            if call.window is None:
                count["MPI_COLLECTIVE_BEGIN"] += name in BLOCKING
            count["RMA_PUT"] += name in ("Put", "Rput")
            count["RMA_GET"] += name in ("Get", "Rget")
            count["RMA_ATOMIC"] += name in ("Accumulate", "Fetch_and_op")
            count["RMA_COLLECTIVE_BEGIN"] += name in ("Win_create", "Win_fence", "Win_free")
            count["RMA_WIN_CREATE"] += name == "Win_create"
            count["RMA_WIN_DESTROY"] += name == "Win_free"
            count["RMA_REQUEST_LOCK"] += name in ("Win_lock", "Win_lock_all")
            count["RMA_RELEASE_LOCK"] += name in ("Win_unlock", "Win_unlock_all")
            count["RMA_GROUP_SYNC"] += name in ("Win_post", "Win_start", "Win_complete", "Win_wait")
            # Each transfer is complete over there once, and local to a flush_local before that.
            count["RMA_OP_COMPLETE_REMOTE"] += name in ("Put", "Get", "Accumulate", "Rput", "Fetch_and_op")
            count["RMA_OP_COMPLETE_NON_BLOCKING"] += name == "Win_flush_local"
    for first, second in (("ENTER", "LEAVE"), ("MPI_COLLECTIVE_BEGIN", "MPI_COLLECTIVE_END"),
                          ("RMA_COLLECTIVE_BEGIN", "RMA_COLLECTIVE_END"), ("RMA_REQUEST_LOCK", "RMA_ACQUIRE_LOCK")):
        count[second] = count[first]
    del count[None]
    return {kind: number for kind, number in count.items() if number > 0}


class Conversions(unittest.TestCase):
    """Checks of one format each, for the plain traces that it was made of."""

    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.directory = pathlib.Path(self.scratch.name) / "out"

    def check_plain(self, processes):
        """Every message has both ends, every request begins and ends once."""
        sends = sum(len(plain.details(process, plain.Send)) for process in processes)
        receives = sum(len(plain.details(process, plain.Receive)) for process in processes)
        self.assertEqual(len(plain.matched(processes)), sends)
        self.assertEqual(receives, sends)
        for process in processes:
            begun = collections.Counter()
            for call in process.calls:
                for detail in call.details:
                    if isinstance(detail, plain.Request):
                        begun[detail.number] += 1 if detail.what not in ("complete", "cancelled") else -1
                    elif detail.request is not None:
                        begun[detail.request] += 1 if isinstance(detail, plain.Send) else -1
                    self.assertIn(begun[getattr(detail, "number", getattr(detail, "request", None))], (0, 1))
            self.assertEqual(set(begun.values()) - {0}, set())

    def check_otf2(self, anchor, processes):
        printed = run([OPTIONS.otf2_print, anchor])
        self.assertEqual((printed.returncode, printed.stderr), (0, ""))
        counted = collections.Counter(line.split()[0] for line in printed.stdout.splitlines()
                                      if re.match(r"[A-Z]+[A-Z_]*\s+\d+\s+\d+", line))
        self.assertEqual(dict(counted), otf2_counts(processes))
        definitions = run([OPTIONS.otf2_print, "-G", anchor])
        self.assertEqual((definitions.returncode, definitions.stderr), (0, ""))
        return counted

    def check_otf2_events(self, anchor, processes):
        """As python3-otf2 reads it: nested regions, times that never go back, messages in order."""
        by_rank = {process.rank: process for process in processes}
        stacks, last, requests = collections.defaultdict(list), {}, collections.defaultdict(set)
        channels, received, between_groups = collections.defaultdict(list), [], []
        with otf2.reader.open(str(anchor)) as trace:
            self.assertEqual(trace.timer_resolution, 10 ** 12)
            names = [location.name for location in trace.definitions.locations]
            self.assertEqual(names[:1], ["process 0"])
            for location, event in trace.events:
                rank = int(location.name.split()[1])
                self.assertIn(rank, by_rank)
                self.assertGreaterEqual(event.time, last.get(rank, 0))
                last[rank] = event.time
                if isinstance(event, otf2.events.Enter):
                    stacks[rank].append(event.region.name)
                elif isinstance(event, otf2.events.Leave):
                    self.assertEqual(stacks[rank].pop(), event.region.name)
                elif isinstance(event, (otf2.events.MpiSend, otf2.events.MpiIsend)):
                    channels[event.communicator.name, event.msg_tag].append((rank, event.msg_length))
                elif isinstance(event, (otf2.events.MpiRecv, otf2.events.MpiIrecv)):
                    received.append((event.communicator.name, event.msg_tag, event.msg_length))
                elif (isinstance(event, otf2.events.MpiCollectiveEnd) and event.size_sent + event.size_received > 0
                      and isinstance(event.communicator, otf2.definitions.InterComm)):
                    between_groups.append((rank, event.size_sent, event.size_received))
                if isinstance(event, otf2.events.MpiIsend):
                    requests[rank].add(event.request_id)
                elif isinstance(event, otf2.events.MpiIsendComplete):
                    requests[rank].remove(event.request_id)
                if not isinstance(event, (otf2.events.Enter, otf2.events.Leave)):
                    self.assertTrue(stacks[rank], event)
        self.assertEqual([stack for stack in stacks.values() if stack], [])
        # An int, which process 0 sends to the two of the other group.
        if between_groups:
            self.assertEqual(sorted(between_groups),
                             [moved for moved in ((0, 8, 0), (1, 0, 4), (3, 0, 4)) if moved[0] in by_rank])
        self.assertEqual(sorted((name, tag, length) for (name, tag), sent in channels.items() for _, length in sent),
                         sorted(received))

    def check_chrome(self, path, processes):
        """The rules of the trace-event format, and what Perfetto asks of flows and nesting."""
        trace = json.loads(path.read_text(), parse_constant=self.fail)
        self.assertEqual(set(trace), {"displayTimeUnit", "otherData", "traceEvents"})
        keys = {"M": {"args"}, "X": {"dur"}, "B": set(), "E": set(), "s": {"id", "args"}, "f": {"id", "args", "bp"}}
        slices, flows, spans = collections.defaultdict(list), collections.defaultdict(dict), collections.Counter()
        stacks, named = collections.defaultdict(list), collections.Counter()
        for event in trace["traceEvents"]:
            phase = event["ph"]
            self.assertIn(phase, keys)
            required = {"ph", "pid", "tid", "ts", "cat", "name"} | keys[phase]
            self.assertEqual(required - set(event), set(), event)
            self.assertEqual(set(event) - required - {"args"}, set(), event)
            for key, kind in (("pid", int), ("tid", int), ("ts", float), ("cat", str), ("name", str)):
                self.assertIs(type(event[key]), kind, event)
            self.assertGreater(min(event["pid"], event["tid"]), 0)
            self.assertGreaterEqual(event["ts"], 0)
            track = event["pid"], event["tid"]
            begin = round(event["ts"] * 1000)
            if phase == "M":
                named[track, event["name"]] += 1
            elif phase == "X":
                self.assertIs(type(event["dur"]), float)
                self.assertGreaterEqual(event["dur"], 0)
                slices[track].append((begin, begin + round(event["dur"] * 1000)))
                spans[event["cat"]] += 1
                if event["cat"] == "mpi":
                    self.assertGreaterEqual(set(event["args"]), {"bytes", "waiting_us"})
            elif phase == "B":
                stacks[track].append((begin, event["name"]))
                spans["region"] += 1
            elif phase == "E":
                opened, name = stacks[track].pop()
                self.assertEqual(name, event["name"])
                slices[track].append((opened, begin))
            else:
                self.assertNotIn(phase, flows[event["id"]])
                flows[event["id"]][phase] = (begin, track, event["cat"], event["name"], event["args"])
        self.assertEqual([stack for stack in stacks.values() if stack], [])
        self.assertEqual(spans["mpi"], sum(len(process.calls) for process in processes))
        self.assertEqual(spans["compute"], sum(len(process.computes) for process in processes))
        self.assertEqual(spans["region"], sum(len(process.regions) for process in processes))
        self.check_nesting(slices)
        for ends in flows.values():
            self.assertEqual(set(ends), {"s", "f"})
            self.assertEqual(ends["s"][2:4], ends["f"][2:4])
            self.assertLessEqual(ends["s"][0], ends["f"][0])
            self.assertEqual(ends["s"][4]["bytes"], ends["f"][4]["bytes"])
            for time, track, *_ in ends.values():
                self.assertTrue(any(begin <= time < end or begin == time == end for begin, end in slices[track]))
        self.assertEqual(len(flows), len(plain.matched(processes)))
        self.assertEqual(sum(count for (_, name), count in named.items() if name == "thread_name"), len(processes))
        self.assertEqual(set(named.values()), {1})

    def check_nesting(self, slices):
        """On each track two slices are apart, or one lies in the other."""
        for found in slices.values():
            open_ends = []
            for begin, end in sorted(found, key=lambda times: (times[0], -times[1])):
                while open_ends and open_ends[-1] <= begin:
                    open_ends.pop()
                if open_ends:
                    self.assertLessEqual(end, open_ends[-1])
                open_ends.append(end)

    def check_paje(self, path, processes):
        dumped = run([OPTIONS.pj_dump, path])
        self.assertEqual((dumped.returncode, dumped.stderr), (0, ""))
        rows = [line.split(", ") for line in dumped.stdout.splitlines()]
        states = collections.Counter(row[1] for row in rows if row[0] == "State")
        self.assertEqual(states, {f"process {process.rank}": len(process.calls) + len(process.computes) +
                                  len(process.regions) for process in processes})
        links = collections.Counter((row[7], row[8]) for row in rows if row[0] == "Link")
        self.assertEqual(links, collections.Counter((f"process {send[0]}", f"process {receive[0]}")
                                                    for send, receive in plain.matched(processes)))
        times = [float(line.split()[1]) for line in path.read_text().splitlines() if re.match(r"[6-9] ", line)]
        self.assertEqual(times, sorted(times))

    def check_all(self, files, processes):
        self.check_chrome(files["chrome"], processes)
        self.check_paje(files["paje"], processes)
        counts = self.check_otf2(files["otf2"], processes)
        self.check_otf2_events(files["otf2"], processes)
        return counts

    def files(self, directory):
        return {name: directory / output for name, output in OUTPUTS.items()}

    def predict_and_check(self, *program):
        ended = predict(self.directory, program, "--trace", ",".join(FORMATS))
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        processes = plain.read_all(self.directory)
        self.assertEqual(len(processes), PROCESSES)
        self.check_plain(processes)
        return self.check_all(self.files(self.directory), processes)

    def test_outer(self):
        self.predict_and_check(OPTIONS.outer)

    def test_ring(self):
        self.assertGreater(self.predict_and_check(OPTIONS.ring)["MPI_SEND"], 0)

    def test_stencil(self):
        self.predict_and_check(OPTIONS.stencil)

    def test_farm(self):
        self.predict_and_check(OPTIONS.farm)

    def test_every_kind_of_call(self):
        counts = self.predict_and_check(OPTIONS.traced_calls)
        self.assertEqual(counts["RMA_OP_COMPLETE_REMOTE"], 9 * PROCESSES)
        self.assertGreater(min(counts[kind] for kind in (
            "MPI_IRECV", "MPI_REQUEST_CANCELLED", "NON_BLOCKING_COLLECTIVE_COMPLETE", "RMA_WIN_CREATE")), 0)
        self.check_part("0-1,3", {0, 1, 3}, "all", (0, 1 << 62))
        self.check_part("all", None, "8us-60us", (8_000_000, 60_000_000))
        self.check_part("1-2", {1, 2}, "0.1ms-", (100_000_000, 1 << 62))

    def check_part(self, ranks_text, ranks, window_text, window):
        """A part converted afterwards: what is cut off leaves no end of a message hanging."""
        directory = self.directory.parent / f"part-{ranks_text}-{window_text}"
        directory.mkdir()
        files = self.files(directory)
        for name in FORMATS:
            output = files[name].parent if name == "otf2" else files[name]
            ended = run([OPTIONS.revprof, "trace", self.directory, "--to", name, "-o", output, "--processes",
                         ranks_text, "--window", window_text])
            self.assertEqual((ended.returncode, ended.stderr), (0, ""))
            self.assertEqual(ended.stdout, f"Wrote {files[name]}\n")
        processes = plain.selected(plain.read_all(self.directory), ranks, window)
        self.check_chrome(files["chrome"], processes)
        self.check_paje(files["paje"], processes)
        self.check_otf2_events(files["otf2"], processes)

    def test_part_that_is_recorded(self):
        whole = self.directory.parent / "whole"
        self.assertEqual(predict(whole, [OPTIONS.traced_calls]).returncode, 0)
        ended = predict(self.directory, [OPTIONS.traced_calls], "--trace", "chrome,paje", "--trace-processes", "0,2-3",
                        "--trace-window", "20us-0.2ms")
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        recorded = plain.read_all(self.directory)
        expected = plain.selected(plain.read_all(whole), {0, 2, 3}, (20_000_000, 200_000_000))
        for found, wanted in zip(recorded, expected, strict=True):
            self.assertEqual((found.rank, found.calls, found.computes), (wanted.rank, wanted.calls, wanted.computes))
        self.check_chrome(self.directory / "trace.json", recorded)
        self.check_paje(self.directory / "paje.trace", recorded)

    def test_killed_program(self):
        ended = predict(self.directory, [OPTIONS.traced_calls, "killed"], "--trace", ",".join(FORMATS))
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("did not reach MPI_Finalize", ended.stderr)
        processes = plain.read_all(self.directory)
        self.assertEqual(len(processes), PROCESSES)
        self.assertGreater(len(plain.matched(processes)), 10)
        files = self.files(self.directory)
        self.check_chrome(files["chrome"], processes)
        self.check_paje(files["paje"], processes)
        self.check_otf2_events(files["otf2"], processes)

    def test_without_revprof_run(self):
        """The library alone says what is still to be done."""
        ended = run([OPTIONS.mpirun, "-n", 2, "-x", f"LD_PRELOAD={OPTIONS.library}", OPTIONS.ring],
                    MODEL=OPTIONS.model, REVPROF_OUTPUT=str(self.directory), REVPROF_TRACE="otf2,chrome")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual(ended.stderr, f"revprof: to make the traces you asked for: revprof trace {self.directory} "
                                       "--to otf2,chrome\n")
        made = run([OPTIONS.revprof, "trace", self.directory, "--to", "otf2,chrome"])
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        processes = plain.read_all(self.directory)
        self.check_chrome(self.directory / "trace.json", processes)
        self.check_otf2(self.directory / "otf2/traces.otf2", processes)

    def test_wrong_use_is_refused(self):
        self.directory.mkdir()
        (self.directory / "p0.trace").write_text("# revprof-trace 2\n# rank 0 of 1\n# program a\nC 0 10\n")
        (self.directory / "otf2").mkdir()
        (self.directory / "otf2" / "mine").write_text("")
        for words, message in (
                ([], "expected the directory of a run"),
                ([self.directory], "expected --to and a format: chrome, otf2, paje"),
                ([self.directory, "--to", "plain"], "expected one or several of chrome, otf2, paje, each once, between commas, found \"plain\""),
                ([self.directory, "--to", "chrome,chrome"], "expected one or several of chrome, otf2, paje"),
                ([self.directory, "--to", "chrome,paje", "-o", "x"], "--output names one file: expected one format"),
                ([self.directory, "--to", "chrome", "--processes", "3-1"], "--processes: expected all, or ranks"),
                ([self.directory, "--to", "chrome", "--processes", "7"], "holds no trace of the processes"),
                ([self.directory, "--to", "chrome", "--window", "2-1"], "--window: expected all, or FROM-TO"),
                ([self.directory / "none", "--to", "chrome"], "No such file or directory"),
                ([self.directory, "--to", "chrome", "-o", self.directory / "no/such"], "No such file or directory"),
                ([self.directory, "--to", "otf2"], "exists, and is no OTF2 archive to replace")):
            ended = run([OPTIONS.revprof, "trace", *words])
            self.assertEqual((ended.returncode, ended.stdout), (2, ""), words)
            self.assertIn(message, ended.stderr)
            self.assertEqual(ended.stderr.count("\n"), 1)
        self.assertEqual(sorted(path.name for path in self.directory.iterdir()), ["otf2", "p0.trace"])
        for _ in range(2):  # an older conversion is replaced
            ended = run([OPTIONS.revprof, "trace", self.directory, "--to", "otf2", "-o", self.directory / "new"])
            self.assertEqual(ended.returncode, 0, ended.stderr)


def main():
    global OPTIONS
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("revprof", "library", "model", "mpirun", "otf2-print", "pj-dump", "outer", "ring", "stencil", "farm",
                 "traced-calls"):
        parser.add_argument("--" + name, required=True)
    OPTIONS, rest = parser.parse_known_args()
    unittest.main(argv=sys.argv[:1] + rest, verbosity=2)


if __name__ == "__main__":
    main()
