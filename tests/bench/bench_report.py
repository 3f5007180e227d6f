#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""How fast the HTML report opens and moves: makes a run of many events, its report, and pans it in headless Chromium.

The events are those of a stencil: computation, receives, sends, waits and a reduction, whose lengths vary.
"""
import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(TOP, "tests", "revprof", "report", "html"))
from browser import Browser  # noqa: E402
from run_files import write_summary, write_trace  # noqa: E402

US = 1_000_000  # in picoseconds
PER_STEP = 10  # events of a process in a step


def write_run(directory, processes, events):
    """Steps of 100 us, in which every process hears from both neighbours in a ring, and all meet at the end."""
    chance = random.Random(1)
    steps = max(1, events // processes // PER_STEP)
    waits = [[10 * US + chance.randrange(5 * US) for _ in range(processes)] for _ in range(steps)]
    times = []
    for rank in range(processes):
        left, right = (rank - 1) % processes, (rank + 1) % processes
        lines, waited = [], 0
        for step in range(steps):
            t, wait = step * 100 * US, waits[step][rank]
            lines += [f"C {t} {t + 50 * US}",
                      f"M MPI_Irecv {t + 50 * US} {t + 51 * US} 0 8192 {left} 0",
                      f"M MPI_Irecv {t + 51 * US} {t + 52 * US} 0 8192 {right} 0",
                      f"M MPI_Isend {t + 52 * US} {t + 54 * US} 0 8192 {left} 0",
                      f"M MPI_Isend {t + 54 * US} {t + 56 * US} 0 8192 {right} 0",
                      f"M MPI_Wait {t + 56 * US} {t + 61 * US + wait} {wait} 8192 {left} 0",
                      f"R {left} {t + 54 * US} {t + 56 * US + wait} {t + 61 * US + wait} 8192 1 0",
                      f"R {right} {t + 52 * US} {t + 56 * US + wait} {t + 61 * US + wait} 8192 2 0",
                      f"C {t + 61 * US + wait} {t + 80 * US}",
                      f"M MPI_Allreduce {t + 80 * US} {t + 100 * US} {10 * US} 8 -1 0"]
            waited += wait + 10 * US
        write_trace(directory, rank, processes, "./bench", lines)
        whole, compute = steps * 100 * US, sum(69 * US - waits[step][rank] for step in range(steps))
        times.append([(compute, whole - compute - waited, waited)])
    calls = [{"call": call, "count": steps * processes, "bytes": 8192 * steps * processes, "seconds": seconds,
              "waiting_seconds": 0, "source": "measured"}
             for call, seconds in [("MPI_Allreduce", 3), ("MPI_Wait", 2), ("MPI_Isend", 1), ("MPI_Irecv", 0.5)]]
    write_summary(directory, "./bench", times, calls)
    return steps * processes * PER_STEP


# Pans from the view's begin to the end of the run in `count` steps, one a frame, and returns the time between frames
# and the time that drawing took in each, in milliseconds.
PAN = """(async (part, count) => {
  const d = revprof.diagram, whole = d.trace.to - d.trace.from, length = whole * part;
  const between = [], drawing = [];
  const draw = d.draw.bind(d);
  d.draw = () => { const start = performance.now(); draw(); drawing.push(performance.now() - start); };
  d.setView(d.trace.from, d.trace.from + length);
  await new Promise(requestAnimationFrame);
  let last = await new Promise(requestAnimationFrame);
  for (let i = 0; i < count; ++i) {
    const begin = d.trace.from + (whole - length) * i / count;
    if (part < 1) d.setView(begin, begin + length);
    else d.setView(d.trace.from + whole * 1e-4 * i, d.trace.to);
    const now = await new Promise(requestAnimationFrame);
    between.push(now - last);
    last = now;
  }
  d.draw = draw;
  return {between, drawing: drawing.slice(2)};
})"""


def cpu_seconds(browser):
    """Of the page's main thread since it was opened, whatever else runs on the host."""
    metrics = browser.send("Performance.getMetrics")["metrics"]
    return next(each["value"] for each in metrics if each["name"] == "TaskDuration")


def quantile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(TOP, "build", "release"), help="default: build/release")
    parser.add_argument("--events", type=int, default=1_000_000, help="of all processes (default: %(default)s)")
    parser.add_argument("-n", type=int, default=64, metavar="PROCESSES", help="default: %(default)s")
    parser.add_argument("--frames", type=int, default=100, help="of each pan (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=3, help="how often the page is opened (default: %(default)s)")
    parser.add_argument("--screenshot", metavar="FILE", help="keep a picture of the diagram")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        events = write_run(directory, options.n, options.events)
        start = time.monotonic()
        subprocess.run([os.path.join(options.build, "bin", "revprof"), "report", directory, "--html", "--no-diagram"],
                       check=True, stdout=subprocess.DEVNULL, timeout=600)
        made = time.monotonic() - start
        page = os.path.join(directory, "report.html")
        print(f"{events:,} events, {options.n} processes")
        print(f"revprof report --html   {made:6.2f} s, {os.path.getsize(page) / 1e6:.1f} MB")
        with Browser() as browser:
            browser.send("Performance.enable", timeDomain="threadTicks")
            opened, cpu = [], []
            for _ in range(options.runs):
                opened.append(browser.open(page))
                cpu.append(cpu_seconds(browser))
            print(f"opened and drawn        {statistics.median(opened):6.2f} s"
                  f"  (of {options.runs}: {min(opened):.2f} to {max(opened):.2f};"
                  f" {statistics.median(cpu):.2f} s of CPU time)")
            browser.show("#diagram")
            print("pan, the view showing   frames between, ms: median   95 %   most    drawing: median   95 %   CPU a frame")
            for part in [1, 0.5, 0.25, 0.1, 0.01, 0.001]:
                before = cpu_seconds(browser)
                times = browser.value(f"{PAN}({part}, {options.frames})", timeout=300)
                cpu = (cpu_seconds(browser) - before) * 1e3 / options.frames
                between, drawing = times["between"], times["drawing"]
                print(f"  {part:6.1%} of the run {statistics.median(between):31.1f} {quantile(between, 0.95):6.1f}"
                      f" {max(between):6.1f} {statistics.median(drawing):18.1f} {quantile(drawing, 0.95):6.1f} {cpu:13.1f}")
            if options.screenshot:
                browser.screenshot(options.screenshot)
            if browser.problems:
                sys.exit("problems on the page: " + "; ".join(browser.problems))


if __name__ == "__main__":
    main()
