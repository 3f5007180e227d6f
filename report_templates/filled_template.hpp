// SPDX-License-Identifier: BSD-3-Clause
// Fills a template of this folder.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "report_templates/tag.hpp"

namespace revprof {

// The template is no Mustache, or has a tag that nobody fills; what() names its file and the tag.
struct TemplateError : std::logic_error {
  using std::logic_error::logic_error;
};

// `file` is the template's path, for messages; `escape` makes any text fit for the document.
std::string filled_template(std::string_view text, const std::string& file, const Tag& tags,
                            const std::function<std::string(const std::string&)>& escape);

}  // namespace revprof
