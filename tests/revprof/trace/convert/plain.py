# SPDX-License-Identifier: BSD-3-Clause
"""Plain traces as the tests of the conversions see them: read on their own, and cut as a user asks."""
import collections
import pathlib
import re

Call = collections.namedtuple("Call", "name begin end bytes peer communicator window details")
Send = collections.namedtuple("Send", "to sent bytes tag communicator request")
Receive = collections.namedtuple("Receive", "source sent arrived received bytes tag communicator request")
Request = collections.namedtuple("Request", "number time what")
# One process: what it did, in order; a region is (begin, end).
Process = collections.namedtuple("Process", "rank calls computes regions")


def numbers(words, count):
    """`count` numbers; a last one may be missing."""
    values = [int(word) for word in words]
    return values + [None] * (count - len(values))


def read(path):
    rank, calls, computes, regions, open_regions, details, last = None, [], [], [], [], [], 0
    for line in path.read_bytes().split(b"\0")[0].decode().splitlines(keepends=True):
        if not line.endswith("\n"):
            break
        kind, *words = line.split()
        if kind == "#":
            match = re.match(r"# rank (\d+) of", line)
            rank = int(match.group(1)) if match else rank
        elif kind == "M":
            begin, end, _, size, peer, communicator, window = numbers(words[1:], 7)
            calls.append(Call(words[0], begin, end, size, peer, communicator, window, details))
            details, last = [], max(last, end)
        elif kind == "C":
            computes.append((int(words[0]), int(words[1])))
            last = max(last, int(words[1]))
        elif kind == "S":
            details.append(Send(*numbers(words, 6)))
        elif kind == "R":
            details.append(Receive(*numbers(words, 8)))
        elif kind == "Q":
            details.append(Request(int(words[0]), int(words[1]), words[2]))
        elif kind == "B":
            open_regions.append(int(words[0]))
        elif kind == "E":
            regions.append((open_regions.pop(), int(words[0])))
    regions += [(begin, last) for begin in open_regions]
    return Process(rank, calls, computes, regions)


def read_all(directory):
    paths = pathlib.Path(directory).glob("p[0-9]*.trace")
    return [read(path) for path in sorted(paths, key=lambda path: int(path.stem[1:]))]


def selected(processes, ranks=None, window=(0, 1 << 62)):
    """What touches the window, of those ranks."""
    def touches(begin, end):
        return begin <= window[1] and end >= window[0]
    cut = []
    for process in processes:
        if ranks is not None and process.rank not in ranks:
            continue
        cut.append(Process(process.rank,
                           [call for call in process.calls if touches(call.begin, call.end)],
                           [times for times in process.computes if touches(*times)],
                           [times for times in process.regions if touches(*times)]))
    return cut


def details(process, sort):
    return [detail for call in process.calls for detail in call.details if isinstance(detail, sort)]


def matched(processes):
    """(sends, receives) that have their other end among these processes, as (rank, event)."""
    sends, pairs = collections.defaultdict(list), []
    for process in processes:
        for send in details(process, Send):
            sends[process.rank, send.to, send.sent, send.bytes, send.tag].append((process.rank, send))
    for process in processes:
        for receive in details(process, Receive):
            known = sends[receive.source, process.rank, receive.sent, receive.bytes, receive.tag]
            if known:
                pairs.append((known.pop(0), (process.rank, receive)))
    return pairs
