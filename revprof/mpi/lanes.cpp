// SPDX-License-Identifier: BSD-3-Clause
// Reads models and scenario, strictly.
#include "revprof/mpi/lanes.hpp"

#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "fit/model_json.hpp"

namespace revprof {

namespace {

using nlohmann::json;

// FNV-1a.
void mix(std::uint64_t& hash, const std::string& text) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
}

std::string read_text(const std::string& path, const std::string& what) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(path + ": cannot read the " + what);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// low, mean and high seconds of a compute step: "value" or "low:mean:high".
struct Step {
  double low, mean, high;
};

Step step_of(const Settings& settings) {
  const std::string& text = settings.text("step");
  std::vector<double> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ':');) {
    char* end = nullptr;
    const double value = std::strtod(part.c_str(), &end);
    if (part.empty() || *end != '\0' || !std::isfinite(value) || value < 0) parts.clear();
    if (part.empty() || *end != '\0' || !std::isfinite(value) || value < 0) break;
    parts.push_back(value);
  }
  if (parts.size() == 1) return {parts[0], parts[0], parts[0]};
  if (parts.size() == 3 && parts[0] <= parts[1] && parts[1] <= parts[2]) {
    return {parts[0], parts[1], parts[2]};
  }
  throw SettingsError(
      "REVPROF_STEP (--step): expected seconds, or low:mean:high in this order, found \"" + text +
      "\"");
}

class Models {
 public:
  explicit Models(std::uint64_t& fingerprint) : fingerprint_(fingerprint) {}

  std::shared_ptr<const Model> get(const std::string& path) {
    auto& model = models_[path];
    if (model == nullptr) {
      const std::string text = read_text(path, "machine model");
      mix(fingerprint_, text);
      model = std::make_shared<const Model>(parse_model(text, path));
    }
    return model;
  }

 private:
  std::map<std::string, std::shared_ptr<const Model>> models_;
  std::uint64_t& fingerprint_;
};

struct NamedEstimate {
  const char* name;
  LaneEstimate estimate;
};
constexpr NamedEstimate estimates[] = {{"mean", LaneEstimate::mean},
                                       {"low", LaneEstimate::low},
                                       {"high", LaneEstimate::high},
                                       {"equation", LaneEstimate::equation}};

double step_for(LaneEstimate estimate, const Step& step) {
  return estimate == LaneEstimate::low    ? step.low
         : estimate == LaneEstimate::high ? step.high
                                          : step.mean;
}

// A scenario file, entry by entry; every message begins with the file and the path inside it.
class Scenario {
 public:
  Scenario(const std::string& path, const std::string& text) : path_(path) {
    try {
      root_ = json::parse(text);
    } catch (const json::parse_error& error) {
      throw std::runtime_error(path + ": not a JSON file: " + error.what());
    }
  }

  std::vector<Lane> lanes(const std::string& default_model, const Step& step,
                          Models& models) const {
    check_keys(root_, "", {"format", "version", "lanes"});
    if (root_.value("format", json()) != "revprof-scenario") fail("format", "\"revprof-scenario\"");
    if (root_.value("version", json()) != 1) fail("version", "1");
    const json list = root_.value("lanes", json());
    if (!list.is_array() || list.empty() || list.size() > max_lanes) {
      fail("lanes", "a list of 1 to " + std::to_string(max_lanes) + " lanes");
    }
    std::vector<Lane> lanes;
    std::set<std::string> names;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string where = "lanes[" + std::to_string(i) + "]";
      lanes.push_back(lane(list[i], where, default_model, step, models));
      if (!names.insert(lanes.back().name).second) fail(where + ".name", "a name of its own");
    }
    return lanes;
  }

 private:
  [[noreturn]] void fail(const std::string& where, const std::string& expected) const {
    throw std::runtime_error(path_ + ": " + where + ": expected " + expected);
  }

  void check_keys(const json& object, const std::string& where,
                  const std::set<std::string>& known) const {
    if (!object.is_object()) fail(where.empty() ? "the file" : where, "an object");
    for (const auto& [key, value] : object.items()) {
      if (known.count(key) == 0) {
        std::string list;
        for (const auto& name : known) list += (list.empty() ? "" : ", ") + name;
        fail((where.empty() ? "" : where + ".") + key, "one of the keys " + list);
      }
    }
  }

  double positive(const json& value, const std::string& where) const {
    if (!value.is_number() || value.get<double>() < 0) fail(where, "a number of at least 0");
    return value.get<double>();
  }

  Lane lane(const json& entry, const std::string& where, const std::string& default_model,
            const Step& step, Models& models) const {
    check_keys(entry, where, {"name", "model", "estimate", "step", "factors"});
    Lane lane;
    if (!entry.contains("name") || !entry["name"].is_string() || entry["name"] == "") {
      fail(where + ".name", "a name");
    }
    lane.name = entry["name"];
    std::string model = default_model;
    if (entry.contains("model")) {
      if (!entry["model"].is_string()) fail(where + ".model", "the path of a model");
      model = entry["model"];
      const auto slash = path_.rfind('/');
      if (model.rfind('/', 0) != 0 && slash != std::string::npos)
        model = path_.substr(0, slash + 1) + model;
    }
    if (model.empty()) fail(where + ".model", "a model, here or by MODEL");
    lane.model = models.get(model);
    if (entry.contains("estimate"))
      lane.estimate = estimate(entry["estimate"], where + ".estimate");
    lane.step_seconds = entry.contains("step") ? positive(entry["step"], where + ".step")
                                               : step_for(lane.estimate, step);
    if (entry.contains("factors")) {
      if (!entry["factors"].is_object()) fail(where + ".factors", "an object of call: factor");
      for (const auto& [call, factor] : entry["factors"].items()) {
        lane.factors[call] = positive(factor, where + ".factors." + call);
      }
    }
    return lane;
  }

  LaneEstimate estimate(const json& value, const std::string& where) const {
    for (const NamedEstimate& known : estimates) {
      if (value == known.name) return known.estimate;
    }
    fail(where, "mean, low, high or equation");
  }

  std::string path_;
  json root_;
};

}  // namespace

Lanes make_lanes(const Settings& settings) {
  Lanes result{{}, settings.text("model"), 0xcbf29ce484222325u};
  Models models(result.fingerprint);
  const Step step = step_of(settings);
  for (const char* name :
       {"compute", "step", "cpu-scale", "order", "virtual-nodes", "wtime-tick"}) {
    mix(result.fingerprint, std::string(name) + "=" + settings.text(name) + ";");
  }
  const std::string& scenario = settings.text("scenario");
  if (!scenario.empty()) {
    const std::string text = read_text(scenario, "scenario");
    mix(result.fingerprint, text);
    result.lanes = Scenario(scenario, text).lanes(result.model_path, step, models);
    return result;
  }
  if (result.model_path.empty()) {
    throw SettingsError(
        "no machine model: set MODEL=machine.json (or REVPROF_MODEL, or --model of revprof run)");
  }
  const auto model = models.get(result.model_path);
  for (const NamedEstimate& known : estimates) {
    result.lanes.push_back({known.name, model, known.estimate, step_for(known.estimate, step), {}});
  }
  return result;
}

}  // namespace revprof
