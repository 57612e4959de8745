#!/usr/bin/env bash
# Times `pinsight tree` for an exact position over a million games, with and without a position index.
# Usage: tools/search_speed.sh PINSIGHT COLLECTION FOLDER
# COLLECTION is a PGN file, plain or compressed, which is repeated. FOLDER keeps the table and its index between runs.
set -euo pipefail
pinsight=${1:?usage: tools/search_speed.sh PINSIGHT COLLECTION FOLDER}
collection=$2
folder=$3
table=$folder/$(basename "$collection").parquet
mkdir -p "$folder"
if ! [ -e "$table" ]; then
    games=$("$pinsight" --quiet search --count --fen startpos "$collection")
    files=()
    for ((made = 0; made < 1000000; made += games)); do files+=("$collection"); done
    "$pinsight" --quiet convert "${files[@]}" -o "$table" || [ $? -eq 1 ] # 1: some games have faults
fi
"$pinsight" index "$table" # prints the share of moves and clocks

# Prints the shortest wall-clock time of five runs.
shortest() {
    for _ in 1 2 3 4 5; do
        local start=$EPOCHREALTIME
        "$pinsight" tree "$1" "$2" >"$folder/tree.txt" || [ $? -eq 1 ] # 1: no game has the position
        echo "$EPOCHREALTIME $start" | awk '{ printf "%.0f\n", ($1 - $2) * 1000 }'
    done | sort -n | head -1
}

without=$folder/without-index.parquet
ln -f "$table" "$without"
while IFS='|' read -r name fen; do
    printf '%-28s %5s ms with index, %5s ms without\n' "$name" "$(shortest "$fen" "$table")" "$(shortest "$fen" "$without")"
done <<'POSITIONS'
start position|startpos
Ruy Lopez|r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3
Sicilian Dragon|rnbqkb1r/pp2pp1p/3p1np1/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6
Najdorf, 6. Bg5 e6 7. f4 Qb6|rnb1kb1r/1p3ppp/pq1ppn2/6B1/3NPP2/2N5/PPP3PP/R2QKB1R w KQkq - 1 8
rook and pawn against rook|8/8/4k3/8/4P3/4K3/r7/7R w - - 0 1
POSITIONS
