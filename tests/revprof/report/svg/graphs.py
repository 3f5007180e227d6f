# SPDX-License-Identifier: BSD-3-Clause
"""Reads the graphs that draw_graphs makes as XML, and checks what is drawn where."""
import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"
LEFT, WIDTH = 64, 1112  # of a timing diagram's plot


class Graph:
    def __init__(self, path):
        self.size = os.path.getsize(path)
        self.root = ElementTree.parse(path).getroot()
        self.texts = ["".join(e.itertext()) for e in self.root.iter(SVG + "text")]

    def of_class(self, tag, name):
        return [e for e in self.root.iter(SVG + tag) if e.get("class") == name]

    def bars(self, name):
        """(x, width) of the bars of an activity; those of the legend have no tooltip."""
        return [(float(e.get("x")), float(e.get("width"))) for e in self.of_class("rect", name)
                if e.find(SVG + "title") is not None]

    def looks(self):
        """Class -> what it is filled with."""
        return dict(re.findall(r"\.(\w+) \{ fill: ([^;]+);", self.root.find(SVG + "style").text))

    def messages(self):
        return [e for e in self.root.iter(SVG + "line") if e.find(SVG + "title") is not None]


class Graphs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        subprocess.run([PROGRAM, cls.directory.name], check=True, timeout=100)

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def graph(self, name):
        return Graph(os.path.join(self.directory.name, name))

    def assert_bars(self, bars, *expected):
        self.assertEqual(len(bars), len(expected))
        for bar, (begin, end) in zip(bars, expected):
            self.assertAlmostEqual(bar[0], LEFT + begin * WIDTH, places=1)
            self.assertAlmostEqual(bar[1], (end - begin) * WIDTH, places=1)

    def test_events_are_where_they_belong(self):
        graph = self.graph("pair.svg")
        self.assert_bars(graph.bars("compute"), (0, 0.5))
        self.assert_bars(graph.bars("send"), (0.5, 0.6))
        self.assert_bars(graph.bars("waiting"), (0, 0.8))
        self.assert_bars(graph.bars("receive"), (0.8, 1))
        self.assertEqual(len(graph.of_class("rect", "row")), 2)

    def test_message_goes_from_its_sending_to_its_reception(self):
        (line,) = self.graph("pair.svg").messages()
        self.assertAlmostEqual(float(line.get("x1")), 0.5 * WIDTH, places=1)
        self.assertAlmostEqual(float(line.get("x2")), WIDTH, places=1)
        self.assertLess(float(line.get("y1")), float(line.get("y2")))

    def test_title_axis_and_legend(self):
        texts = self.graph("pair.svg").texts
        self.assertEqual(texts[0], './pair <"&??>')
        self.assertIn("2 processes on round numbers; predicted time 100.0 us", texts)
        self.assertIn("simulated time in us", texts)
        for label in ["0", "10", "100", "computation", "waiting", "send", "receive", "message"]:
            self.assertIn(label, texts)
        self.assertNotIn("scan", texts)

    def test_window_cuts_and_magnifies(self):
        graph = self.graph("window.svg")
        self.assert_bars(graph.bars("compute"), (0, 0.2))
        self.assert_bars(graph.bars("waiting"), (0, 0.8))
        self.assertIn("40", graph.texts)
        self.assertNotIn("100", graph.texts)

    def test_crashed_run_is_drawn_with_a_note(self):
        graph = self.graph("crashed.svg")
        self.assert_bars(graph.bars("send"), (50 / 60, 1))
        self.assertEqual(len(graph.of_class("rect", "row")), 2)
        self.assertIn("The run did not end: 1 of 2 traces are cut short; shown is what they hold.",
                      graph.texts)
        self.assertIn("1 of 2 processes left no trace.", graph.texts)

    def test_nothing_to_draw_is_no_error(self):
        self.assertEqual(self.graph("empty.svg").messages(), [])

    def test_long_runs_stay_bounded_and_say_what_is_missing(self):
        graph = self.graph("many.svg")
        self.assertLess(graph.size, 8_000_000)
        self.assertEqual(len(graph.messages()), 2000)
        self.assertIn("Messages: the 2,000 that took longest of 320,000.", graph.texts)
        self.assertEqual(len(graph.of_class("rect", "row")), 64)

    def test_labels_do_not_overlap(self):
        for name in ["pair.svg", "many.svg", "scalability.svg", "lanes.svg"]:
            for line in self.lines_of_text(name):
                for (_, right), (left, _) in zip(line, line[1:]):
                    self.assertLessEqual(right, left, name)

    def lines_of_text(self, name):
        """Extents of the labels that stand upright, by line, from left to right."""
        lines = {}
        for e in self.graph(name).root.iter(SVG + "text"):
            if e.get("transform") is not None:
                continue
            names = e.get("class", "")
            width = len("".join(e.itertext())) * (9 if "title" in names else 6.5)
            x = float(e.get("x"))
            left = x - width if "end" in names else x - width / 2 if "middle" in names else x
            lines.setdefault(e.get("y"), []).append((left, left + width))
        return [sorted(line) for line in lines.values()]

    def test_scalability_has_two_panels_of_curves_bands_and_points(self):
        graph = self.graph("scalability.svg")
        self.assertEqual(len(graph.of_class("polyline", "curve")), 4)
        self.assertEqual(len(graph.of_class("polygon", "band")), 2)
        self.assertEqual(len(list(graph.root.iter(SVG + "circle"))), 2 * 2 * 4 + 2)
        for label in ["./outer", "R&D", "processes", "time in ms", "speed-up",
                      "mean (band: low to high)", "equation", "ideal speed-up", "8", "500"]:
            self.assertIn(label, graph.texts)

    def test_perfect_speedup_lies_on_the_ideal_line(self):
        graph = self.graph("scalability.svg")
        ideal = graph.of_class("line", "ideal")[0]
        curve = graph.of_class("polyline", "curve")[2].get("points").split()
        self.assertEqual(curve[0], ideal.get("x1") + "," + ideal.get("y1"))
        self.assertEqual(curve[-1], ideal.get("x2") + "," + ideal.get("y2"))

    def test_lanes_are_bars_with_bands(self):
        graph = self.graph("lanes.svg")
        compute, communication, waiting = (graph.bars(part) for part in ("compute", "communication", "waiting"))
        self.assertEqual([len(compute), len(communication), len(waiting)], [2, 1, 1])
        second = compute[0][1] / 60e-6  # pixels
        self.assertAlmostEqual(compute[1][1], 50e-6 * second, places=1)
        self.assertAlmostEqual(communication[0][0], compute[0][0] + compute[0][1], places=1)
        self.assertAlmostEqual(waiting[0][1], 10e-6 * second, places=1)
        band = graph.of_class("line", "band")[0]
        self.assertAlmostEqual(float(band.get("x2")) - float(band.get("x1")), 110e-6 * second, places=1)
        # Told apart as in the timing diagram: by lightness and by hatching; the band on bars of any colour.
        looks, diagram = graph.looks(), self.graph("pair.svg").looks()
        for part in ("compute", "waiting"):
            self.assertEqual(looks[part], diagram[part])
        self.assertEqual(len({looks[part] for part in ("compute", "communication", "waiting")}), 3)
        self.assertEqual(len(graph.of_class("line", "halo")), len(graph.of_class("line", "band")))
        for label in ["./outer 1000", "now", "faster", "100.0 us", "50.00 us", "predicted time [us]", "waiting"]:
            self.assertIn(label, graph.texts)
        self.assertNotIn("now low", graph.texts)

    def test_one_run_without_time_can_be_drawn(self):
        graph = self.graph("point.svg")
        self.assertIn("Speed-up (against 3 processes)", graph.texts)
        self.assertNotIn("nan", " ".join(e.get("points", "") for e in graph.root.iter()))


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
