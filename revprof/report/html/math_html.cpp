// SPDX-License-Identifier: BSD-3-Clause
// Replaces the few commands that the datasheet's equations are made of.
#include "revprof/report/html/math_html.hpp"

#include <string_view>

namespace revprof {

namespace {

struct Replacement {
  std::string_view latex, html;
};

// The first that fits is taken, so longer ones stand before their beginnings.
constexpr Replacement replacements[] = {
    {"\\log_2", "log<sub>2</sub>"},
    {"\\pm", "\u00b1"},
    {"\\cdot ", "\u00b7"},
    {"\\times", "\u00d7"},
    {"\\,", "\u2009"},
    {"\\;", " "},
    {"\\%", "%"},
    {"---", "\u2014"},
    {"--", "\u2013"},
    {"-", "\u2212"},
    {"~", "\u00a0"},
    {"$", ""},
    {"^2", "<sup>2</sup>"},
    {"\\circ", "\u2218"},
    {"{", ""},  // what a group has as its exponent
    {"}", ""},
    {"p", "<i>p</i>"},
    {"d", "<i>d</i>"},
    {"t", "<i>t</i>"},
    {"<", "&lt;"},
    {">", "&gt;"},
    {"&", "&amp;"},
};

}  // namespace

std::string math_html(const std::string& latex) {
  std::string html;
  std::string_view rest = latex;
  while (!rest.empty()) {
    if (rest.substr(0, 2) == "^{") {
      const std::size_t end = rest.find('}');
      html += "<sup>" + math_html(std::string(rest.substr(2, end - 2))) + "</sup>";
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
      continue;
    }
    const Replacement* found = nullptr;
    for (const Replacement& each : replacements) {
      if (found == nullptr && rest.substr(0, each.latex.size()) == each.latex) found = &each;
    }
    if (found == nullptr) {
      html += rest.front();
      rest.remove_prefix(1);
    } else {
      html += found->html;
      rest.remove_prefix(found->latex.size());
    }
  }
  return html;
}

}  // namespace revprof
