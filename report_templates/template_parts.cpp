// SPDX-License-Identifier: BSD-3-Clause
// Finds the tags of a template. Of Mustache (mustache(5)): variables, sections, inverted sections,
// comments, other delimiters, names with dots; no partials and no lambdas.
#include "report_templates/template_parts.hpp"

#include <algorithm>

#include "report_templates/filled_template.hpp"

namespace revprof {

namespace {

using Kind = TemplatePart::Kind;

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : rest_(text), file_(file) {}

  // The parts up to the end of that section; "" is the whole template.
  std::vector<TemplatePart> section(const std::string& name) {
    std::vector<TemplatePart> parts;
    while (!rest_.empty()) {
      const auto open = rest_.find(open_);
      add_text(parts, rest_.substr(0, open));
      if (open == std::string_view::npos) break;
      rest_.remove_prefix(open + open_.size());
      const std::string_view tag = tag_text();
      const char sign = tag.empty() ? ' ' : tag.front();
      const std::string tag_name(trimmed(tag.substr(std::min<std::size_t>(1, tag.size()))));
      if (sign == '/') {
        if (tag_name != name)
          fail("expected the end of section " + name + ", found that of " + tag_name);
        return parts;
      }
      if (sign == '#' || sign == '^') {
        parts.push_back(
            {sign == '#' ? Kind::section : Kind::inverted, tag_name, section(tag_name)});
      } else if (sign == '&' || sign == '{') {
        parts.push_back({Kind::unescaped, tag_name, {}});
      } else if (sign == '=') {
        set_delimiters(tag);
      } else if (sign != '!') {
        parts.push_back({Kind::escaped, std::string(tag), {}});
      }
    }
    if (!name.empty()) fail("section " + name + " has no end");
    return parts;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw TemplateError(file_ + ": " + what);
  }

  // Takes the tag, of which the opening delimiter is taken already.
  std::string_view tag_text() {
    const bool braces = open_ == "{{" && !rest_.empty() && rest_.front() == '{';
    const std::string close = braces ? "}}}" : close_;
    const auto end = rest_.find(close);
    if (end == std::string_view::npos)
      fail("a tag without an end: " + std::string(rest_.substr(0, 20)));
    const std::string_view tag = trimmed(rest_.substr(0, end));
    rest_.remove_prefix(end + close.size());
    return tag;
  }

  // {{=<< >>=}}
  void set_delimiters(std::string_view tag) {
    const std::string_view both = trimmed(tag.substr(1, tag.size() < 2 ? 0 : tag.size() - 2));
    const auto blank = both.find(' ');
    if (tag.back() != '=' || blank == std::string_view::npos) {
      fail("expected {{=<< >>=}} with two delimiters, found " + std::string(tag));
    }
    open_ = both.substr(0, blank);
    close_ = trimmed(both.substr(blank));
  }

  static void add_text(std::vector<TemplatePart>& parts, std::string_view text) {
    while (!text.empty()) {
      const auto end = text.find('\n');
      if (end != 0) parts.push_back({Kind::text, std::string(text.substr(0, end)), {}});
      if (end == std::string_view::npos) return;
      parts.push_back({Kind::line_end, "\n", {}});
      text.remove_prefix(end + 1);
    }
  }

  std::string_view rest_;
  const std::string& file_;
  std::string open_ = "{{", close_ = "}}";
};

}  // namespace

std::vector<TemplatePart> template_parts(std::string_view text, const std::string& file) {
  return Reader(text, file).section("");
}

}  // namespace revprof
