// SPDX-License-Identifier: BSD-3-Clause
// The few SVG elements the graphs are made of, as text.
#pragma once

#include <string>

namespace revprof {

// Any bytes made fit for XML: markup escaped, what is no UTF-8 and no character replaced by '?'.
std::string xml_text(const std::string& text);

// At most two decimals, in pixels.
std::string pixels(double value);

// `attributes` such as class="axis" are copied as they are.
std::string svg_line(double x1, double y1, double x2, double y2, const std::string& attributes);
std::string svg_rectangle(double x, double y, double width, double height,
                          const std::string& attributes, const std::string& tooltip = "");
std::string svg_label(double x, double y, const std::string& text, const std::string& attributes);

// Computation and waiting look alike in all graphs: classes "compute" and "waiting", which is
// hatched, with the pattern that they need.
extern const char* const svg_parts_style;
extern const char* const svg_hatch;

// About how wide a text of 12 pixels height is: enough to place one beside another.
double label_width(const std::string& text);

// The <svg> element around it, on white.
std::string svg_document(double width, double height, const std::string& style,
                         const std::string& content);

}  // namespace revprof
