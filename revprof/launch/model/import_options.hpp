// SPDX-License-Identifier: BSD-3-Clause
// The options of `revprof fit` that say how other benchmarks' output is to be read.
#pragma once

#include <boost/program_options.hpp>
#include <string>
#include <vector>

#include "fit/import/import.hpp"

namespace revprof {

boost::program_options::options_description import_options();

// What the files hold, as those options say: measurement files without --import. Throws UsageError
// or MeasurementError.
Imported read_or_import(const std::vector<std::string>& files,
                        const boost::program_options::variables_map& chosen);

}  // namespace revprof
