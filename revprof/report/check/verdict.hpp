// SPDX-License-Identifier: BSD-3-Clause
// What the checks of a run have found: for a terminal, and as JUnit XML for CI servers.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "revprof/report/text/ink.hpp"

namespace revprof {

enum class Finding { met, not_met, impossible };  // impossible: it could not be checked

struct Verdict {
  std::string name;  // the assertion as it was given, or the baseline's file
  Finding finding = Finding::met;
  std::string found;    // in a few words: "1.250 s"
  std::string details;  // lines that say more; may be empty
};

bool all_met(const std::vector<Verdict>& verdicts);

// A line for each, then the details; at most 80 columns where the names allow it.
std::string verdict_text(const std::vector<Verdict>& verdicts, const Ink& ink = Ink());

// One run and its checks, as a test suite.
struct TestSuite {
  std::string name;                                             // the program, without its path
  std::string timestamp, host;                                  // "2026-01-31T12:00:00", in UTC
  double wall_seconds = 0;                                      // on this host
  std::vector<std::pair<std::string, std::string>> properties;  // what else is known of the run
  std::vector<Verdict> verdicts;
};

// As Ant's and Jenkins's schemas have it.
std::string junit_xml(const TestSuite& suite);

}  // namespace revprof
