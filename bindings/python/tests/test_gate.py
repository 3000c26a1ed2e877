"""Decisions: what they say, and what is no proposal."""

from __future__ import annotations

import io
import json
import pickle
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import truths
from shop import CONTEXT, PATH, SHOP, order

OUTCOMES = [
    (order(), "accepted"),
    (order(customer="bob"), "rejected"),
    (order(amount=0), "rejected"),
    (order(amount=None), "rejected"),
    (order(customer="mallory"), "halted"),
    (order(amount=Decimal("100.01")), "waiting"),
    ({"action": "nonsense"}, "rejected"),
    ({}, "rejected"),
    (order(amount="50"), "rejected"),
    (order(unknown=1), "rejected"),
]


@pytest.mark.parametrize("proposal, outcome", OUTCOMES)
def test_three_ways_to_ask_agree(gate: truths.Gate, proposal: Any, outcome: str) -> None:
    decision, verdict = gate.decide(proposal), gate.verdict(proposal)
    assert decision.outcome == verdict.outcome == gate.outcome(proposal) == outcome
    assert bool(decision) is bool(verdict) is (outcome == "accepted")


@dataclass
class PlaceOrder:
    order_id: str
    customer: str
    amount: Decimal
    action: str = "place_order"


@pytest.mark.parametrize(
    "proposal",
    [
        json.dumps(order()),
        json.dumps(order(), indent=2),
        json.dumps(order(), indent=2).replace("\n", "\r\n"),
        json.dumps(order()).encode(),
        json.dumps(order()) + "\n",
        bytearray(json.dumps(order()).encode()),
    ],
)
def test_a_proposal_has_many_forms(gate: truths.Gate, proposal: Any) -> None:
    decision = gate.decide(proposal)
    assert decision.outcome == gate.outcome(proposal) == gate.verdict(proposal).outcome == "accepted"
    assert decision.raw == gate.decide(order()).raw


def test_a_proposal_may_be_a_dataclass(gate: truths.Gate) -> None:
    proposal = PlaceOrder("o1", "ada", Decimal(50))
    decision = gate.decide(proposal)
    assert decision.record["input_hash"] == gate.decide(order()).record["input_hash"]
    assert gate.outcome(proposal) == gate.verdict(proposal).outcome == "accepted"


def test_an_accepted_order(gate: truths.Gate, rules: truths.Rules) -> None:
    decision = gate.decide(order(amount=Decimal("50.25"), timestamp=datetime(2025, 3, 1, 10, tzinfo=timezone.utc)))
    assert decision
    assert decision.facts == [
        {"type": "order.placed", "order_id": "o1", "amount": Decimal("50.25"), "at": "2025-03-01T10:00:00Z"}
    ]
    assert decision.violations == []
    assert decision.waiting_for == []
    assert "hold" in decision.reason
    assert decision.record["truths"] == rules.hash
    assert json.loads(decision.raw)["output_hash"] == decision.record["output_hash"]
    assert not decision.raw.endswith(b"\n")
    assert "accepted" in repr(decision)


def test_a_rejected_order_says_why(gate: truths.Gate) -> None:
    decision = gate.decide(order(customer="bob"))
    assert decision.reason == "bob is unknown"
    (violation,) = decision.violations
    assert violation["kind"] == "requirement"
    assert violation["clause"] == "requires[2]"
    assert violation["reason"] == "bob is unknown"
    assert violation["source"].startswith("shop/shop.truths:")
    assert decision.facts == []


def test_a_waiting_order_says_for_whom(gate: truths.Gate) -> None:
    decision = gate.decide(order(amount=500))
    assert not decision
    assert decision.reason == "More than 100 wants a manager"
    assert decision.waiting_for == ["approval from @manager"]


def test_the_deciding_clause(gate: truths.Gate) -> None:
    assert gate.verdict(order()).clause is None
    assert gate.verdict({"action": "nonsense"}).clause is None
    assert gate.verdict({"action": ["nonsense"]}).clause is None

    rejected = gate.verdict(order(amount=0))
    assert rejected.clause == rejected.unmet
    assert rejected.clause is not None
    assert (rejected.clause.id, rejected.clause.declared_by, rejected.clause.name) == (
        "shop.placing",
        "shop.placing",
        "requires[3]",
    )
    assert "amount > 0" in rejected.clause.text

    halted = gate.verdict(order(customer="mallory"))
    assert halted.clause == halted.structural
    assert halted.clause is not None
    assert halted.clause.id == "shop.customer.barred_invariant"
    assert "customer.barred" in halted.clause.text

    waiting = gate.verdict(order(amount=500))
    assert waiting.clause == waiting.approval
    assert waiting.clause is not None
    assert (waiting.clause.declared_by, waiting.clause.name) == ("shop.placing", "invariants[1]")


