// SPDX-License-Identifier: BSD-3-Clause
// Puts the parts of a sweep's report together.
#include "revprof/report/sweep/sweep_page.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <numeric>

#include "fit/file/whole_file.hpp"
#include "report_templates/filled_template.hpp"
#include "report_templates/tag.hpp"
#include "revprof/report/svg/svg.hpp"
#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/text_table.hpp"
#include "sweep_html.hpp"

namespace revprof {

namespace {

void sort_by_place(SweepCurve& curve) {
  std::vector<std::size_t> order(curve.rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&curve](std::size_t a, std::size_t b) {
    const ScalabilityRow &one = curve.rows[a], &other = curve.rows[b];
    return std::make_pair(one.processes, one.argument) <
           std::make_pair(other.processes, other.argument);
  });
  SweepCurve sorted = {curve.name, {}, {}};
  for (const std::size_t i : order) {
    sorted.rows.push_back(curve.rows[i]);
    sorted.parts.push_back(curve.parts[i]);
  }
  curve = std::move(sorted);
}

std::vector<std::string> places(const SweepCurve& curve) {
  std::vector<std::string> names;
  for (const ScalabilityRow& row : curve.rows) {
    names.push_back(row.label.empty() ? std::to_string(row.processes) : row.label);
  }
  return names;
}

TagList table_rows(const std::vector<std::vector<std::string>>& rows) {
  TagList all;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    TagList cells;
    for (const std::string& cell : rows[i]) {
      cells.push_back(Tags{{"head", Tag(i == 0)}, {"text", cell}});
    }
    all.push_back(Tags{{"cells", cells}});
  }
  return all;
}

// A relative link; a run's directory may hold any character.
std::string link_to(const std::string& directory) {
  std::string link;
  for (const char c : directory) {
    char code[4];
    std::snprintf(code, sizeof code, "%%%02X",
                  static_cast<unsigned>(static_cast<unsigned char>(c)));
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '/' || c == '.' ||
                       c == '-' || c == '_';
    link += plain ? std::string(1, c) : code;
  }
  return link + "/";
}

}  // namespace

SweepPage sweep_page(ScalabilityGraph graph, std::vector<SweepCurve> curves,
                     std::vector<SweepRun> runs) {
  SweepPage page = {std::move(graph), {}, std::move(curves), std::move(runs)};
  for (SweepCurve& curve : page.curves) {
    sort_by_place(curve);
    const auto lanes = scalability_series(curve.rows, page.graph.scaling);
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
      // The pure equations say the same as their curve's first lane, nearly.
      const bool judged = lane == 0 || lanes[lane].estimate != "equation";
      if (judged && page.graph.scaling != Scaling::none) {
        page.findings.push_back(scaling_findings(lanes[lane], page.graph.scaling,
                                                 lane == 0 ? curve.parts : std::vector<RunCost>()));
      }
      page.graph.series.push_back(lanes[lane]);
    }
  }
  return page;
}

std::string sweep_text(const SweepPage& page) {
  std::string text = scalability_table(page.graph), findings;
  for (const ScalingFindings& found : page.findings) findings += scaling_text(found);
  if (!page.note.empty()) findings += "  " + wrapped(page.note, 2) + "\n";
  return findings.empty() ? text : text + "\n" + findings;
}

std::string parts_csv(const SweepPage& page) {
  std::string text = csv_word("curve") + "," + csv_word(page.graph.axis) + ",part,seconds,share\n";
  for (const SweepCurve& curve : page.curves) {
    const std::vector<std::string> names = places(curve);
    for (std::size_t i = 0; i < curve.parts.size(); ++i) {
      for (const CostPart& part : curve.parts[i].parts) {
        text += csv_word(curve.name) + "," + csv_word(names[i]) + "," + csv_word(part.name) + "," +
                shortest_digits(part.seconds) + "," +
                shortest_digits(curve.parts[i].share(part.name)) + "\n";
      }
    }
  }
  return text;
}

std::string sweep_html(const SweepPage& page) {
  TagList findings, times, shares, runs;
  for (const ScalingFindings& found : page.findings) {
    const std::string text = scaling_text(found);
    if (!text.empty()) findings.push_back(Tags{{"text", text}});
  }
  const std::string note = extrapolation_note(page.graph);
  if (!note.empty()) findings.push_back(Tags{{"text", note + "\n"}});
  if (!page.note.empty()) findings.push_back(Tags{{"text", page.note + "\n"}});
  for (const ScalabilitySeries& series : page.graph.series) {
    times.push_back(Tags{{"name", page.graph.series.size() > 1 ? series.name : ""},
                         {"rows", table_rows(scalability_cells(page.graph, series))}});
  }
  for (const SweepCurve& curve : page.curves) {
    shares.push_back(
        Tags{{"name", curve.name},
             {"rows", table_rows(share_cells(curve.parts, places(curve), page.graph.axis))}});
  }
  for (const SweepRun& run : page.runs) {
    Tags row = {{"label", run.label}, {"predicted", run.predicted}, {"directory", run.directory}};
    row["link"] = run.directory.empty() ? Tag(false) : Tag(link_to(run.directory));
    runs.push_back(row);
  }
  ScalabilityGraph untitled = page.graph;  // the page has the title
  untitled.title.clear();
  untitled.subtitle.clear();
  const TagList chapters = {
      Tags{{"heading", "Predicted times"}, {"tables", times}},
      Tags{{"heading", "What the time of all processes goes to"}, {"tables", shares}}};
  const Tag tags = Tags{{"title", page.graph.title},
                        {"subtitle", page.graph.subtitle},
                        {"svg", scalability_svg(untitled)},
                        {"has_findings", Tag(!findings.empty())},
                        {"findings", findings},
                        {"chapters", chapters},
                        {"runs", runs}};
  return filled_template(report_templates::sweep_html, "report_templates/sweep.html", tags,
                         [](const std::string& text) { return xml_text(text); });
}

std::vector<std::string> write_sweep(const SweepPage& page, const std::string& stem) {
  std::vector<std::string> files = write_scalability(page.graph, stem);
  write_file(stem + "-parts.csv", parts_csv(page));
  write_file(stem + ".html", sweep_html(page));
  files.push_back(stem + "-parts.csv");
  files.push_back(stem + ".html");
  return files;
}

}  // namespace revprof
