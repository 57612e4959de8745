"""Prints the table of the speeds that `bench.py` measured; reads its lines, each with the key `library`, from standard input."""

from __future__ import annotations

import json
import sys

PEERS = {
    "chess": "python-chess",
    "bulletchess": "bulletchess",
    "binding": "rust-pgn-reader-python-binding",
    "seed": "pin_detection",
}

rows: dict[str, dict[str, float]] = {}
for line in map(json.loads, sys.stdin):
    rows.setdefault(line["task"], {})[line["library"]] = line["per_second"]

print("| task | pinsight |", " | ".join(PEERS.values()), "| times as fast |")
print("|---|--:|" + "--:|" * len(PEERS) + "---|")
for task, found in rows.items():
    ours = found["pinsight"]
    ratios = [f"{ours / found[peer]:.1f} ({PEERS[peer]})" for peer in PEERS if peer in found]
    cells = [f"{found[name]:,.0f}" if name in found else "" for name in ("pinsight", *PEERS)]
    print("|", " | ".join([task, *cells, ", ".join(ratios)]), "|")
