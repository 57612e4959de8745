"""Runs the examples in the stubs, the Python modules and docs/python.md."""

from __future__ import annotations

import ast
import doctest
import inspect
import re
import shutil
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import pinsight
import pyarrow as pa  # type: ignore[import-untyped]
import pytest

DOCS = Path(__file__).parents[3] / "docs"
PACKAGE = Path(pinsight.__file__).parent
RUNNER = doctest.DocTestRunner()


def examples() -> list[doctest.DocTest]:
    parser = doctest.DocTestParser()
    tests: list[doctest.DocTest] = []
    for path in [*PACKAGE.glob("*.pyi"), *PACKAGE.glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
                text = ast.get_docstring(node) or ""
                name = f"{path.name}:{getattr(node, 'name', 'module')}"
                test = parser.get_doctest(text, dict(vars(pinsight)), name, str(path), 0)
                if test.examples:
                    tests.append(test)
    return tests


@pytest.mark.parametrize("test", examples(), ids=lambda test: test.name)
def test_example(test: doctest.DocTest) -> None:
    output: list[str] = []
    assert RUNNER.run(test, out=output.append).failed == 0, "".join(output)


def test_the_stubs_have_examples() -> None:
    assert len(examples()) >= 15


def test_help_shows_the_docstrings_of_the_stubs() -> None:
    shown = 0
    for node in ast.parse((PACKAGE / "_native.pyi").read_text()).body:
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            continue
        native = getattr(pinsight._native, node.name)
        documented = [(node, native)]
        if isinstance(node, ast.ClassDef):
            methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
            # A setter has the name of its getter, and a dunder method the docstring of its slot.
            public = [part for part in methods if not part.name.startswith("__") and ast.get_docstring(part)]
            documented += [(part, getattr(native, part.name)) for part in public]
        for part, found in documented:
            if text := ast.get_docstring(part):
                assert inspect.getdoc(found) == text, f"{node.name}.{part.name}"
                shown += 1
    assert shown > 150


def test_the_programs_of_the_documentation_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(DOCS / "examples" / "classics.pgn", "games.pgn")
    for name in ("games.pgn.zst", "lichess_1.pgn.zst"):
        with pa.CompressedOutputStream(name, "zstd") as packed:
            packed.write(Path("games.pgn").read_bytes())
    text = (DOCS / "python.md").read_text()
    # Spark, Ray and Dask are tested by `make interop`.
    programs = [code for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if "pss." not in code]
    assert len(programs) >= 5
    names: dict[str, Any] = {}
    for program in programs:
        exec(program, names)
    printed = capsys.readouterr().out
    for shown in re.findall(r"print\(.*\) +# (.*)", text):
        assert shown in printed


# What python-chess's classes have for its variants and tablebases.
OF_VARIANTS = re.compile(r"(pawnless_)?tb[wz]_\w+|is_variant_\w+|\w+_variant|aliases|captures_compulsory|connected_kings|one_king|starting_fen")


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        (chess.Board, [pinsight.Board]),
        (chess.Move, [pinsight.Move]),
        (chess.Piece, [pinsight.Piece]),
        (chess.pgn.ChildNode, [pinsight.Node]),
        (chess.pgn.Game, [pinsight.Game, pinsight.Node]),
    ],
)
def test_the_porting_page_names_what_is_missing(theirs: type, ours: list[type]) -> None:
    page = (DOCS / "python.md").read_text().split("## Porting")[1].split("## Speed")[0]
    names = [name for name in dir(theirs) if not name.startswith("_") and not OF_VARIANTS.fullmatch(name)]
    missing = [name for name in names if not any(hasattr(kind, name) for kind in ours)]
    assert [name for name in missing if not re.search(rf"\b{name}\b", page)] == []
