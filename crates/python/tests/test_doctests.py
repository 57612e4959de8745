"""Runs the examples in the stubs, the Python modules and the README."""

from __future__ import annotations

import ast
import doctest
from pathlib import Path

import pinsight
import pytest

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
