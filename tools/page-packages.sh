#!/usr/bin/env bash
# Installs the npm packages of the web page unless they are up to date.
set -euo pipefail
cd "$(dirname "$0")/../web"

required='20.19'
found=$(node --version 2>/dev/null | tr -d v || true)
if [ -z "$found" ] || ! command -v npm >/dev/null; then
    echo "node or npm is missing; the web page needs Node $required or newer: install it from https://nodejs.org or your system's packages" >&2
    exit 2
fi
if [ "$(printf '%s\n%s\n' "$required" "$found" | sort -V | head -n 1)" != "$required" ]; then
    echo "found Node $found, the web page needs $required or newer: install it from https://nodejs.org" >&2
    exit 2
fi
stamp=node_modules/.installed
if ! cmp -s package-lock.json "$stamp"; then
    npm ci --no-progress --loglevel=error
    cp package-lock.json "$stamp"
fi
