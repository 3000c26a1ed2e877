"""A ledger that was exported is decided again over the workers of Spark as `truths replay` does it. `make test-spark` has what it needs."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any, Optional

import pytest

import books
import truths

pa = pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")

SOUTH = {
    "actor": books.ANN, "correlation_id": "cor_x", "entry_id": "ctx_south", "entry_type": "fact", "run_id": "run_x",
    "timestamp": books.NOW, "truth_id": None, "payload": {"type": "supplier.known", "supplier": "south"},
}  # fmt: skip
OTHER = books.BOOKS.replace("amount > 0", "amount > 30").replace("paid + amount <=", "paid + amount + 10 <=")


def renumbered(entries: list[dict[str, Any]]) -> list[str]:
    return [
        books.canonical({**entry, "sequence": place} if "entry_type" in entry else entry) for place, entry in enumerate(entries, 1)
    ]


def history(invoices: int = 20) -> list[dict[str, Any]]:
    """Invoices are opened, half of them once a second supplier is known, and paid in turn."""
    openings = [
        {"action": "open_invoice", "invoiceId": f"i{number}", "supplier": "north" if number % 2 else "south", "total": 60 + number % 5 * 50}
        for number in range(invoices)
    ]
    with books.rules() as rules, rules.on(books.SUPPLIERS[:1], now=books.NOW) as gate:
        early = books.ledger(gate, "open_invoice", openings)
    with books.rules() as rules, rules.on(books.SUPPLIERS, now=books.NOW) as gate:
        known = [json.loads(line)["payload"] for line in early.splitlines() if b'"type":"invoice.opened"' in line]
        late = books.ledger(gate, "pay_invoice", [*(row for row in openings[::4]), *books.payments(invoices)], known)
    entries: list[dict[str, Any]] = [{"type": "supplier.known", "supplier": "north"}]
    entries += [json.loads(line) for line in early.splitlines()]
    entries += [SOUTH, *(json.loads(line) for line in late.splitlines())]
    return entries


def exported(spark: Any, folder: Path, lines: list[str]) -> Any:
    from truths.parquet import export_ledger

    (folder / "ledger.jsonl").write_text("".join(line + "\n" for line in lines))
    export_ledger(folder / "ledger.jsonl", folder / "ledger.parquet")
    return spark.read.parquet(str(folder / "ledger.parquet"))


def flips_of(frame: Any) -> list[dict[str, Any]]:
    return sorted((row.asDict() for row in frame.collect()), key=lambda flip: flip["entry"])


def without_facts(flips: list[Any]) -> list[dict[str, Any]]:
    """What a row tells of flips."""
    return [{name: value for name, value in flip.items() if name not in ("old_facts", "new_facts")} for flip in flips]


def test_the_flips_are_those_of_one_ledger(spark: Any, tmp_path: Path) -> None:
    from pyspark.sql import Observation
    from truths.spark import replay

    ledger = exported(spark, tmp_path, renumbered(history()))
    for text, policies, spread in ((books.BOOKS, {"limit": 20}, [None, 1, 3]), (OTHER, None, [3]), (OTHER, {"limit": 40}, [2])):
        with books.rules(text) as rules:
            wanted = truths.replay(tmp_path / "ledger.jsonl", rules, policies)
            for partitions in spread:
                counts = Observation()
                found = replay(ledger, rules, partition_by="invoice_id", policies=policies, counts=counts, partitions=partitions)
                assert found.columns == ["entry", "proposal_id", "run_id", "action", "kind", "from", "to", "truth_id", "reason"]
                assert flips_of(found) == without_facts(wanted.flips)
                assert counts.get == {"decided": wanted.decided, "undecided": wanted.undecided}
        assert wanted.decided > 100 and len(wanted.flips) > 5


@pytest.mark.skipif(not os.environ.get("TRUTHS"), reason="TRUTHS does not say where the `truths` command is")
def test_the_flips_are_those_of_the_command(spark: Any, tmp_path: Path) -> None:
    from pyspark.sql import Observation
    from truths.spark import replay

    def command(*arguments: str, given: Optional[str] = None) -> str:
        done = subprocess.run([os.environ["TRUTHS"], *arguments], cwd=tmp_path, capture_output=True, text=True, input=given)
        assert done.stdout, done.stderr
        return done.stdout

    for folder, text in (("old", books.BOOKS), ("new", OTHER)):
        (tmp_path / folder / "truths/books").mkdir(parents=True)
        (tmp_path / folder / books.PATH).write_text(text, encoding="utf-8")
    (tmp_path / "ledger.jsonl").write_text("".join(json.dumps(fact) + "\n" for fact in [*books.SUPPLIERS, *books.opened(9)]))
    mia = json.dumps({**books.ANN, "user_id": "mia", "roles": ["manager"]})
    origin = ["--now", books.NOW, "--actor", json.dumps(books.ANN)]
    large = [{"action": "pay_invoice", "invoiceId": invoice, "payment_id": "large", "amount": 150} for invoice in ("i4", "i3", "i2", "i7")]
    answered: list[str] = []
    for batch in (large + books.payments(9)[:20], books.payments(9)[20:]):
        lines = "".join(json.dumps(proposal) + "\n" for proposal in batch)
        command("run", "old", "--ledger", "ledger.jsonl", "--proposal", "-", "--format", "json", *origin, given=lines)
        requests = [
            json.loads(line)["payload"]["request"]
            for line in (tmp_path / "ledger.jsonl").read_text().splitlines()
            if '"type":"approval.requested"' in line
        ]
        answered.append(next(request for request in requests if request not in answered))
        command("approve", answered[-1], "--ledger", "ledger.jsonl", "--truths", "old", "--now", books.NOW, "--actor", mia)
    denied = next(request for request in requests if request not in answered)
    command("deny", denied, "--ledger", "ledger.jsonl", "--truths", "old", "--now", books.NOW, "--actor", mia, "--why", "no")
    command("adopt", "new", "--truths", "old", "--ledger", "ledger.jsonl", *origin, "--label", "2", "--note", "n", "--no-replay")
    command("run", "new", "--ledger", "ledger.jsonl", "--proposal", "-", *origin, given=json.dumps(books.payments(9)[3]) + "\n")
    ledger = exported(spark, tmp_path, (tmp_path / "ledger.jsonl").read_text().splitlines())
    kinds = {entry["action"] for entry in ledger.where("entry_type = 'proposal'").collect()}
    assert kinds == {"pay_invoice", "grant_approval", "deny_approval", "adopt_truths"}
    for folder, text, policies in (("new", OTHER, {"limit": 200}), ("old", books.BOOKS, {"limit": 20}), ("old", books.BOOKS, {"limit": 200})):
        settings = [f"--set={name}={value}" for name, value in policies.items()]
        report = json.loads(command("replay", "--ledger", "ledger.jsonl", "--truths", folder, "--format", "json", *settings))
        assert report["flips"]
        with books.rules(text) as rules:
            counts = Observation()
            found = flips_of(replay(ledger, rules, partition_by="invoice_id", policies=policies, counts=counts, partitions=4))
        assert {**report, "flips": without_facts(report["flips"])} == {"flips": found, **counts.get}


def test_what_is_not_proven_is_refused(spark: Any, tmp_path: Path) -> None:
    from truths.spark import replay

    entries = history(6)
    proposal = next(entry for entry in entries if entry.get("entry_type") == "proposal")
    place = entries.index(proposal)

    def refused(message: str, rules: truths.Rules, field: str = "invoice_id", **payload: Any) -> None:
        body = {name: value for name, value in {**proposal["payload"], **payload}.items() if value is not None}
        changed = [*entries[:place], {**proposal, "payload": body}, *entries[place + 1 :]]
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        with pytest.raises(ValueError, match=message):
            replay(exported(spark, folder, renumbered(changed)), rules, partition_by=field)

    with books.rules() as rules:
        refused(f"entry {place + 1}: books.pay_few reaches further: this reads `invoice.paid`", rules, action="pay_few")
        refused(f"entry {place + 1}: books.move_money has no field `invoice_id`", rules, action="books.move_money")
        refused(f"entry {place + 1}: it has no `invoiceId`", rules, invoiceId=None)
        refused(f"entry {place + 1}: give_consent names no value of `invoice_id`", rules, action="give_consent", proposal_hash="x")
        refused(f"entry {place + 1}: nothing here asks for what it answers", rules, action="grant_approval", request="req_x")
        refused("no intent has a field `invoice`", rules, field="invoice")
        folder = tmp_path / "whole"
        folder.mkdir()
        ledger = exported(spark, folder, renumbered(entries))
        with pytest.raises(truths.FindingsError, match="limt"):
            replay(ledger, rules, partition_by="invoice_id", policies={"limt": 5})
        with pytest.raises(ValueError, match="the ledger has no column `payload`"):
            replay(ledger.drop("payload"), rules, partition_by="invoice_id")
    # Under rules by which more is read than stands in a partition, too.
    wider = books.BOOKS.replace("where p.invoice_id == invoice_id)", "where p.amount > amount)")
    with books.rules(wider) as rules:
        refused("books.pay_invoice reaches further", rules)


def test_what_is_gone_is_rejected(spark: Any, tmp_path: Path) -> None:
    from truths.spark import replay

    ledger = exported(spark, tmp_path, renumbered(history(6)))
    gone = books.BOOKS.replace("intent open_invoice", "intent start_invoice").replace("intent: open_invoice", "intent: start_invoice")
    with books.rules(gone) as rules:
        wanted = truths.replay(tmp_path / "ledger.jsonl", rules)
        assert flips_of(replay(ledger, rules, partition_by="invoice_id")) == without_facts(wanted.flips)
        assert "open_invoice" in {flip["action"] for flip in wanted.flips}
