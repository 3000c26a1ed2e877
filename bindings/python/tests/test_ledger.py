"""Proofs of records and ledgers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import truths
from shop import PATH, SHOP, order

KNOWN = {"type": "customer.known", "customer": "ada"}


def entries(record: bytes) -> list[dict[str, Any]]:
    return json.loads(record)["entries"]  # type: ignore[no-any-return]


@pytest.fixture
def empty(rules: truths.Rules) -> truths.Gate:
    """A gate on nothing, whose records hold all that they rest on."""
    return rules.on()


def test_a_record_holds(empty: truths.Gate, rules: truths.Rules) -> None:
    report = truths.verify(empty.decide(order()).raw, rules)
    assert report
    assert report.holds is True
    assert report.text.startswith("holds: ")
    assert "1 decision repeated" in report.text
    assert str(report) == report.text


def test_a_ledger_has_many_forms(empty: truths.Gate, rules: truths.Rules, tmp_path: Path) -> None:
    recorded = entries(empty.decide(order()).raw)
    lines = "".join(json.dumps(entry) + "\n" for entry in recorded)
    (tmp_path / "ledger.jsonl").write_text(lines)
    forms: list[Any] = [lines, lines.encode(), tmp_path / "ledger.jsonl", recorded]
    reports = {truths.verify(form, rules) for form in forms}
    assert len(reports) == 1
    assert reports.pop().holds


def test_what_was_changed_does_not_hold(empty: truths.Gate, rules: truths.Rules) -> None:
    record = empty.decide(order()).raw
    for old, new in ((b'"amount":50', b'"amount":51'), (b'"rejected"', b'"accepted"'), (b"is unknown", b"is known")):
        assert old in record
        report = truths.verify(record.replace(old, new), rules)
        assert not report
        assert not report.holds
        assert report.text


def test_decisions_of_other_rules_do_not_hold(empty: truths.Gate) -> None:
    others = truths.loads({PATH: SHOP.replace("amount > 0", "amount > 1")})
    assert not truths.verify(empty.decide(order()).raw, others)


def test_hashes_alone(empty: truths.Gate) -> None:
    report = truths.verify(empty.decide(order()).raw)
    assert report.text
    tampered = truths.verify(empty.decide(order()).raw.replace(b'"amount":50', b'"amount":51'))
    assert not tampered


@pytest.mark.parametrize(
    "ledger", [b"nonsense", b"\xff", b'{"a": 1}\n', b'{"entry_type": "nonsense"}\n', b'{"decision":', [5]]
)
def test_what_is_no_ledger(rules: truths.Rules, ledger: Any) -> None:
    with pytest.raises(truths.FindingsError) as raised:
        truths.verify(ledger, rules)
    assert raised.value.findings
    assert str(raised.value)


def test_a_ledger_that_is_not_there() -> None:
    with pytest.raises(FileNotFoundError):
        truths.verify(Path("nowhere.jsonl"))
    with pytest.raises(ValueError, match="ledger: 'nowhere.jsonl' is no JSON"):
        truths.verify("nowhere.jsonl")
