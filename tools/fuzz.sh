#!/usr/bin/env bash
# Runs the fuzz targets, each for the given number of seconds, and prints how many inputs each has tried.
# Usage: tools/fuzz.sh SECONDS [TARGET...]
# New inputs are kept in target/fuzz-corpus; add those that found a fault to fuzz/corpus.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:?usage: tools/fuzz.sh SECONDS [TARGET...]}
shift
if ! command -v cargo-fuzz >/dev/null; then
    PATH=$PWD/target/tools/bin:$PATH
    command -v cargo-fuzz >/dev/null || cargo install --quiet --locked --root target/tools cargo-fuzz
fi
# cargo-fuzz needs compiler options that are unstable; this allows them on the stable toolchain.
export RUSTC_BOOTSTRAP=1
# All crates but one forbid `unsafe` code, and fuzzing without a sanitizer is twice as fast.
build=(--sanitizer none --target-dir target/fuzz)

# Prints the feature that a target needs; the others build without the crates of tables and server.
feature() {
    case $1 in
    movetext | parquet) echo tables ;;
    http | websocket) echo server ;;
    esac
}

targets=("$@")
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <(cargo fuzz list)
for target in "${targets[@]}"; do
    found=target/fuzz-corpus/$target
    mkdir -p "$found"
    log=target/fuzz-$target.log
    options=("${build[@]}" --features "$(feature "$target")")
    cargo fuzz build "${options[@]}" "$target"
    limits=(-max_total_time="$seconds" -timeout=60 -rss_limit_mb=4096 -print_final_stats=1)
    cargo fuzz run "${options[@]}" "$target" "$found" "fuzz/corpus/$target" -- "${limits[@]}" >"$log" 2>&1 || {
        tail -n 40 "$log" >&2
        echo "the property of $target does not hold; the whole output is in $log" >&2
        exit 1
    }
    echo "$target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs"
done
