// SPDX-License-Identifier: BSD-3-Clause
// What of a file was passed over: its first lines by name, and how many more there were.
#pragma once

#include <string>
#include <vector>

namespace revprof {

class PassedOver {
 public:
  // why: with file and line.
  void add(const std::string& why) {
    constexpr std::size_t most_named = 3;
    if (++count_ <= most_named) named_.push_back(why);
  }
  // At the end of a file.
  void tell(const std::string& file, std::vector<std::string>& notes) {
    for (const std::string& why : named_) notes.push_back(why + "; passed over");
    if (count_ > named_.size()) {
      notes.push_back(file + ": " + std::to_string(count_ - named_.size()) +
                      " more lines were passed over");
    }
    *this = PassedOver();
  }

 private:
  std::vector<std::string> named_;
  std::size_t count_ = 0;
};

}  // namespace revprof
