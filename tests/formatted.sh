#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# formatted.sh <source> <clang-format>: fails and names the files that clang-format would change.
set -euo pipefail
cd "$1"
mapfile -t files < <(find characterize fit revprof examples tests -name '*.[ch]pp' -o -name '*.[ch]' | sort)
[ ${#files[@]} -gt 50 ] || { echo "only ${#files[@]} files found"; exit 1; }
bad=()
for file in "${files[@]}"; do
  "$2" "$file" | cmp -s - "$file" || bad+=("$file")
done
if [ ${#bad[@]} -gt 0 ]; then
  printf 'not formatted: %s\n' "${bad[@]}"
  exit 1
fi
echo "${#files[@]} files are formatted"
