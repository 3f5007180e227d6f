// SPDX-License-Identifier: BSD-3-Clause
// Lays out title, rows, messages, axis, legend and notes.
#include "revprof/report/svg/timing_diagram.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "revprof/report/svg/axis.hpp"
#include "revprof/report/svg/svg.hpp"
#include "revprof/report/svg/timing_bars.hpp"
#include "revprof/report/text/quantity.hpp"

namespace revprof {

namespace {

constexpr double page_width = 1200, left_margin = 64, right_margin = 24, top_margin = 66;
constexpr double plot_width = page_width - left_margin - right_margin;
constexpr double most_bars = 15000;  // about: bounds the size of the file
constexpr double bar_share = 0.72;   // of a row's height; between the rows the messages are seen

// Colours that also differ in lightness, so that they survive a grey printer and most colour
// blindness; waiting is hatched.
const char* const style =
    "text { font: 12px Helvetica, Arial, sans-serif; fill: #222; }\n"
    ".title { font-size: 17px; font-weight: bold; }\n"
    ".grid { stroke: #ddd; } .axis { stroke: #222; }\n"
    ".row { fill: #f6f6f6; } .message { stroke: #111; }\n"
    ".small { font-size: 9px; } .end { text-anchor: end; } .middle { text-anchor: middle; }\n"
    ".send { fill: #173f8a; }\n"
    ".receive { fill: #5b9bf0; } .completion { fill: #12807a; } .one_to_all { fill: #f5d33f; }\n"
    ".all_to_one { fill: #e07b16; } .all_to_all { fill: #8a1c7c; } .scan { fill: #e29ad6; }\n"
    ".other { fill: #777; }\n";

class Diagram {
 public:
  Diagram(const std::vector<Trace>& traces, const TimingDiagramOptions& options)
      : traces_(traces), options_(options) {
    for (const Trace& trace : traces)
      processes_ = std::max({processes_, trace.processes, trace.rank + 1});
    row_height_ = std::clamp(600.0 / processes_, 11.0, 44.0);
    choose_window();
  }

  std::string draw() {
    const std::string rows = draw_rows();
    const std::string messages = draw_messages();
    const std::string head = draw_title() + draw_axis();
    double y = bottom() + 62;
    const std::string legend = draw_legend(y);
    const std::string foot = draw_notes(y);
    return svg_document(page_width, y, svg_parts_style + std::string(style),
                        svg_hatch + head + rows + messages + legend + foot);
  }

 private:
  double top(int rank) const { return top_margin + rank * row_height_; }
  double bottom() const { return top(processes_); }
  double x(SimTime time) const { return left_margin + window_.x(time); }

  SimTime last_time() const {
    SimTime last = 0;
    for (const Trace& trace : traces_) {
      for (const ComputeEvent& event : trace.computes) last = std::max(last, event.end);
      for (const TraceCall& call : trace.calls) last = std::max(last, call.end);
    }
    return last;
  }

  void choose_window() {
    const double last = static_cast<double>(std::max<SimTime>(last_time(), 1));
    const double from = std::clamp(options_.from_seconds * 1e12, 0.0, last - 1);
    const double to = std::clamp(options_.to_seconds * 1e12, from + 1, last);
    window_ = {std::llround(from), std::llround(to), plot_width};
  }

  std::string draw_title() const {
    std::string program = traces_.empty() ? "" : traces_.front().program;
    if (program.size() > 90) program = program.substr(0, 87) + "...";
    const std::string count = std::to_string(processes_);
    std::string below = count + (processes_ == 1 ? " process" : " processes");
    if (!options_.machine.empty()) below += " on " + options_.machine;
    if (options_.predicted_seconds >= 0) {
      below += "; predicted time " + time_text(options_.predicted_seconds);
    }
    return svg_label(left_margin, 26, program, "class=\"title\"") +
           svg_label(left_margin, 47, below, "");
  }

