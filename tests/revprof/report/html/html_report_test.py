# SPDX-License-Identifier: BSD-3-Clause
"""`revprof report --html` in headless Chromium: what the page shows, how it moves, and that it fetches nothing."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from browser import Browser
from run_files import fingerprint, write_summary, write_trace

US = 1_000_000  # in picoseconds
HOSTILE = """./a.out "</script><script>window.hacked=1</script>' <!-- <img src=x onerror=window.hacked=2> {{{data}}} \u00e9"""


def calls_of(rows):
    return [{"call": name, "count": count, "bytes": size, "seconds": seconds, "waiting_seconds": waiting,
             "source": "measured"} for name, count, size, seconds, waiting in rows]


CALLS = calls_of([("MPI_Allreduce", 4, 32, 1e-4, 6e-5), ("MPI_Recv", 1, 4096, 4e-5, 3.5e-5), ("MPI_Send", 1, 4096, 1e-5, 0)])


def traces():
    """Four processes compute 100, 110, 120, 130 us and meet; then 0 sends to 1, which was waiting."""
    all_of_them = []
    for rank in range(4):
        work = (100 + 10 * rank) * US
        lines = ["G 0 0 1 2 3", f"C 0 {work}", f"M MPI_Allreduce {work} {140 * US} {130 * US - work} 8 -1 0"]
        if rank == 0:
            lines += [f"C {140 * US} {170 * US}", f"M MPI_Send {170 * US} {180 * US} 0 4096 1 0"]
        if rank == 1:
            lines += [f"M MPI_Recv {140 * US} {180 * US} {35 * US} 4096 0 0",
                      f"R 0 {170 * US} {175 * US} {180 * US} 4096 7 0", "B 0 <b>region</b>", f"K {20 * US} </script>begun"]
        all_of_them.append(lines)
    return all_of_them


