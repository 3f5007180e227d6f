// SPDX-License-Identifier: BSD-3-Clause
// Names each part in the report's words.
#include "revprof/report/html/html_origin.hpp"

#include <string>
#include <tuple>

#include "revprof/report/text/quantity.hpp"

namespace revprof {

namespace {

void add_row(TagList& rows, const std::string& what, const std::string& value) {
  if (!value.empty()) rows.push_back(Tags{{"what", what}, {"value", value}});
}

}  // namespace

TagList trust_rows(const Trust& trust) {
  const std::tuple<const char*, const char*, double> sources[] = {
      {"measured", "the call's own equation, within the measured sizes and process counts",
       trust.measured},
      {"inferred",
       "its own equation, and what others are taken to do meanwhile: links they share, the same "
       "call on other groups, the end of the call before; distances by ranks",
       trust.inferred},
      {"extrapolated", "its own equation, beyond what was measured", trust.extrapolated},
      {"stand-in", "the equation of a similar call", trust.stand_in},
      {"assumed", "no equation: 1 \u00b5s + d / (10 GB/s)", trust.assumed}};
  TagList rows;
  for (const auto& [source, meaning, part] : sources) {
    rows.push_back(Tags{{"source", source},
                        {"meaning", meaning},
                        {"trust_share", share_text(part)},
                        {"percent", std::to_string(static_cast<int>(part * 100 + 0.5))}});
  }
  return rows;
}

TagList setting_rows(const Summary& summary) {
  TagList rows;
  for (const auto& [name, value] : summary.settings) {
    rows.push_back(Tags{{"what", "--" + name}, {"value", value.empty() ? "\u2013" : value}});
  }
  return rows;
}

TagList model_rows(const Summary& summary, const std::optional<Model>& model) {
  TagList rows;
  add_row(rows, "File", summary.model);
  add_row(rows, "Fingerprint", summary.model_fingerprint);
  add_row(rows, "Machine", model ? model->machine.name : summary.machine);
  if (!model) return rows;
  const Machine& machine = model->machine;
  add_row(rows, "Description", machine.description);
  add_row(rows, "MPI", machine.mpi);
  add_row(rows, "Date", machine.date);
  add_row(rows, "Obtained by", machine.source);
  add_row(rows, "Statistic", machine.statistic);
  add_row(rows, "Meaning of d", machine.size_meaning);
  add_row(rows, "Ranks per node", std::to_string(machine.ranks_per_node));
  return rows;
}

}  // namespace revprof
