# SPDX-License-Identifier: BSD-3-Clause
"""Lays revprof's run of a program beside SimGrid's, call by call and message by message, and says what differs first."""
import collections
import pathlib
import re

Call = collections.namedtuple("Call", "name begin end detail")
Message = collections.namedtuple("Message", "sent received")
Run = collections.namedtuple("Run", "calls messages")  # [rank]: calls in their order; (source, destination, tag): messages

WAITS = re.compile("MPI_(Wait|Test|I?m?probe|Request_get_status)", re.IGNORECASE)

# A call or a message differs where it does by that part of its time, and by that part of the run's.
PART_OF_ITSELF, PART_OF_RUN = 0.05, 0.0005


def read_simulated(path):
    """The trace of smpirun -trace, format Paje: 5 defines a state, 6 a container; 12 and 13 enter and leave a call, 15 and 16
    are a message's ends, by a key whose third number is its tag."""
    names, ranks, calls, open_calls = {}, {}, collections.defaultdict(list), collections.defaultdict(list)
    messages, sent = collections.defaultdict(list), {}
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        fields = line.split()
        if line.startswith("5 "):
            names[fields[1]] = re.sub("^PMPI", "MPI", fields[3])
        elif line.startswith("6 "):
            found = re.search(r'"rank-(\d+)"', line)
            if found:
                ranks[fields[2]] = int(found.group(1))
        elif line.startswith("12 ") and fields[3] in ranks:
            open_calls[fields[3]].append((names[fields[4]], float(fields[1])))
        elif line.startswith("13 ") and open_calls[fields[3]]:
            name, begin = open_calls[fields[3]].pop()
            calls[ranks[fields[3]]].append(Call(name, begin, float(fields[1]), ""))
        elif line.startswith("15 "):
            sent[fields[6]] = (ranks[fields[5]], float(fields[1]))
        elif line.startswith("16 ") and fields[6] in sent:
            source, begin = sent.pop(fields[6])
            tag = int(fields[6].split("_")[2])
            messages[source, ranks[fields[5]], tag].append((begin, Message(begin, float(fields[1]))))
    return Run(calls, {pair: [message for _, message in sorted(each)] for pair, each in messages.items()})


def read_predicted(directory):
    """The plain traces of a run of revprof (revprof/trace/README.md)."""
    calls, messages = collections.defaultdict(list), collections.defaultdict(list)
    for path in pathlib.Path(directory).glob("p*.trace"):
        rank, started = int(path.stem[1:]), None
        for line in path.read_text(encoding="utf-8").splitlines():
            kind, *fields = line.split(" ")
            if kind == "M" and fields[0] == "start_up":  # part of the call that follows, as the simulation shows it
                started = int(fields[1])
            elif kind == "M":
                peer = f" with {fields[5]}" if fields[5] != "-1" else ""
                begin, started = int(fields[1]) if started is None else started, None
                calls[rank].append(Call(fields[0], begin * 1e-12, int(fields[2]) * 1e-12, f"{fields[4]} bytes{peer}"))
            elif kind == "R":
                message = Message(int(fields[1]) * 1e-12, int(fields[3]) * 1e-12)
                messages[int(fields[0]), rank, int(fields[5])].append((message.sent, message))
    return Run(calls, {pair: [message for _, message in sorted(each)] for pair, each in messages.items()})


def waits_together(calls):
    """What a process waits or asks for before each other call, as one: how often it asks, or waits for nothing, is the host's affair."""
    together, begin, seconds = [], None, 0.0
    for call in [*calls, None]:
        if call is not None and WAITS.match(call.name):
            begin, seconds = call.begin if begin is None else begin, seconds + call.end - call.begin
            continue
        if begin is None:
            begin = call.begin if call is not None else max((each.end for each in calls), default=0.0)
        together.append(Call("waits", begin, begin + seconds, ""))
        if call is not None:
            together.append(call)
        begin, seconds = None, 0.0
    return together