def test_the_deciding_clause_is_the_first_violation(gate: truths.Gate) -> None:
    for proposal, outcome in OUTCOMES:
        clause = gate.verdict(proposal).clause
        violations = gate.decide(proposal).violations
        if clause is not None:
            assert clause.id == violations[0]["truth_id"]
        elif outcome != "accepted":
            assert violations[0]["clause"] == "built-in"


def test_clauses_of_each_intent_have_their_own_places(gate: truths.Gate, rules: truths.Rules) -> None:
    verdict = gate.verdict({"action": "note_values"})
    assert verdict.clause is not None
    assert verdict.clause in rules.intents["note_values"].clauses
    assert verdict.clause.declared_by == "shop.noting"


@pytest.mark.parametrize(
    "proposal",
    [
        "",
        " ",
        "nonsense",
        '{"action": "place_order"',
        '{"action": "place_order"} {}',
        '{"action": "place_order"}\n{"action": "place_order"}',
        '{"action": "place\norder"}',
        '{"action": "place_order", "amount": 1, "amount": 2}',
        '{"action": "place_order", "amount": 01}',
        b"\xff",
        b'{"action": "\xff"}',
        b"\x00",
        b'{"action": "place_order"}\x00',
        "[" * 100,
    ],
)
def test_what_is_no_proposal_is_a_finding(gate: truths.Gate, proposal: Any) -> None:
    for ask in (gate.decide, gate.outcome, gate.verdict):
        with pytest.raises(truths.FindingsError) as raised:
            ask(proposal)
        assert raised.value.findings
        assert all(finding["severity"] == "error" for finding in raised.value.findings)
        assert str(raised.value)


@pytest.mark.parametrize("proposal", ["[]", "3", "null", '"place_order"', [], [order()], 5])
def test_json_that_is_no_object_is_a_finding(gate: truths.Gate, proposal: Any) -> None:
    for ask in (gate.decide, gate.outcome, gate.verdict):
        with pytest.raises(truths.FindingsError):
            ask(proposal)


def test_a_finding_in_a_proposal_has_its_place(gate: truths.Gate) -> None:
    with pytest.raises(truths.FindingsError) as raised:
        gate.decide('{"action": nonsense}')
    (finding,) = raised.value.findings
    assert (finding["line"], finding["column"]) == (1, 12)


@pytest.mark.parametrize(
    "proposal, path",
    [
        (order(amount=0.1 + 0.2), "amount"),
        (order(timestamp=datetime(2025, 1, 1)), "timestamp"),
        (order(lines=[{"price": 1j}]), "lines[0].price"),
    ],
)
def test_values_that_json_cannot_say_are_refused(gate: truths.Gate, proposal: Any, path: str) -> None:
    for ask in (gate.decide, gate.outcome, gate.verdict):
        with pytest.raises(truths.EncodeError) as refused:
            ask(proposal)
        assert refused.value.path == path
    with pytest.raises(truths.EncodeError) as refused:
        gate.records([order(), proposal])
    assert refused.value.path == f"[1].{path}"


def test_a_context_has_many_forms(rules: truths.Rules, project: Path) -> None:
    facts = [json.loads(line) for line in CONTEXT.splitlines()]
    forms: list[Any] = [
        CONTEXT,
        CONTEXT.decode(),
        CONTEXT.rstrip(b"\n"),
        project / "context.jsonl",
        facts,
        tuple(facts),
        iter(facts),
        CONTEXT.splitlines(),
        io.StringIO(CONTEXT.decode()),
        io.BytesIO(CONTEXT),
    ]
    records = {rules.on(form).decide(order()).raw for form in forms}
    assert len(records) == 1


def test_no_context_is_an_empty_one(rules: truths.Rules) -> None:
    assert rules.on().decide(order()).raw == rules.on(b"").decide(order()).raw == rules.on([]).decide(order()).raw
    assert rules.on().decide(order()).reason == "ada is unknown"


