// SPDX-License-Identifier: BSD-3-Clause
// In which section a line of assembly stands.
#pragma once

#include <string>
#include <vector>

#include "revprof/counted/assembly_line.hpp"

namespace revprof {

class Sections {
 public:
  // Takes what a line says of sections. Whether another one begins.
  bool follow(const AssemblyLine& line);

  const std::string& name() const { return now_.name; }
  // How to come back to it, as an operand of .section.
  const std::string& operands() const { return now_.operands; }
  // Of a section that the linker keeps one of, as of templates; else empty.
  std::string group() const;
  bool is_code() const;
  bool is_debug() const { return now_.name.compare(0, 6, ".debug") == 0; }

 private:
  struct Section {
    std::string name = ".text", operands = ".text,\"ax\",@progbits";
  };
  void enter(Section section);

  Section now_, before_;
  std::vector<Section> pushed_;
  std::vector<Section> seen_;  // flags may be said once alone
};

}  // namespace revprof