def pairs_of_calls(simulated, predicted):
    """(rank, simulated, predicted) of calls that both sides show; and where the two do not make the same ones."""
    pairs, broken = [], []
    for rank, calls in simulated.calls.items():
        others = predicted.calls.get(rank, [])
        both = {call.name for call in calls} & {call.name for call in others}
        left, right = ([call for call in each if call.name in both or WAITS.match(call.name)] for each in (calls, others))
        if [call.name for call in left] != [call.name for call in right]:
            left, right = waits_together(left), waits_together(right)
        for number, (one, other) in enumerate(zip(left, right)):
            if one.name != other.name:
                broken.append(f"rank {rank}: its call {number // 2 + 1} without waits is {one.name} simulated, {other.name} predicted")
                break
            pairs.append((rank, one, other))
    # What follows from a difference ends after it.
    return sorted(pairs, key=lambda pair: pair[1].end), broken


def differs(simulated_seconds, predicted_seconds, run_seconds):
    off = abs(predicted_seconds - simulated_seconds)
    return off > PART_OF_ITSELF * max(simulated_seconds, predicted_seconds) and off > PART_OF_RUN * run_seconds


def microseconds(seconds):
    return f"{1e6 * seconds:.2f}"


def call_lines(simulated, predicted, run_seconds, most):
    """The first calls that take another time, and by which calls the two drift apart."""
    pairs, broken = pairs_of_calls(simulated, predicted)
    drift, shown = collections.Counter(), []
    for rank, one, other in pairs:
        drift[one.name] += (other.end - other.begin) - (one.end - one.begin)
        if len(shown) < most and differs(one.end - one.begin, other.end - other.begin, run_seconds):
            shown.append(f"| {rank} | {one.name} | {other.detail} | {microseconds(one.begin)} to {microseconds(one.end)} | "
                         f"{microseconds(other.begin)} to {microseconds(other.end)} | "
                         f"{1e6 * ((other.end - other.begin) - (one.end - one.begin)):+.2f} |")
    lines = ["First calls that take another time (us since the start):", "",
             "| rank | call | | simulated | predicted | longer by |", "|---|---|---|---|---|---|", *shown, "",
             "Per call, all processes (us): " + (", ".join(
                 f"{name} {1e6 * off:+.1f}" for name, off in sorted(drift.items(), key=lambda item: -abs(item[1])) if abs(off) > 1e-9) or "none")]
    return lines + [f"Not the same calls: {text}" for text in broken]


def message_lines(simulated, predicted, run_seconds, most):
    """The first messages, from the start of the send to the end of the receive, that take another time; and the pairs."""
    shown, drift = [], collections.Counter()
    for pair, messages in simulated.messages.items():
        for number, (one, other) in enumerate(zip(messages, predicted.messages.get(pair, []))):
            off = (other.received - other.sent) - (one.received - one.sent)
            drift[pair[:2]] += off
            if differs(one.received - one.sent, other.received - other.sent, run_seconds):
                shown.append((one.received, pair, number, one, other, off))
    rows = [f"| {pair[0]} to {pair[1]} | {pair[2]} | {number + 1} | {microseconds(one.sent)} to {microseconds(one.received)} | "
            f"{microseconds(other.sent)} to {microseconds(other.received)} | {1e6 * off:+.2f} |"
            for _, pair, number, one, other, off in sorted(shown)[:most]]
    worst = sorted((item for item in drift.items() if abs(item[1]) > 1e-9), key=lambda item: -abs(item[1]))[:most]
    return ["First messages that take another time:", "",
            "| from, to | tag | which | simulated | predicted | longer by |", "|---|---|---|---|---|---|", *rows, "",
            "Pairs that are off most (us): " + (", ".join(f"{a} to {b} {1e6 * off:+.1f}" for (a, b), off in worst) or "none")]


def explanation(simulated, predicted, run_seconds, most=10):
    return "\n".join([*call_lines(simulated, predicted, run_seconds, most), "",
                      *message_lines(simulated, predicted, run_seconds, most), ""])
