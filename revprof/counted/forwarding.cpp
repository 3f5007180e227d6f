// SPDX-License-Identifier: BSD-3-Clause
// Goes twice through the block: what is known at its end is known where it begins again.
#include "revprof/counted/forwarding.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <vector>

#include "revprof/counted/assembly_line.hpp"

namespace revprof {

namespace {

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

// Of a stack's or another place in memory; empty: a register, a number, a thread's own memory.
std::string_view address_of(std::string_view operand) {
  const bool is_address = operand.find('(') != std::string_view::npos;
  return is_address && operand.find(':') == std::string_view::npos ? operand : std::string_view();
}

// Between commas, but for those of an address.
std::vector<std::string_view> operands_of(const AssemblyLine& line) {
  std::vector<std::string_view> operands;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= line.operands.size(); ++i) {
    const char c = i < line.operands.size() ? line.operands[i] : ',';
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (c != ',' || depth > 0) continue;
    std::string_view operand = line.operands.substr(begin, i - begin);
    while (!operand.empty() && operand.front() == ' ') operand.remove_prefix(1);
    while (!operand.empty() && operand.back() == ' ') operand.remove_suffix(1);
    if (!operand.empty()) operands.push_back(operand);
    begin = i + 1;
  }
  return operands;
}

// rax, eax, ax and al are parts of one register, as are r8, r8d, r8w and r8b.
std::string_view whole_register(std::string_view name) {
  if (!starts_with(name, "%")) return {};
  name.remove_prefix(1);
  const bool is_numbered =
      name.size() > 1 && name[0] == 'r' && std::isdigit(static_cast<unsigned char>(name[1])) != 0;
  if (is_numbered) {
    const std::size_t end = name.find_first_not_of("0123456789", 1);
    return name.substr(0, end);
  }
  static constexpr std::string_view letters[] = {"ax", "bx", "cx", "dx", "si", "di", "bp", "sp"};
  for (const std::string_view pair : letters) {
    if (name.find(pair) != std::string_view::npos) return pair;
    if (name.size() == 2 && name[0] == pair[0] && (name[1] == 'l' || name[1] == 'h')) return pair;
  }
  return name;
}

bool names(std::string_view address, std::string_view changed) {
  for (std::size_t at = address.find('%'); at != std::string_view::npos;
       at = address.find('%', at + 1)) {
    const std::size_t end = address.find_first_of(",)", at);
    if (whole_register(address.substr(at, end - at)) == changed) return true;
  }
  return false;
}

bool is_comparison(std::string_view word) {
  static constexpr std::string_view words[] = {"cmp",     "test",     "ucomis", "comis",
                                               "vucomis", "vcomis",   "vtest",  "ptest",
                                               "vptest",  "prefetch", "nop",    "bt"};
  return std::any_of(std::begin(words), std::end(words),
                     [&](std::string_view start) { return starts_with(word, start); });
}

// Those that change registers without naming them, or more than their last operand.
bool changes_others(const AssemblyLine& line) {
  static constexpr std::string_view words[] = {
      "mul",     "imul", "div", "idiv",  "cqt",  "clt", "cwt",  "xchg",  "xadd",
      "cmpxchg", "push", "pop", "leave", "lock", "rep", "stos", "cpuid", "rdtsc"};
  if (line.is_call() || line.instructions > 1) return true;
  const bool names_all = starts_with(line.word, "imul") && operands_of(line).size() > 1;
  const bool is_vectors = starts_with(line.word, "muls") || starts_with(line.word, "mulp") ||
                          starts_with(line.word, "divs") || starts_with(line.word, "divp");
  if (names_all || is_vectors) return false;
  return std::any_of(std::begin(words), std::end(words),
                     [&](std::string_view start) { return starts_with(line.word, start); });
}

// Of a register to memory, no part of a vector.
bool is_store(const AssemblyLine& line, const std::vector<std::string_view>& operands) {
  const bool moves = starts_with(line.word, "mov") || starts_with(line.word, "vmov");
  return moves && operands.size() == 2 && starts_with(operands[0], "%") &&
         !starts_with(operands[0], "%k") && !address_of(operands[1]).empty();
}

// A copy to a general register whose bytes hang on all that was stored.
std::string copy_text(std::string_view from, std::string_view to) {
  const std::size_t vector = from.find("mm");
  if (vector != std::string_view::npos) {
    return "\tmovq\t%xmm" + std::string(from.substr(vector + 2)) + ", %" + std::string(to) + "\n";
  }
  const std::string_view whole = whole_register(from);
  const bool is_numbered = std::isdigit(static_cast<unsigned char>(whole.back())) != 0;
  return std::string("\tmovq\t%") + (is_numbered ? "" : "r") + std::string(whole) + ", %" +
         std::string(to) + "\n";
}

class Forwarding {
 public:
  explicit Forwarding(std::string_view block) : lines_(assembly_lines(block)) {}

