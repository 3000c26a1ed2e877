from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import truths
from shop import CONTEXT, PATH, SHOP


@pytest.fixture(scope="session")
def rules() -> Iterator[truths.Rules]:
    with truths.loads({PATH: SHOP}) as rules:
        yield rules


@pytest.fixture(scope="session")
def gate(rules: truths.Rules) -> Iterator[truths.Gate]:
    with rules.on(CONTEXT) as gate:
        yield gate


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with the shop in `truths/shop` and a context in `context.jsonl`."""
    (tmp_path / "truths/shop").mkdir(parents=True)
    (tmp_path / PATH).write_text(SHOP, encoding="utf-8")
    (tmp_path / "context.jsonl").write_bytes(CONTEXT)
    monkeypatch.chdir(tmp_path)
    return tmp_path
