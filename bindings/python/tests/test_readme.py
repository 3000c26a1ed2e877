"""The examples of README.md and of the module, run where their files are."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import truths

README = Path(__file__).parent.parent / "README.md"
BLOCK = re.compile(r"^```(\w+)(?: ([\w./-]+))?\n(.*?)^```$", re.M | re.S)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with the files that the README shows."""
    for _, path, content in BLOCK.findall(README.read_text(encoding="utf-8")):
        if path:
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(text: str, name: str, **known: object) -> int:
    test = doctest.DocTestParser().get_doctest(text, known, name, name, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    report: list[str] = []
    runner.run(test, out=report.append)
    assert runner.failures == 0, "".join(report)
    return runner.tries


def test_the_readme(files: Path) -> None:
    blocks = [content for kind, path, content in BLOCK.findall(README.read_text(encoding="utf-8")) if kind == "pycon"]
    assert run("\n".join(blocks), "README.md") > 20


def test_the_module(files: Path) -> None:
    assert truths.__doc__ is not None
    assert run(truths.__doc__, "truths") == 4
