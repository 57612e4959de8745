#!/usr/bin/env bash
# Prints the path of Chromium for the tests. Installs the Debian package if it is missing and the user is root.
set -euo pipefail
find_chromium() {
    for name in "${PINSIGHT_CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
        if [ -n "$name" ] && command -v "$name"; then return 0; fi
    done
    return 1
}
find_chromium && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } >&2
    find_chromium && exit 0
fi
echo "Chromium is missing; the browser tests need it: sudo apt-get install chromium" >&2
echo "or set the path of another installation: PINSIGHT_CHROMIUM=/path/to/chrome make test" >&2
exit 1
