// SPDX-License-Identifier: BSD-3-Clause
// Verdicts in words.
#include "revprof/report/check/verdict.hpp"

#include <algorithm>
#include <sstream>

#include "revprof/report/text/text_table.hpp"

namespace revprof {

namespace {

const char* word(Finding finding) {
  switch (finding) {
    case Finding::met:
      return "met";
    case Finding::not_met:
      return "NOT MET";
    case Finding::impossible:
      break;
  }
  return "UNKNOWN";
}

}  // namespace

bool all_met(const std::vector<Verdict>& verdicts) {
  return std::all_of(verdicts.begin(), verdicts.end(),
                     [](const Verdict& verdict) { return verdict.finding == Finding::met; });
}

std::string verdict_text(const std::vector<Verdict>& verdicts, const Ink& ink) {
  std::size_t widest = 0;
  TextTable table({Align::left, Align::left});
  for (const Verdict& verdict : verdicts) {
    table.add({verdict.name, verdict.found});
    widest = std::max(widest, std::string(word(verdict.finding)).size());
  }
  std::istringstream rows(table.text(0));
  std::string text, row;
  for (const Verdict& verdict : verdicts) {
    std::getline(rows, row);
    const std::string found = word(verdict.finding);
    text += "  " + (verdict.finding == Finding::met ? ink.good(found) : ink.bad(found)) +
            std::string(widest - found.size(), ' ') + "  " + row + "\n";
  }
  for (const Verdict& verdict : verdicts) {
    if (!verdict.details.empty()) text += "\n" + verdict.details;
  }
  return text;
}

}  // namespace revprof
