"""What is split over the workers of Spark by a key comes to what one ledger comes to. `make test-spark` has all that it needs."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, Callable, Optional

import pytest

import books
import truths

pa = pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")

INVOICES = 24
COLUMNS = "number int, invoice_id string, payment_id string, amount decimal(9,2)"


@pytest.fixture(scope="module")
def rules() -> Iterator[truths.Rules]:
    with books.rules() as rules:
        yield rules


@pytest.fixture(scope="module")
def gate(rules: truths.Rules) -> Iterator[truths.Gate]:
    with rules.on(books.SUPPLIERS, now=books.NOW) as gate:
        yield gate


def frame_of(spark: Any, proposals: list[dict[str, Any]]) -> Any:
    rows = [
        (number, proposal["invoiceId"], proposal["payment_id"], Decimal(proposal["amount"])) for number, proposal in enumerate(proposals)
    ]
    return spark.createDataFrame(rows, COLUMNS)


def facts_of(spark: Any, facts: list[dict[str, Any]]) -> Any:
    return spark.createDataFrame([(place, json.dumps(fact)) for place, fact in enumerate(facts)], "sequence bigint, payload string")


def lines_of(proposals: list[dict[str, Any]]) -> list[str]:
    """The proposals as rows say them."""
    names = ("invoiceId", "payment_id")
    return [
        json.dumps({"action": "pay_invoice", **{name: proposal[name] for name in names}})[:-1] + f', "amount": {proposal["amount"]}.00}}'
        for proposal in proposals
    ]


def one_ledger(gate: truths.Gate, lines: list[str], history: Any) -> list[dict[str, Any]]:
    text = "".join(line + "\n" for line in lines)
    made = gate.partitions(books.ANN).decide(text, "pay_invoice", history, "record")
    rows: list[dict[str, Any]] = pa.record_batch(made).to_pylist()
    return rows


def by_number(frame: Any) -> list[Any]:
    return sorted(frame.collect(), key=lambda row: row["number"])


def test_it_comes_to_what_one_ledger_comes_to(spark: Any, gate: truths.Gate) -> None:
    from truths.spark import decide

    proposals, facts = books.payments(INVOICES), books.opened(INVOICES)
    whole = one_ledger(gate, lines_of(proposals), facts)
    assert {row["outcome"] for row in whole} == {"accepted", "rejected", "waiting"}
    frame, history = frame_of(spark, proposals), facts_of(spark, facts)
    arguments: dict[str, Any] = {"partition_by": "invoice_id", "order_by": "number", "history": history, "actor": books.ANN}
    rows = by_number(decide(frame, gate, "pay_invoice", ["number"], "reason", **arguments))
    assert [row["number"] for row in rows] == list(range(len(proposals)))
    for row, wanted in zip(rows, whole):
        assert (row["outcome"], row["clause"], row["reason"]) == (
            wanted["outcome"], wanted["clause"], json.loads(wanted["record"])["reason"],
        )  # fmt: skip
    # A record is that of the ledger of its key, however the frame is spread, and whatever its order.
    records = {}
    for invoice in {proposal["invoiceId"] for proposal in proposals}:
        own = [(number, line) for number, line in enumerate(lines_of(proposals)) if proposals[number]["invoiceId"] == invoice]
        made = one_ledger(gate, [line for _, line in own], [fact for fact in facts if fact["invoiceId"] == invoice])
        records.update({number: row["record"] for (number, _), row in zip(own, made)})
    for partitions in (1, 7):
        spread = frame.orderBy("amount").repartition(partitions)
        decided = decide(spread, gate, "pay_invoice", ["number", "amount"], "record", **arguments)
        assert decided.columns == ["number", "amount", "outcome", "clause", "record"]
        rows = by_number(decided)
        assert [row["record"] for row in rows] == [records[number] for number in range(len(proposals))]
        assert [row["amount"] for row in rows] == [proposal["amount"] for proposal in proposals]
    for name in ("decision", "violations", "facts", "output_hash", "proposal_hash", "proposal_id"):
        assert [json.loads(row["record"])[name] for row in rows] == [json.loads(row["record"])[name] for row in whole]
    # The other way round other payments come too late.
    reverse = {**arguments, "order_by": "back"}
    turned = by_number(decide(frame.selectExpr("*", "-number back"), gate, "pay_invoice", ["number"], **reverse))
    backwards = one_ledger(gate, lines_of(proposals)[::-1], facts)[::-1]
    assert [row["outcome"] for row in turned] == [row["outcome"] for row in backwards] != [row["outcome"] for row in whole]


def killer(folder: str, most: int) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """What hands rows on, and kills the process of the first tasks that come to their end, as a machine does that is gone."""

    def killed(batches: Iterator[Any]) -> Iterator[Any]:
        yield from batches
        for place in range(most):
            try:
                Path(folder, str(place)).touch(exist_ok=False)
            except FileExistsError:
                continue
            os.kill(os.getpid(), signal.SIGKILL)

    return killed


def test_a_task_that_is_killed_is_done_again_with_the_same_result(spark: Any, gate: truths.Gate, tmp_path: Path) -> None:
    from truths.spark import decide

    proposals, facts = books.payments(INVOICES), books.opened(INVOICES)
    frame, history = frame_of(spark, proposals), facts_of(spark, facts)
    arguments: dict[str, Any] = {"partition_by": "invoice_id", "order_by": "number", "history": history, "actor": books.ANN}
    undisturbed = decide(frame, gate, "pay_invoice", ["number"], "record", **arguments)
    wanted = by_number(undisturbed)
    for name in ("before", "behind"):
        folder = tmp_path / name
        folder.mkdir()
        kill = killer(str(folder), 3)
        if name == "before":
            given = frame.repartition(3).mapInArrow(kill, frame.schema)
            again = decide(given, gate, "pay_invoice", ["number"], "record", **arguments)
        else:
            # The process that dies is the one that decides.
            again = undisturbed.mapInArrow(kill, undisturbed.schema)
        assert by_number(again) == wanted
        assert len(list(folder.iterdir())) == 3


def test_a_ledger_that_was_exported_is_a_history(spark: Any, rules: truths.Rules, gate: truths.Gate, tmp_path: Path) -> None:
    from truths.parquet import export_ledger
    from truths.spark import decide

    proposals, facts = books.payments(INVOICES), books.opened(INVOICES)
    lines = lines_of(proposals)
    half = len(lines) // 2
    # The first half was decided by one ledger, in which another intent was decided, too.
    begun = [*books.SUPPLIERS, *facts, {"type": "account.moved", "account": 1, "move": "m"}]
    with rules.on(now=books.NOW) as empty:
        first = books.ledger(empty, "pay_invoice", [*lines[:half], '{"action":"pay_few","invoiceId":"i1","amount":1}'], begun)
    entries = [books.canonical(fact) for fact in begun] + [line for line in first.decode().splitlines() if "ledger.sealed" not in line]
    renumbered = [
        books.canonical({**json.loads(line), "sequence": place} if "entry_type" in line else json.loads(line))
        for place, line in enumerate(entries, 1)
    ]
    (tmp_path / "ledger.jsonl").write_text("".join(line + "\n" for line in renumbered))
    export_ledger(tmp_path / "ledger.jsonl", tmp_path / "ledger.parquet")
    # One of the first half comes again.
    again = [*lines[half:], lines[0]]
    with rules.on(now=books.NOW) as empty:
        whole = one_ledger(empty, again, [{k: v for k, v in json.loads(line).items() if k != "sequence"} for line in renumbered])
        frame = frame_of(spark, [*proposals[half:], proposals[0]])
        history = spark.read.parquet(str(tmp_path / "ledger.parquet"))
        decided = decide(
            frame, empty, "pay_invoice", ["number"], "record",
            partition_by="invoice_id", order_by="number", history=history, actor=books.ANN,
        )  # fmt: skip
        rows = by_number(decided)
    assert {row["outcome"] for row in whole} == {"accepted", "rejected"}
    for row, wanted in zip(rows, whole):
        assert (row["outcome"], row["clause"]) == (wanted["outcome"], wanted["clause"])
        assert json.loads(row["record"])["reason"] == json.loads(wanted["record"])["reason"]
    assert "was accepted before" in json.loads(rows[-1]["record"])["reason"]


def test_keys_that_are_written_otherwise_are_one(spark: Any, gate: truths.Gate) -> None:
    from truths.spark import decide

    frame = spark.sql(
        "select * from values (1, 1.0, 'a'), (2, 1.00, 'b'), (3, 1, 'c'), (4, 2.5, 'a'), (5, 1.000, 'a') as t(number, account, move)"
    )
    assert "decimal" in dict(frame.dtypes)["account"]
    history = facts_of(spark, [{"type": "account.moved", "account": 1, "move": "x"}, {"type": "account.moved", "account": 2, "move": "x"}])
    decided = decide(
        frame, gate, "move_money", ["number"], "reason", partition_by="account", order_by="number", history=history, actor=books.ANN
    )
    rows = by_number(decided)
    assert [row["outcome"] for row in rows] == ["accepted", "rejected", "rejected", "accepted", "rejected"]
    assert rows[1]["reason"] == "1 moved twice"


def refused(error: type[Exception], match: str, frame: Any, gate: truths.Gate, intent: str = "pay_invoice", **arguments: Any) -> None:
    from truths.spark import decide

    with pytest.raises(error, match=match):
        decide(frame, gate, intent, ["number"], **{"partition_by": "invoice_id", "order_by": "number", "actor": books.ANN, **arguments})


def test_what_is_not_proven_is_refused(spark: Any, gate: truths.Gate) -> None:
    frame = frame_of(spark, books.payments(2))
    refused(truths.FindingsError, "books.truths:90:7: this reads `invoice.paid` of every", frame.drop("payment_id"), gate, "pay_few")
    refused(ValueError, "books.move_money has no field `invoice_id`", frame, gate, "move_money")
    refused(ValueError, "no intent has a field `invoice`; did you mean `invoice_id`", frame, gate, partition_by="invoice")
    refused(ValueError, "order_by names no column", frame, gate, order_by=None)
    refused(ValueError, "order_by names 'nummer'", frame, gate, order_by="nummer")
    refused(ValueError, "no column `invoiceId` or `invoice_id`", frame.drop("invoice_id"), gate)
    refused(ValueError, "the history has no column `payload`", frame, gate, history=frame.withColumnRenamed("number", "sequence"))
    refused(truths.FindingsError, "cast it to a decimal", frame.withColumn("amount", frame["amount"].cast("double")), gate)
    refused(truths.FindingsError, "column `ordr` is no field", frame.withColumnRenamed("payment_id", "ordr"), gate)
    refused(ValueError, "give partition_by, too", frame, gate, partition_by=None)
    refused(truths.FindingsError, "usr", frame, gate, actor={"usr": "ann"})


@pytest.mark.parametrize(
    ("row", "fact", "message"),
    [
        ((1, None, "p", 1), None, "has no `invoiceId`, and so belongs to no partition"),
        ((None, "i1", "p", 1), None, "`number` is null"),
        ((0, "i0", "p", 1), None, "`number` is 0 twice of one key"),
        ((9, "i1", "p", 1), '{"type":"invoice.paid","payment_id":"p","amount":1}', "entry 1: invoice.paid: it has no `invoiceId`"),
        ((9, "i1", "p", 1), '{"type":"invoice.paid","invoiceId":"i1"}', "T8"),
        ((9, "i1", "p", 1), '{"type":"invoice.payd","invoiceId":"i1"}', "invoice.payd"),
        ((9, "i1", "p", 1), "{}", "it is no fact"),
    ],
)  # fmt: skip
def test_rows_that_belong_nowhere_end_the_job(
    spark: Any, gate: truths.Gate, row: tuple[Any, ...], fact: Optional[str], message: str
) -> None:
    from truths.spark import decide

    rows = [(number, invoice, payment, amount if amount is None else Decimal(amount)) for number, invoice, payment, amount in [row]]
    frame = frame_of(spark, books.payments(2)[:1]).union(spark.createDataFrame(rows, COLUMNS))
    history = spark.createDataFrame([(1, fact)], "sequence bigint, payload string") if fact else None
    with pytest.raises(Exception, match=message):
        decide(
            frame, gate, "pay_invoice", ["number"], partition_by="invoice_id", order_by="number", history=history, actor=books.ANN
        ).collect()
