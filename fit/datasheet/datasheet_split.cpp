// SPDX-License-Identifier: BSD-3-Clause
// A page for each graph, of its size and a margin: what hangs over (half a line, a mark) stays.
#include "fit/datasheet/datasheet_split.hpp"

#include <algorithm>

namespace revprof {

namespace {

constexpr std::size_t most_parts = 4, fewest_graphs_of_a_part = 8;

constexpr char begin_mark[] = "\n\\begin{tikzpicture}";
constexpr char end_mark[] = "\n\\end{tikzpicture}";
constexpr char document_mark[] = "\n\\begin{document}";

// The pages are shipped as they are, past LaTeX's own page builder with its heads and feet.
constexpr char page_of_a_graph[] = R"(
\hoffset=-1in
\voffset=-1in
\newcommand{\graphpage}[1]{\setbox0\hbox{\kern2mm#1\kern2mm}%
  \pdfpagewidth=\wd0 \pdfpageheight=\dimexpr\ht0+4mm\relax
  \shipout\vbox{\kern2mm\box0\kern2mm}}
)";

// Of one graph in the text.
struct Place {
  std::size_t begin = 0, end = 0;
};

std::vector<Place> graph_places(const std::string& tex) {
  std::vector<Place> places;
  for (std::size_t at = tex.find(document_mark); at != std::string::npos;) {
    const std::size_t begin = tex.find(begin_mark, at);
    if (begin == std::string::npos) break;
    const std::size_t end = tex.find(end_mark, begin);
    if (end == std::string::npos) break;
    at = end + sizeof end_mark - 1;
    places.push_back({begin + 1, at});
  }
  return places;
}

std::string inclusion(std::size_t part, std::size_t page) {
  return "\\includegraphics[page=" + std::to_string(page) + ",trim=2mm 2mm 2mm 2mm]{graphs" +
         std::to_string(part) + ".pdf}";
}

}  // namespace

std::size_t count_graphs(const std::string& tex) { return graph_places(tex).size(); }

SplitDocument split_graphs(const std::string& tex) {
  const std::vector<Place> places = graph_places(tex);
  const std::size_t parts = std::min(most_parts, places.size() / fewest_graphs_of_a_part);
  if (parts < 2) return {tex, {}};
  const std::string preamble = tex.substr(0, tex.find(document_mark));
  SplitDocument split;
  split.graphs.assign(parts, preamble + page_of_a_graph + "\\begin{document}\n");
  std::vector<std::size_t> pages(parts);
  std::size_t copied = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Place& place = places[i];
    const std::size_t part = i % parts;
    split.graphs[part] += "\\graphpage{" + tex.substr(place.begin, place.end - place.begin) + "}\n";
    split.whole += tex.substr(copied, place.begin - copied) + inclusion(part, ++pages[part]);
    copied = place.end;
  }
  split.whole += tex.substr(copied);
  for (std::string& document : split.graphs) document += "\\end{document}\n";
  return split;
}

}  // namespace revprof
