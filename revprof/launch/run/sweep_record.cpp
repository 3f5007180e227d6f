// SPDX-License-Identifier: BSD-3-Clause
// Keys of runs, and the file that holds those of a sweep.
#include "revprof/launch/run/sweep_record.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "fit/file/json_node.hpp"
#include "fit/file/whole_file.hpp"
#include "revprof/launch/run/run_files.hpp"
#include "revprof/trace/results/run_directory.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* format = "revprof-sweep-runs";

// Settings without a meaning for what is predicted.
bool is_decisive(const std::string& setting) {
  for (const char* other : {"output", "output-exists", "quiet", "color", "model", "scenario"}) {
    if (setting == other) return false;
  }
  return true;
}

std::string record_file(const std::string& directory) {
  return (fs::path(directory) / "runs.json").string();
}

std::string record_text(const std::vector<std::string>& program,
                        const std::vector<std::pair<std::string, std::string>>& results_of) {
  Json runs = Json::array();
  for (const auto& [key, results] : results_of) {
    runs.push_back({{"key", key}, {"results", results}});
  }
  const Json json = {{"format", format}, {"version", 1}, {"program", program}, {"runs", runs}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// Of a scenario with all the models that it names.
std::string scenario_fingerprint(const std::string& file) {
  const std::string text = read_file(file);
  std::string all = text;
  const Json scenario = Json::parse(text, nullptr, false);
  if (!scenario.is_object() || !scenario.contains("lanes")) return fingerprint(all);
  for (const auto& lane : scenario["lanes"]) {
    if (!lane.is_object() || !lane.contains("model") || !lane["model"].is_string()) continue;
    const fs::path model = fs::path(file).parent_path() / lane["model"].get<std::string>();
    if (fs::is_regular_file(model)) all += read_file(model.string());
  }
  return fingerprint(all);
}

}  // namespace

std::string run_key(const Launch& launch) {
  const std::string& model = launch.settings.text("model");
  const std::string& scenario = launch.settings.text("scenario");
  Json settings = Json::object(), files = Json::object();
  for (const auto& [name, value] : launch.settings.values()) {
    if (is_decisive(name)) settings[name] = value;
  }
  for (const auto& [name, file] : files_named_by(launch.settings)) {
    if (is_decisive(name)) files[name] = fingerprint(read_file(file));
  }
  Json code = Json::object();
  for (const std::string& file : launch.code) code[file] = fingerprint(read_file(file));
  const Json key = {{"program", launch.program},
                    {"processes", launch.processes},
                    {"program_hash", fingerprint(read_file(launch.path))},
                    {"code_hashes", std::move(code)},
                    {"library_hash", fingerprint(read_file(launch.library))},
                    {"model_hash", model.empty() ? "" : fingerprint(read_file(model))},
                    {"scenario_hash", scenario.empty() ? "" : scenario_fingerprint(scenario)},
                    {"settings", std::move(settings)},
                    {"setting_hashes", std::move(files)}};
  return key.dump(-1, ' ', false, Json::error_handler_t::replace);
}

SweepRecord::SweepRecord(const std::string& wanted, const std::vector<std::string>& program) {
  std::string name = wanted;
  while (name.size() > 1 && name.back() == '/') name.pop_back();
  std::string candidate = name;
  for (int number = 2; fs::exists(candidate); ++number) {
    if (fs::exists(record_file(candidate))) open(candidate, program);
    if (!directory_.empty()) return;
    candidate = name + "." + std::to_string(number);
  }
  const std::string made = make_run_directory(name);
  write_file(record_file(made), record_text(program, {}));
  open(made, program);
}

SweepRecord::~SweepRecord() { close_lock(); }

void SweepRecord::close_lock() {
  if (lock_ >= 0) close(lock_);
  lock_ = -1;
}

// Leaves directory_ empty where it holds the sweep of another program.
void SweepRecord::open(const std::string& directory, const std::vector<std::string>& program) {
  const int lock = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool locked = lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0;
  lock_ = lock;
  const std::string file = record_file(directory);
  const JsonNode root = JsonNode::document(read_file(file), file, "a sweep's record");
  root.expect_keys({"format", "version", "program", "runs"});
  root.expect_format(format);
  std::vector<std::string> words;
  for (const JsonNode& word : root["program"].elements()) words.push_back(word.text());
  if (words != program) {
    close_lock();
    return;
  }
  if (!locked) {
    throw std::runtime_error(directory + ": another sweep is writing there");
  }
  for (const JsonNode& run : root["runs"].elements()) {
    run.expect_keys({"key", "results"});
    runs_.emplace_back(run["key"].text(), run["results"].text());
  }
  program_ = words;
  directory_ = directory;
}

std::optional<std::string> SweepRecord::results(const std::string& key) const {
  for (const auto& [known, results] : runs_) {
    if (known == key) return (fs::path(directory_) / results).string();
  }
  return std::nullopt;
}

void SweepRecord::add(const std::string& key, const std::string& results) {
  const std::string inside = fs::relative(results, directory_).string();
  for (auto& [known, directory] : runs_) {
    if (known != key) continue;
    directory = inside;
    write();
    return;
  }
  runs_.emplace_back(key, inside);
  write();
}

void SweepRecord::write() const {
  write_file(record_file(directory_), record_text(program_, runs_));
}

}  // namespace revprof
