"""Partitions are decided as ledgers of their own, and keys are equal where values are."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
from pathlib import Path
from typing import Any, Optional

import pytest

import books
import truths
from truths._keys import Keys

pa = pytest.importorskip("pyarrow")


def decided(partitions: truths.Partitions, proposals: Any, history: Any = None, want: Any = "record") -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pa.record_batch(partitions.decide(proposals, "pay_invoice", history, want)).to_pylist()
    return rows


def of(invoice: str, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [row for row in rows if row["invoiceId"] == invoice]


def test_what_can_be_split_is_told() -> None:
    with books.rules() as rules:
        partition = rules.partition("invoice_id")
        assert partition.field == "invoice_id"
        assert {name: intent.outcome for name, intent in partition.intents.items()} == {
            "books.move_money": "absent",
            "books.open_invoice": "pinned",
            "books.pay_few": "further",
            "books.pay_invoice": "pinned",
        }
        paying = partition.intents["books.pay_invoice"]
        assert paying.member == "invoiceId" and paying.shares == {"invoice.paid": ("books.pay_few",)} and paying.further == ()
        assert paying.facts["invoice.paid"] == truths.PartitionFact("partitioned", "invoice_id")
        assert partition.intents["books.open_invoice"].facts["supplier.known"] == truths.PartitionFact("reference", None)
        (further,) = partition.intents["books.pay_few"].further
        assert further["code"] == "T4147" and further["file"] == books.PATH and further["line"] > 1
        with pytest.raises(ValueError, match="no intent has a field `invoiceId`; did you mean `invoice_id`?"):
            rules.partition("invoiceId")
    with pytest.raises(truths.MisuseError):
        rules.partition("invoice_id")


def test_each_partition_comes_to_what_one_ledger_comes_to() -> None:
    proposals, facts = books.payments(12), books.opened(12)
    with books.rules() as rules, rules.on(books.SUPPLIERS, now=books.NOW) as gate, gate.partitions(books.ANN) as partitions:
        whole = decided(partitions, proposals, facts)
        assert {row["outcome"] for row in whole} == {"accepted", "rejected", "waiting"}
        for invoice in {proposal["invoiceId"] for proposal in proposals}:
            alone = decided(partitions, of(invoice, proposals), of(invoice, facts))
            wanted = [row for row, proposal in zip(whole, proposals) if proposal["invoiceId"] == invoice]
            for row, want in zip(alone, wanted):
                assert row["outcome"] == want["outcome"] and row["clause"] == want["clause"]
                one, other = json.loads(row["record"]), json.loads(want["record"])
                for name in ("decision", "truth_id", "reason", "violations", "facts", "output_hash", "proposal_hash", "proposal_id"):
                    assert one[name] == other[name], name
        reasons = decided(partitions, proposals, facts, "reason")
        assert [row["reason"] for row in reasons] == [json.loads(row["record"])["reason"] for row in whole]
        assert set(decided(partitions, proposals[:1], None, "outcome")[0]) == {"outcome", "clause"}
        # In another process it is the same.
        again = pickle.loads(pickle.dumps(partitions))
        assert decided(again, proposals, facts) == whole


@pytest.mark.skipif(not os.environ.get("TRUTHS"), reason="TRUTHS does not say where the `truths` command is")
def test_records_are_those_of_the_command(tmp_path: Path) -> None:
    proposals, facts = books.payments(6), books.opened(6)
    (tmp_path / "truths/books").mkdir(parents=True)
    (tmp_path / books.PATH).write_text(books.BOOKS, encoding="utf-8")
    known = "".join(books.canonical(fact) + "\n" for fact in [*books.SUPPLIERS, *facts])
    (tmp_path / "ledger.jsonl").write_text(known)
    (tmp_path / "proposals.jsonl").write_text("".join(json.dumps(proposal) + "\n" for proposal in proposals))
    arguments = ["run", "--ledger", "ledger.jsonl", "--proposal", "proposals.jsonl", "--format", "json"]
    arguments += ["--now", books.NOW, "--actor", json.dumps(books.ANN), "--set", "limit=60"]
    printed = subprocess.run([os.environ["TRUTHS"], *arguments], cwd=tmp_path, capture_output=True, text=True)
    with books.rules() as rules, rules.on(books.SUPPLIERS, now=books.NOW, policies={"limit": 60}) as gate:
        rows = decided(gate.partitions(books.ANN), proposals, facts)
        assert printed.stdout.splitlines() == [row["record"] for row in rows], printed.stderr
    # And the ledger that was appended to is decided again as it is by the command.
    other = books.BOOKS.replace("amount > 0", "amount > 30")
    (tmp_path / books.PATH).write_text(other, encoding="utf-8")
    told = subprocess.run([os.environ["TRUTHS"], "replay", "--ledger", "ledger.jsonl", "--format", "json"], cwd=tmp_path, capture_output=True)
    with books.rules(other) as rules:
        replayed = truths.replay(tmp_path / "ledger.jsonl", rules)
    report = {"decided": replayed.decided, "undecided": replayed.undecided, "flips": replayed.flips}
    assert json.loads(told.stdout) == report and replayed.flips


def test_what_is_at_fault_decides_nothing() -> None:
    with books.rules() as rules, rules.on(books.SUPPLIERS) as gate:
        partitions = gate.partitions(books.ANN)
        payment = books.payments(1)[0]
        with pytest.raises(truths.FindingsError, match="timestamp"):
            decided(partitions, [payment])
        timed = {**payment, "timestamp": books.NOW}
        assert decided(partitions, [timed])[0]["outcome"] == "rejected"
        with pytest.raises(truths.FindingsError, match="actor"):
            decided(gate.partitions(), [timed])
        assert decided(gate.partitions(), [{**timed, "actor": books.ANN}])[0]["outcome"] == "rejected"
        with pytest.raises(truths.FindingsError, match="history"):
            decided(partitions, [timed], [{"type": "invoice.opend"}])
        with pytest.raises(truths.FindingsError):
            decided(partitions, b"[]\n")
        with pytest.raises(truths.FindingsError):
            gate.partitions({"usr": "ann"})
        with pytest.raises(ValueError, match="want is 'words'"):
            decided(partitions, [timed], want="words")
        assert decided(partitions, []) == []
        result = partitions.decide([timed], "pay_invoice")
        assert pa.record_batch(result).num_rows == 1
        with pytest.raises(truths.MisuseError, match="taken before"):
            pa.record_batch(result)
        partitions.close()
        with pytest.raises(truths.MisuseError, match="closed"):
            decided(partitions, [timed])
    with pytest.raises(truths.MisuseError, match="closed"):
        gate.partitions()


def test_rows_are_lines() -> None:
    batch = pa.record_batch({"invoice_id": ["i\u20281\n", None], "amount": pa.array([150, None], pa.decimal128(9, 1))})
    with books.rules() as rules, rules.on() as gate:
        lines = gate.lines(batch, "pay_invoice").decode().split("\n")
        assert lines[2] == "" and [json.loads(line) for line in lines[:2]] == [
            {"action": "pay_invoice", "invoiceId": "i\u20281\n", "amount": 150},
            {"action": "pay_invoice"},
        ]
        with pytest.raises(truths.FindingsError, match="column `sum` is no field of pay_invoice"):
            gate.lines(pa.record_batch({"sum": [1]}), "pay_invoice")
        with pytest.raises(TypeError, match="no list"):
            gate.lines([1], "pay_invoice")


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("1", "1.0", True), ("100", "1e2", True), ("1.50", "15E-1", True), ("-0", "0.00", True), ("0", "0e5", True),
        ("123456789012345", "123456789012345.0", True), ("-1", "1", False), ("10", "1", False), ("0.1", "0.10000000000001", False),
        ('"1"', "1", False), ('"1"', '"1.0"', False), ("true", '"True"', False), ('"é"', '"e\\u0301"', False), ('"\\u0041"', '"A"', True),
    ],
)  # fmt: skip
def test_keys_are_equal_where_values_are(one: str, other: str, equal: bool) -> None:
    with books.rules() as rules:
        keys = Keys.of(rules, "account", "move_money")
    left, right = (keys.of_proposal(f'{{"action":"books.move_money","account":{value}}}') for value in (one, other))
    assert (left == right) == equal
    assert (left == keys.of_fact("account.moved", f'{{"type":"account.moved","account":{other}}}')) == equal
    assert keys.of_proposal(f'{{"action":"move_money","payload":{{"account":{one}}}}}') == left


@pytest.mark.parametrize("value", ["null", "[1]", '{"amount":1}', None])
def test_what_is_no_key_is_told(value: Optional[str]) -> None:
    with books.rules() as rules:
        keys = Keys.of(rules, "account", "books.move_money")
    with pytest.raises(ValueError, match="`account`"):
        keys.of_proposal('{"action":"move_money"' + (f',"account":{value}' if value else "") + "}")
    with pytest.raises(ValueError, match="wrapped"):
        keys.of_proposal('{"proposal":{"action":"move_money","account":1}}')


def test_what_is_not_proven_is_refused() -> None:
    with books.rules() as rules:
        with pytest.raises(truths.FindingsError, match="books.truths:90:7: this reads `invoice.paid` of every `invoice_id`"):
            Keys.of(rules, "invoice_id", "pay_few")
        with pytest.raises(ValueError, match="books.move_money has no field `invoice_id`"):
            Keys.of(rules, "invoice_id", "move_money")
        with pytest.raises(ValueError, match="unknown intent `pay`"):
            Keys.of(rules, "invoice_id", "pay")
        with pytest.raises(ValueError, match="unknown intent `shop.pay_invoice`"):
            Keys.of(rules, "invoice_id", "shop.pay_invoice")
        keys = Keys.of(rules, "invoice_id")
        with pytest.raises(ValueError, match="books.pay_few reaches further"):
            keys.of_proposal('{"action":"pay_few","invoiceId":"i1"}')
    moments = books.BOOKS.replace("account: decimal", "account: timestamp")
    with books.rules(moments) as rules, pytest.raises(ValueError, match="`account` of .* is timestamp, which is written in several ways"):
        Keys.of(rules, "account", "move_money")
