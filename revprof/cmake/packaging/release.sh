#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# release.sh [DIR]: what a release of this version consists of, in DIR (default: release): the tarball of the commit that is
# checked out, its checksums, and the version's part of CHANGELOG.md. The version stands in CMakeLists.txt; a tag v<version>
# has to be of the same one, and nothing may be changed and not committed.
set -euo pipefail
folder=$(realpath -m "${1:-release}")
cd "$(dirname "$0")/../../.."

fail() { echo "release.sh: $*" >&2; exit 1; }

version=$(sed -n 's/^project(revprof VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
[ -n "$version" ] || fail "CMakeLists.txt: expected project(revprof VERSION ...)"
[ -z "$(git status --porcelain --untracked-files=no)" ] || fail "there are changes that are not committed"
tag=$(git describe --exact-match --tags 2>/dev/null || true)
[ -z "$tag" ] || [ "$tag" = "v$version" ] || fail "the tag is $tag, and CMakeLists.txt has version $version"

notes=$(awk -v version="$version" '/^## / { inside = ($2 == version) } inside && !/^## /' CHANGELOG.md)
[ -n "${notes//[[:space:]]/}" ] || fail "CHANGELOG.md has no part '## $version'"

mkdir -p "$folder"
name=revprof-$version
# The same commit gives the same bytes: gzip writes no time.
git archive --format=tar --prefix="$name/" HEAD | gzip -n -9 > "$folder/$name.tar.gz"
(cd "$folder" && sha256sum "$name.tar.gz" > SHA256SUMS && sha512sum "$name.tar.gz" > SHA512SUMS)
printf '%s\n' "$notes" > "$folder/NOTES.md"
echo "$folder: $name.tar.gz, SHA256SUMS, SHA512SUMS, NOTES.md"
