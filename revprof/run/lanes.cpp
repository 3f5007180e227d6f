// SPDX-License-Identifier: BSD-3-Clause
// The default lanes, or the scenario's; models are read once each.
#include "revprof/run/lanes.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <utility>

#include "fit/file/whole_file.hpp"
#include "fit/model/model_json.hpp"
#include "fit/model/shipped_model.hpp"
#include "revprof/run/computation/unit_times.hpp"
#include "revprof/run/held_models.hpp"
#include "revprof/run/placement.hpp"
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

// Where the models say it, not_said on all lanes.
StepSeconds unit_of(const Settings& settings, const std::string& unit) {
  settings.check(unit);
  const std::string& text = settings.text(unit);
  if (unit == "step") {
    const auto units = parse_steps(text);
    const auto step = units.find("step");
    return step == units.end() ? StepSeconds{1e-9, 1e-9, 1e-9} : step->second;
  }
  if (settings.text("ghz") != "none") {
    const double cycle = 1e-9 / settings.number("ghz");
    return {cycle, cycle, cycle};
  }
  constexpr double unknown = UnitTimes::not_said;
  return parse_instruction(text).value_or(StepSeconds{unknown, unknown, unknown});
}

// The paper's worst case of a program that is to scale: the least step with the most communication;
// and its opposite.
struct PaperLane {
  const char* name;
  LaneEstimate communication, computation;
};
constexpr PaperLane paper_lanes[] = {{"worst", LaneEstimate::high, LaneEstimate::low},
                                     {"best", LaneEstimate::low, LaneEstimate::high}};

void add_paper_lanes(const std::shared_ptr<const Model>& model, const StepSeconds& step,
                     std::vector<Lane>& lanes) {
  for (const PaperLane& paper : paper_lanes) {
    Lane lane;
    lane.name = paper.name;
    lane.model = model;
    lane.estimate = paper.communication;
    lane.computation = paper.computation;
    lane.step_seconds = of_estimate(paper.computation, step.low, step.mean, step.high);
    lanes.push_back(std::move(lane));
  }
}

class Models {
 public:
  explicit Models(std::uint64_t& fingerprint) : fingerprint_(fingerprint) {}

  std::shared_ptr<const Model> get(const std::string& path) {
    auto& model = models_[path];
    if (model == nullptr) {
      const HeldModel found = read(path);
      mix(fingerprint_, std::to_string(found.fingerprint));
      model = found.model;
    }
    return model;
  }

 private:
  static HeldModel read(const std::string& path) {
    if (const auto held = find_held_model(path)) return *held;
    const std::string text = read_text(path, "machine model");
    return {std::make_shared<const Model>(parse_model(text, path)), fingerprint_of(text)};
  }

  std::map<std::string, std::shared_ptr<const Model>> models_;
  std::uint64_t& fingerprint_;
};

// The pure equations alone make a sum of terms: the first lane of that estimate.
int lane_of_path(const std::vector<Lane>& lanes) {
  for (std::size_t l = 0; l < lanes.size(); ++l) {
    if (lanes[l].estimate == LaneEstimate::equation) return static_cast<int>(l);
  }
  throw SettingsError(
      "REVPROF_CRITICAL_PATH (--critical-path): expected a lane with the estimate equation in the "
      "scenario, found none");
}

Lanes read_lanes(const Settings& settings, const std::string& unit) {
  Lanes result;
  result.model_path = model_path(settings.text("model"), shipped_models_folder());
  Models models(result.fingerprint);
  const StepSeconds step = unit_of(settings, unit);
  for (const char* name : {"compute", "step", "instruction", "ghz", "cpu-scale", "lanes", "order",
                           "placement", "virtual-nodes", "wtime-tick", "critical-path"}) {
    mix(result.fingerprint, std::string(name) + "=" + settings.text(name) + ";");
  }
  const std::string& placement = settings.text("placement");
  if (is_placement_file(placement)) mix(result.fingerprint, read_text(placement, "placement"));
  for (const char* name : {"profile", "host-profile"}) {
    const std::string& file = settings.text(name);
    if (!file.empty()) mix(result.fingerprint, read_text(file, "profile"));
  }
  const std::string& scenario = settings.text("scenario");
  const bool paper = settings.text("lanes") == "paper";
  if (paper && !scenario.empty()) {
    throw SettingsError(
        "REVPROF_LANES (--lanes): paper, but the scenario names the lanes; expected "
        "one of them");
  }
  if (!scenario.empty()) {
    const std::string text = read_text(scenario, "scenario");
    mix(result.fingerprint, text);
    result.lanes = scenario_lanes(text, scenario, {result.model_path, step, unit},
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
    lane.step_seconds = of_estimate(known.estimate, step.low, step.mean, step.high);
    result.lanes.push_back(std::move(lane));
  }
  if (paper) add_paper_lanes(model, step, result.lanes);
  return result;
}

}  // namespace

Lanes make_lanes(const Settings& settings, const std::string& unit) {
  Lanes lanes = read_lanes(settings, unit);
  if (settings.text("critical-path") == "1") lanes.path_lane = lane_of_path(lanes.lanes);
  return lanes;
}

}  // namespace revprof
