// SPDX-License-Identifier: BSD-3-Clause
// Reads a file of assembly once: its functions, who may call them, and which labels are jumped to.
#include "revprof/counted/survey.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "revprof/counted/frame.hpp"
#include "revprof/counted/sections.hpp"

namespace revprof {

namespace {

using Kind = AssemblyLine::Kind;

// Directives that name a function without taking its address.
constexpr std::string_view naming[] = {
    ".type",  ".globl",   ".global", ".weak", ".hidden", ".protected", ".size",       ".internal",
    ".local", ".section", ".ident",  ".file", ".loc",    ".comm",      ".pushsection"};

bool names_alone(const AssemblyLine& line) {
  return std::find(std::begin(naming), std::end(naming), line.word) != std::end(naming) ||
         line.word.substr(0, 5) == ".cfi_" || line.word == ".string" || line.word == ".ascii";
}

std::string_view quoted(std::string_view text) {
  const std::size_t first = text.find('"');
  return first == std::string_view::npos ? text
                                         : text.substr(first + 1, text.rfind('"') - first - 1);
}

std::string place(const Survey& survey, const AssemblyLine& line) {
  return survey.source + " (line " + std::to_string(line.number) + " of its assembly): ";
}

class Surveyor {
 public:
  Surveyor(const std::vector<AssemblyLine>& lines, const Count& count) : lines_(lines) {
    if (count.cycles()) registers_.emplace_back("r14");
  }

  Survey survey() {
    find_functions();
    if (!survey_.is_compiled) return std::move(survey_);
    for (const AssemblyLine& line : lines_) read(line);
    return std::move(survey_);
  }

 private:
  // What stands behind a function may say that it is one, or global.
  void find_functions() {
    survey_.source = "standard input";
    bool is_named = false;
    for (const AssemblyLine& line : lines_) {
      if (line.kind != Kind::directive) continue;
      const auto words = words_of(line.operands);
      if (line.word == ".type" && words.size() > 1 && words[1] == "@function") {
        survey_.functions[words[0]];
      } else if (line.word == ".ident" && line.operands.substr(0, 5) == "\"GCC:") {
        survey_.is_compiled = true;
      } else if (line.word == ".file" && !is_named) {
        survey_.source = quoted(line.operands);
        is_named = true;
      }
    }
  }

  AssemblyFunction* function(std::string_view name) {
    const auto found = survey_.functions.find(name);
    return found == survey_.functions.end() ? nullptr : &found->second;
  }

  void read(const AssemblyLine& line) {
    sections_.follow(line);
    if (line.kind == Kind::app_begins) in_app_ = true;
    if (line.kind == Kind::app_ends) in_app_ = false;
    if (line.kind == Kind::label && !in_app_) enter(line.word);
    if (line.word == ".size" && words_of(line.operands).front() == current_name_)
      current_name_ = {};
    if (line.word == ".globl" || line.word == ".global" || line.word == ".weak") {
      if (AssemblyFunction* const known = function(line.operands)) known->is_known_outside = true;
    }
    if (line.kind == Kind::label || sections_.is_debug() || names_alone(line)) {
      frame_.follow(line);
      return;
    }
    check_syntax(line);
    note_mentions(line);
    if (!sections_.is_code() || line.kind != Kind::instruction) return;
    check_registers(line);
    if (current_ != nullptr && frame_.reaches_arguments(line)) current_->takes_stack = true;
  }

  void enter(std::string_view label) {
    if (!sections_.is_code()) return;
    const std::string_view whole = label.substr(0, label.find(".cold"));
    AssemblyFunction* const begun = function(whole);
    if (begun == nullptr) return;
    current_ = begun;
    current_name_ = label;
  }

  void check_syntax(const AssemblyLine& line) const {
    if (line.word != ".intel_syntax" || in_app_) return;
    throw std::runtime_error(
        place(survey_, line) +
        "expected AT&T syntax, found .intel_syntax; compile without -masm=intel");
  }

  void note_mentions(const AssemblyLine& line) {
    const std::string_view called = in_app_ ? std::string_view() : line.target();
    const std::string_view all = in_app_ ? line.text : line.operands;
    for (const std::string_view symbol : symbols_in(all)) {
      if (is_block_label(symbol)) survey_.targets.insert(symbol);
      if (symbol == called) continue;
      if (AssemblyFunction* const known = function(symbol)) known->is_known_outside = true;
    }
  }

  // A register counts in all of what GCC has compiled. Functions that are written in assembly,
  // outside of others, keep it as they found it.
  void check_registers(const AssemblyLine& line) const {
    for (const std::string& name : registers_) {
      if (line.text.find("%" + name) == std::string_view::npos) continue;
      if (in_app_ && current_name_.empty()) continue;
      throw std::runtime_error(
          place(survey_, line) +
          (in_app_ ? "inline assembly uses " + name +
                         ", the register that counts; expected another one (or compile this file "
                         "without `revprof flags`)"
                   : "the code uses " + name +
                         ", the register that counts; expected that it is compiled with all of "
                         "`revprof flags`, -ffixed-" +
                         name + " among them"));
    }
  }

  const std::vector<AssemblyLine>& lines_;
  std::vector<std::string> registers_ = {"r15"};
  Survey survey_;
  Sections sections_;
  Frame frame_;
  bool in_app_ = false;
  AssemblyFunction* current_ = nullptr;
  std::string_view current_name_;
};

}  // namespace

Survey survey_of(const std::vector<AssemblyLine>& lines, const Count& count) {
  return Surveyor(lines, count).survey();
}

}  // namespace revprof
