// SPDX-License-Identifier: BSD-3-Clause
// Fills the template: texts and tables here, where a page without scripts shows them too; the
// graphs are drawn by the page's scripts.
#include "revprof/report/html/html_report.hpp"

#include <string_view>

#include "report_bars_js.hpp"
#include "report_charts_js.hpp"
#include "report_details_js.hpp"
#include "report_diagram_js.hpp"
#include "report_diagram_moves_js.hpp"
#include "report_events_js.hpp"
#include "report_levels_js.hpp"
#include "report_main_js.hpp"
#include "report_markers_js.hpp"
#include "report_matrix_js.hpp"
#include "report_messages_js.hpp"
#include "report_page_html.hpp"
#include "report_parts_js.hpp"
#include "report_path_js.hpp"
#include "report_quantity_js.hpp"
#include "report_raster_js.hpp"
#include "report_style_css.hpp"
#include "report_templates/filled_template.hpp"
#include "report_templates/tag.hpp"
#include "revprof/report/html/html_data.hpp"
#include "revprof/report/html/html_path.hpp"
#include "revprof/report/html/html_tables.hpp"
#include "revprof/report/svg/svg.hpp"
#include "revprof/report/sweep/time_parts.hpp"
#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/site_table.hpp"

namespace revprof {

namespace {

// In the order in which they use each other.
std::string scripts() {
  using namespace report_templates;
  std::string text;
  for (const std::string_view script :
       {report_quantity_js, report_parts_js, report_events_js, report_levels_js, report_raster_js,
        report_messages_js, report_details_js, report_path_js, report_markers_js, report_diagram_js,
        report_diagram_moves_js, report_bars_js, report_charts_js, report_matrix_js,
        report_main_js}) {
    text += script;
  }
  return text;
}

std::string program_of(const HtmlReportInput& input) {
  if (input.summary) return input.summary->program;
  return input.traces.empty() ? "" : input.traces.front().program;
}

PlaceTexts place_texts(const Summary& summary) {
  PlaceTexts texts;
  for (const SiteSummary& site : summary.sites) {
    texts[{site.module, site.offset}] = site_name(site.module, site.offset, site.place);
  }
  return texts;
}

std::string diagram_note(const PackedTraces& packed) {
  std::string note;
  if (packed.cell > 0) {
    note += "Of " + count_text(static_cast<std::int64_t>(packed.spans_found)) +
            " events those shorter than " + html_time(seconds(packed.cell)) +
            " are merged by call: their times are exact, their order within such a stretch is "
            "not. `--from` and `--to` make a report of a part with all its events. ";
  }
  if (packed.messages_packed < packed.messages_found) {
    note += "Messages: the " + count_text(static_cast<std::int64_t>(packed.messages_packed)) +
            " that took longest of " +
            count_text(static_cast<std::int64_t>(packed.messages_found)) + ".";
  }
  return note;
}

}  // namespace

std::string html_report(const HtmlReportInput& input) {
  const TimeParts parts = time_parts(input.summary, input.traces);
  PackOptions diagram = input.diagram;
  if (input.summary) diagram.places = place_texts(*input.summary);
  const PackedTraces packed = pack_traces(input.traces, diagram);
  Tags tags = html_tables(input);
  tags.merge(html_path(input.path));
  tags["program"] = program_of(input);
  tags["diagram_note"] = shown(diagram_note(packed));
  tags["style"] = std::string(report_templates::report_style_css);
  tags["script"] = scripts();
  tags["data"] = html_data(input, parts, packed);
  tags["timeline"] = packed.base64;
  return filled_template(report_templates::report_page_html, "report_templates/report/page.html",
                         tags, xml_text);
}

}  // namespace revprof
