// SPDX-License-Identifier: BSD-3-Clause
// What a block stores and loads again: such a load waits for the store, which hands over its value
// ("store forwarding" in the manufacturers' optimization guides).
#pragma once

#include <string>
#include <string_view>

namespace revprof {

// The block's lines for an analyzer that compares no addresses. A load by the very same address
// expression as an earlier store of the block, or of its execution before, none of whose registers
// has changed since, reads through a register that is copied from what was stored: the store's
// value, then a load, as long as forwarding takes. r14 and r15, which counted programs leave alone,
// keep the first two such addresses.
std::string with_forwarding(std::string_view block);

}  // namespace revprof
