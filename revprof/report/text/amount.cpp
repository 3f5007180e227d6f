// SPDX-License-Identifier: BSD-3-Clause
// Bytes, or a number of them.
#include "revprof/report/text/amount.hpp"

#include "fit/measurements/computation_name.hpp"
#include "revprof/report/text/quantity.hpp"

namespace revprof {

std::string amount_text(const std::string& call, std::int64_t amount) {
  const ComputationName name = computation_name(call);
  const bool counts = name && !name.in_bytes();
  return counts ? count_text(amount) : bytes_text(static_cast<double>(amount));
}

}  // namespace revprof
