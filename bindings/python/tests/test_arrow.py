"""Columns in Arrow's format decide as lines of JSON do."""

from __future__ import annotations

import gc
import json
import os
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

import truths
from truths import _arrow
from shop import CONTEXT, PATH, SHOP

pa = pytest.importorskip("pyarrow")
from columns import NOTES, NOTES_CONTEXT, NOTES_PATH, Columns, lines  # noqa: E402

NAMES = {"tag": "app.kubernetes.io/tag"}
SEEDS = range(int(os.environ.get("TRUTHS_SOAK", "1")) * 60)


@pytest.fixture(scope="module")
def notes() -> Iterator[truths.Rules]:
    with truths.loads({NOTES_PATH: NOTES}) as rules:
        yield rules


def told(gate: truths.Gate, batch: Any, intent: str = "keep") -> dict[str, list[Any]]:
    """The columns of all that can be wanted."""
    columns: dict[str, list[Any]] = {}
    for want in ("outcome", "reason", "record"):
        decided = pa.record_batch(gate.arrow(batch, intent, want))
        assert decided.num_rows == batch.num_rows
        decided.validate(full=True)
        for name, values in decided.to_pydict().items():
            assert columns.setdefault(name, values) == values, (want, name)
    return columns


def wanted(record: bytes) -> tuple[Any, Any]:
    """The outcome and the reason of a record."""
    decided = json.loads(record)
    if "error" in decided:
        return None, decided["error"]["message"]
    return "waiting" if decided["run"]["status"] == "waiting" else decided["decision"], decided["reason"]


def agree(gate: truths.Gate, batch: Any, given: bytes, intent: str = "keep") -> list[Any]:
    columns = told(gate, batch, intent)
    records = gate.records(given).splitlines()
    assert [record.encode() for record in columns["record"]] == records
    assert list(zip(columns["outcome"], columns["reason"])) == [wanted(record) for record in records]
    for record, outcome, clause in zip(records, columns["outcome"], columns["clause"]):
        violations = json.loads(record).get("violations", [])
        if outcome in (None, "accepted"):
            assert clause is None
        elif clause is not None:
            assert violations[0]["clause"] == clause.split(" ")[1]
        else:
            assert violations[0]["clause"] == "built-in"
    return columns["outcome"]


@pytest.mark.parametrize("seed", SEEDS)
def test_random_columns_are_the_records_of_their_lines(notes: truths.Rules, seed: int) -> None:
    columns = Columns(seed)
    now = columns.chance.choice([None, "2001-01-01T00:00:00Z"])
    with notes.on(NOTES_CONTEXT, now=now) as gate:
        batch = columns.batch(columns.chance.choice([0, 1, 7, 20]))
        agree(gate, batch, lines(batch, "keep", NAMES))


def test_all_outcomes_come_up(notes: truths.Rules) -> None:
    seen: set[Any] = set()
    with notes.on(NOTES_CONTEXT) as gate:
        batch = pa.record_batch(
            {
                "id": ["a", "barred", None, "b", "c"],
                "number": pa.array([1, 1, 1, 90, 10**16], pa.int64()),
            }
        )
        seen = {*agree(gate, batch, lines(batch, "keep", NAMES))}
    assert seen == {"accepted", "halted", "rejected", "waiting", None}


def test_a_history_is_read(notes: truths.Rules) -> None:
    with notes.on(NOTES_CONTEXT) as gate:
        decided = gate.records(b'{"action":"keep","id":"a","proposal_id":"p1"}\n{"action":"keep","id":"b","number":90,"proposal_id":"p2"}\n')
    entries = [entry for record in decided.splitlines() for entry in json.loads(record)["entries"]]
    for entry in entries:
        del entry["sequence"], entry["entry_id"]
    batch = pa.record_batch({"id": ["a", "b", "c"], "number": [None, 90, 90], "proposal_id": ["p1", "p2", "p3"]})
    with notes.on(entries) as gate:
        assert agree(gate, batch, lines(batch, "keep", NAMES))[0] == "rejected"


def test_an_open_intent_and_names_of_the_envelope_go_by_the_payload(notes: truths.Rules) -> None:
    batch = pa.record_batch({"id": ["fixture", "b", None], "reason": ["r", "s", "t"], "stray": [1, 2, None], "proposal_id": ["p", None, "q"]})
    with notes.on() as gate:
        agree(gate, batch, lines(batch, "confide", {}, payload=True), "confide")


