#!/usr/bin/env bash
# Installs the packages that the page is built and tested with, unless they are there already.
set -euo pipefail
cd "$(dirname "$0")/../web"

need='20.19'
found=$(node --version 2>/dev/null | tr -d v || true)
if [ -z "$found" ] || ! command -v npm >/dev/null; then
    echo "the page needs Node $need or newer with npm: install it (https://nodejs.org, or your system's nodejs and npm)" >&2
    exit 2
fi
if [ "$(printf '%s\n%s\n' "$need" "$found" | sort -V | head -n 1)" != "$need" ]; then
    echo "the page needs Node $need or newer, this is $found: install a newer one (https://nodejs.org)" >&2
    exit 2
fi
stamp=node_modules/.installed
if ! cmp -s package-lock.json "$stamp"; then
    npm ci --no-progress --loglevel=error
    cp package-lock.json "$stamp"
fi
