// SPDX-License-Identifier: BSD-3-Clause
// Escapes text for LaTeX and writes sizes, ranges and shares.
#include "fit/datasheet/datasheet_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "fit/model/model.hpp"
#include "fit/model/plain_number.hpp"

namespace revprof {

namespace {

constexpr int longest_without_break = 16;  // characters of a name before a break is offered

// One character of UTF-8, and how many bytes it took; bytes that are none stand for themselves.
struct Character {
  char32_t code = 0;
  std::size_t length = 1;
  bool valid = true;
};

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {lead, 1, false};
  char32_t code = lead & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0u) != 0x80) return {lead, 1, false};
    code = (code << 6) | (byte(i) & 0x3Fu);
  }
  return {code, length, true};
}

std::string hexadecimal(char32_t code) {
  std::array<char, 8> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(),
                                          static_cast<std::uint32_t>(code), 16);
  std::string text(digits.data(), error == std::errc() ? end : digits.data());
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c; });
  return std::string(text.size() < 4 ? 4 - text.size() : 0, '0') + text;
}

// Beyond ASCII, LaTeX with the font encoding T1 prints Western and Central European letters.
bool is_printable(char32_t code) {
  constexpr std::array<char32_t, 9> absent = {0xAD,  0x126, 0x127, 0x138, 0x13F,
                                              0x140, 0x149, 0x166, 0x167};
  constexpr std::array<char32_t, 11> punctuation = {0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C,
                                                    0x201D, 0x201E, 0x2022, 0x2026, 0x20AC};
  if (code >= 0xA1 && code <= 0x17E) {
    return std::find(absent.begin(), absent.end(), code) == absent.end();
  }
  return std::find(punctuation.begin(), punctuation.end(), code) != punctuation.end();
}

std::string escaped_ascii(char character) {
  switch (character) {
    case '\\':
      return "\\textbackslash{}";
    case '~':
      return "\\textasciitilde{}";
    case '^':
      return "\\textasciicircum{}";
    case '<':
      return "\\textless{}";
    case '>':
      return "\\textgreater{}";
    case '|':
      return "\\textbar{}";
    case '"':
      return "\\textquotedbl{}";
    case '-':
      return "-{}";  // "--" stays two hyphens, as in an option
    case '`':
      return "\\textasciigrave{}";
    case '\'':
      return "\\textquotesingle{}";
    case '_':
    case '%':
    case '&':
    case '#':
    case '{':
    case '}':
    case '$':
      return std::string("\\") + character;
    default:
      return std::string(1, character);
  }
}

bool offers_break(char character) {
  return std::string_view("_/,;:=-.").find(character) != std::string_view::npos;
}

}  // namespace

std::string latex_escape(std::string_view text) {
  std::string result;
  int unbroken = 0;
  while (!text.empty()) {
    const Character character = first_character(text);
    const char ascii = text.front();
    if (character.code < 0x20 || ascii == ' ' || character.code == 0x7F || character.code == 0xA0) {
      result += ' ';
      unbroken = -1;
    } else if (character.code < 0x80) {
      result += escaped_ascii(ascii);
    } else if (character.code == 0xB5 || character.code == 0x3BC) {
      result += "\\textmu{}";
    } else if (character.valid && is_printable(character.code)) {
      result += text.substr(0, character.length);
    } else {
      result += character.valid ? "[U+" + hexadecimal(character.code) + "]" : "[?]";
    }
    text.remove_prefix(character.length);
    ++unbroken;
    if (unbroken >= longest_without_break || (unbroken >= 3 && offers_break(ascii))) {
      if (!text.empty()) result += "\\brk{}";
      unbroken = 0;
    }
  }
  return result;
}

std::string fixed(double value, int decimals) {
  std::array<char, 400> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                          std::chars_format::fixed, std::max(decimals, 0));
  return {digits.data(), error == std::errc() ? end : digits.data()};
}

std::string significant(double value, int digits) { return plain_number(value, digits); }

std::string size_text(std::int64_t bytes) {
  constexpr std::array<const char*, 7> units = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  // 4097 B is a size of its own, not 4 KiB.
  while (value >= 1024 && (value >= 10000 || std::fmod(value * 2, 1024) == 0)) {
    value /= 1024;
    ++unit;
  }
  const int decimals = value == std::floor(value) ? 0 : value >= 100 ? 0 : value >= 10 ? 1 : 2;
  std::string number = fixed(value, decimals);
  if (decimals > 0) {
    while (number.back() == '0') number.pop_back();
    if (number.back() == '.') number.pop_back();
  }
  return number + "~" + units[unit];
}

std::string percent_text(double share) {
  const double percent = share * 100;
  const int decimals = percent < 9.95 ? 1 : 0;
  return (percent < 1e6 ? fixed(percent, decimals) : significant(percent, 2)) + "~\\%";
}

std::string class_text(int within) {
  if (within == 1) return "to itself";
  return distance_name(within);
}

std::string process_range(int low, int high) {
  if (low == high) return std::to_string(low);
  return std::to_string(low) + "--" + std::to_string(high);
}

std::string size_range(std::int64_t low, std::int64_t high) {
  if (low == high) return size_text(low);
  const bool follows = low > 8 && (low - 1) % 8 == 0;
  return (follows ? "$>$\\," + size_text(low - 1) : size_text(low)) + "--" + size_text(high);
}

}  // namespace revprof
