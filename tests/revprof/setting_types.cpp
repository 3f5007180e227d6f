// SPDX-License-Identifier: BSD-3-Clause
// Every setting's default is a value of its type, and what is none is said in one line.
#include <gtest/gtest.h>
#include <unistd.h>

#include "revprof/settings.hpp"

namespace revprof {
namespace {

std::string said(const std::string& name, const std::string& value) {
  Settings settings;
  settings.set(name, value);
  try {
    settings.check(name);
  } catch (const SettingsError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(SettingTypes, accept_every_default) {
  for (const Setting& setting : all_settings()) {
    EXPECT_EQ(said(setting.name, setting.default_value), "accepted");
  }
}

TEST(Settings, are_the_defaults_where_there_is_no_environment) {
  char** const all = environ;
  environ = nullptr;  // as clearenv() leaves it
  const Settings settings = Settings::from_environment();
  environ = all;
  EXPECT_EQ(settings.text("compute"), "auto");
}

TEST(SettingTypes, accept_what_the_help_promises) {
  const std::pair<const char*, const char*> values[] = {{"step", "0"},
                                                        {"step", "1e-9:2e-9:2e-9"},
                                                        {"compute", "cpu"},
                                                        {"cpu-scale", "0.5"},
                                                        {"trace", "plain,chrome"},
                                                        {"trace", "none"},
                                                        {"trace-limit", "0"},
                                                        {"trace-processes", "0-3,7"},
                                                        {"trace-window", "150us-"},
                                                        {"wtime-tick", "1e-12"},
                                                        {"virtual-nodes", "4"},
                                                        {"virtual-nodes", "model"},
                                                        {"scenario", ""},
                                                        {"quiet", "1"}};
  for (const auto& [name, value] : values) EXPECT_EQ(said(name, value), "accepted") << name;
}

TEST(SettingTypes, say_what_was_expected) {
  const struct {
    const char *name, *value, *expected;
  } cases[] = {{"step", "1ns", "seconds, or low:mean:high in this order"},
               {"step", "-1", "seconds, or low:mean:high in this order"},
               {"step", "", "seconds, or low:mean:high in this order"},
               {"step", "1:", "seconds, or low:mean:high in this order"},
               {"step", "1:2", "seconds, or low:mean:high in this order"},
               {"step", "3:2:1", "seconds, or low:mean:high in this order"},
               {"step", "inf", "seconds, or low:mean:high in this order"},
               {"compute", "gpu", "one of auto, none, steps, counted, profile, cpu"},
               {"quiet", "yes", "one of 0, 1"},
               {"cpu-scale", "-1", "a number above 0"},
               {"cpu-scale", "nan", "a number above 0"},
               {"trace-limit", "1e6", "a whole number of at least 0"},
               {"trace", "plain,none",
                "one or several of plain, chrome, otf2, paje, none, each once, between commas"},
               {"trace-processes", "3-1", "all, or ranks such as 0-3,7"},
               {"wtime-tick", "1e-13", "at least 1e-12 seconds"},
               {"virtual-nodes", "0", "none, model, or a whole number of at least 1"},
               {"output", "", "the name of a directory"}};
  for (const auto& each : cases) {
    const std::string name = each.name;
    EXPECT_EQ(said(name, each.value), environment_name(name) + " (--" + name + "): expected " +
                                          each.expected + ", found \"" + each.value + '"');
  }
}

}  // namespace
}  // namespace revprof