def test_a_context_may_be_the_entries_of_a_ledger(rules: truths.Rules) -> None:
    placed = rules.on().decide(order())
    entries = json.loads(placed.raw)["entries"]
    lines = "".join(json.dumps(entry) + "\n" for entry in entries)
    again = rules.on(entries).decide(order())
    assert again.raw == rules.on(lines).decide(order()).raw
    assert again.record["context"]["before"]["size"] == len(entries)


def test_facts_of_a_context_may_be_dataclasses(rules: truths.Rules) -> None:
    @dataclass
    class Known:
        customer: str
        type: str = "customer.known"

    assert rules.on([Known("ada")]).decide(order())


@pytest.mark.parametrize(
    "context",
    [
        b"nonsense",
        b"\xff",
        b'{"type": "nonsense.known"}',
        b'{"type": "customer.known"}',
        b'{"type": "customer.known", "customer": 5}',
        b"{}",
        [{"type": "customer.known", "customer": 5}],
        [1],
    ],
)
def test_a_context_at_fault_is_not_opened(rules: truths.Rules, context: Any) -> None:
    with pytest.raises(truths.FindingsError) as raised:
        rules.on(context)
    assert raised.value.findings
    assert str(raised.value)


def test_what_is_no_context(rules: truths.Rules) -> None:
    with pytest.raises(FileNotFoundError):
        rules.on(Path("nowhere.jsonl"))
    with pytest.raises(ValueError, match=r"context: 'context.jsonl' is no JSON; a file is given as a pathlib.Path"):
        rules.on("context.jsonl")
    with pytest.raises(TypeError, match="context: one object is no lines; give a list"):
        rules.on({"type": "customer.known", "customer": "ada"})
    with pytest.raises(truths.EncodeError, match=r"^\[1\]\.since: .* without a zone"):
        rules.on([{"type": "customer.known"}, {"type": "customer.known", "since": datetime(2025, 1, 1)}])


def test_now_is_the_moment_of_all_decisions(rules: truths.Rules) -> None:
    moment = datetime(2025, 6, 30, 20, 0, 0, 250000, timezone(timedelta(hours=2)))
    for now in (moment, "2025-06-30T18:00:00.250Z"):
        gate = rules.on(CONTEXT, now=now)
        assert gate.decide(order()).facts[0]["at"] == "2025-06-30T18:00:00.250Z"


def test_a_moment_at_fault(rules: truths.Rules) -> None:
    with pytest.raises(truths.EncodeError, match="^now: .* without a zone"):
        rules.on(now=datetime(2025, 6, 30))
    with pytest.raises(truths.FindingsError):
        rules.on(now="yesterday")


def test_policies_are_set(rules: truths.Rules) -> None:
    assert rules.on(CONTEXT, policies={"limit": 49}).outcome(order()) == "waiting"
    assert rules.on(CONTEXT, policies={"limit": Decimal("50.5")}).outcome(order()) == "accepted"
    assert rules.on(CONTEXT, policies={"shop.limit": 49}).outcome(order()) == "waiting"
    gate = rules.on(CONTEXT, policies={"limit": 1, "greeting": 'say "hi", 5'})
    assert gate.decide(order(amount=0)).reason == 'say "hi", 5, 0 is no amount'
    assert rules.on(CONTEXT, policies={"greeting": "5"}).decide(order(amount=0)).reason == "5, 0 is no amount"


@pytest.mark.parametrize("policies", [{"limt": 5}, {"limit": "much"}, {"limit": [5]}, {"greeting": 5.5, "": 1}])
def test_policies_at_fault(rules: truths.Rules, policies: Any) -> None:
    with pytest.raises(truths.FindingsError):
        rules.on(CONTEXT, policies=policies)


def test_values_of_policies_are_refused_by_their_path(rules: truths.Rules) -> None:
    with pytest.raises(truths.EncodeError, match="^policies.limit: nan is no number"):
        rules.on(policies={"limit": float("nan")})


def test_records_are_the_decisions_line_by_line(gate: truths.Gate) -> None:
    proposals = [proposal for proposal, _ in OUTCOMES]
    records = gate.records(proposals)
    assert records.endswith(b"\n")
    assert records.splitlines() == [gate.decide(proposal).raw for proposal in proposals]


def test_records_of_lines_in_many_forms(gate: truths.Gate, project: Path) -> None:
    proposals = [order(), order(customer="bob")]
    lines = "".join(json.dumps(proposal) + "\n" for proposal in proposals)
    (project / "proposals.jsonl").write_text(lines)
    forms: list[Any] = [
        lines,
        lines.encode(),
        lines.rstrip("\n"),
        project / "proposals.jsonl",
        proposals,
        iter(proposals),
        io.StringIO(lines),
        [json.dumps(proposal, indent=1) for proposal in proposals],
    ]
    assert len({gate.records(form) for form in forms}) == 1


