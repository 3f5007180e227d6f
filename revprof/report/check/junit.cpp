// SPDX-License-Identifier: BSD-3-Clause
// JUnit XML: the elements and attributes that both Ant's schema (which asks for most) and Jenkins's
// (which allows least) know, in their order.
#include <algorithm>
#include <cstdio>

#include "revprof/report/check/verdict.hpp"
#include "revprof/report/svg/svg.hpp"

namespace revprof {

namespace {

// Jenkins takes three decimals and no more.
std::string milliseconds(double seconds) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3f", seconds);
  return text;
}

std::string attribute(const std::string& name, const std::string& value) {
  std::string line = value;
  std::replace(line.begin(), line.end(), '\n', ' ');
  return " " + name + "=\"" + xml_text(line) + "\"";
}

std::string count(const std::vector<Verdict>& verdicts, Finding finding) {
  return std::to_string(
      std::count_if(verdicts.begin(), verdicts.end(),
                    [finding](const Verdict& verdict) { return verdict.finding == finding; }));
}

std::string problem(const Verdict& verdict) {
  if (verdict.finding == Finding::met) return "";
  const std::string element = verdict.finding == Finding::not_met ? "failure" : "error";
  const std::string type = verdict.finding == Finding::not_met ? "not met" : "not checked";
  return "      <" + element + attribute("message", verdict.name + ": " + verdict.found) +
         attribute("type", type) + ">" + xml_text(verdict.details) + "</" + element + ">\n";
}

}  // namespace

std::string junit_xml(const TestSuite& suite) {
  const std::vector<Verdict>& verdicts = suite.verdicts;
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite";
  text += attribute("id", "0") + attribute("package", "revprof") + attribute("name", suite.name) +
          attribute("timestamp", suite.timestamp) + attribute("hostname", suite.host) +
          attribute("tests", std::to_string(verdicts.size())) +
          attribute("failures", count(verdicts, Finding::not_met)) +
          attribute("errors", count(verdicts, Finding::impossible)) +
          attribute("time", milliseconds(suite.wall_seconds)) + ">\n    <properties>\n";
  for (const auto& [name, value] : suite.properties) {
    text += "      <property" + attribute("name", name) + attribute("value", value) + "/>\n";
  }
  text += "    </properties>\n";
  double seconds = suite.wall_seconds;  // of the run, which the first check stands for
  for (const Verdict& verdict : verdicts) {
    text += "    <testcase" + attribute("classname", "revprof." + suite.name) +
            attribute("name", verdict.name) + attribute("time", milliseconds(seconds));
    seconds = 0;
    const std::string element = problem(verdict);
    text += element.empty() ? "/>\n" : ">\n" + element + "    </testcase>\n";
  }
  return text + "    <system-out/>\n    <system-err/>\n  </testsuite>\n</testsuites>\n";
}

}  // namespace revprof
