#!/usr/bin/env bash
# Installs a Debian package in a clean root made by debootstrap, runs the program, and removes the package again. Needs root.
# Usage: tools/check-deb.sh PACKAGE.deb [SUITE]
set -euo pipefail
package=$(realpath "$1")
suite=${2:-bookworm}
[ "$(id -u)" = 0 ] || { echo "debootstrap and chroot need root" >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "debootstrap is missing; install it: apt-get install debootstrap" >&2; exit 1; }
root=$(mktemp -d)
trap 'rm -rf --one-file-system "$root"' EXIT
debootstrap --variant=minbase "$suite" "$root" >"$root.log" 2>&1 || { tail "$root.log" >&2; exit 1; }
rm -f "$root.log"
cp "$package" "$root/pinsight.deb"
in_root() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"; }

in_root dpkg --install /pinsight.deb
in_root pinsight --version
in_root pinsight pins '7k/6q1/8/8/8/8/8/1KB5 w - - 0 1' Bb2 | grep -x 'The bishop on b2 is pinning the queen on g7 to the king on h8.'
in_root pinsight perft 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' 4 | grep -w 197281
for file in man/man1/pinsight.1.gz man/man1/pinsight-pins.1.gz bash-completion/completions/pinsight zsh/vendor-completions/_pinsight \
    fish/vendor_completions.d/pinsight.fish applications/pinsight.desktop icons/hicolor/scalable/apps/pinsight.svg \
    doc/pinsight/copyright; do
    [ -s "$root/usr/share/$file" ] || { echo "/usr/share/$file is missing" >&2; exit 1; }
done
in_root bash -n /usr/share/bash-completion/completions/pinsight
in_root dpkg --purge pinsight
left=$(find "$root/usr" -name '*pinsight*')
[ -z "$left" ] || { echo "left behind: $left" >&2; exit 1; }
echo "$(basename "$package"): installed, run and removed in $suite"
