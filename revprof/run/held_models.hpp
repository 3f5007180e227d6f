// SPDX-License-Identifier: BSD-3-Clause
// Machine models that `revprof run` has read and keeps in memory for the processes that it starts
// on its own node: a model's text takes longer to read than the rest of a process's start, and
// every process needs it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "fit/model/model.hpp"

namespace revprof {

// The variable that says where they are: a file as /proc shows it, which is gone with its process.
constexpr const char* held_models_variable = "REVPROF_HELD_MODELS";

class HeldModels {
 public:
  HeldModels();
  ~HeldModels();
  HeldModels(const HeldModels&) = delete;
  HeldModels& operator=(const HeldModels&) = delete;

  // The variable's value; empty where the system has no such memory.
  const std::string& place() const { return place_; }
  // Reads and checks it at the first time. Throws FileError.
  std::shared_ptr<const Model> get(const std::string& path);

 private:
  int file_ = -1;
  std::string place_;
  std::map<std::string, std::shared_ptr<const Model>> models_;
};

struct HeldModel {
  std::shared_ptr<const Model> model;
  std::uint64_t fingerprint = 0;  // of its text
};

// What the variable says is held of that file. Nothing where it is not, or the file has changed, or
// this is another node: then its text is to be read.
std::optional<HeldModel> find_held_model(const std::string& path);

std::uint64_t fingerprint_of(const std::string& text);

}  // namespace revprof
