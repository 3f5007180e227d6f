// SPDX-License-Identifier: BSD-3-Clause
// Every setting of a run, declared once: the environment variable REVPROF_X and the option --x come
// from the same row.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "revprof/setting_type.hpp"

namespace revprof {

struct Setting {
  const char* name;  // "trace-limit": option --trace-limit, variable REVPROF_TRACE_LIMIT
  const char* default_value;
  SettingType type;
  const char* help;
};

const std::vector<Setting>& all_settings();
std::string default_of(const std::string& setting);
std::string environment_name(const std::string& setting);

struct SettingsError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Effective values by name, as text; typed views and check() throw SettingsError, naming variable,
// value and what was expected.
class Settings {
 public:
  // Reads REVPROF_* (and MODEL, the paper's name for REVPROF_MODEL). Other variables of such a name
  // (REVPROF_ROOT of an environment module, say) are nobody's affair; one that is nearly a
  // setting's gets a warning.
  static Settings from_environment();

  const std::string& text(const std::string& name) const;
  double number(const std::string& name) const;
  double seconds(const std::string& name) const;
  long long integer(const std::string& name) const;
  std::vector<std::string> list(const std::string& name) const;
  // By each one's parser.
  void check() const;
  void check(const std::string& name) const;
  const std::map<std::string, std::string>& values() const { return values_; }
  // A line for each variable that is a setting's but for a letter or two.
  const std::vector<std::string>& warnings() const { return warnings_; }
  void set(const std::string& name, const std::string& value) { values_[name] = value; }

 private:
  std::map<std::string, std::string> values_;
  std::vector<std::string> warnings_;
};

}  // namespace revprof