def write_run(directory, **more):
    program = more.pop("program", "./pair")
    for rank, lines in enumerate(traces()):
        write_trace(directory, rank, 4, program, lines)
    times = [[(130 * US, 20 * US, 30 * US)], [(110 * US, 15 * US, 55 * US)], [(120 * US, 10 * US, 10 * US)],
             [(130 * US, 10 * US, 0)]]
    for process in times:  # low and high
        process += [tuple(part * 9 // 10 for part in process[0]), tuple(part * 3 // 2 for part in process[0])]
    write_summary(directory, program, times, CALLS, **more)


class HtmlReport(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.browser = Browser()
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.directory = os.path.join(self.scratch.name, self.id().rsplit(".", 1)[1])
        os.mkdir(self.directory)
        self.browser.problems.clear()
        self.browser.resize(1280, 900)
        self.browser.colour_scheme("light")

    def tearDown(self):
        self.assertEqual(self.browser.problems, [])

    def report(self, *options):
        result = subprocess.run([REVPROF, "report", self.directory, "--html", "--no-diagram", *options],
                                capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        page = os.path.join(self.directory, "report.html")
        self.assertIn("Wrote " + page, result.stdout)
        return page

    def open_run(self, **more):
        write_run(self.directory, **more)
        self.browser.open(self.report())

    def value(self, expression):
        return self.browser.value(expression)

    def view(self):
        return self.value("[revprof.diagram.view.from, revprof.diagram.view.to]")

    def at(self, time, row, part=0.5):
        """Where in the window a time (us) of a row is; part 0 is the bar's top, 1 its bottom."""
        left, top, _, _ = self.browser.box("#rows-canvas")
        x, y = self.value(f"(d => {{ const bar = d.bar({row}); return [d.x({time * US}), bar.top + bar.height * {part}]; }})"
                          "(revprof.diagram)")
        return left + x, top + y

    def tip_at(self, x, y):
        self.browser.mouse("mouseMoved", x, y)
        self.browser.frame()
        return self.value("document.getElementById('tip').hidden ? null : document.getElementById('tip').textContent")

    def test_texts_of_the_run_stay_texts(self):
        self.open_run(program=HOSTILE, machine=HOSTILE, warnings=[HOSTILE], settings={"step": HOSTILE})
        self.assertEqual(self.value("document.querySelector('h1').textContent"), HOSTILE)
        self.assertEqual(self.value("document.title"), "revprof: " + HOSTILE)
        self.assertEqual(self.value("document.querySelector('.warnings li').textContent"), HOSTILE)
        self.assertIsNone(self.value("window.hacked || null"))
        self.assertEqual(self.value("document.querySelectorAll('script').length"), 2)
        self.assertEqual(self.value("document.querySelectorAll('img').length"), 0)

    def test_call_names_cannot_end_the_script(self):
        write_run(self.directory)
        name = "MPI_</script><script>window.hacked=3</script>"
        write_trace(self.directory, 3, 4, "./pair", [f"C 0 {US}", f"M {name} {US} {2 * US} 0 0 -1 0"])
        self.browser.open(self.report())
        self.assertIn(name, self.value("revprof.data.trace.names"))
        self.assertIsNone(self.value("window.hacked || null"))

    def test_predictions_and_shares(self):
        self.open_run()
        self.assertEqual(self.value("document.querySelector('.big').textContent"), "180.0 \u00b5s")
        self.assertIn("low 162.0 \u00b5s \u2013 high 270.0 \u00b5s", self.value("document.querySelector('.headline').textContent"))
        sums = self.value("revprof.data.seconds.map(row => row.reduce((a, b) => a + b, 0))")
        for sum_, expected in zip(sums, [180e-6, 180e-6, 140e-6, 140e-6]):
            self.assertAlmostEqual(sum_, expected, 12)
        parts = self.value("revprof.data.parts")
        self.assertEqual(parts, ["computation", "waiting", "MPI_Allreduce", "MPI_Recv", "MPI_Send", "other calls"])
        for part, expected in zip(self.value("revprof.data.seconds[0]"), [130e-6, 30e-6, 10e-6, 0, 10e-6, 0]):
            self.assertAlmostEqual(part, expected, 12)
        self.assertEqual(self.value("revprof.charts.length"), 3)
        self.assertEqual(self.value("revprof.charts[2].textAt(revprof.charts[2].top + 1)"),
                         "0\ncomputation: 130.0 \u00b5s\nwaiting: 30.00 \u00b5s\nMPI_Allreduce: 10.00 \u00b5s\n"
                         "MPI_Send: 10.00 \u00b5s")
        # The bar is drawn: a pixel amid the computation of process 0 has its colour.
        self.assertEqual(self.value("(c => [...c.context.getImageData((c.x(65e-6)) * devicePixelRatio, "
                                    "(c.top + c.row / 2) * devicePixelRatio, 1, 1).data])(revprof.charts[2])"),
                         [0xb7, 0xdc, 0xae, 255])
        self.assertEqual(self.value("document.querySelectorAll('#legend li').length"), len(parts))

    def test_trace_arrives_exactly(self):
        write_run(self.directory)
        late = 2**53 - 10**6  # the latest times that the page can tell apart: 2.5 hours
        lines = [f"C 5 {US}", f"M MPI_Send {US} {late} {US} {2**40} 3 -1", f"M MPI_Recv {late} {late + 9} 0 0 -1 12"]
        lines += [f"R 0 {7 * US} {6 * US} {9 * US} 12 -5 0", f"R 3 {late - 100} {late - 50} {late} {2**33} 2000000000 1"]
        write_trace(self.directory, 2, 4, "./pair", lines)
        self.browser.open(self.report())
        row = self.value("(r => ({name: [...r.spans.name].map(n => revprof.data.trace.names[n]), begin: [...r.spans.begin],"
                         "end: [...r.spans.end], waiting: [...r.spans.waiting], bytes: [...r.spans.bytes],"
                         "peer: [...r.spans.peer], communicator: [...r.spans.communicator]}))(revprof.diagram.rows[2])")
        self.assertEqual(row, {"name": ["computation", "MPI_Send", "MPI_Recv"], "begin": [5, US, late],
                               "end": [US, late, late + 9], "waiting": [0, US, 0], "bytes": [0, 2**40, 0],
                               "peer": [0, 3, -1], "communicator": [0, -1, 12]})
        messages = self.value("(m => [m.source, m.sent, m.arrived, m.received, m.bytes, m.tag].map(a => [...a]))"
                              "(revprof.diagram.rows[2].messages)")
        self.assertEqual(messages, [[0, 3], [7 * US, late - 100], [6 * US, late - 50], [9 * US, late], [12, 2**33],
                                    [-5, 2000000000]])

    def test_old_browsers_read_base64_too(self):
        self.open_run()
        self.assertEqual(self.value("(() => { const known = Uint8Array.fromBase64; Uint8Array.fromBase64 = undefined;"
                                    "const bytes = [...bytesOfBase64('AAH//g==')]; Uint8Array.fromBase64 = known;"
                                    "return [bytes, [...bytesOfBase64('AAH//g==')]]; })()"), [[0, 1, 255, 254]] * 2)

    def test_many_processes_scroll(self):
        count = 80
        for rank in range(count):
            write_trace(self.directory, rank, count, "./many",
                        [f"C 0 {100 * US}", f"M MPI_Barrier {100 * US} {110 * US} 0 0 -1 0"])
        write_summary(self.directory, "./many", [[(100 * US, 10 * US, 0)]] * count,
                      calls_of([("MPI_Barrier", count, 0, count * 1e-5, 0)]))
        self.browser.open(self.report())
        self.browser.show("#rows")
        self.assertGreaterEqual(self.value("revprof.diagram.rowHeight"), 14)
        self.assertIn("process 3: ", self.tip_at(*self.at(50, 3)))
        self.browser.mouse("mouseWheel", *self.at(50, 3), deltaX=0, deltaY=5000, modifiers=8)  # with shift
        self.browser.frame()
        self.assertEqual(self.value("revprof.diagram.visibleRows()[1]"), count)
        self.assertEqual(self.view(), [0, 110 * US])
        self.assertIn("process 79: computation", self.tip_at(*self.at(50, 79)))

    def test_details_tell_whom_a_call_waited_for(self):
        self.open_run()
        self.browser.show("#rows")
        collective = self.tip_at(*self.at(115, 0))
        self.assertIn("process 0: MPI_Allreduce\n40.00 \u00b5s, from 100.00 \u00b5s", collective)
        self.assertIn("of it waiting 30.00 \u00b5s for process 3", collective)
        receive = self.tip_at(*self.at(150, 1))
        for part in ["process 1: MPI_Recv", "4.00 KiB", "peer or root: process 0", "waiting 35.00 \u00b5s for process 0"]:
            self.assertIn(part, receive)
        self.assertIn("process 3: computation", self.tip_at(*self.at(60, 3)))
        x1, y1 = self.at(170, 0, 1)
        x2, y2 = self.at(180, 1, 0)
        message = self.tip_at((x1 + x2) / 2, (y1 + y2) / 2)
        for part in ["message from 0 to 1: 4.00 KiB, tag 7", "sent 170.0", "could be there 175.0", "received 180.0"]:
            self.assertIn(part, message)

    def test_a_marker_is_a_flag_that_tells_its_text(self):
        self.open_run()
        self.assertEqual(self.value("revprof.data.markers"), [[1, 20 * US, "</script>begun"]])
        self.browser.show("#rows")
        x, y = self.at(20, 1, 0)
        marker = self.tip_at(x + 2, y + 3)
        for part in ['process 1: marker "</script>begun"', "at 20.0 \u00b5s"]:
            self.assertIn(part, marker)
        self.assertIn("process 1: computation", self.tip_at(x + 12, y + 3))

    def test_wheel_drag_buttons_and_keys_move_the_view(self):
        self.open_run()
        self.browser.show("#rows")
        whole = self.view()
        self.assertEqual(whole, [0, 180 * US])
        x, y = self.at(45, 1)
        self.browser.mouse("mouseWheel", x, y, deltaX=0, deltaY=-200)
        self.browser.frame()
        begin, end = self.view()
        self.assertAlmostEqual((45 * US - begin) / (end - begin), 0.25, 3)  # what was under the pointer still is
        self.assertLess(end - begin, 0.7 * 180 * US)
        self.browser.drag(x, y, x - 100, y)
        dragged = self.view()
        self.assertGreater(dragged[0], begin)
        self.assertAlmostEqual(dragged[1] - dragged[0], end - begin, 0)
        self.value("revprof.diagram.tell()")
        self.assertIn("\u00b5s", self.value("document.getElementById('window').textContent"))
        for do, check in [("all", lambda old, new: new == whole),
                          ("in", lambda old, new: new == [45 * US, 135 * US]),
                          ("left", lambda old, new: new == [22.5 * US, 112.5 * US]),
                          ("right", lambda old, new: new == [45 * US, 135 * US]),
                          ("out", lambda old, new: new == whole)]:
            self.browser.show(".tools")
            left, top, width, height = self.browser.box(f"[data-do={do}]")
            old = self.view()
            self.browser.click(left + width / 2, top + height / 2)
            self.browser.frame()
            self.assertTrue(check(old, self.view()), f"{do}: {self.view()}")
        self.value("document.getElementById('rows').focus()")
        for key, expected in [("+", [45 * US, 135 * US]), ("ArrowRight", [67.5 * US, 157.5 * US]), ("Home", whole)]:
            self.browser.key(key)
            self.assertEqual(self.view(), expected, key)
        self.browser.key("ArrowDown")
        self.browser.key("ArrowDown")
        self.browser.key("n")
        self.assertIn("process 1:", self.value("document.getElementById('event').textContent"))

    def test_light_dark_and_the_switch(self):
        self.browser.colour_scheme("dark")
        self.open_run()
        colour = "getComputedStyle(document.body).backgroundColor"
        self.assertEqual(self.value(colour), "rgb(22, 25, 29)")
        left, top, width, height = self.browser.box("#theme")
        self.browser.click(left + width / 2, top + height / 2)
        self.assertEqual(self.value(colour), "rgb(255, 255, 255)")

    def test_nothing_overlaps_or_sticks_out(self):
        self.open_run(program="./long " + "x" * 300)
        for width in [1280, 800]:
            self.browser.resize(width, 900)
            self.browser.frame()
            self.assertLessEqual(self.value("document.documentElement.scrollWidth"), width)
            overlaps = self.value("""(() => {
              const found = [], shown = e => { const r = e.getBoundingClientRect(); return r.width > 0 && r.height > 0 ? r : null; };
              for (const parent of document.querySelectorAll('body, main, header, section, .tools, .legend, nav, tr')) {
                const children = [...parent.children].filter(e => e.id !== 'tip' && e.tagName !== 'SCRIPT');
                for (let i = 0; i < children.length; ++i) for (let j = 0; j < i; ++j) {
                  const a = shown(children[i]), b = shown(children[j]);
                  if (!a || !b) continue;
                  const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
                  const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
                  if (x > 1 && y > 1) found.push(children[j].outerHTML.slice(0, 60) + ' | ' + children[i].outerHTML.slice(0, 60));
                }
                for (const child of children) {
                  const r = shown(child);
                  if (r && !child.closest('.scroll') && r.right > innerWidth + 1) found.push('sticks out: ' + child.outerHTML.slice(0, 80));
                }
              }
              return found;
            })()""")
            self.assertEqual(overlaps, [], f"at {width} pixels")

    def test_critical_path_is_told_and_drawn(self):
        write_run(self.directory)
        path = {"format": "revprof-path", "version": 1, "lane": "mean", "model": "", "machine": "round numbers",
                "processes": 4, "latest_process": 1, "predicted_picoseconds": 180 * US, "step_seconds": 1e-9, "distances": [],
                "charges": [{"what": "compute steps", "count": 160000, "picoseconds": 160 * US},
                            {"what": "equation", "call": "MPI_Recv", "equation": "transit", "bytes": 4096, "ranks": [0, 1],
                             "site": 0, "count": 2, "picoseconds": 20 * US, "latency_seconds": 8e-6}],
                "terms": [{"term": "compute steps", "n": 160000, "value": 1e-9, "seconds": 1.6e-4},
                          {"term": "c", "equation": "transit", "class": "beyond", "function": "", "processes": [2, 64],
                           "bytes": [0, 4096], "n": 2, "value": 1e-5, "standard_error": 1e-7, "seconds": 2e-5}],
                "band": {"standard_deviation": 2e-7, "known": 1}, "alternatives": [], "decisions": 2, "untold_decisions": 0,
                "segment_calls": ["", "MPI_Recv"], "segments_left_out": 0,
                "segments": [[0, 0, 0, 170 * US, 0, 170 * US], [1, 1, 170 * US, 180 * US, 170 * US, 180 * US]],
                "sites": [{"module": "/a.out", "offset": 4660, "place": "<i>.c:31"}]}
        with open(os.path.join(self.directory, "path.json"), "w", encoding="utf-8") as file:
            json.dump(path, file)
        self.browser.open(self.report())
        cells = self.value("[...document.querySelectorAll('#path tr')].map(r => [...r.cells].map(c => c.textContent))")
        self.assertIn(["MPI_Recv", "20.00 \u00b5s", "11.1 %", "\u22125.6 %", "\u22124.4 %", "\u22126.7 %"], cells)
        self.assertTrue(any(row[0] == "<i>.c:31" for row in cells), cells)
        self.assertEqual(cells[-1][0], "2")
        self.assertIn("\u00b1 392.0 ns", self.value("document.querySelector('#path').textContent"))
        shown = self.value("document.getElementById('rows-canvas').toDataURL()")
        self.value("document.getElementById('show-path').click()")
        self.browser.frame()
        self.assertNotEqual(self.value("document.getElementById('rows-canvas').toDataURL()"), shown)

    def test_matrix_shows_the_chosen_measure(self):
        self.open_run()
        self.assertEqual(self.value("revprof.data.traffic"), [[0, 1, 1, 4096, 5e-6]])
        before = self.value("document.getElementById('matrix-canvas').toDataURL()")
        self.value("(s => { s.value = 'mean'; s.dispatchEvent(new Event('change')); })(document.getElementById('measure'))")
        self.assertNotEqual(self.value("document.getElementById('matrix-canvas').toDataURL()"), before)
        cells = self.value("[...document.querySelectorAll('#pair-table td')].map(e => e.textContent)")
        self.assertEqual(cells, ["0 \u2192 1", "4.00 KiB", "1", "5.000 \u00b5s"])

    def test_parts_are_told_apart_without_colours(self):
        self.open_run()
        # Twice the same colours would have to differ in pattern; any two looks differ in one of them in grey.
        same = self.value("""(() => {
          const all = [looks.computation, looks.waiting, ...looks.calls, looks.other], found = [];
          const grey = c => [1, 3, 5].map(i => parseInt(c.slice(i, i + 2), 16)).reduce((s, v, i) => s + v * [0.3, 0.59, 0.11][i], 0);
          const dots = look => Array.from({length: 64}, (_, i) => grey(look.pattern(i % 8, i >> 3) ? look.mark : look.fill));
          for (let i = 0; i < all.length; ++i) for (let j = 0; j < i; ++j) {
            const a = dots(all[i]), b = dots(all[j]);
            const difference = a.reduce((s, v, k) => s + Math.abs(v - b[k]), 0) / 64;
            if (difference < 12) found.push([j, i, difference]);
          }
          return found;
        })()""")
        self.assertEqual(same, [])

    def test_paper_is_light_and_whole(self):
        self.browser.colour_scheme("dark")
        self.open_run()
        pdf = os.path.join(self.directory, "report.pdf")
        self.browser.print(pdf)
        text = subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, text=True, timeout=60, check=True).stdout
        for part in ["180.0 \u00b5s", "Timing diagram", "MPI_Allreduce", "No warnings", "compute"]:
            self.assertIn(part, text)
        self.assertEqual(self.value("document.documentElement.dataset.theme"), "dark")

    def test_equations_only_of_the_model_that_was_used(self):
        model = os.path.join(self.directory, "machine.json")
        shutil.copy(os.path.join(MODELS, "exact.json"), model)
        with open(model, "rb") as file:
            mark = fingerprint(file.read())
        self.open_run(model=model, machine="exact", model_fingerprint=mark)
        shown = self.value("document.querySelector('tr.equation .math').innerHTML")
        self.assertTrue(shown.startswith("<i>t</i> = 1"), shown)
        self.assertIsNone(self.value("document.querySelector('#calls .note')"))
        with open(model, "a", encoding="utf-8") as file:
            file.write("\n")
        self.browser.open(self.report())
        self.assertIsNone(self.value("document.querySelector('tr.equation')"))
        self.assertIn("has changed since the run", self.value("document.querySelector('#calls .note').textContent"))
        os.remove(model)
        self.browser.open(self.report())
        self.assertIn("is not there any more", self.value("document.querySelector('#calls .note').textContent"))

    def test_interrupted_run_is_shown_as_far_as_it_got(self):
        write_run(self.directory)
        os.remove(os.path.join(self.directory, "summary.json"))
        self.browser.open(self.report())
        self.assertIn("the run did not end", self.value("document.querySelector('.note').textContent"))
        self.assertEqual(self.value("revprof.diagram.rows.length"), 4)
        self.assertIsNone(self.value("document.getElementById('lanes')"))

    def test_run_without_traces(self):
        write_run(self.directory)
        for rank in range(4):
            os.remove(os.path.join(self.directory, f"p{rank}.trace"))
        self.browser.open(self.report())
        self.assertEqual(self.value("revprof.data.parts"), ["computation", "waiting", "communication"])
        self.assertIsNone(self.value("document.getElementById('diagram')"))

    def test_window_leaves_out_the_rest(self):
        write_run(self.directory)
        self.browser.open(self.report("--from", "0.000135", "--to", "0.000175"))
        self.assertEqual(self.view(), [135 * US, 175 * US])
        self.assertEqual(self.value("revprof.diagram.rows.map(row => row.spans.count)"), [3, 2, 1, 1])

    def test_same_run_gives_the_same_page(self):
        write_run(self.directory)
        pages = []
        for _ in range(2):
            with open(self.report(), "rb") as file:
                pages.append(file.read())
        self.assertEqual(pages[0], pages[1])
        self.assertLess(len(pages[0]), 400_000)


if __name__ == "__main__":
    REVPROF, MODELS = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