def test_a_line_at_fault_has_an_error_and_the_next_is_read(gate: truths.Gate) -> None:
    first, second, third = gate.records([order(), "nonsense", order()]).splitlines()
    assert first == third == gate.decide(order()).raw
    assert json.loads(second)["error"]["line"] == 2
    assert gate.records(b"") == b""


def test_numbers_of_a_record_are_exact(gate: truths.Gate) -> None:
    decision = gate.decide(order(amount=Decimal("0.30")))
    assert decision.record["facts"][0]["amount"] == Decimal("0.3")
    assert isinstance(decision.record["run"]["facts_count"], int)


def test_equal_proposals_have_equal_records_and_a_gate_keeps_nothing(gate: truths.Gate) -> None:
    assert gate.decide(order()).raw == gate.decide(order()).raw


def test_a_gate_knows_its_rules(gate: truths.Gate, rules: truths.Rules) -> None:
    assert gate.rules is rules


def test_a_closed_gate_decides_nothing(rules: truths.Rules) -> None:
    with rules.on(CONTEXT) as gate:
        assert gate.decide(order())
        assert not gate.closed
    assert gate.closed
    gate.close()
    for ask in (gate.decide, gate.outcome, gate.verdict):
        with pytest.raises(truths.MisuseError, match="the gate is closed"):
            ask(order())
    with pytest.raises(truths.MisuseError, match="the gate is closed"):
        gate.records(b"")


def test_a_proposal_that_takes_more_work_than_it_may_is_a_finding() -> None:
    text = (
        SHOP
        + """
intent tire:
  fields:
    id: text

truth tiring:
  when:
    - intent: tire
  requires:
    - sum(a * b * c * d for a in range(1, 1000) for b in range(1, 1000) for c in range(1, 1000) for d in range(1, 1000)) > 0
  produces:
    - trace.shop.tiring
"""
    )
    with truths.loads({PATH: text}).on() as gate:
        with pytest.raises(truths.FindingsError, match="steps of work"):
            gate.decide({"action": "tire"})


REPORT = """\
pack report:
  version: 1.0.0

fact case.run:
  external: true
  key: [name]
  fields:
    name: text
    passed: boolean

source cases:
  document: report
  each: cases[]
  produces:
    - fact.case.run

intent publish:
  fields:
    name: text

truth publishing:
  when:
    - intent: publish
  requires:
    - case.run(name = name).passed == true else "{name} did not pass"
  produces:
    - trace.report.publishing
"""

DOCUMENT = {"cases": [{"name": "a", "passed": True}, {"name": "b", "passed": False}]}


@pytest.mark.parametrize("form", ["value", "bytes", "str", "path"])
def test_sources_read_documents(tmp_path: Path, form: str) -> None:
    path = tmp_path / "report.json"
    path.write_text(json.dumps(DOCUMENT), encoding="utf-8")
    given = {"value": DOCUMENT, "bytes": path.read_bytes(), "str": path.read_text(encoding="utf-8"), "path": path}[form]
    with truths.loads({"truths/report/report.truths": REPORT}) as rules, rules.on(documents={"report": given}) as gate:
        outcomes = [gate.outcome({"action": "publish", "name": name}) for name in "ab"]
        assert outcomes == ["accepted", "rejected"]
        with pickle.loads(pickle.dumps(gate)) as other:
            assert other.outcome({"action": "publish", "name": "b"}) == "rejected"


def test_a_document_is_held_against_the_sources(tmp_path: Path) -> None:
    with truths.loads({"truths/report/report.truths": REPORT}) as rules:
        with pytest.raises(truths.FindingsError, match="reprt"):
            rules.on(documents={"reprt": DOCUMENT})
        with pytest.raises(truths.FindingsError, match="report.json:1:"):
            rules.on(documents={"report": b"{"})


def test_work_has_a_limit(rules: truths.Rules) -> None:
    with rules.on(CONTEXT, max_work=1) as gate, pytest.raises(truths.FindingsError, match="T8112"):
        gate.outcome(order())
    with rules.on(CONTEXT, max_work=1_000_000) as gate:
        assert gate.outcome(order()) == "accepted"
    with pytest.raises(ValueError, match="max_work is 0"):
        rules.on(CONTEXT, max_work=0)
