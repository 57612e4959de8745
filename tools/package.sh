#!/usr/bin/env bash
# Packs every published crate into target/package and builds each from its package. The page has to be built before, by `make page`;
# the package of the server contains it.
# Usage: tools/package.sh [ARGUMENTS OF cargo package]
set -euo pipefail
cd "$(dirname "$0")/.."
[ -f web/dist/index.html ] || { echo "web/dist is missing: build the page first, by \`make page\`" >&2; exit 1; }
[ -z "$(git status --porcelain)" ] || { echo "the working directory has changes: commit them first" >&2; exit 1; }
rm -rf crates/server/page
cp -r web/dist crates/server/page
trap 'rm -rf crates/server/page' EXIT
# The crates with `publish = false` in their manifest.
private=$(cargo metadata --no-deps --format-version 1 --locked | python3 -c '
import json, sys
print(*(package["name"] for package in json.load(sys.stdin)["packages"] if package["publish"] == []))')
# The page is not under version control, so cargo calls the working directory dirty.
# shellcheck disable=SC2086 # one word per crate
cargo package --allow-dirty --locked --workspace $(printf -- '--exclude %s ' $private) "$@"