  std::string draw_axis() const {
    const TimeUnit unit = time_unit(seconds(window_.to - window_.from));
    const double scale = 1e12 * unit.seconds;
    std::string svg;
    for (const Tick& tick : linear_ticks(static_cast<double>(window_.from) / scale,
                                         static_cast<double>(window_.to) / scale, 10)) {
      const double at = x(std::llround(tick.value * scale));
      svg += svg_line(at, top_margin - 4, at, bottom() + 6, "class=\"grid\"");
      svg += svg_label(at, bottom() + 20, tick.label, "class=\"middle\"");
    }
    svg += svg_line(left_margin, bottom() + 2, left_margin + plot_width, bottom() + 2,
                    "class=\"axis\"");
    svg += svg_label(left_margin + plot_width / 2, bottom() + 38,
                     std::string("simulated time in ") + unit.name, "class=\"middle\"");
    const std::string middle = pixels(top_margin + (bottom() - top_margin) / 2);
    svg += svg_label(18, std::stod(middle), "process",
                     "class=\"middle\" transform=\"rotate(-90 18 " + middle + ")\"");
    return svg;
  }

  std::string draw_rows() {
    const double narrow = std::max(2.0, 3 * processes_ * plot_width / most_bars);
    const double height_of_bars = bar_share * row_height_;
    std::string svg;
    for (int rank = 0; rank < processes_; ++rank) {
      const double y = top(rank) + (row_height_ - height_of_bars) / 2;
      svg += svg_rectangle(left_margin, y, plot_width, height_of_bars, "class=\"row\"");
      svg += svg_label(left_margin - 8, y + height_of_bars / 2 + 4, std::to_string(rank),
                       row_height_ < 14 ? "class=\"end small\"" : "class=\"end\"");
    }
    for (const Trace& trace : traces_) {
      const double y = top(trace.rank) + (row_height_ - height_of_bars) / 2;
      svg += "<g class=\"process\">\n";
      for (const Bar& bar : timing_bars(trace, window_, narrow)) {
        merged_ = merged_ || bar.merged;
        present_[static_cast<std::size_t>(bar.activity)] = true;
        svg +=
            svg_rectangle(left_margin + bar.x, y + height_of_bars * (1 - bar.bottom - bar.height),
                          bar.width, height_of_bars * bar.height,
                          "class=\"" + std::string(activity_class(bar.activity)) + "\"",
                          "process " + std::to_string(trace.rank) + "\n" + bar.tooltip);
      }
      svg += "</g>\n";
    }
    return svg;
  }

  struct Line {
    const MessageEvent* message;
    int receiver;
  };

  // The messages under way in the window, the longest first.
  std::vector<Line> lines() const {
    std::vector<Line> lines;
    for (const Trace& trace : traces_) {
      for (const MessageEvent& message : trace.messages) {
        const bool visible = message.sent <= window_.to && message.received >= window_.from;
        if (visible && message.source >= 0 && message.source < processes_) {
          lines.push_back({&message, trace.rank});
        }
      }
    }
    std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
      return a.message->received - a.message->sent > b.message->received - b.message->sent;
    });
    return lines;
  }

  std::string draw_messages() {
    std::vector<Line> all = lines();
    messages_ = all.size();
    all.resize(std::min(all.size(), static_cast<std::size_t>(std::max(0, options_.most_messages))));
    messages_drawn_ = all.size();
    if (all.empty()) return "";
    const bool crowded = all.size() > 300;
    std::string svg = "<svg x=\"" + pixels(left_margin) + "\" y=\"" + pixels(top_margin) +
                      "\" width=\"" + pixels(plot_width) + "\" height=\"" +
                      pixels(bottom() - top_margin) +
                      "\" overflow=\"hidden\">\n<g class=\"message\" stroke-width=\"" +
                      (crowded ? "0.6\" opacity=\"0.35" : "1\" opacity=\"0.75") + "\">\n";
    for (const Line& line : all) svg += draw_message(line);
    return svg + "</g>\n</svg>\n";
  }

