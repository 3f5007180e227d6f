// SPDX-License-Identifier: BSD-3-Clause
// Writes the scalability graph in every form that needs no LaTeX.
#include "fit/file/whole_file.hpp"
#include "revprof/report/sweep/scalability.hpp"

namespace revprof {

std::vector<std::string> write_scalability(const ScalabilityGraph& graph, const std::string& stem) {
  const std::vector<std::string> files = {stem + ".csv", stem + ".svg", stem + ".tex"};
  write_file(files[0], scalability_csv(graph));
  write_file(files[1], scalability_svg(graph));
  write_file(files[2], scalability_tex(graph));
  return files;
}

}  // namespace revprof
