#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""However far its senders are ahead, a receiver takes their messages in the target's order, in whichever way it asks."""

import launcher
import updates


def main():
    options = launcher.parser(__doc__).parse_args()
    for way in ("recv", "probe", "iprobe", "waitany", "waitall", "reversed"):
        print(way)
        updates.same_in_each_run(options, 4, [options.program, way], runs=2)


if __name__ == "__main__":
    main()
