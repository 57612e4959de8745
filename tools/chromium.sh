#!/usr/bin/env bash
# Finds a Chromium for the tests, installs Debian's where it may, and prints its path.
set -euo pipefail
find_one() {
    for name in "${PINSIGHT_CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
        if [ -n "$name" ] && command -v "$name"; then return 0; fi
    done
    return 1
}
find_one && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } >&2
    find_one && exit 0
fi
echo "Chromium is missing, which the tests of pages need; install it: sudo apt-get install chromium" >&2
echo "or name another one that you have: PINSIGHT_CHROMIUM=/path/to/chrome make test" >&2
exit 1
