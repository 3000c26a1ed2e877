"""Frames of Spark decide as lines of JSON do, whatever the partitions. `make test-spark` has all that it needs."""

from __future__ import annotations

from typing import Any

import pytest

import truths
from shop import CONTEXT, PATH, SHOP
from test_frames import ROWS, orders

pa = pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")


def test_records_are_those_of_lines_whatever_the_partitions(spark: Any) -> None:
    from truths.spark import decide

    table = pa.table({**orders(), "number": list(range(ROWS))})
    with truths.loads({PATH: SHOP}) as rules, rules.on(CONTEXT) as gate:
        lines = ({"action": "place_order", **row} for row in table.drop_columns(["number"]).to_pylist())
        records = gate.records(lines).decode().splitlines()
        frame = spark.createDataFrame(table.to_pylist(), "order_id string, customer string, amount decimal(9,2), number bigint")
        for partitions in (1, 3, 8):
            decided = decide(frame.repartition(partitions), gate, "place_order", keep=["number"], want="record")
            assert decided.columns == ["number", "outcome", "clause", "record"]
            assert [row["record"] for row in sorted(decided.collect(), key=lambda row: row["number"])] == records
        with pytest.raises(truths.FindingsError, match="column `number` is no field of place_order"):
            decide(frame, gate, "place_order")
        with pytest.raises(truths.FindingsError, match="cast it to a decimal"):
            decide(frame.drop("number").withColumn("amount", frame["amount"].cast("double")), gate, "place_order")


def test_moments_and_lists(spark: Any) -> None:
    from truths.spark import decide

    frame = spark.sql(
        "select 'n1' id, timestamp'2025-01-31 07:00:00' moment, date'2025-01-31' day, array(named_struct('sku', 'a', 'quantity', 2)) lines,"
        " map('k', 'v') labels, interval '36' hour span"
    )
    with truths.loads({PATH: SHOP}) as rules, rules.on(CONTEXT) as gate:
        (row,) = decide(frame, gate, "note_values", want="record").collect()
        line = (
            b'{"action":"note_values","id":"n1","moment":"2025-01-31T12:00:00Z","day":"2025-01-31","lines":[{"sku":"a","quantity":2}],'
            b'"labels":{"k":"v"},"span":"P1DT12H"}'
        )
        assert row["record"].encode() == gate.decide(line).raw
