// SPDX-License-Identifier: BSD-3-Clause
// Looks at every file of a run before it begins, and makes ready what its processes read.
#include "revprof/launch/run/run_files.hpp"

#include <filesystem>

#include "fit/file/whole_file.hpp"
#include "fit/fit/profile_fit.hpp"
#include "fit/measurements/measurements.hpp"
#include "fit/model/profile.hpp"
#include "revprof/launch/output_place.hpp"
#include "revprof/run/placement.hpp"
#include "revprof/run/scenario.hpp"

namespace revprof {

namespace fs = std::filesystem;

namespace {

// Every process of the program reads it. `file` behind what names it.
void require_regular(const std::string& option, const std::string& file) {
  const std::string kind = unreadable_kind(file);
  if (kind.empty()) return;
  throw SettingsError(option + file +
                      ": expected a regular file, as every process reads it, found " + kind);
}

ProfileFit fit_of(const std::string& profile) {
  try {
    return fit_profile(read_measurements(profile));
  } catch (const FitError& error) {
    throw FitError(profile + ": " + error.what());
  }
}

// With the models that its lanes are on.
void check_scenario(const std::string& file, const std::string& model) {
  scenario_lanes(read_file(file), file, {model, {}}, [](const std::string& path) {
    require_regular("", path);
    return held_models().get(path);
  });
}

}  // namespace

bool measures(const Settings& settings) { return settings.text("measure") != "0"; }

HeldModels& held_models() {
  static HeldModels held;
  return held;
}

void check_settings(const Settings& settings) {
  const std::string& model = settings.text("model");
  const std::string& scenario = settings.text("scenario");
  if (model.empty() && scenario.empty() && !measures(settings)) {
    throw SettingsError("no machine model: expected --model FILE (or MODEL=FILE)");
  }
  for (const char* name : {"model", "host"}) {
    const std::string& file = settings.text(name);
    require_regular(std::string("--") + name + ": ", file);
    if (!file.empty()) held_models().get(file);
  }
  for (const char* name : {"profile", "host-profile"}) {
    const std::string& file = settings.text(name);
    if (file.empty() || settings.text("measure") != "0") continue;
    require_regular(std::string("--") + name + ": ", file);
    const std::string text = read_file(file);
    if (is_unfitted(text)) {
      fit_of(file);
    } else {
      parse_profile(text, file);
    }
  }
  if (is_placement_file(settings.text("placement"))) read_placement(settings.text("placement"));
  require_regular("--scenario: ", scenario);
  if (!scenario.empty() && !fs::exists(scenario)) {
    throw SettingsError("--scenario: " + scenario + ": no such file");
  }
  settings.check();
  if (!scenario.empty()) check_scenario(scenario, model);
}

std::map<std::string, std::string> files_named_by(const Settings& settings) {
  std::map<std::string, std::string> files;
  for (const auto& [name, value] : settings.values()) {
    if (fs::is_regular_file(value)) files[name] = value;
  }
  return files;
}

void expect_run_kept(const std::string& command, const std::string& program,
                     const Settings& settings, const std::string& written) {
  std::vector<std::string> read = {program};
  for (const auto& [name, file] : files_named_by(settings)) read.push_back(file);
  expect_inputs_kept(command, read, {written});
}

void fit_profiles(const std::string& directory, Settings& settings) {
  for (const char* setting : {"profile", "host-profile"}) {
    const std::string file = settings.text(setting);
    if (file.empty() || measures(settings) || !is_unfitted(read_file(file))) continue;
    const std::string fitted = directory + "/" + setting + ".json";
    write_file(fitted, to_json(fit_of(file).profile));
    settings.set(setting, fitted);
  }
}

}  // namespace revprof