@pytest.mark.parametrize(
    "values",
    [
        pa.array([Decimal("1234567890123456"), Decimal("0.5")], pa.decimal128(38, 2)),
        pa.array([Decimal("0.0000000000001"), Decimal("-1e15")], pa.decimal128(38, 13)),
        pa.array([Decimal(10) ** 70, Decimal(-(10**40)) - 1], pa.decimal256(76, 0)),
        pa.array([2**64 - 1, 10**15], pa.uint64()),
        pa.array([-(2**63), 5], pa.int64()),
        pa.array([Decimal("0"), Decimal("-0.01")], pa.decimal32(5, 2)),
    ],
)
def test_numbers_past_the_limits_are_errors_of_their_rows(notes: truths.Rules, values: Any) -> None:
    batch = pa.record_batch({"id": ["a", "b"], "number": values})
    with notes.on() as gate:
        agree(gate, batch, lines(batch, "keep", NAMES))


def test_texts_that_json_refuses_or_that_are_long(notes: truths.Rules) -> None:
    texts = ["\ufffe", "ok", "\U0001ffff", "x" * (1 << 18), "y" * ((1 << 18) + 1), "\ufdd0 mid", "\ufdf0", "\x00"]
    batch = pa.record_batch({"id": texts, "other": list(reversed(texts))})
    with notes.on() as gate:
        outcomes = agree(gate, batch, lines(batch, "keep", NAMES))
    assert outcomes == [None, "accepted", None, "rejected", "rejected", None, "accepted", None]


def test_elements_that_are_null_are_faults(notes: truths.Rules) -> None:
    batch = pa.record_batch({"id": ["a", "b"], "words": [["x", None], ["y"]]})
    with notes.on() as gate:
        assert agree(gate, batch, lines(batch, "keep", NAMES)) == ["rejected", "accepted"]


def test_times_that_the_language_has_not_are_rejected(notes: truths.Rules) -> None:
    with notes.on() as gate:
        for values in (
            pa.array([3_000_000, -800_000], pa.int32()).view(pa.date32()),
            pa.array([2**62, -(2**62)], pa.int64()).view(pa.timestamp("s", "UTC")),
            pa.array([86_400_000, -1], pa.int32()).view(pa.time32("ms")),
            pa.array([2**62, -(2**62)], pa.int64()).view(pa.duration("s")),
        ):
            name = {"d": "day", "t": "moment"}.get(str(values.type)[0], "")
            name = "clock" if "time32" in str(values.type) else "span" if "duration" in str(values.type) else name
            batch = pa.record_batch({"id": ["a", "b"], name: values})
            assert told(gate, batch)["outcome"] == ["rejected", "rejected"]


def faults(gate: truths.Gate, batch: Any, intent: str = "keep") -> str:
    with pytest.raises(truths.FindingsError) as caught:
        gate.arrow(batch, intent)
    assert {finding["code"] for finding in caught.value.findings} == {"T8103"}
    return str(caught.value)


def test_columns_that_fit_no_field_are_told_with_how_to_mend_them(notes: truths.Rules) -> None:
    with notes.on() as gate:
        assert "column `idd` is no field of keep (T8103)\n  did you mean `id`?" in faults(gate, pa.record_batch({"idd": ["a"]}))
        assert "cast it to a decimal" in faults(gate, pa.record_batch({"number": [1.5]}))
        assert "column `id` holds whole numbers, not a text (T8103)\n  cast it to text" in faults(gate, pa.record_batch({"id": [1]}))
        assert "moments without a zone" in faults(gate, pa.record_batch({"moment": pa.array([0], pa.timestamp("us"))}))
        assert "holds bytes" in faults(gate, pa.record_batch({"id": [b"a"]}))
        assert "`line.skuu` is no member of a line" in faults(gate, pa.record_batch({"line": [{"skuu": "a"}]}))
        assert "`lines[].price` holds binary" in faults(gate, pa.record_batch({"lines": [[{"price": 0.5}]]}))
        assert "stands for `app.kubernetes.io/tag`" in faults(gate, pa.record_batch({"tag": ["a"], "app.kubernetes.io/tag": ["b"]}))
        assert "it is keep" in faults(gate, pa.record_batch({"action": ["keep"]}))
        assert "did you mean `keep`?" in faults(gate, pa.record_batch({"id": ["a"]}), "kepp")
        assert "column `proposal_id` holds whole numbers" in faults(gate, pa.record_batch({"proposal_id": [1]}))


