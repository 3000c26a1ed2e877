"""The examples of docs/embedding/columns.md and spark.md, run where their files are."""

from __future__ import annotations

from pathlib import Path

import pytest

from test_readme import BLOCK, run

FOLDER = Path(__file__).parent.parent


def blocks_of(page: str, folder: Path) -> str:
    """The examples of a page, whose files are written."""
    places = [place for place in (FOLDER / page, FOLDER.parent.parent / "docs/embedding" / page) if place.exists()]
    blocks = BLOCK.findall(places[0].read_text(encoding="utf-8"))
    for _, path, content in blocks:
        if path:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(content, encoding="utf-8")
    return "\n".join(content for kind, _, content in blocks if kind == "pycon")


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pyarrow", "polars", "duckdb", "numpy"):
        pytest.importorskip(name)
    text = blocks_of("columns.md", tmp_path)
    monkeypatch.chdir(tmp_path)
    assert run(text, "columns.md") > 20


def test_the_page_of_spark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    for name in ("pyarrow", "pyspark"):
        pytest.importorskip(name)
    text = blocks_of("spark.md", tmp_path)
    monkeypatch.chdir(tmp_path)
    assert run(text, "spark.md", spark=request.getfixturevalue("spark")) > 7
