// SPDX-License-Identifier: BSD-3-Clause
// Goes through the assembly once more, and adds what counts.
#include "revprof/counted/counting.hpp"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "revprof/counted/assembly_line.hpp"
#include "revprof/counted/block.hpp"
#include "revprof/counted/library_calls.hpp"
#include "revprof/counted/processor_cycles.hpp"
#include "revprof/counted/runtime.hpp"
#include "revprof/counted/sections.hpp"
#include "revprof/counted/survey.hpp"

namespace revprof {

namespace {

using Kind = AssemblyLine::Kind;

std::string_view without_version(std::string_view symbol) {
  return symbol.substr(0, symbol.find('@'));
}

// Calls before which the count is handed over: the library looks at it there, or the registers of
// this moment will come back later.
bool needs_handing_over(std::string_view symbol) {
  static constexpr std::string_view jumps[] = {"__cyg_profile_func_enter",
                                               "__cyg_profile_func_exit",
                                               "setjmp",
                                               "_setjmp",
                                               "__setjmp",
                                               "sigsetjmp",
                                               "__sigsetjmp",
                                               "longjmp",
                                               "_longjmp",
                                               "siglongjmp",
                                               "__longjmp_chk",
                                               "getcontext",
                                               "__cxa_throw",
                                               "__cxa_rethrow",
                                               "_Unwind_Resume",
                                               "_Unwind_RaiseException",
                                               "_Unwind_Resume_or_Rethrow"};
  // Where threads begin and end.
  static constexpr std::string_view threads[] = {"pthread_create", "pthread_join", "GOMP_parallel",
                                                 "_ZNSt6thread15_M_start_thread",
                                                 "_ZNSt6thread4joinEv"};
  static constexpr std::string_view libraries[] = {"mpi_",   "pmpi_",   "mpix_",         "mpir_",
                                                   "shmem_", "pshmem_", "__mpi_f08_mod_"};
  if (std::find(std::begin(jumps), std::end(jumps), symbol) != std::end(jumps)) return true;
  const bool is_of_threads = std::any_of(
      std::begin(threads), std::end(threads),
      [&](std::string_view start) { return symbol.compare(0, start.size(), start) == 0; });
  if (is_of_threads) return true;
  std::string lower(symbol);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::any_of(std::begin(libraries), std::end(libraries), [&](std::string_view library) {
    return lower.compare(0, library.size(), library) == 0;
  });
}

class Counter {
 public:
  Counter(std::string_view assembly, const Count& count)
      : count_(count),
        assembly_(assembly),
        lines_(assembly_lines(assembly)),
        survey_(survey_of(lines_, count)) {}

  std::string counting() {
    if (!survey_.is_compiled) return std::string(assembly_);
    out_.reserve(2 * lines_.size());
    for (const AssemblyLine& line : lines_) add(line);
    end_block();
    if (blocks_.empty()) return std::string(assembly_);
    add_counts();
    std::string text;
    for (const std::string& line : out_) text += line;
    for (const Extent& extent : extents_)
      text += code_note(count_, extent.section, extent.group, extent.label);
    for (const LibrarySymbol& symbol : library_symbols) {
      const auto own = survey_.functions.find(symbol.name);
      if (own == survey_.functions.end() || !own->second.is_known_outside) continue;
      text += own_function_note(symbol.function);
    }
    return text + runtime_text(count_);
  }

 private:
  // A section with code, from the first line that is in it.
  struct Extent {
    std::string section, group, label;
  };

  void add(const AssemblyLine& line) {
    if (line.kind == Kind::app_begins) begin_app();
    if (line.kind == Kind::app_ends) in_app_ = false;
    const bool is_elsewhere = sections_.follow(line);
    if (in_app_) return add_app(line);
    if (is_elsewhere) {
      end_block();
      put(line);
      in_code_ = sections_.is_code();
      if (in_code_) begin_extent();
      return;
    }
    if (line.word == ".size" && words_of(line.operands).front() == function_) function_ = {};
    in_code_ ? add_code(line) : put(line);
  }

  // Nothing is put between the program's own lines, which may be in another syntax; they count as
  // if they had no jumps. Functions that it writes as a whole are not ours.
  void begin_app() {
    in_app_ = true;
    if (!in_code_ || function_.empty()) return;
    add_entry();
    begin_block();
  }