def test_what_is_no_utf8_is_told_with_its_row(notes: truths.Rules) -> None:
    broken = pa.Array.from_buffers(pa.string(), 2, [None, pa.py_buffer(bytes([0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0])), pa.py_buffer(b"a\xff")])
    with notes.on() as gate:
        for want in ("outcome", "record"):
            with pytest.raises(truths.FindingsError, match="column `id` has bytes that are not UTF-8, at its value 1"):
                gate.arrow(pa.RecordBatch.from_arrays([broken], ["id"]), "keep", want)


def test_offsets_that_fall_and_places_beyond_are_told(notes: truths.Rules) -> None:
    falling = pa.Array.from_buffers(
        pa.string(), 2, [None, pa.py_buffer(bytes([5, 0, 0, 0, 3, 0, 0, 0, 9, 0, 0, 0])), pa.py_buffer(b"123456789")]
    )
    beyond = pa.DictionaryArray.from_arrays(pa.array([0, 7], pa.int8()), pa.array(["a"]), safe=False)
    with notes.on() as gate:
        assert "an offset of 3 behind one of 5" in faults(gate, pa.RecordBatch.from_arrays([falling], ["id"]))
        assert "column `id` has place 7 of a dictionary of 1 values, at its value 1" in faults(gate, pa.RecordBatch.from_arrays([beyond], ["id"]))


def test_a_stream_is_decided_batch_by_batch(notes: truths.Rules) -> None:
    columns = Columns(5)
    schema = pa.schema([("id", pa.string()), ("number", pa.decimal128(9, 2))])
    batches = [
        pa.record_batch([[columns.text() for _ in range(n)], [columns.decimal() for _ in range(n)]], schema=schema) for n in (3, 0, 5)
    ]
    with notes.on(NOTES_CONTEXT) as gate:
        decided = gate.arrow(pa.table(pa.Table.from_batches(batches)), "keep", "record")
        for _ in range(2):
            table = pa.table(decided)
            records = b"".join(gate.records(lines(batch, "keep", NAMES)) for batch in batches)
            assert "".join(f"{record}\n" for record in table["record"].to_pylist()).encode() == records


def test_a_stream_at_fault_is_told_at_once_or_by_its_batch(notes: truths.Rules) -> None:
    broken = pa.Array.from_buffers(pa.string(), 1, [None, pa.py_buffer(bytes([0, 0, 0, 0, 1, 0, 0, 0])), pa.py_buffer(b"\xff")])
    with notes.on() as gate:
        faults(gate, pa.table({"idd": ["a"]}))
        decided = gate.arrow(pa.Table.from_batches([pa.RecordBatch.from_arrays([broken], ["id"])]), "keep")
        with pytest.raises(Exception, match="no UTF-8"):
            pa.table(decided)


def test_a_result_is_taken_any_number_of_times_and_let_go_of() -> None:
    with truths.loads({PATH: SHOP}) as rules, rules.on(CONTEXT) as gate:
        batch = pa.record_batch({"order_id": ["a"] * 1000, "customer": ["ada"] * 1000, "amount": [5] * 1000})
        for _ in range(50):
            decided = gate.arrow(batch, "place_order", "reason")
            assert pa.record_batch(decided).equals(pa.record_batch(decided))
            decided.__arrow_c_array__()
            assert pa.table(decided).num_rows == 1000
        del decided
        gc.collect()
        assert not _arrow._lent


def test_what_has_no_columns_and_what_is_not_wanted(gate: truths.Gate) -> None:
    with pytest.raises(TypeError, match="no list"):
        gate.arrow([], "place_order")
    with pytest.raises(ValueError, match="not one of outcome, reason, record"):
        gate.arrow(pa.record_batch({"order_id": ["a"]}), "place_order", "all")  # type: ignore[arg-type]
