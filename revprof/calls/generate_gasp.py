#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes of gasp.table what the front end looks events up in.

    generate_gasp.py gasp.table OUTPUT
"""
import os
import sys

import gasp_table


def events_hpp(rows):
    rules = list(dict.fromkeys(row.rule for row in rows))
    lines = [f'    {{"{row.event}", Call::{row.name}, GaspRule::{row.rule}, "{row.start}", "{row.end}", {row.gnu}, {row.berkeley}}},'
             for row in rows]
    return f"""// SPDX-License-Identifier: BSD-3-Clause
// Generated from gasp.table by generate_gasp.py.
#pragma once

#include <cstdint>

#include "revprof/calls/call.hpp"

namespace revprof {{

// What the front end does at an event.
enum class GaspRule : std::uint8_t {{ {', '.join(rules)} }};

struct GaspEvent {{
  const char* name;
  Call call;
  GaspRule rule;
  const char *start, *end;  // a letter for each argument
  int gnu, berkeley;        // its number there; -1: none
}};

constexpr GaspEvent gasp_events[] = {{
{chr(10).join(lines)}
}};

}}  // namespace revprof
"""


def main():
    table, output = sys.argv[1:]
    with open(output + ".new", "w", encoding="utf-8") as file:
        file.write(events_hpp(gasp_table.read(table)))
    os.replace(output + ".new", output)


if __name__ == "__main__":
    main()
