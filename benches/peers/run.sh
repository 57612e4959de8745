#!/bin/sh
# Prints the tables twice: built for any x86-64, and built for this processor with SQL as well. Arguments go to the program
# (--help).
set -eu
cd "$(dirname "$0")"

# One after the other before the first run, so that no build disturbs a measurement.
RUSTFLAGS= CARGO_TARGET_DIR=target cargo build --release --locked --quiet
RUSTFLAGS="-C target-cpu=native" CARGO_TARGET_DIR=target/native cargo build --release --locked --quiet --features sql

target/release/pinsight-peers "$@"
target/native/release/pinsight-peers "$@"
