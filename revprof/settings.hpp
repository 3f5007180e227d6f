// SPDX-License-Identifier: BSD-3-Clause
// Every setting of a run, declared once: the environment variable REVPROF_X and the option --x come
// from the same row.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace revprof {

struct Setting {
  const char* name;  // "trace-limit": option --trace-limit, variable REVPROF_TRACE_LIMIT
  const char* default_value;
  const char* argument;  // what --help shows behind the option, such as "SECONDS"
  const char* help;
};

const std::vector<Setting>& all_settings();
std::string environment_name(const Setting& setting);

struct SettingsError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Effective values by name, as text; typed views check and throw SettingsError, naming variable,
// value and what was expected.
class Settings {
 public:
  // Reads REVPROF_* (and MODEL, the paper's name for REVPROF_MODEL). Other variables of such a name
  // (REVPROF_ROOT of an environment module, say) are nobody's affair; one that is nearly a
  // setting's gets a warning.
  static Settings from_environment();

  const std::string& text(const std::string& name) const;
  double number(const std::string& name) const;      // finite, >= 0
  long long integer(const std::string& name) const;  // >= 0
  std::string one_of(const std::string& name, const std::vector<std::string>& allowed) const;
  // Some of these words, between commas; "none" stands alone.
  std::vector<std::string> list_of(const std::string& name,
                                   const std::vector<std::string>& allowed) const;
  // One of these words, or a whole number of at least 1.
  std::string word_or_count(const std::string& name, const std::vector<std::string>& words) const;
  // Hands the text to a reader of another folder's, whose std::runtime_error "expected ..." it
  // names.
  template <class Read>
  void parsed(const std::string& name, Read read) const {
    try {
      read(text(name));
    } catch (const std::runtime_error& error) {
      refuse(name, error.what());
    }
  }
  const std::map<std::string, std::string>& values() const { return values_; }
  // A line for each variable that is a setting's but for a letter or two.
  const std::vector<std::string>& warnings() const { return warnings_; }
  void set(const std::string& name, const std::string& value) { values_[name] = value; }

 private:
  [[noreturn]] static void refuse(const std::string& name, const std::string& reason);

  std::map<std::string, std::string> values_;
  std::vector<std::string> warnings_;
};

}  // namespace revprof
