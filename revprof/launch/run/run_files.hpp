// SPDX-License-Identifier: BSD-3-Clause
// What the files are good for that a run's settings name: models, profiles, scenario, placement.
#pragma once

#include <map>
#include <string>

#include "revprof/run/held_models.hpp"
#include "revprof/settings.hpp"

namespace revprof {

// This host's times instead of predicted ones.
bool measures(const Settings& settings);

// Checks what must hold before anything starts: the files and settings are readable and valid.
// Throws std::runtime_error naming what is wrong.
void check_settings(const Settings& settings);

// By setting: the files that there are.
std::map<std::string, std::string> files_named_by(const Settings& settings);

// Throws UsageError where a file to be written is the program's, or one that a setting names.
void expect_run_kept(const std::string& command, const std::string& program,
                     const Settings& settings, const std::string& written);

// The models that were checked, for as long as this program runs.
HeldModels& held_models();

// What was timed becomes equations, which the program's processes read, in that directory.
void fit_profiles(const std::string& directory, Settings& settings);

}  // namespace revprof
