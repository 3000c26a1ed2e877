"""The examples of docs/embedding/columns.md, run where their files are."""

from __future__ import annotations

from pathlib import Path

import pytest

from test_readme import BLOCK, run

FOLDER = Path(__file__).parent.parent
PAGES = [page for page in (FOLDER / "columns.md", FOLDER.parent.parent / "docs/embedding/columns.md") if page.exists()]


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pyarrow", "polars", "duckdb", "numpy"):
        pytest.importorskip(name)
    blocks = BLOCK.findall(PAGES[0].read_text(encoding="utf-8"))
    for _, path, content in blocks:
        if path:
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert run("\n".join(content for kind, _, content in blocks if kind == "pycon"), "columns.md") > 20
