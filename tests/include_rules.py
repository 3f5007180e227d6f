#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Holds every #include of the tree against the table of what each folder may include, and every file against the most lines of one.

The build already hides a folder's headers from targets that do not link it; this finds what the system's include
path would let through (MPI, JSON, Eigen, Boost), and says which line breaks which rule.
"""
import pathlib
import re
import subprocess
import sys

SYSTEM = {"mpi.h": "MPI", "mpi-ext.h": "MPI", "shmem.h": "SHMEM", "pshmem.h": "SHMEM", "shmemx.h": "SHMEM", "pshmemx.h": "SHMEM", "nlohmann/": "JSON", "Eigen/": "Eigen", "boost/": "Boost",
          "elfutils/": "libdw", "otf2/": "OTF2"}

# folder: (folders whose headers it may include besides its own, libraries it may include)
RULES = {
    "characterize/shmem/": ({"characterize/"}, {"MPI", "SHMEM"}),
    "characterize/": ({"fit/"}, {"MPI", "Boost"}),
    "report_templates/": (set(), set()),
    "fit/file/": (set(), {"JSON"}),
    "fit/measurements/": ({"fit/file/"}, set()),
    "fit/model/": ({"fit/file/", "fit/measurements/", "revprof/calls/"}, {"JSON"}),
    "fit/fit/": ({"fit/measurements/", "fit/model/"}, {"Eigen", "Boost"}),
    "fit/import/": ({"fit/file/", "fit/measurements/"}, set()),
    "fit/datasheet/": ({"fit/file/", "fit/measurements/", "fit/model/", "revprof/calls/", "report_templates/"}, set()),
    "revprof/engine/": ({"fit/model/model.hpp", "fit/model/estimate.hpp", "revprof/calls/"}, set()),
    "revprof/trace/": ({"fit/file/", "revprof/calls/", "revprof/engine/event.hpp", "revprof/engine/sim_time.hpp", "revprof/engine/path_step.hpp",
                        "revprof/engine/cost_expression.hpp"}, {"JSON", "OTF2"}),
    "revprof/counted/": (set(), {"JSON"}),
    "revprof/run/": ({"revprof/counted/count.hpp", "revprof/counted/note.hpp", "revprof/counted/library_calls.hpp", "revprof/engine/", "revprof/calls/", "revprof/settings.hpp",
                      "revprof/trace/plain/factory.hpp", "revprof/trace/plain/selection.hpp",
                      "revprof/trace/path/critical_path.hpp", "revprof/trace/path/step_file.hpp", "revprof/trace/path/path_walk.hpp",
                      "revprof/trace/results/measured.hpp", "revprof/trace/results/run_directory.hpp",
                      "revprof/trace/results/segment_visits.hpp",
                      "revprof/trace/results/summary.hpp", "revprof/report/text/summary_text.hpp", "revprof/report/text/what_if.hpp",
                      "fit/model/model.hpp", "fit/model/model_json.hpp", "fit/model/computation.hpp", "fit/file/", "fit/model/shipped_model.hpp",
                      "fit/model/profile.hpp", "fit/model/estimate.hpp", "fit/model/visit_time.hpp", "fit/measurements/"},
                     {"JSON"}),
    "revprof/mpi/": ({"revprof/run/", "revprof/engine/", "revprof/calls/", "revprof/revprof.h"}, {"MPI"}),
    "revprof/shmem/": ({"revprof/mpi/", "revprof/run/", "revprof/engine/", "revprof/calls/"}, {"MPI", "SHMEM"}),
    "revprof/gasp/": ({"revprof/run/", "revprof/engine/", "revprof/calls/"}, set()),
    "revprof/fortran/": ({"revprof/calls/", "revprof/mpi/"}, {"MPI"}),
    "revprof/report/": ({"revprof/trace/", "revprof/calls/", "revprof/engine/event.hpp", "revprof/engine/sim_time.hpp", "fit/",
                         "report_templates/"}, {"JSON"}),
    "revprof/launch/": ({"revprof/counted/processor_cycles.hpp", "revprof/run/held_models.hpp", "revprof/run/placement.hpp", "revprof/run/scenario.hpp", "revprof/engine/pricing.hpp", "revprof/engine/cost_expression.hpp", "revprof/trace/", "revprof/report/",
                         "revprof/calls/", "revprof/settings.hpp", "fit/"}, {"JSON", "Boost", "libdw"}),
}
MOST_LINES = 300
# The model, its equations and its estimate are what the engine sees: no JSON there.
NO_LIBRARY = re.compile(r"fit/model/(form|model|estimate)\.[ch]pp$")


def main():
    top = pathlib.Path(sys.argv[1])
    names = subprocess.run(["git", "-C", str(top), "ls-files", "*.hpp", "*.cpp", "*.h", "*.c"],
                           capture_output=True, text=True, check=False).stdout.split()
    if not names:  # an unpacked archive
        names = [str(path.relative_to(top)) for folder in RULES for path in (top / folder).rglob("*.?pp")]
    broken, seen = [], 0
    for name in names:
        folder = next((rule for rule in RULES if name.startswith(rule)), None)
        if folder is None or not (top / name).exists():
            continue
        folders, libraries = RULES[folder]
        lines = (top / name).read_text(encoding="utf-8").splitlines()
        if len(lines) > MOST_LINES:
            broken.append(f"{name}: {len(lines)} lines, at most {MOST_LINES}")
        for number, line in enumerate(lines, 1):
            match = re.match(r'\s*#\s*include\s+["<]([^">]+)[">]', line)
            if not match:
                continue
            seen += 1
            header = match.group(1)
            library = next((SYSTEM[key] for key in SYSTEM if header.startswith(key)), None)
            if library and (library not in libraries or NO_LIBRARY.match(name)):
                broken.append(f"{name}:{number}: {folder} may not include {library} ({header})")
            ours = re.match(r"(characterize|fit|revprof|report_templates)/", header)
            allowed = header.startswith(folder) or any(header.startswith(f) for f in folders)
            if ours and not allowed:
                broken.append(f"{name}:{number}: {folder} may not include {header}")
    print("\n".join(broken))
    print(f"{seen} includes, {len(broken)} against the rules")
    return 1 if broken or seen == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
