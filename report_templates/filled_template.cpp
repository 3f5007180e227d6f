// SPDX-License-Identifier: BSD-3-Clause
// A tag that nobody fills is a mistake, not an empty string.
#include "report_templates/filled_template.hpp"

#include <algorithm>

#include "report_templates/template_parts.hpp"

namespace revprof {

namespace {

using Kind = TemplatePart::Kind;

class Filling {
 public:
  Filling(const std::string& file, const std::function<std::string(const std::string&)>& escape)
      : file_(file), escape_(escape) {}

  void fill(const std::vector<TemplatePart>& parts, const Tag& tags) {
    around_.push_back(&tags);
    for (const TemplatePart& part : parts) fill(part);
    around_.pop_back();
  }

  std::string document() && {
    end_line("");
    return std::move(document_);
  }

 private:
  void fill(const TemplatePart& part) {
    if (part.kind == Kind::text) {
      line_ += part.text;
    } else if (part.kind == Kind::line_end) {
      end_line(part.text);
    } else if (part.kind == Kind::section || part.kind == Kind::inverted) {
      fill_section(part, value(part.text));
    } else {
      const std::string* const text = value(part.text).text();
      if (text == nullptr) throw TemplateError(file_ + ": tag " + part.text + " is no text");
      line_ += part.kind == Kind::escaped ? escape_(*text) : *text;
    }
  }

  void fill_section(const TemplatePart& part, const Tag& tag) {
    if (tag.shown() != (part.kind == Kind::section)) return;
    line_has_section_ = true;
    if (tag.list() == nullptr || part.kind == Kind::inverted) {
      fill(part.parts, tag);
    } else {
      for (const Tag& each : *tag.list()) {
        line_has_section_ = true;
        fill(part.parts, each);
      }
    }
    line_has_section_ = true;
  }

  // A line that only begins or ends sections leaves none.
  void end_line(const std::string& end) {
    const bool blank = line_.find_first_not_of(" \t") == std::string::npos;
    if (!blank || !line_has_section_) document_ += line_ + end;
    line_.clear();
    line_has_section_ = false;
  }

  // The innermost thing that has it; "across.low" is `low` of a thing `across`.
  const Tag& value(const std::string& path) const {
    for (auto thing = around_.rbegin(); thing != around_.rend(); ++thing) {
      const Tag* found = *thing;
      for (std::size_t from = 0; found != nullptr && from <= path.size();) {
        const std::size_t dot = std::min(path.find('.', from), path.size());
        found = found->find(path.substr(from, dot - from));
        from = dot + 1;
      }
      if (found != nullptr) return *found;
    }
    throw TemplateError(file_ + ": unknown tag " + path);
  }

  const std::string& file_;
  const std::function<std::string(const std::string&)>& escape_;
  std::vector<const Tag*> around_;
  std::string document_, line_;
  bool line_has_section_ = false;
};

}  // namespace

std::string filled_template(std::string_view text, const std::string& file, const Tag& tags,
                            const std::function<std::string(const std::string&)>& escape) {
  Filling filling(file, escape);
  filling.fill(template_parts(text, file), tags);
  return std::move(filling).document();
}

}  // namespace revprof
