"""Frames of polars and queries of DuckDB decide as lines of JSON do."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

import truths
from shop import CONTEXT, PATH, SHOP

pa = pytest.importorskip("pyarrow")

ROWS = 1000
CUSTOMERS = ["ada", "mallory", "eve", None]


def orders() -> dict[str, Any]:
    return {
        "order_id": [f"o{row}" for row in range(ROWS)],
        "customer": [CUSTOMERS[row % 7 % 4] for row in range(ROWS)],
        "amount": pa.array([Decimal(row % 211) - 3 for row in range(ROWS)], pa.decimal128(9, 2)),
    }


@pytest.fixture(scope="module")
def wanted() -> Iterator[tuple[truths.Gate, list[str]]]:
    """A gate, and the records of the orders."""
    with truths.loads({PATH: SHOP}) as rules, rules.on(CONTEXT) as gate:
        columns = pa.table(orders()).to_pylist()
        yield gate, gate.records({"action": "place_order", **row} for row in columns).decode().splitlines()


def test_polars(wanted: tuple[truths.Gate, list[str]]) -> None:
    pl = pytest.importorskip("polars")
    from truths.polars import decide

    gate, records = wanted
    frame = pl.DataFrame(pa.table(orders())).with_columns(number=pl.int_range(pl.len()), customer=pl.col("customer").cast(pl.Categorical))
    decided = decide(frame, gate, "place_order", keep=["number", "order_id"], want="record")
    assert decided.columns == ["number", "order_id", "outcome", "clause", "record"]
    assert decided["record"].to_list() == records
    assert decided["number"].to_list() == list(range(ROWS))
    # In any number of chunks, and lazily.
    chunks = pl.concat([frame[:10], frame[10:11], frame[11:]], rechunk=False)
    assert decide(chunks, gate, "place_order", ["number", "order_id"], "record").equals(decided)
    lazy = decide(frame.lazy(), gate, "place_order", ["number", "order_id"], "record")
    assert lazy.collect().equals(decided) and lazy.collect(engine="streaming").sort("number").equals(decided)
    assert decide(frame.drop("number"), gate, "place_order").columns == ["outcome", "clause"]
    with pytest.raises(truths.FindingsError, match="column `number` is no field of place_order"):
        decide(frame, gate, "place_order")
    with pytest.raises(truths.FindingsError, match="cast it to a decimal"):
        decide(frame.lazy().drop("number").with_columns(pl.col("amount").cast(pl.Float64)), gate, "place_order")
    with pytest.raises(ValueError, match="'numbr'"):
        decide(frame, gate, "place_order", keep=["numbr"])
    with pytest.raises(ValueError, match="rename it first"):
        decide(frame.rename({"number": "outcome"}), gate, "place_order", keep=["outcome"])


def test_duckdb(wanted: tuple[truths.Gate, list[str]]) -> None:
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("numpy")
    from truths.duckdb import register

    gate, records = wanted
    proposals = pa.table({**orders(), "number": list(range(ROWS))})
    assert proposals.num_rows == ROWS
    for threads in (1, 4):
        with duckdb.connect(config={"threads": threads}) as connection:
            register(connection, gate, "place_order", want="record")
            register(connection, gate, "shop.place_order", "outcome_of")
            found = connection.sql(
                "select number, place_order({order_id: order_id, customer: customer, amount: amount}) d from proposals order by number"
            ).fetchall()
            assert [decided["record"] for _, decided in found] == records
            counts = connection.sql(
                "select d.outcome, count(*) from (select outcome_of({order_id: order_id, customer: customer, amount: amount}) d"
                " from proposals) group by all"
            ).fetchall()
            assert sum(count for _, count in counts) == ROWS and {outcome for outcome, _ in counts} >= {"accepted", "waiting", "halted"}
            assert connection.sql("select place_order(null::struct(order_id varchar)), 1").fetchall() == [(None, 1)]
            with pytest.raises(duckdb.Error, match="cast it to a decimal"):
                connection.sql("select place_order({amount: 1.5::double})").fetchall()
            with pytest.raises(duckdb.Error, match="takes a struct"):
                connection.sql("select place_order(1)").fetchall()
