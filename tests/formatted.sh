#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# formatted.sh <source> <clang-format>: fails and names the files that clang-format would change.
set -euo pipefail
cd "$1"
mapfile -t files < <(find characterize fit revprof examples tests -name '*.[ch]pp' -o -name '*.[ch]' | sort)
[ ${#files[@]} -gt 50 ] || { echo "only ${#files[@]} files found"; exit 1; }
printf '%s\0' "${files[@]}" | xargs -0 -P "$(nproc)" -n 25 "$2" --dry-run --Werror
echo "${#files[@]} files are formatted"
