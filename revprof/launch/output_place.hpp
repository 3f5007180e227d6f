// SPDX-License-Identifier: BSD-3-Clause
// Where the files of a command are to stand: looked at before anything is run or written.
#pragma once

#include <string>
#include <vector>

namespace revprof {

// Throws UsageError where no file of that name can be made; `option` names it.
void expect_place_for_file(const std::string& option, const std::string& file);

// Throws UsageError where one of `written` is one of `read`, whatever it is called.
void expect_inputs_kept(const std::string& command, const std::vector<std::string>& read,
                        const std::vector<std::string>& written);

}  // namespace revprof
