// SPDX-License-Identifier: BSD-3-Clause
// Strict reading of the JSON files of a run: every error names the file, the path inside it and
// what was expected.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "revprof/trace/file.hpp"
#include "revprof/trace/summary.hpp"

namespace revprof {

using Json = nlohmann::ordered_json;

// One value and the place it came from.
class Place {
 public:
  Place(const std::string& file, std::string path, const Json& json)
      : file_(file), path_(std::move(path)), json_(json) {}

  [[noreturn]] void fail(const std::string& expected) const {
    throw SummaryError(file_ + ": " + (path_.empty() ? "" : path_ + ": ") + "expected " + expected);
  }

  // An object with these keys, the optional ones too, and no others.
  void keys(std::initializer_list<const char*> required,
            std::initializer_list<const char*> optional = {}) const {
    if (!json_.is_object()) fail("an object");
    for (const char* key : required) {
      if (!json_.contains(key)) fail("the key \"" + std::string(key) + "\"");
    }
    for (const auto& [key, value] : json_.items()) {
      const auto is_key = [&key = key](const char* known) { return key == known; };
      if (std::none_of(required.begin(), required.end(), is_key) &&
          std::none_of(optional.begin(), optional.end(), is_key)) {
        fail("no key \"" + key + "\"");
      }
    }
  }

  // Of the whole file: what it says it is.
  void check_format(const char* format) const {
    if (at("format").text() != format) at("format").fail("\"" + std::string(format) + "\"");
    if (at("version").integer() != 1) at("version").fail("1, the only version so far");
  }

  bool has(const char* key) const { return json_.contains(key); }
  Place at(const char* key) const {
    return {file_, path_.empty() ? key : path_ + "." + key, json_.at(key)};
  }

  std::vector<Place> elements() const {
    if (!json_.is_array()) fail("an array");
    std::vector<Place> result;
    for (std::size_t i = 0; i < json_.size(); ++i) {
      result.emplace_back(file_, path_ + "[" + std::to_string(i) + "]", json_[i]);
    }
    return result;
  }

  std::vector<std::pair<std::string, Place>> members() const {
    if (!json_.is_object()) fail("an object");
    std::vector<std::pair<std::string, Place>> result;
    for (const auto& [key, value] : json_.items()) {
      result.emplace_back(key, Place(file_, path_ + "." + key, value));
    }
    return result;
  }

  std::string text() const {
    if (!json_.is_string()) fail("a text");
    return json_.get<std::string>();
  }

  std::int64_t integer() const {
    if (!json_.is_number_integer() || json_.get<std::int64_t>() < 0) {
      fail("a whole number of at least 0");
    }
    return json_.get<std::int64_t>();
  }

  std::int64_t whole() const {
    if (!json_.is_number_integer()) fail("a whole number");
    return json_.get<std::int64_t>();
  }

  double real() const {
    if (!json_.is_number() || !std::isfinite(json_.get<double>())) fail("a number");
    return json_.get<double>();
  }

  double number() const {
    if (!json_.is_number()) fail("a number of at least 0");
    const double value = json_.get<double>();
    if (!std::isfinite(value) || value < 0) fail("a number of at least 0");
    return value;
  }

 private:
  const std::string& file_;
  std::string path_;
  const Json& json_;
};

// Throws SummaryError where the file cannot be read or is no JSON.
inline Json read_json(const std::string& path) {
  try {
    return Json::parse(read_file(path));
  } catch (const Json::parse_error& error) {
    throw SummaryError(path + ": expected JSON: " + error.what());
  } catch (const std::runtime_error& error) {
    throw SummaryError(error.what());
  }
}

}  // namespace revprof