  void add_app(const AssemblyLine& line) {
    if (head_ != no_head && sections_.is_code()) block_.add(line);
    put(line);
  }

  void add_code(const AssemblyLine& line) {
    if (line.kind == Kind::label) return add_label(line);
    const bool puts_bytes = line.kind == Kind::instruction || line.kind == Kind::data;
    if (!puts_bytes) return put(line);
    if (line.word == "endbr64") return put(line);  // where calls by an address must arrive
    add_entry();
    begin_block();
    const bool hands_over = needs_handing_over(without_version(line.target()));
    if (hands_over) out_.push_back(hand_over_text(count_));
    add_library_call(line);
    put(line);
    if (line.kind == Kind::instruction) block_.add(line);
    // What follows the call is counted behind it: of a function that is a region, it is its own.
    if (line.ends_block() || hands_over) end_block();
  }

  // The program's own function of such a name counts itself. A jump on a condition needs its flags.
  void add_library_call(const AssemblyLine& line) {
    if (!line.is_call() && line.word != "jmp") return;
    const std::string_view symbol = without_version(line.target());
    const LibrarySymbol* const called = library_symbol(symbol);
    if (called == nullptr || survey_.functions.count(symbol) > 0) return;
    out_.push_back(library_call_text(*called));
  }

  void add_label(const AssemblyLine& line) {
    const auto function = survey_.functions.find(line.word);
    const bool is_target = is_block_label(line.word) && survey_.targets.count(line.word) > 0;
    // A loop may begin where its function does; one enters the function above it.
    if (is_target) add_entry();
    if (is_target || function != survey_.functions.end()) end_block();
    put(line);
    if (function != survey_.functions.end()) begin_function(line.word, function->second);
  }

  // Such of GCC's own as are jumped to with all registers in use are no functions to us.
  void begin_function(std::string_view name, const AssemblyFunction& function) {
    const bool is_part = name.find(".cold") != std::string_view::npos;
    const bool is_thunk = name.substr(0, 5) == "__x86";
    function_ = name;
    entered_ = function.is_known_outside && !is_part && !is_thunk ? &function : nullptr;
    in_code_ = !is_thunk;
  }

  void add_entry() {
    if (entered_ == nullptr) return;
    out_.push_back(entry_text(count_, entries_++, entered_->takes_stack));
    entered_ = nullptr;
  }

  void begin_block() {
    if (head_ == no_head) head_ = out_.size();
  }

  void end_block() {
    if (head_ != no_head && !block_.empty()) {
      heads_.push_back(head_);
      blocks_.push_back(std::move(block_));
    }
    head_ = no_head;
    block_ = {};
  }

  void add_counts() {
    std::vector<long> cycles;
    if (count_.cycles()) cycles = processor_cycles(blocks_, count_.processor);
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      std::string& head = out_[heads_[i]];
      head = (count_.cycles() ? count_text(cycles[i], blocks_[i].memory_bytes())
                              : count_text(blocks_[i].instructions(), 0)) +
             head;
    }
  }

  void begin_extent() {
    const std::string& section = sections_.operands();
    for (const Extent& extent : extents_) {
      if (extent.section == section) return;
    }
    extents_.push_back(
        {section, sections_.group(), ".Lrevprof_code" + std::to_string(extents_.size())});
    out_.push_back(extents_.back().label + ":\n");
  }

  void put(const AssemblyLine& line) { out_.push_back(std::string(line.text) + "\n"); }

  static constexpr std::size_t no_head = static_cast<std::size_t>(-1);

  const Count count_;
  const std::string_view assembly_;
  const std::vector<AssemblyLine> lines_;
  const Survey survey_;
  Sections sections_;
  bool in_app_ = false, in_code_ = false;
  std::string_view function_;                  // which one; empty: between them
  const AssemblyFunction* entered_ = nullptr;  // its label has been seen, its first instruction not
  std::size_t head_ = no_head;                 // where in out_ the block begins
  Block block_;                                // so far
  std::vector<std::size_t> heads_;             // of those that have ended
  std::vector<Block> blocks_;
  int entries_ = 0;
  std::vector<Extent> extents_;
  std::vector<std::string> out_;
};

}  // namespace

std::string counting(std::string_view assembly, const Count& count) {
  return Counter(assembly, count).counting();
}

}  // namespace revprof
