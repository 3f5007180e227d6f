// SPDX-License-Identifier: BSD-3-Clause
// The default lanes, or the scenario's; models are read once each.
#include "revprof/run/lanes.hpp"

#include <dlfcn.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <utility>

#include "fit/input_file.hpp"
#include "fit/model_json.hpp"
#include "fit/shipped_model.hpp"
#include "revprof/calls/known_call.hpp"
#include "revprof/run/scenario.hpp"

namespace revprof {

namespace {

// FNV-1a.
void mix(std::uint64_t& hash, const std::string& text) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
}

std::string read_text(const std::string& path, const std::string& what) {
  const std::string kind = unreadable_kind(path);
  std::ifstream file;
  if (kind.empty()) file.open(path, std::ios::binary);
  if (!file.is_open()) {
    throw std::runtime_error(path + ": cannot read the " + what +
                             (kind.empty() ? "" : ", expected a regular file, found " + kind));
  }
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Seen from this library, or from the program that it is linked into statically; there the folder
// is where revprof was installed.
std::filesystem::path shipped_models_folder() {
  Dl_info found;
  if (dladdr(reinterpret_cast<const void*>(&make_lanes), &found) == 0) return {};
  std::error_code error;
  const auto here = std::filesystem::canonical(found.dli_fname, error).parent_path();
  return models_folder(
      here, {"../share/revprof/models", REVPROF_MODELS_FROM_LIBRARY, REVPROF_INSTALLED_MODELS});
}

StepTime step_of(const Settings& settings) {
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
      const std::string flaw = call_flaw(model->calls);
      if (!flaw.empty()) throw ModelError(path + ": " + flaw);
    }
    return model;
  }

 private:
  std::map<std::string, std::shared_ptr<const Model>> models_;
  std::uint64_t& fingerprint_;
};

// The pure equations alone make a sum of terms: the lane of that name, or the first one of that
// estimate.
int lane_of_path(const std::vector<Lane>& lanes) {
  int first = -1;
  for (std::size_t l = 0; l < lanes.size(); ++l) {
    if (lanes[l].estimate != LaneEstimate::equation) continue;
    if (lanes[l].name == "equation") return static_cast<int>(l);
    if (first < 0) first = static_cast<int>(l);
  }
  if (first < 0) {
    throw SettingsError(
        "REVPROF_CRITICAL_PATH (--critical-path): expected a lane with the estimate equation in "
        "the "
        "scenario, found none");
  }
  return first;
}

Lanes read_lanes(const Settings& settings) {
  Lanes result;
  result.model_path = model_path(settings.text("model"), shipped_models_folder());
  Models models(result.fingerprint);
  const StepTime step = step_of(settings);
  for (const char* name :
       {"compute", "step", "cpu-scale", "order", "virtual-nodes", "wtime-tick", "critical-path"}) {
    mix(result.fingerprint, std::string(name) + "=" + settings.text(name) + ";");
  }
  const std::string& scenario = settings.text("scenario");
  if (!scenario.empty()) {
    const std::string text = read_text(scenario, "scenario");
    mix(result.fingerprint, text);
    result.lanes = scenario_lanes(text, scenario, {result.model_path, step},
                                  [&](const std::string& path) { return models.get(path); });
    return result;
  }
  if (result.model_path.empty()) {
    throw SettingsError(
        "no machine model: set MODEL=machine.json (or REVPROF_MODEL, or --model of revprof run)");
  }
  const auto model = models.get(result.model_path);
  for (const NamedEstimate& known : named_estimates) {
    Lane lane;
    lane.name = known.name;
    lane.model = model;
    lane.estimate = known.estimate;
    lane.step_seconds = step.of(known.estimate);
    result.lanes.push_back(std::move(lane));
  }
  return result;
}

}  // namespace

Lanes make_lanes(const Settings& settings) {
  Lanes lanes = read_lanes(settings);
  if (settings.one_of("critical-path", {"0", "1"}) == "1")
    lanes.path_lane = lane_of_path(lanes.lanes);
  return lanes;
}

}  // namespace revprof
