// SPDX-License-Identifier: BSD-3-Clause
// Writes SVG elements; no library needed.
#include "revprof/report/svg/svg.hpp"

#include <cmath>
#include <cstdio>

#include "fit/file/utf8.hpp"

namespace revprof {

namespace {

std::string attribute(const char* name, double value) {
  return std::string(" ") + name + "=\"" + pixels(value) + "\"";
}

}  // namespace

std::string xml_text(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text, at);
    const char c = text[at];
    if (length == 0 || (length == 1 && static_cast<unsigned char>(c) < 0x20 && c != '\n')) {
      result += '?';
    } else if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '"') {
      result += "&quot;";
    } else {
      result.append(text, at, length);
    }
    at += length == 0 ? 1 : length;
  }
  return result;
}

std::string pixels(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.2f", std::abs(value) < 0.005 ? 0.0 : value);
  std::string result = text;
  result.erase(result.find_last_not_of('0') + 1);
  if (result.back() == '.') result.pop_back();
  return result;
}

std::string svg_line(double x1, double y1, double x2, double y2, const std::string& attributes) {
  return "<line" + attribute("x1", x1) + attribute("y1", y1) + attribute("x2", x2) +
         attribute("y2", y2) + " " + attributes + "/>\n";
}

std::string svg_rectangle(double x, double y, double width, double height,
                          const std::string& attributes, const std::string& tooltip) {
  const std::string rectangle = "<rect" + attribute("x", x) + attribute("y", y) +
                                attribute("width", width) + attribute("height", height) + " " +
                                attributes;
  if (tooltip.empty()) return rectangle + "/>\n";
  return rectangle + "><title>" + xml_text(tooltip) + "</title></rect>\n";
}

std::string svg_label(double x, double y, const std::string& text, const std::string& attributes) {
  return "<text" + attribute("x", x) + attribute("y", y) + " " + attributes + ">" + xml_text(text) +
         "</text>\n";
}

double label_width(const std::string& text) {
  double width = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) width += 7;
  }
  return width;
}

const char* const svg_parts_style = ".compute { fill: #a8d8a0; } .waiting { fill: url(#hatch); }\n";
const char* const svg_hatch =
    "<defs>\n<pattern id=\"hatch\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" "
    "patternTransform=\"rotate(45)\">\n<rect width=\"5\" height=\"5\" fill=\"#ffc9c0\"/>\n"
    "<rect width=\"1.8\" height=\"5\" fill=\"#d03020\"/>\n</pattern>\n</defs>\n";

std::string svg_document(double width, double height, const std::string& style,
                         const std::string& content) {
  const std::string w = pixels(width), h = pixels(height);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + w + "\" height=\"" + h +
         "\" viewBox=\"0 0 " + w + " " + h + "\">\n<style>\n" + style + "</style>\n" +
         svg_rectangle(0, 0, width, height, "fill=\"white\"") + content + "</svg>\n";
}

}  // namespace revprof