  std::string text() {
    for (const AssemblyLine& line : lines_) follow(line);  // how it is left
    find_loaded();
    out_.clear();
    for (const AssemblyLine& line : lines_) follow(line);
    return out_;
  }

 private:
  struct Place {
    std::string_view address;
    bool is_kept;  // nothing of it has changed since its store
    bool is_loaded;
  };

  void follow(const AssemblyLine& line) {
    const std::vector<std::string_view> operands = operands_of(line);
    if (!line.is_instruction()) return put(line);
    const bool stores = is_store(line, operands);
    stores ? put(line) : put_load(line, operands);
    if (stores) keep(operands[0], operands[1]);
    if (changes_others(line)) return forget([](const Place&) { return true; });
    const bool is_change = !operands.empty() && !is_comparison(line.word) && !line.is_jump();
    if (!is_change) return;
    const std::string_view last = operands.back();
    if (!stores && !address_of(last).empty()) {  // from now on it holds something else
      return forget([&](const Place& place) { return place.address == last; });
    }
    const std::string_view changed = whole_register(last);
    if (!changed.empty()) {
      forget([&](const Place& place) { return names(place.address, changed); });
    }
  }

  void put(const AssemblyLine& line) { out_ += std::string(line.text) + "\n"; }

  void put_load(const AssemblyLine& line, const std::vector<std::string_view>& operands) {
    std::string text(line.text);
    for (const std::string_view operand : operands) {
      const auto place = kept(operand);
      const bool is_last = operand.data() == operands.back().data();
      const bool only_reads = !is_last || is_comparison(line.word);
      if (place == places_.end() || !only_reads || starts_with(line.word, "lea")) continue;
      place->is_loaded = true;
      const std::string_view copy = register_of(operand);
      if (copy.empty()) continue;
      text.replace(static_cast<std::size_t>(operand.data() - line.text.data()), operand.size(),
                   "(%" + std::string(copy) + ")");
    }
    out_ += text + "\n";
  }

  void keep(std::string_view stored, std::string_view address) {
    const auto same = [&](const Place& place) { return place.address == address; };
    const auto place = std::find_if(places_.begin(), places_.end(), same);
    if (place == places_.end()) {
      places_.push_back({address, true, false});
    } else {
      place->is_kept = true;
    }
    const std::string_view copy = register_of(address);
    if (!copy.empty()) out_ += copy_text(stored, copy);
  }

  std::vector<Place>::iterator kept(std::string_view address) {
    return std::find_if(places_.begin(), places_.end(), [&](const Place& place) {
      return place.is_kept && place.address == address;
    });
  }

  template <class Which>
  void forget(const Which& which) {
    for (Place& place : places_) place.is_kept = place.is_kept && !which(place);
  }

  // Which of the places are loaded shows when the block begins with what it left.
  void find_loaded() {
    const std::vector<Place> left = places_;
    for (const AssemblyLine& line : lines_) follow(line);
    for (const Place& place : places_) {
      if (place.is_loaded) loaded_.push_back(place.address);
    }
    places_ = left;
  }

  std::string_view register_of(std::string_view address) const {
    static constexpr std::string_view registers[] = {"r14", "r15"};
    const auto at = std::find(loaded_.begin(), loaded_.end(), address) - loaded_.begin();
    const auto index = static_cast<std::size_t>(at);
    return index < std::min(loaded_.size(), std::size(registers)) ? registers[index]
                                                                  : std::string_view();
  }

  const std::vector<AssemblyLine> lines_;
  std::vector<Place> places_;
  std::vector<std::string_view> loaded_;
  std::string out_;
};

}  // namespace

std::string with_forwarding(std::string_view block) { return Forwarding(block).text(); }

}  // namespace revprof
