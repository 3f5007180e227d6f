// SPDX-License-Identifier: BSD-3-Clause
// A Mustache template taken apart: text, variables, and sections with parts of their own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace revprof {

struct TemplatePart {
  enum class Kind { text, line_end, escaped, unescaped, section, inverted };
  Kind kind;
  std::string text;                 // or the tag's name, which may be a path: "across.low"
  std::vector<TemplatePart> parts;  // of a section
};

// Throws TemplateError, which names `file`.
std::vector<TemplatePart> template_parts(std::string_view text, const std::string& file);

}  // namespace revprof
