"""Writes small Parquet files with the schemas of published data sets, once as published and once with each of other types that
hold the same values. The second row of each file is null."""

import datetime
import sys

import pyarrow as pa
import pyarrow.parquet as pq

OPERA = (
    "1. e4 { [%eval 0.2] [%clk 0:05:00] } 1... e5 { [%clk 0:04:58] } 2. Nf3 d6 3. d4 Bg4 "
    "4. dxe5 Bxf3 5. Qxf3 dxe5 1-0"
)
STRING, SMALL, BIG, WORDS = pa.string(), pa.int16(), pa.int64(), pa.list_(pa.string())

# Name: (type, value). https://huggingface.co/Lichess, https://huggingface.co/datasets/thomasd1/aix-lichess-database
GAMES = {
    "Event": (STRING, "Rated"),
    "Site": (STRING, "https://lichess.org/a"),
    "White": (STRING, "Anna"),
    "Black": (STRING, "Berta"),
    "Result": (STRING, "1-0"),
    "WhiteTitle": (STRING, "GM"),
    "BlackTitle": (STRING, None),
    "WhiteElo": (SMALL, 2500),
    "BlackElo": (SMALL, 2400),
    "WhiteRatingDiff": (SMALL, 3),
    "BlackRatingDiff": (SMALL, -3),
    "UTCDate": (pa.date32(), datetime.date(2020, 5, 1)),
    "UTCTime": (pa.time32("s"), datetime.time(14, 11, 32)),
    "ECO": (STRING, "C41"),
    "Opening": (STRING, "Philidor"),
    "Termination": (STRING, "Normal"),
    "TimeControl": (STRING, "300+0"),
    "movetext": (STRING, OPERA),
}
PUZZLES = {
    "PuzzleId": (STRING, "a"),
    "FEN": (STRING, "6k1/5ppp/8/8/8/8/q4PPP/3R2K1 b - - 0 1"),
    "Moves": (STRING, "a2a4 d1d8 a4e8 d8e8"),
    "Rating": (BIG, 1500),
    "RatingDeviation": (BIG, 80),
    "Popularity": (BIG, -5),
    "NbPlays": (BIG, 900),
    "Themes": (WORDS, ["mate", "short"]),
    "GameUrl": (STRING, "https://lichess.org/b"),
    "OpeningTags": (WORDS, None),
}
EVALUATIONS = {
    "fen": (STRING, "7k/6q1/8/8/8/8/1B6/1K6 b - -"),
    "line": (STRING, "g7b2 b1b2"),
    "depth": (BIG, 20),
    "knodes": (BIG, 9),
    "cp": (BIG, -500),
    "mate": (BIG, None),
}
OPENINGS = {
    "eco": (STRING, "C41"),
    "name": (STRING, "Philidor Defense"),
    "pgn": (STRING, "1. e4 e5 2. Nf3 d6"),
    "uci": (STRING, "e2e4 e7e5 g1f3 d7d6"),
    "epd": (STRING, "rnbqkbnr/ppp2ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -"),
}
AIX = {
    "lichess_id": (STRING, "abcd1234"),
    "movedata": (pa.binary(), b"\x01\x02"),
    "clocks_white": (pa.list_(pa.uint16()), [300, 298]),
    "clocks_black": (pa.list_(pa.uint16()), [300, 297]),
    "evals": (pa.list_(SMALL), [20, None]),
    "ply_count": (pa.uint16(), 4),
    "white": (STRING, "Anna"),
    "black": (STRING, "Berta"),
    "white_rating": (pa.uint16(), 2500),
    "black_rating": (pa.uint16(), 2400),
    "time_initial": (pa.uint16(), 300),
    "time_increment": (pa.uint16(), 0),
    "result": (STRING, "1-0"),
    "termination": (STRING, "Normal"),
    "eco": (STRING, "C41"),
    "opening": (STRING, "Philidor"),
    "white_title": (STRING, "GM"),
    "black_title": (STRING, None),
    "utc_timestamp": (pa.timestamp("s"), datetime.datetime(2020, 5, 1, 14, 11, 32)),
}
SETS = {"games": GAMES, "puzzles": PUZZLES, "evaluations": EVALUATIONS, "openings": OPENINGS, "aix": AIX}


def other(kind, text, integer, make_list):
    """Returns a type with other strings, integers and lists."""
    if pa.types.is_string(kind):
        return text
    if pa.types.is_integer(kind):
        return integer
    if pa.types.is_list(kind):
        return make_list(other(kind.value_type, text, integer, make_list))
    return kind


VARIANTS = {
    "published": lambda kind: kind,
    "wide": lambda kind: other(kind, pa.large_string(), pa.int64(), pa.large_list),
    "views": lambda kind: other(kind, pa.string_view(), pa.int32(), pa.list_),
    "dictionaries": lambda kind: pa.dictionary(pa.int32(), kind) if pa.types.is_string(kind) else kind,
    "narrow": lambda kind: other(kind, STRING, pa.int16(), pa.list_),
}

folder = sys.stdin.readline().strip()
for name, columns in SETS.items():
    for variant, convert in VARIANTS.items():
        arrays = {column: pa.array([value, None], convert(kind)) for column, (kind, value) in columns.items()}
        pq.write_table(pa.table(arrays), f"{folder}/{name}.{variant}.parquet")
