"""Measures how many rows are decided in a second of one core, by the ways of the Python package; by Spark in a second of the clock.

    .build/test-spark/bin/python Benchmarks/columns.py [ROWS]

`make test-spark` makes the environment.
"""

import os
import sys
import time
from decimal import Decimal

import pyarrow as pa

import truths
from shop import CUSTOMERS, PATH, SHOP, context


def orders(rows):
    """Rows whose values repeat after a long while."""
    steps = [(row * 7919) % 1_000_003 for row in range(rows)]
    return pa.table(
        {
            "order_id": [f"order-{row}" for row in range(rows)],
            "customer": [f"customer-{step % CUSTOMERS}" for step in steps],
            "amount": pa.array([Decimal(step % 100_000) / 100 for step in steps], pa.decimal128(12, 2)),
            "quantity": pa.array([1 + step % 9 for step in steps], pa.int32()),
            "channel": pa.array([("web", "phone", "store")[step % 3] for step in steps]).dictionary_encode(),
            "placed_on": pa.array([18_000 + step % 1500 for step in steps], pa.int32()).cast(pa.date32()),
        }
    )


def measure(name, rows, decide, clock=time.process_time):
    """The best of three, in processor time: so that others on the machine count little."""
    best = float("inf")
    for _ in range(3):
        start = clock()
        decide()
        best = min(best, clock() - start)
    print(f"| {name} | {rows:,} | {rows / best:,.0f} |", flush=True)


def main():
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    gate = truths.loads({PATH: SHOP}).on(context())
    table = orders(rows)
    print("| way | rows | rows a second |\n|---|---:|---:|")
    measure("`gate.arrow`, outcome", rows, lambda: pa.table(gate.arrow(table, "place_order")))
    plain = table.select(["order_id", "amount", "quantity"])
    measure("`gate.arrow`, outcome, of three columns", rows, lambda: pa.table(gate.arrow(plain, "place_order")))
    part = table.slice(0, rows // 10)
    measure("`gate.arrow`, reason", part.num_rows, lambda: pa.table(gate.arrow(part, "place_order", "reason")))
    measure("`gate.arrow`, record", part.num_rows, lambda: pa.table(gate.arrow(part, "place_order", "record")))
    lines = b"".join(
        b'{"action":"place_order","order_id":"%s","customer":"%s","amount":%s,"quantity":%d,"channel":"%s","placed_on":"%s"}\n'
        % (row["order_id"].encode(), row["customer"].encode(), str(row["amount"]).encode(), row["quantity"], row["channel"].encode(),
           str(row["placed_on"]).encode())
        for row in part.to_pylist()
    )  # fmt: skip
    measure("`gate.records`, lines of JSON", part.num_rows, lambda: gate.records(lines))
    proposals = lines.splitlines()
    measure("`gate.outcome`, a line each", part.num_rows, lambda: [gate.outcome(line) for line in proposals])
    frames(gate, table)


def frames(gate, table):
    """The libraries that are there."""
    rows = table.num_rows
    try:
        import polars

        import truths.polars

        frame = polars.DataFrame(table)
        measure("`truths.polars.decide`", rows, lambda: truths.polars.decide(frame, gate, "place_order", ["order_id"]))
    except ImportError:
        pass
    try:
        import duckdb

        import truths.duckdb

        connection = duckdb.connect(config={"threads": 1})
        truths.duckdb.register(connection, gate, "place_order")
        members = ", ".join(f"{name}: {name}" for name in table.schema.names)
        query = f"select d.outcome, count(*) from (select place_order({{{members}}}) d from orders) group by all"
        connection.register("orders", table)
        measure("`truths.duckdb`, in a query", rows, lambda: connection.sql(query).fetchall())
    except ImportError:
        pass
    try:
        from pyspark.sql import SparkSession

        import truths.spark
    except ImportError:
        return
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    frame = session.createDataFrame(table).cache()
    frame.count()
    counted = truths.spark.decide(frame, gate, "place_order").groupBy("outcome").count()
    measure("`truths.spark.decide`, two cores", rows, counted.collect, time.perf_counter)
    session.stop()


if __name__ == "__main__":
    main()
