// SPDX-License-Identifier: BSD-3-Clause
// What kind of communication a call is, by its name: one colour each in the timing diagram.
#pragma once

#include <string>

namespace revprof {

enum class CallKind { send, receive, completion, one_to_all, all_to_one, all_to_all, scan, other };

// Nonblocking and persistent variants are of the kind of the blocking call.
CallKind call_kind(const std::string& call);

}  // namespace revprof
