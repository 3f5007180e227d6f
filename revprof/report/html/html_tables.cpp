// SPDX-License-Identifier: BSD-3-Clause
// Headline, lanes, calls, places, computation.
#include "revprof/report/html/html_tables.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "revprof/report/html/call_equations.hpp"
#include "revprof/report/html/html_origin.hpp"
#include "revprof/report/html/run_model.hpp"
#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/segment_table.hpp"
#include "revprof/report/text/site_table.hpp"
#include "revprof/report/text/summary_text.hpp"
#include "revprof/report/text/tables.hpp"

namespace revprof {

namespace {

constexpr std::size_t most_places = 60;

std::string share(std::int64_t part, std::int64_t whole) {
  return share_text(whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0);
}

TagList lane_rows(const Summary& summary) {
  TagList rows;
  for (std::size_t i = 0; i < summary.lanes.size(); ++i) {
    const int lane = static_cast<int>(i);
    const LaneTimes& times = summary.predicted(lane);
    rows.push_back(Tags{{"lane", summary.lanes[i].name},
                        {"predicted", html_time(seconds(times.predicted))},
                        {"process", std::to_string(summary.latest_process(lane))},
                        {"compute", html_time(seconds(times.compute))},
                        {"compute_share", share(times.compute, times.predicted)},
                        {"communication", html_time(seconds(times.communication))},
                        {"communication_share", share(times.communication, times.predicted)},
                        {"waiting", html_time(seconds(times.waiting))},
                        {"waiting_share", share(times.waiting, times.predicted)}});
  }
  return rows;
}

// "low 25.14 ms – high 28.33 ms": the primary lane's band, where the run has it.
std::string band_text(const Summary& summary) {
  std::string text;
  for (const char* estimate : {"low", "high"}) {
    const int lane = summary.lane_of(0, estimate);
    if (lane < 0) return "";
    text += (text.empty() ? "" : " \u2013 ") + std::string(estimate) + " " +
            html_time(seconds(summary.predicted(lane).predicted));
  }
  return text;
}

// What can be said without a summary.
std::vector<CallSummary> traced_calls(const std::vector<Trace>& traces) {
  std::map<std::string, CallSummary> sums;
  for (const Trace& trace : traces) {
    for (const TraceCall& call : trace.calls) {
      CallSummary& sum = sums[call.call];
      ++sum.count;
      sum.bytes += call.bytes;
      sum.seconds += seconds(call.end - call.begin);
      sum.waiting_seconds += seconds(call.waiting);
    }
  }
  std::vector<CallSummary> calls;
  for (auto& [name, sum] : sums) {
    sum.call = name;
    calls.push_back(sum);
  }
  return calls;
}

double whole_seconds(const HtmlReportInput& input) {
  SimSum sum;
  for (const auto& process :
       input.summary ? process_times(*input.summary) : process_times(input.traces)) {
    sum += process.times.predicted;
  }
  return seconds(sum);
}

std::string basis(const CallSummary& call) {
  if (call.source == "stand_in") return "as " + (call.stand_in.empty() ? "another" : call.stand_in);
  return call.source;
}

Tags equation_tags(const EquationRow& row) {
  return {{"distance", row.distance},
          {"for_processes", row.processes},
          {"for_bytes", row.bytes},
          {"equation", row.equation}};
}

TagList equation_list(const std::vector<EquationRow>& rows) {
  TagList result;
  for (const EquationRow& row : rows) result.push_back(equation_tags(row));
  return result;
}

TagList call_rows(const HtmlReportInput& input, const std::optional<Model>& model, int processes) {
  std::vector<CallSummary> calls =
      input.summary ? input.summary->calls : traced_calls(input.traces);
  std::stable_sort(calls.begin(), calls.end(), [](const CallSummary& a, const CallSummary& b) {
    return a.seconds > b.seconds;
  });
  const double whole = whole_seconds(input);
  TagList rows;
  for (const CallSummary& call : calls) {
    const CallEquations found = model ? call_equations(*model, call, processes) : CallEquations{};
    const double mean =
        call.count > 0 ? static_cast<double>(call.bytes) / static_cast<double>(call.count) : 0;
    Tags row = equation_tags(found.at_mean);
    row["call"] = call.call;
    row["count"] = count_text(call.count);
    row["mean_size"] = bytes_text(mean);
    row["time"] = html_time(call.seconds);
    row["waiting_time"] = html_time(call.waiting_seconds);
    row["share"] = share_text(whole > 0 ? call.seconds / whole : 0);
    row["basis"] = basis(call);
    row["has_equation"] = Tag(!found.serving.empty());
    row["serving"] = shown(found.serving == call.call ? "" : found.serving);
    row["has_more"] = Tag(found.rows.size() > 1);
    row["more"] = std::to_string(found.rows.size());
    row["equations"] = equation_list(found.rows);
    rows.push_back(std::move(row));
  }
  return rows;
}

TagList site_rows(const HtmlReportInput& input) {
  TagList rows;
  if (!input.summary) return rows;
  const double whole = whole_seconds(input);
  const std::vector<SiteSummary> sites = sites_by_line(*input.summary);
  for (std::size_t i = 0; i < std::min(sites.size(), most_places); ++i) {
    const SiteSummary& site = sites[i];
    const double mean =
        site.count > 0 ? static_cast<double>(site.bytes) / static_cast<double>(site.count) : 0;
    rows.push_back(Tags{{"place", site_name(site.module, site.offset, site.place)},
                        {"call", site.call},
                        {"count", count_text(site.count)},
                        {"mean_size", bytes_text(mean)},
                        {"time", html_time(site.seconds)},
                        {"waiting_time", html_time(site.waiting_seconds)},
                        {"share", share_text(whole > 0 ? site.seconds / whole : 0)}});
  }
  return rows;
}

TagList segment_rows(const Summary& summary) {
  TagList rows;
  const double whole = seconds(summary.all_processes(&LaneTimes::compute));
  const std::vector<SegmentSummary> segments = segments_by_name(summary);
  for (std::size_t i = 0; i < std::min(segments.size(), most_places); ++i) {
    const SegmentSummary& segment = segments[i];
    rows.push_back(
        Tags{{"segment", segment_name(segment)},
             {"visits", count_text(segment.visits)},
             {"work", work_unit(summary).empty() ? "" : count_text(std::llround(segment.work))},
             {"time", html_time(segment.seconds)},
             {"share", share_text(whole > 0 ? segment.seconds / whole : 0)}});
  }
  return rows;
}

TagList region_rows(const Summary& summary) {
  TagList rows;
  const std::vector<RegionSummary>& regions = summary.computation.regions;
  for (std::size_t i = 0; i < std::min(regions.size(), most_places); ++i) {
    rows.push_back(Tags{{"region", regions[i].name},
                        {"visits", count_text(regions[i].visits)},
                        {"inclusive", html_time(regions[i].inclusive_seconds)},
                        {"exclusive", html_time(regions[i].exclusive_seconds)}});
  }
  return rows;
}

// How long messages are under way: no call of the program, so they stand apart.
TagList message_rows(const std::optional<Model>& model, const std::vector<Trace>& traces) {
  TagList rows;
  const bool any = std::any_of(traces.begin(), traces.end(),
                               [](const Trace& trace) { return !trace.messages.empty(); });
  if (!model || !any) return rows;
  const std::pair<const char*, const char*> kinds[] = {
      {"transit", "from the start of the send to the end of a receive that was waiting"},
      {"gap", "between two messages to a process"},
      {"send_gap", "between two messages from a process to several"},
      {"exchange", "all processes at once"},
      {"exchange.next", "all processes at once, in a row of such"},
      {"exchange_both", "all processes at once, to both sides"}};
  for (const auto& [name, meaning] : kinds) {
    const auto found = model->calls.find(name);
    if (found == model->calls.end() || found->second.empty()) continue;
    rows.push_back(Tags{{"what", name},
                        {"meaning", meaning},
                        {"equations", equation_list(equation_rows(found->second))}});
  }
  return rows;
}

TagList texts(const std::vector<std::string>& values) {
  TagList rows;
  for (const std::string& value : values) rows.push_back(Tags{{"text", value}});
  return rows;
}

}  // namespace

std::string html_time(double seconds) {
  std::string text = time_text(seconds);
  const std::size_t unit = text.find(" us");
  return unit == std::string::npos ? text : text.replace(unit, 3, " \u00b5s");
}

Tag shown(const std::string& text) { return text.empty() ? Tag(false) : Tag(text); }

Tags html_tables(const HtmlReportInput& input) {
  const std::optional<Summary>& summary = input.summary;
  const RunModel found = summary ? run_model(*summary) : RunModel{};
  const int processes = summary                ? summary->processes
                        : input.traces.empty() ? 0
                                               : input.traces.front().processes;
  const TagList calls = call_rows(input, found.model, processes);
  const TagList sites = site_rows(input);
  const TagList segments = summary ? segment_rows(*summary) : TagList{};
  const TagList regions = summary ? region_rows(*summary) : TagList{};
  const TagList messages = message_rows(found.model, input.traces);
  const bool traffic = std::any_of(input.traces.begin(), input.traces.end(),
                                   [](const Trace& trace) { return !trace.messages.empty(); });
  const std::vector<std::string> none;
  return {{"processes", std::to_string(processes) + (processes == 1 ? " process" : " processes")},
          {"machine", summary ? summary->machine.empty() ? "an unnamed machine" : summary->machine
                              : "an unknown machine"},
          {"has_summary", Tag(summary.has_value())},
          {"has_traces", Tag(!input.traces.empty())},
          {"has_messages", Tag(traffic)},
          {"predicted", summary ? html_time(seconds(summary->predicted(0).predicted)) : ""},
          {"primary_lane", summary ? summary->lanes.front().name : ""},
          {"band", shown(summary ? band_text(*summary) : "")},
          {"lanes", summary ? lane_rows(*summary) : TagList{}},
          {"sites", sites},
          {"has_sites", Tag(!sites.empty())},
          {"segments", segments},
          {"has_segments", Tag(!segments.empty())},
          {"work_unit", summary ? work_unit(*summary) : ""},
          {"computation_note", shown(summary ? computation_note(*summary) : "")},
          {"regions", regions},
          {"has_regions", Tag(!regions.empty())},
          {"calls", calls},
          {"has_calls", Tag(!calls.empty())},
          {"has_model", Tag(found.model.has_value())},
          {"model_note", shown(found.note)},
          {"message_equations", messages},
          {"trust", summary ? trust_rows(summary->trust) : TagList{}},
          {"divergences",
           shown(summary && summary->trust.divergences > 0 ? count_text(summary->trust.divergences)
                                                           : "")},
          {"has_warnings", Tag(summary && !summary->warnings.empty())},
          {"has_notes", Tag(!input.notes.empty())},
          {"warnings", texts(summary ? summary->warnings : none)},
          {"notes", texts(input.notes)},
          {"settings", summary ? setting_rows(*summary) : TagList{}},
          {"model", summary ? model_rows(*summary, found.model) : TagList{}}};
}

}  // namespace revprof
