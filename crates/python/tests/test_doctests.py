"""Runs the examples in the stubs, the Python modules and docs/python.md."""

from __future__ import annotations

import ast
import doctest
import re
import shutil
from pathlib import Path
from typing import Any

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
