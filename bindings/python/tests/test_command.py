"""The `truths` command and this module say the same, to the byte."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

import truths
from shop import order

COMMAND = os.environ.get("TRUTHS", "")

pytestmark = pytest.mark.skipif(not COMMAND, reason="TRUTHS does not say where the `truths` command is")

PROPOSALS = [
    order(),
    order(customer="bob"),
    order(customer="mallory"),
    order(amount=500),
    order(amount=0),
    {"action": "place_order", "order_id": "o1", "customer": "ada"},
    order(timestamp="2025-03-01T10:00:00Z"),
    order(proposal_id="prop_known", actor={"type": "user", "user_id": "ada", "roles": ["buyer"]}),
    {"action": "nonsense"},
    {"action": "note_values", "id": "v1", "number": 0.1, "span": "PT1H", "labels": {"ü": "€"}},
]

LINES = "".join(json.dumps(proposal, ensure_ascii=False) + "\n" for proposal in PROPOSALS)


def command(*arguments: str, status: int = 0) -> bytes:
    result = subprocess.run([COMMAND, *arguments], capture_output=True)
    assert result.returncode == status, result.stderr.decode()
    return result.stdout


def batch(*arguments: str) -> bytes:
    result = subprocess.run(
        [COMMAND, "run", "--batch", "--format", "json", "--proposal", "proposals.jsonl", *arguments],
        capture_output=True,
    )
    assert result.stdout, result.stderr.decode()
    return result.stdout


@pytest.mark.parametrize(
    "lines",
    [
        LINES,
        LINES.rstrip("\n"),
        LINES.replace("\n", "\r\n"),
        "nonsense\n" + LINES + "\n \n[]\n{}\n" + LINES,
        LINES * 40,
    ],
)
def test_records_are_those_of_a_batch(project: Path, lines: str) -> None:
    (project / "proposals.jsonl").write_bytes(lines.encode())
    gate = truths.load("truths").on(project / "context.jsonl")
    assert gate.records(lines) == batch("--context", "context.jsonl")


def test_records_with_a_moment_and_policies(project: Path) -> None:
    (project / "proposals.jsonl").write_text(LINES)
    gate = truths.load("truths").on(
        project / "context.jsonl", now="2025-06-30T18:00:00.250Z", policies={"limit": 40, "greeting": "5"}
    )
    assert gate.records(LINES) == batch(
        "--context", "context.jsonl", "--now", "2025-06-30T18:00:00.250Z", "--set", "limit=40", "--set", "greeting=5"
    )


def test_records_without_a_context(project: Path) -> None:
    (project / "proposals.jsonl").write_text(LINES)
    assert truths.load("truths").on().records(LINES) == batch()


def test_a_decision_is_a_record(project: Path) -> None:
    (project / "proposals.jsonl").write_text(LINES)
    gate = truths.load("truths").on(project / "context.jsonl")
    assert [gate.decide(proposal).raw for proposal in PROPOSALS] == batch("--context", "context.jsonl").splitlines()


def test_a_bundle_is_that_of_build(project: Path) -> None:
    assert truths.load("truths").pack() == command("build")


def test_findings_are_those_of_check(project: Path) -> None:
    path = project / "truths/shop/shop.truths"
    path.write_text(path.read_text().replace("amount > 0", "amnt > 0"))
    with pytest.raises(truths.FindingsError) as raised:
        truths.load("truths")
    assert raised.value.findings == json.loads(command("check", "--format", "json", status=1))


def test_warnings_are_those_of_check(project: Path) -> None:
    assert truths.load("truths").warnings == json.loads(command("check", "--format", "json"))


def test_a_report_is_that_of_verify(project: Path) -> None:
    rules = truths.load("truths")
    record = rules.on().decide(order()).raw
    (project / "record.json").write_bytes(record)
    assert truths.verify(record, rules).text == command("verify", "record.json", "--truths", "truths").decode()
