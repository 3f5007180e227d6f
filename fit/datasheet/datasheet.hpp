// SPDX-License-Identifier: BSD-3-Clause
// The datasheet: a machine model as a document for people, LaTeX built to PDF.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

#include "fit/measurements/measurements.hpp"
#include "fit/model/model.hpp"

namespace revprof {

// The datasheet cannot be written or built; what() names the file and the reason.
struct DatasheetError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// There is no pdflatex; the .tex file stays, and what() names the Debian packages that bring it.
struct PdflatexMissing : DatasheetError {
  using DatasheetError::DatasheetError;
};

// The whole document. `measurements` may be null: then the points come from the model's cells, and
// where it has none there are curves alone.
std::string datasheet_tex(const Model& model, const Measurements* measurements);

// Writes datasheet_tex() to a temporary name beside tex_path, then renames. Returns how many graphs
// it has, which take nearly all of LaTeX's time.
std::size_t write_datasheet(const Model& model, const Measurements* measurements,
                            const std::string& tex_path);

// Runs pdflatex in a temporary directory and puts the PDF beside tex_path (machine.tex ->
// machine.pdf), whose path it returns. The same .tex gives the same bytes. When LaTeX fails, its
// log is kept beside tex_path (machine.log).
std::string build_pdf(const std::string& tex_path);

}  // namespace revprof
