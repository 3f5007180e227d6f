# SPDX-License-Identifier: BSD-3-Clause
"""What the cases of accuracy.py come to: errors, tables, a graph."""
import collections
import math
import re
import statistics

Row = collections.namedtuple(
    "Row", "platform program processes simulated mean low high equation measured rule simulated_calls calls")

# The rules of revprof/engine/doubt.hpp, in its order.
RULES = ("pair", "exchange", "collective", "subgroup")
MESSAGE = re.compile(r"MPI_(I?M?probe|[A-Z]?[a-z]*(send|recv))", flags=re.I)
COMPLETION = re.compile("MPI_(Wait|Test|Start)")
GROUPS = re.compile("MPI_(Comm_split|Comm_create|Cart_sub)")
NONBLOCKING_COLLECTIVE = re.compile("MPI_I(all|barrier|bcast|exscan|gather|neighbor|reduce|scan|scatter)")


def rule_of(summary):
    """The rule that most of a run's communication rests on. Where no groups are made, what is inferred of collectives is rows."""
    groups = any(GROUPS.match(call["call"]) for call in summary["calls"])
    collectives_complete = any(NONBLOCKING_COLLECTIVE.match(call["call"]) for call in summary["calls"])
    seconds = collections.Counter()
    for call in summary["calls"]:
        message = MESSAGE.match(call["call"]) or (COMPLETION.match(call["call"]) and not collectives_complete)
        inferred = call["source"] == "inferred"
        rule = RULES[inferred] if message else RULES[2 + (inferred and groups)]
        seconds[rule] += call["seconds"] - call["waiting_seconds"]
    return max(seconds, key=seconds.get, default=RULES[0])


def error(row, lane="mean"):
    return getattr(row, lane) / row.simulated - 1


def share_of_band(row):
    """How far the truth lies towards low or high, in logarithms: 0 is the mean, 1 is low or high."""
    edge = row.high if row.simulated > row.mean else row.low
    needed = abs(math.log(row.simulated / row.mean))
    return needed / abs(math.log(edge / row.mean)) if edge != row.mean else math.inf if needed else 0


def source_of_error(row):
    """The call whose predicted and simulated times differ most; of a program that does not say its calls' times, none."""
    if not row.simulated_calls:
        return "-"
    names = set(row.calls) | set(row.simulated_calls)
    name = max(names, key=lambda n: abs(row.calls.get(n, 0) - row.simulated_calls.get(n, 0)))
    return (f"{name} {1e6 * row.calls.get(name, 0):.0f} for "
            f"{1e6 * row.simulated_calls.get(name, 0):.0f} us")


def percent(value):
    return f"{100 * value:+.1f} %"


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]


def summary_lines(rows):
    """Per platform and over all: error of two lanes, and how often the truth is in the band."""
    groups = {platform: [r for r in rows if r.platform == platform]
              for platform in dict.fromkeys(r.platform for r in rows)}
    if len(groups) > 1:
        groups["all"] = rows
    lines = ["| platform | cases | lane | median | 9 of 10 | worst | truth in low-high | high / low |",
             "|---|---|---|---|---|---|---|---|"]
    for platform, group in groups.items():
        inside = sum(share_of_band(r) <= 1 for r in group) / len(group)
        width = statistics.median(r.high / r.low for r in group)
        for lane in ("mean", "equation"):
            errors = [abs(error(r, lane)) for r in group]
            worst = max(group, key=lambda r: abs(error(r, lane)))
            lines.append(
                f"| {platform} | {len(group)} | {lane} | {100 * statistics.median(errors):.1f} % | "
                f"{100 * quantile(errors, 0.9):.1f} % | {percent(error(worst, lane))} "
                f"({worst.program}, {worst.processes}) | {100 * inside:.0f} % | {width:.2f} |")
    return lines


def band_lines(rows):
    """Per program: how wide the band is, and how wide it should be to hold nine of ten cases."""
    lines = ["| program | truth in low-high | high / low | 9 of 10 within this share of the band |", "|---|---|---|---|"]
    for program in dict.fromkeys(r.program for r in rows):
        group = [r for r in rows if r.program == program]
        shares = [share_of_band(r) for r in group]
        lines.append(f"| {program} | {100 * sum(s <= 1 for s in shares) / len(shares):.0f} % | "
                     f"{statistics.median(r.high / r.low for r in group):.2f} | {quantile(shares, 0.9):.1f} |")
    return lines