  // From the edge of the sender's bar to the facing edge of the receiver's.
  std::string draw_message(const Line& line) const {
    const MessageEvent& m = *line.message;
    const double half = bar_share * row_height_ / 2;
    const double towards = m.source < line.receiver ? half : m.source > line.receiver ? -half : 0;
    const auto middle = [this](int rank) { return (rank + 0.5) * row_height_; };
    std::string element = svg_line(window_.x(m.sent), middle(m.source) + towards,
                                   window_.x(m.received), middle(line.receiver) - towards, "");
    element.erase(element.size() - 3);  // reopen it for its tooltip
    return element + "><title>" +
           xml_text(
               "message from " + std::to_string(m.source) + " to " + std::to_string(line.receiver) +
               ", " + bytes_text(static_cast<double>(m.bytes)) + ", tag " + std::to_string(m.tag) +
               "\nsent " + time_text(seconds(m.sent)) + "\ncould be there " +
               time_text(seconds(m.arrived)) + "\nreceived " + time_text(seconds(m.received))) +
           "</title></line>\n";
  }

  // Advances y to the line below.
  std::string draw_legend(double& y) const {
    std::string svg;
    double at = left_margin;
    const auto entry = [&](const std::string& name, const auto& swatch) {
      const double width = 22 + label_width(name) + 18;
      if (at + width - 18 > page_width - right_margin) {
        at = left_margin;
        y += 20;
      }
      svg += swatch(at) + svg_label(at + 22, y, name, "");
      at += width;
    };
    for (std::size_t a = 0; a < activities; ++a) {
      const auto activity = static_cast<Activity>(a);
      if (!present_[a]) continue;
      entry(activity_name(activity), [&](double left) {
        return svg_rectangle(left, y - 10, 16, 12,
                             "class=\"" + std::string(activity_class(activity)) + "\"");
      });
    }
    if (messages_drawn_ > 0) {
      entry("message",
            [&](double left) { return svg_line(left, y - 8, left + 16, y, "class=\"message\""); });
    }
    y += 22;
    return svg;
  }

  std::vector<std::string> notes() const {
    std::vector<std::string> notes;
    if (merged_) {
      notes.push_back(
          "Neighbours too narrow to tell apart are one bar; its heights are their shares of the "
          "time.");
    }
    if (messages_drawn_ < messages_) {
      notes.push_back("Messages: the " + count_text(static_cast<std::int64_t>(messages_drawn_)) +
                      " that took longest of " + count_text(static_cast<std::int64_t>(messages_)) +
                      ".");
    }
    std::int64_t left_out = 0;
    std::size_t cut = 0;
    for (const Trace& trace : traces_) {
      left_out += trace.left_out;
      if (!trace.complete) ++cut;
    }
    if (left_out > 0) {
      notes.push_back(count_text(left_out) +
                      " later events are beyond the limit of the traces and not shown.");
    }
    if (cut > 0) {
      notes.push_back("The run did not end: " + std::to_string(cut) + " of " +
                      std::to_string(processes_) +
                      " traces are cut short; shown is what they hold.");
    }
    if (traces_.size() < static_cast<std::size_t>(processes_)) {
      notes.push_back(std::to_string(static_cast<std::size_t>(processes_) - traces_.size()) +
                      " of " + std::to_string(processes_) + " processes left no trace.");
    }
    return notes;
  }

  std::string draw_notes(double& y) const {
    std::string svg;
    for (const std::string& note : notes()) {
      svg += svg_label(left_margin, y, note, "class=\"note\"");
      y += 18;
    }
    return svg;
  }

  const std::vector<Trace>& traces_;
  const TimingDiagramOptions& options_;
  int processes_ = 1;
  double row_height_ = 0;
  TimeWindow window_;
  std::array<bool, activities> present_ = {};  // what the legend explains
  bool merged_ = false;
  std::size_t messages_ = 0, messages_drawn_ = 0;
};

}  // namespace

std::string timing_diagram(const std::vector<Trace>& traces, const TimingDiagramOptions& options) {
  return Diagram(traces, options).draw();
}

}  // namespace revprof
