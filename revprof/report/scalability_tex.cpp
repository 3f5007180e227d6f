// SPDX-License-Identifier: BSD-3-Clause
// The scalability graph as stand-alone LaTeX with pgfplots, to be put into a paper.
#include <cstdio>

#include "revprof/report/scalability_axes.hpp"

namespace revprof {

namespace {

// The preamble; the colours are those of the SVG.
const char* const preamble = R"(\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[paperwidth=18cm,paperheight=9.4cm,margin=6mm]{geometry}
\usepackage{pgfplots}
\pgfplotsset{compat=1.17}
\usepgfplotslibrary{groupplots}
\definecolor{series0}{HTML}{1B4F9C}
\definecolor{series1}{HTML}{D9641E}
\definecolor{series2}{HTML}{1D8A5B}
\definecolor{series3}{HTML}{8A1C7C}
\definecolor{series4}{HTML}{8C6D00}
\definecolor{series5}{HTML}{555555}
\pagestyle{empty}
\begin{document}
\noindent
)";

constexpr std::size_t colours = 6;

std::string tex_text(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '\\':
        result += "\\textbackslash{}";
        break;
      case '~':
        result += "\\textasciitilde{}";
        break;
      case '^':
        result += "\\textasciicircum{}";
        break;
      case '\n':
        result += ' ';
        break;
      case '&':
      case '%':
      case '$':
      case '#':
      case '_':
      case '{':
      case '}':
        result += '\\';
        result += c;
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string number(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

std::string coordinate(const ScalabilityPoint& point, double value) {
  return "(" + std::to_string(point.processes) + "," + number(value) + ") ";
}

std::string band(const ScalabilitySeries& series, const ScalabilityQuantity& quantity, double unit,
                 const std::string& colour) {
  std::string low, high;
  for (const ScalabilityPoint& point : series.points) {
    if (!quantity.can_be_drawn(point)) continue;
    low += coordinate(point, point.*quantity.low / unit);
    high = coordinate(point, point.*quantity.high / unit) + high;
  }
  return "\\addplot[draw=none, fill=" + colour + ", fill opacity=0.18, forget plot] coordinates {" +
         low + high + "} -- cycle;\n";
}

std::string curve(const ScalabilitySeries& series, const ScalabilityQuantity& quantity, double unit,
                  const std::string& colour) {
  std::string points;
  for (const ScalabilityPoint& point : series.points) {
    if (quantity.can_be_drawn(point)) points += coordinate(point, point.*quantity.value / unit);
  }
  return "\\addplot[" + colour + ", thick, mark=*, mark size=1.5pt] coordinates {" + points +
         "};\n";
}

std::string curves(const ScalabilityGraph& graph, const ScalabilityQuantity& quantity,
                   double unit) {
  std::string text;
  for (std::size_t i = 0; i < graph.series.size(); ++i) {
    const std::string colour = "series" + std::to_string(i % colours);
    if (graph.series[i].band) text += band(graph.series[i], quantity, unit, colour);
    text += curve(graph.series[i], quantity, unit, colour);
  }
  return text;
}

std::string joined(const std::vector<int>& counts) {
  std::string text;
  for (const int count : counts) text += (text.empty() ? "" : ",") + std::to_string(count);
  return text;
}

// The ticks as pgfplots wants them: where they are, and what they say.
std::string ticks(const std::vector<Tick>& ticks) {
  std::string values, labels;
  for (const Tick& tick : ticks) {
    values += (values.empty() ? "" : ",") + number(tick.value);
    labels += (labels.empty() ? "" : ",") + tick.label;
  }
  return "ytick={" + values + "}, yticklabels={" + labels + "}";
}

std::string legend(const ScalabilityGraph& graph) {
  std::string text;
  for (const ScalabilitySeries& series : graph.series) {
    text +=
        "\\addlegendentry{" + tex_text(series.name) + (series.band ? " (low to high)" : "") + "}\n";
  }
  return text;
}

}  // namespace

std::string scalability_tex(const ScalabilityGraph& graph) {
  const std::vector<int> counts = process_counts(graph);
  if (counts.empty()) return preamble + std::string("\\end{document}\n");
  const TimeAxis axis = time_axis(graph);
  const std::string ends[] = {std::to_string(counts.front()), std::to_string(counts.back())};
  return preamble + std::string("\\textbf{") + tex_text(graph.title) + "}\\\\\n" +
         tex_text(graph.subtitle) + "\\\\[2mm]\n\\begin{tikzpicture}\n" +
         "\\begin{groupplot}[group style={group size=2 by 1, horizontal sep=18mm}, width=8.4cm, "
         "height=6.8cm,\n  grid=major, grid style={gray!25}, xlabel={processes}, "
         "tick label style={font=\\footnotesize}]\n" +
         "\\nextgroupplot[xmode=log, ymode=log, xtick={" + joined(counts) + "}, xticklabels={" +
         joined(counts) + "}, minor tick num=0, ymin=" + number(axis.from / axis.unit.seconds) +
         ", ymax=" + number(axis.to / axis.unit.seconds) + ", " + ticks(axis.ticks) +
         ",\n  title={Predicted time}, ylabel={time in " + axis.unit.name + "}]\n" +
         curves(graph, time_quantity, axis.unit.seconds) +
         "\\nextgroupplot[xmin=0, ymin=0, title={" + speedup_heading(graph) +
         "}, ylabel={speed-up}, legend pos=north west,\n"
         "  legend style={font=\\footnotesize}, legend cell align=left]\n" +
         curves(graph, speedup_quantity, 1) + legend(graph) +
         "\\addplot[gray, dashed] coordinates {(" + ends[0] + "," + ends[0] + ") (" + ends[1] +
         "," + ends[1] + ")};\n\\addlegendentry{ideal}\n" +
         "\\end{groupplot}\n\\end{tikzpicture}\n\\end{document}\n";
}

}  // namespace revprof
