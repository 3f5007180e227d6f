// SPDX-License-Identifier: BSD-3-Clause
// A tag that nobody fills is a mistake, not an empty string.
#include "report_templates/filled_template.hpp"

namespace revprof {

namespace {

using kainjow::mustache::data;

class StrictContext : public kainjow::mustache::context<std::string> {
 public:
  StrictContext(const data* tags, const std::string& file) : context(tags), file_(file) {}
  const data* get(const std::string& name) const override {
    const data* const value = context::get(name);
    if (value == nullptr) throw TemplateError(file_ + ": unknown tag " + name);
    return value;
  }

 private:
  const std::string& file_;
};

}  // namespace

std::string filled_template(std::string_view text, const std::string& file, const data& tags,
                            const kainjow::mustache::mustache::escape_handler& escape) {
  kainjow::mustache::mustache page{std::string(text)};
  if (!page.is_valid()) throw TemplateError(file + ": " + page.error_message());
  page.set_custom_escape(escape);
  StrictContext context(&tags, file);
  return page.render(context);
}

}  // namespace revprof