def trust_lines(rows):
    """Per rule: how wrong it is. And the cases that a reader of the summary would have trusted."""
    lines = ["| most rests on | cases | median | 9 of 10 | worst |", "|---|---|---|---|---|"]
    for rule in RULES:
        errors = [abs(error(r)) for r in rows if r.rule == rule]
        if errors:
            lines.append(f"| {rule} | {len(errors)} | {100 * statistics.median(errors):.1f} % | "
                         f"{100 * quantile(errors, 0.9):.1f} % | {100 * max(errors):.1f} % |")
    lines += ["", "Off by more than 20 %, more than half of it measured: " +
              (", ".join(f"{r.platform} {r.program} {r.processes} ({percent(error(r))}, {100 * r.measured:.0f} %)"
                         for r in rows if abs(error(r)) > 0.2 and r.measured > 0.5) or "none")]
    return lines


def table_lines(rows):
    lines = ["| platform | program | p | simulated us | mean us | error | equation | in band | "
             "low and high us | largest difference, all processes |", "|---|---|---|---|---|---|---|---|---|---|"]
    for r in rows:
        lines.append(
            f"| {r.platform} | {r.program} | {r.processes} | {1e6 * r.simulated:.1f} | "
            f"{1e6 * r.mean:.1f} | {percent(error(r))} | {percent(error(r, 'equation'))} | "
            f"{'yes' if share_of_band(r) <= 1 else 'no'}, at {share_of_band(r):.1f} | "
            f"{1e6 * r.low:.1f}, {1e6 * r.high:.1f} | {source_of_error(r)} |")
    return lines


def graph(rows):
    """Predicted against simulated, low-high as bars, both axes logarithmic."""
    width, height, margin = 640, 640, 70
    times = [t for r in rows for t in (r.simulated, r.low, r.high)]
    first, last = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))

    def across(seconds):
        return margin + (math.log10(seconds) - first) / (last - first) * (width - 2 * margin)

    def up(seconds):
        return height - across(seconds)

    shapes = {platform: number for number, platform in
              enumerate(dict.fromkeys(r.platform for r in rows))}
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
           'font-family="sans-serif" font-size="13">',
           f'<rect width="{width}" height="{height}" fill="white"/>']
    for power in range(first, last + 1):
        label = f"{10 ** (power + 6):g} us" if power < -3 else f"{10 ** (power + 3):g} ms"
        x, y = across(10 ** power), up(10 ** power)
        out += [f'<path d="M{x} {margin}V{height - margin}M{margin} {y}H{width - margin}" '
                'stroke="#ddd"/>',
                f'<text x="{x}" y="{height - margin + 20}" text-anchor="middle">{label}</text>',
                f'<text x="{margin - 8}" y="{y + 4}" text-anchor="end">{label}</text>']
    out += [f'<path d="M{margin} {height - margin}L{width - margin} {margin}" stroke="#888"/>',
            f'<text x="{width / 2}" y="{height - 20}" text-anchor="middle">simulated</text>',
            f'<text x="20" y="{height / 2}" transform="rotate(-90 20 {height / 2})" '
            'text-anchor="middle">predicted (mean, low to high)</text>']
    colours = ["#1b6ca8", "#c44e1c", "#2e7d32", "#7b1fa2", "#555555"]
    marks = ["M-4 -4h8v8h-8z", "M0 -5l5 9h-10z", "M-5 0l5 -5 5 5 -5 5z", "M-4 -4l8 8M4 -4l-8 8",
             "M-5 0h10M0 -5v10"]
    for r in rows:
        number = shapes[r.platform] % len(marks)
        x = across(r.simulated)
        out.append(f'<path d="M{x:.1f} {up(r.low):.1f}V{up(r.high):.1f}" '
                   f'stroke="{colours[number]}" opacity="0.6"/>')
        out.append(f'<path d="{marks[number]}" transform="translate({x:.1f} {up(r.mean):.1f})" '
                   f'fill="none" stroke="{colours[number]}" stroke-width="1.5"><title>{r.platform}: '
                   f'{r.program}, {r.processes} processes: {percent(error(r))}</title></path>')
    for platform, number in shapes.items():
        y, number = margin + 20 + 20 * number, number % len(marks)
        out.append(f'<path d="{marks[number]}" transform="translate({margin + 20} {y})" '
                   f'fill="none" stroke="{colours[number]}" stroke-width="1.5"/>'
                   f'<text x="{margin + 34}" y="{y + 4}">{platform}</text>')
    return "\n".join(out + ["</svg>", ""])
