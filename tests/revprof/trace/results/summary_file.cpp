// SPDX-License-Identifier: BSD-3-Clause
// summary.json: its content, its way back, and what its reader refuses.
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "fit/file/whole_file.hpp"
#include "revprof/trace/results/summary.hpp"
#include "scratch_directory.hpp"

namespace revprof {
namespace {

using Json = nlohmann::json;

Summary two_processes() {
  Summary summary;
  summary.program = "./ring 10";
  summary.processes = 2;
  summary.model = "models/exact.json";
  summary.model_fingerprint = "85944171f73967e8";
  summary.machine = "round numbers";
  summary.settings = {{"compute", "steps"}, {"step", "1e-9"}};
  summary.lanes = {{"mean"}, {"low", "low", "mean"}};
  summary.times = {
      {{300'000'000'000, 200'000'000'000, 60'000'000'000, 40'000'000'000}, {9, 2, 3, 4}},
      {{100'000'000'001, 100'000'000'000, 1, 0}, {10, 2, 3, 5}}};
  summary.calls = {{"MPI_Send", 10, 80, 0.06, 0, "measured", ""},
                   {"MPI_Iallreduce", 1, 8, 0.04, 0.01, "stand_in", "MPI_Allreduce"}};
  summary.divergences = {0, 3};
  summary.trust = {0.5, 0.25, 0.125, 0.125, 0, 3};
  summary.warnings = {"MPI_Iallreduce has no equation"};
  return summary;
}

TEST(Summary, latest_process_is_each_lanes_own) {
  const Summary summary = two_processes();
  EXPECT_EQ(summary.latest_process(0), 0);
  EXPECT_EQ(summary.latest_process(1), 1);
  EXPECT_EQ(summary.predicted(1).predicted, 10);
}

// Of 100 hours each: 9.2 million seconds are what 64 bits hold of picoseconds.
Summary ten_thousand_processes() {
  constexpr SimTime hour = 3600 * picoseconds_per_second;
  Summary summary = two_processes();
  summary.processes = 10'000;
  summary.times.assign(
      10'000, {{100 * hour, 60 * hour, 10 * hour, 30 * hour}, {50 * hour, 50 * hour, 0, 0}});
  summary.calls = {{"MPI_Recv", 10'000, 80'000, 40 * 3600e4, 30 * 3600e4, "measured", ""}};
  return summary;
}

TEST(Summary, sums_of_many_core_hours_are_exact) {
  const ScratchDirectory scratch;
  const std::string file = scratch.path() + "/summary.json";
  Summary summary = ten_thousand_processes();
  summary.times[17][0].compute += 1;
  summary.times[17][0].predicted += 1;
  write_summary(summary, file);
  const Summary read = read_summary(file);
  EXPECT_EQ(seconds(read.all_processes()), 100 * 3600e4);
  EXPECT_EQ(read.all_processes(), summary.all_processes());
  EXPECT_EQ(read.all_processes(&LaneTimes::waiting),
            summary.all_processes() - summary.all_processes(&LaneTimes::compute) -
                summary.all_processes(&LaneTimes::communication));
  EXPECT_EQ((read.all_processes(&LaneTimes::compute) -
             ten_thousand_processes().all_processes(&LaneTimes::compute))
                .time(),
            1);
  EXPECT_EQ(read.calls[0].seconds, 40 * 3600e4);
}

TEST(Summary, has_the_documented_keys) {
  const Json json = Json::parse(to_json(two_processes()));
  EXPECT_EQ(json["format"], "revprof-summary");
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(
      json["lanes"][0],
      Json::parse(
          R"({"name": "mean", "estimate": "mean", "predicted_seconds": 0.3, "compute_seconds": 0.2,
                            "communication_seconds": 0.06, "waiting_seconds": 0.04,
                            "divergences": 0})"));
  EXPECT_EQ(json["lanes"][1]["estimate"], "low");
  EXPECT_EQ(json["lanes"][1]["of"], "mean");
  EXPECT_EQ(json["settings"]["step"], "1e-9");
  EXPECT_EQ(json["calls"][0],
            Json::parse(R"({"call": "MPI_Send", "count": 10, "bytes": 80, "seconds": 0.06,
                            "waiting_seconds": 0, "source": "measured"})"));
  EXPECT_EQ(json["calls"][1]["stand_in"], "MPI_Allreduce");
  EXPECT_EQ(json["process_picoseconds"][1][0], Json::parse("[100000000001, 100000000000, 1, 0]"));
}

TEST(Summary, fingerprint_is_the_published_hash) {
  EXPECT_EQ(fingerprint(""), "cbf29ce484222325");
  EXPECT_EQ(fingerprint("foobar"), "85944171f73967e8");
}

TEST(Summary, adds_up_on_every_process_and_lane) {
  const Json json = Json::parse(to_json(two_processes()));
  for (const Json& process : json["process_picoseconds"]) {
    for (const Json& t : process) {
      EXPECT_EQ(t[0].get<std::int64_t>(),
                t[1].get<std::int64_t>() + t[2].get<std::int64_t>() + t[3].get<std::int64_t>());
    }
  }
}

TEST(Summary, comes_back_from_its_file) {
  const ScratchDirectory scratch;
  const Summary written = two_processes();
  write_summary(written, scratch / "summary.json");
  const Summary read = read_summary(scratch / "summary.json");
  EXPECT_EQ(to_json(read), to_json(written));
  EXPECT_EQ(read.times[1][0].predicted, 100'000'000'001);
  EXPECT_EQ(read.calls[1].stand_in, "MPI_Allreduce");
  EXPECT_EQ(read.trust.divergences, 3);
  EXPECT_EQ(read.divergences, written.divergences);
  EXPECT_EQ(read.settings, written.settings);
}

TEST(Summary, survives_arguments_that_are_not_utf8) {
  const ScratchDirectory scratch;
  Summary summary = two_processes();
  summary.program = "./ring \xff";
  write_summary(summary, scratch / "summary.json");
  EXPECT_EQ(read_summary(scratch / "summary.json").program, "./ring \xef\xbf\xbd");
}

// The error after a change to a good file, without the file's directory.
std::string error_after(const std::function<void(Json&)>& change) {
  const ScratchDirectory scratch;
  Json json = Json::parse(to_json(two_processes()));
  change(json);
  write_file(scratch / "summary.json", json.dump());
  try {
    read_summary(scratch / "summary.json");
  } catch (const FileError& error) {
    const std::string message = error.what();
    const std::size_t begin = message.find("summary.json");
    return message.substr(begin, message.find(", found ") - begin);
  }
  return "no error";
}

TEST(SummaryReader, names_the_place_and_what_was_expected) {
  EXPECT_EQ(error_after([](Json&) {}), "no error");
  EXPECT_EQ(error_after([](Json& j) { j["format"] = "revprof-model"; }),
            "summary.json: format: expected \"revprof-summary\"");
  EXPECT_EQ(error_after([](Json& j) {
              j = {{"format", "revprof-model"}, {"version", 1}};
            }),
            "summary.json: format: expected \"revprof-summary\"");
  EXPECT_EQ(error_after([](Json& j) { j["version"] = 2; }),
            "summary.json: version: expected 1, the only version so far");
  EXPECT_EQ(error_after([](Json& j) { j.erase("trust"); }),
            "summary.json: expected the key \"trust\", which is missing");
  // As summaries were before anything was inferred.
  EXPECT_EQ(error_after([](Json& j) {
              j["trust"].erase("inferred");
              j["trust"]["measured"] = 0.75;
            }),
            "no error");
  EXPECT_EQ(error_after([](Json& j) { j["extra"] = 1; }),
            "summary.json: unknown key \"extra\", expected only format, version, program, "
            "processes, model, "
            "machine, settings, lanes, calls, trust, warnings, process_picoseconds, "
            "model_fingerprint, revprof, sites, computation");
  EXPECT_EQ(error_after([](Json& j) { j["lanes"][1]["name"] = 7; }),
            "summary.json: lanes[1].name: expected a text");
  EXPECT_EQ(error_after([](Json& j) { j["lanes"][1]["estimate"] = "best"; }),
            "summary.json: lanes[1].estimate: expected mean, low, high or equation");
  EXPECT_EQ(error_after([](Json& j) { j["lanes"] = Json::array(); }),
            "summary.json: lanes: expected at least one lane");
  EXPECT_EQ(error_after([](Json& j) { j["lanes"][0]["predicted_seconds"] = 0.31; }),
            "summary.json: lanes[0].predicted_seconds: expected the 300000000000 ps that "
            "process_picoseconds has for the latest process");
  EXPECT_EQ(
      error_after([](Json& j) { j["calls"][0]["seconds"] = nullptr; }),
      "summary.json: calls[0].seconds: expected a number of at least 0 and at most 1.84467e+07");
  EXPECT_EQ(error_after([](Json& j) { j["calls"][0]["count"] = -1; }),
            "summary.json: calls[0].count: expected an integer of at least 0");
  EXPECT_EQ(error_after([](Json& j) { j["calls"][0]["source"] = "guessed"; }),
            "summary.json: calls[0].source: expected measured, inferred, extrapolated, stand_in or "
            "assumed");
  EXPECT_EQ(
      error_after([](Json& j) { j["process_picoseconds"][0][1][2] = 4; }),
      "summary.json: process_picoseconds[0][1]: expected predicted = compute + communication + "
      "waiting");
  EXPECT_EQ(error_after([](Json& j) { j["process_picoseconds"].erase(0); }),
            "summary.json: process_picoseconds: expected one entry for each of the 2 processes");
  EXPECT_EQ(error_after([](Json& j) { j = Json::array(); }), "summary.json: expected an object");
}

TEST(SummaryReader, refuses_parts_that_do_not_add_up) {
  EXPECT_EQ(error_after([](Json& j) { j["trust"]["measured"] = 5; }),
            "summary.json: trust.measured: expected a number of at least 0 and at most 1");
  EXPECT_EQ(error_after([](Json& j) { j["trust"]["measured"] = 0.25; }),
            "summary.json: trust: expected shares that add up to 1");
  EXPECT_EQ(error_after([](Json& j) { j["calls"][0]["seconds"] = 1e300; }),
            "summary.json: calls[0].seconds: expected a number of at least 0 and at most "
            "1.84467e+07");
  EXPECT_EQ(error_after([](Json& j) { j["calls"][1]["waiting_seconds"] = 0.05; }),
            "summary.json: calls[1].waiting_seconds: expected a number of at least 0 and at most "
            "0.04");
  EXPECT_EQ(error_after([](Json& j) { j["calls"][0]["seconds"] = 0.01; }),
            "summary.json: calls: expected calls whose seconds add up to the 0.100000 s of "
            "communication and waiting that process_picoseconds has, or more");
  EXPECT_EQ(error_after([](Json& j) { j["calls"].push_back(j["calls"][0]); }),
            "summary.json: calls[2].call: expected each call once");
  EXPECT_EQ(error_after([](Json& j) {
              const Json site = {{"call", "MPI_Send"},  {"module", "a.out"}, {"offset", 7},
                                 {"count", 1},          {"bytes", 8},        {"seconds", 0.06},
                                 {"waiting_seconds", 0}};
              j["sites"] = {site, site};
            }),
            "summary.json: sites[1]: expected each place once");
  EXPECT_EQ(error_after([](Json& j) { j["processes"] = 0; }),
            "summary.json: processes: expected an integer from 1 to 2147483647");
}

TEST(SummaryReader, refuses_what_is_cut_or_missing) {
  const ScratchDirectory scratch;
  const std::string text = to_json(two_processes());
  write_file(scratch / "summary.json", text.substr(0, text.size() / 2));
  EXPECT_THROW(read_summary(scratch / "summary.json"), FileError);
  EXPECT_THROW(read_summary(scratch / "missing.json"), FileError);
}

TEST(SummaryFile, is_never_half_written) {
  const ScratchDirectory scratch;
  EXPECT_THROW(write_summary(two_processes(), scratch / "missing/summary.json"),
               std::runtime_error);
  write_summary(two_processes(), scratch / "summary.json");
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(scratch.path())) {
    EXPECT_EQ(entry.path().filename(), "summary.json");
    ++files;
  }
  EXPECT_EQ(files, 1u);
}

}  // namespace
}  // namespace revprof
