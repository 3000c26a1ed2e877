"""Each item of docs/embedding/clients.md is shown by a test, which names it."""

from __future__ import annotations

import re
from pathlib import Path

from support import ROOT


def test_each_item_is_shown_by_a_test() -> None:
    page = (ROOT / "docs/embedding/clients.md").read_text(encoding="utf-8")
    items = re.findall(r"^\d+\. \*\*(C\d+)\*\*", page, re.MULTILINE)
    assert items == [f"C{number}" for number in range(1, len(items) + 1)] and len(items) > 40
    named: set[str] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for words in re.findall(r'^    """(C[\d, C]+)\.', path.read_text(encoding="utf-8"), re.MULTILINE):
            named.update(words.split(", "))
    assert set(items) - named == set() and named - set(items) == set()
