"""Ctrl-C ends every long call within half a second."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pinsight as ps
import pytest

GOAL = 0.5
# Another program may have the processor when the signal arrives.
TRIES = 4

# How long a call runs before the signal.
RUNNING = 0.3

# The packages that a call may use. A process imports only those that it needs: they take up to a second.
IMPORTS = {
    "duckdb.": "import duckdb",
    "pl.": "import polars as pl",
    "pa.": "import pyarrow as pa",
    "rows(": "import pyarrow as pa",
    "spark.": "import pyarrow as pa; from pinsight import spark",
}

SETUP = """
import io
import itertools
import signal
import sys
import time
import pinsight as ps

# Jobs in the background of a shell ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

class Endless(io.RawIOBase):
    def read(self, size=-1):
        return b"1. e4 e5 *\\n\\n" * 1000

def rows(table):
    for batch in pa.RecordBatchReader.from_stream(table):
        pass

def movetexts(count):
    return pa.table({"movetext": pa.repeat('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5', count)})

file = sys.argv[1]
"""

RUN = """
print("ready", flush=True)
try:
    {call}
except BaseException as error:
    try:
        time.sleep(0)
    except KeyboardInterrupt:
        pass  # An Arrow consumer raises its own error, and the interrupt follows.
    print(time.monotonic(), repr(error))
"""

CALLS = {
    "analyse": "ps.Engine().analyse(ps.Board(), time=600)",
    "analyse with threads": "ps.Engine(threads=2).analyse(ps.Board(), depth=60)",
    "play": "ps.Engine().play(ps.Board(), nodes=10_000_000_000)",
    "review": "ps.review(ps.Game.parse('1. Nf3 Nf6 2. Ng1 Ng8 ' * 200))",
    "search of a review": "ps.review(ps.Game.parse('1. e4'), nodes=10_000_000_000, threads=1)",
    "read_pgn of a file object": "for _ in ps.read_pgn(Endless()): pass",
    "read_pgn with threads": "for _ in ps.read_pgn(Endless(), threads=2): pass",
    "read_pgn of a silent pipe": "for _ in ps.read_pgn('/dev/stdin'): pass",
    "read_pgn with progress": "for _ in ps.read_pgn(Endless(), progress=True): pass",
    "games": "rows(ps.games([file] * 10_000))",
    "games of a silent pipe": "rows(ps.games('/dev/stdin'))",
    "pins": "rows(ps.pins([file] * 10_000))",
    "positions": "rows(ps.positions([file] * 10_000))",
    "games with progress": "rows(ps.games([file] * 10_000, progress=True))",
    "write_pgn": "ps.write_pgn('/dev/null', itertools.repeat(ps.Game.parse('1. e4 e5 *')))",
    "parse_all": "ps.Game.parse_all(text)",
    "parse_movetext": "ps.parse_movetext(pa.repeat('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6', 3_000_000))",
    "moves of a column": "spark.moves()(movetexts(2_000_000))",
    "pins of a column": "spark.pins()(movetexts(2_000_000))",
    "motifs of a column": "spark.motifs()(movetexts(1_000_000))",
    "games in Polars": "pl.DataFrame(ps.games([file] * 10_000))",
    # With more threads DuckDB's main thread may wait long for a turn to read, and does not see the signal: docs/python.md.
    "games in DuckDB on one thread": "g = ps.games([file] * 10_000); duckdb.sql('SET threads = 1'); duckdb.sql('SELECT count(DISTINCT moves) FROM g').fetchall()",
    "perft": "ps.Board('r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1').perft(6)",
    "start of an engine": "ps.Engine('/bin/cat', timeout=600)",
    "sql": "rows(ps.sql(f\"SELECT max(a.plies + b.plies) FROM '{file}' a, '{file}' b, '{file}' c\"))",
}

# What is made before the call: Python does not handle Ctrl-C while it does that.
PREPARED = {"parse_all": "text = '1. e4 e5 2. Nf3 Nc6 *\\n\\n' * 5_000_000"}


def has_sql() -> bool:
    try:
        ps.sql("SELECT 1")
    except ps.PinsightError:
        return False
    return True


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("interrupts") / "games.pgn"
    path.write_text("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 *\n\n" * 20_000)
    return path


def program_of(call: str, prepared: str = "") -> str:
    """Return a program that says when it calls, and then when and how the call ended."""
    imports = [line for word, line in IMPORTS.items() if word in call]
    return "\n".join([*imports, SETUP, prepared, RUN.format(call=call)])


def seconds_until_interrupted(program: str, file: Path) -> float:
    """Return how long a call goes on after Ctrl-C."""
    pipe, (silent, writer) = subprocess.PIPE, os.pipe()
    with subprocess.Popen([sys.executable, "-c", program, file], stdin=silent, stdout=pipe, stderr=pipe) as run:
        assert run.stdout is not None and run.stdout.readline() == b"ready\n"
        time.sleep(RUNNING)
        assert run.poll() is None, "the call is too short"
        sent = time.monotonic()
        run.send_signal(signal.SIGINT)
        output, errors = run.communicate(timeout=30)
    os.close(silent)
    os.close(writer)
    ended, _, error = output.decode().partition(" ")
    assert "nterrupt" in error, errors
    return float(ended) - sent


def assert_ends_in_time(program: str, file: Path) -> None:
    times: list[float] = []
    while not times or min(times) >= GOAL and len(times) < TRIES:
        times.append(seconds_until_interrupted(program, file))
    assert min(times) < GOAL


@pytest.mark.parametrize("name", CALLS)
def test_interrupts_end_long_calls(name: str, file: Path) -> None:
    if name == "sql" and not has_sql():
        pytest.skip("the package was built without SQL")
    assert_ends_in_time(program_of(CALLS[name], PREPARED.get(name, "")), file)


def test_an_interrupted_query_stops_computing(file: Path) -> None:
    if not has_sql():
        pytest.skip("the package was built without SQL")
    idle = """
begin = time.process_time()
time.sleep(2)
print(time.process_time() - begin)
"""
    program = program_of(CALLS["sql"]) + idle
    with subprocess.Popen([sys.executable, "-c", program, file], stdout=subprocess.PIPE) as run:
        assert run.stdout is not None and run.stdout.readline() == b"ready\n"
        time.sleep(1)
        run.send_signal(signal.SIGINT)
        output, _ = run.communicate(timeout=30)
    # A query that goes on takes at least two seconds of processor time.
    assert float(output.split()[-1]) < 1


HUNG_ENGINE = """#!{python}
import sys
for line in sys.stdin:
    if line == "uci\\n":
        print("uciok", flush=True)
    if line == "isready\\n":
        print("readyok", flush=True)
"""


def test_interrupts_end_the_search_of_an_engine_that_does_not_answer(tmp_path: Path, file: Path) -> None:
    engine = tmp_path / "engine"
    engine.write_text(HUNG_ENGINE.format(python=sys.executable))
    os.chmod(engine, 0o755)
    assert_ends_in_time(program_of(f"ps.Engine({str(engine)!r}).analyse(ps.Board(), time=600)"), file)
