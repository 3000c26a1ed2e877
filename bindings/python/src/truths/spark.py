"""Decides the rows of frames of Spark.

    decided = truths.spark.decide(orders, gate, "place_order", keep=["order_id"], want="reason")

The workers need this package and pyarrow, as the driver does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Optional

import pyarrow
from pyspark.sql import DataFrame, Observation
from pyspark.sql.types import StringType, StructField, StructType

from . import _partitioned
from ._arrow import Want
from ._frames import Chosen
from ._gate import Gate
from ._rules import Rules
from ._workers import shared


def decide(
    frame: DataFrame,
    gate: Gate,
    intent: str,
    keep: Iterable[str] = (),
    want: Want = "outcome",
    *,
    partition_by: Optional[str] = None,
    order_by: Optional[str] = None,
    history: Optional[DataFrame] = None,
    actor: Optional[Mapping[str, object]] = None,
) -> DataFrame:
    """Decides each row of a frame as a proposal of an intent, where the row is.

    - frame: its columns are fields of the intent or members of a proposal's envelope, but for those that are only kept.
    - keep: columns that stand in the result too.
    - want: `reason` or `record`, to be told of each row besides `outcome` and `clause`; see `Gate.arrow`.

    The rules and the context go to each worker once, which opens them once. What a row comes to depends on nothing but the row, so that
    partitions make no difference. Raises what `Gate.arrow` raises for the columns, and ValueError for a kept column that is not there or
    has the name of one that is made; what is wrong with the bytes of a batch ends the job.

    With `partition_by` each row is decided on what the rows before it left, as `truths run --ledger` decides a batch: the rows of each key
    as a ledger of its own. That this comes to what one ledger for all comes to is proven for the rules, as by `truths check
    --partition-by`; what is not proven is refused.

    - partition_by: the field whose values are the keys, by its name in clauses.
    - order_by: a column by which the rows of a key are decided, and of which no two have the same value. Unless it is a field of the
      intent too, proposals do not say it.
    - history: what is known, besides the context of the gate, which each partition has whole: a ledger as `truths.parquet` exports it, or
      facts as JSON in the column `payload`, in the order of the column `sequence`. Each partition has what belongs to its key.
    - actor: who proposes, `{"type": "user", "user_id": "ann"}`. None: whom each row names in the column `actor`. The moment is that of the
      gate, or in the column `timestamp`.

    Raises FindingsError where the intent reaches further, and ValueError for a field that it does not have, without an order or where a
    column is missing. A row or fact without a key, two rows of one key in one place of the order, and what is no proposal end the job.
    """
    if partition_by is not None:
        return _partitioned.decide(frame, gate, intent, keep, want, partition_by, order_by, history, actor)
    for name, value in (("order_by", order_by), ("history", history), ("actor", actor)):
        if value is not None:
            raise ValueError(f"{name} is for proposals that are decided one after another: give partition_by, too")
    chosen = Chosen(gate, intent, frame.columns, keep, want)
    if hasattr(frame, "toArrow"):
        # What is wrong with the columns is found here, and not by a job.
        gate.arrow(frame.select(chosen.given).limit(0).toArrow(), intent, want)
    given, kept, opened = chosen.given, chosen.kept, shared(frame.sparkSession, gate)

    def batches(rows: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        gate: Gate = opened()
        for batch in rows:
            decided = pyarrow.record_batch(gate.arrow(batch.select(given), intent, want))
            made = [column.cast(pyarrow.string()) for column in decided.columns]
            yield pyarrow.RecordBatch.from_arrays([batch.column(name) for name in kept] + made, kept + decided.schema.names)

    names = [frame.schema[name] for name in kept]
    schema = StructType(names + [StructField(name, StringType()) for name in chosen.made])
    return frame.mapInArrow(batches, schema)


def replay(
    ledger: DataFrame,
    rules: Rules,
    *,
    partition_by: str,
    policies: Optional[Mapping[str, object]] = None,
    max_work: Optional[int] = None,
    counts: Optional[Observation] = None,
    partitions: Optional[int] = None,
) -> DataFrame:
    """Which recorded decisions of a ledger come out otherwise under other rules: the flips that `truths replay` tells, in any order.

    - ledger: as `truths.parquet` exports it, `spark.read.parquet("ledger.parquet")`.
    - rules: those that decide now.
    - partition_by: the field whose values are the keys. Each partition has what belongs to its keys, and what belongs to none.
    - policies: values that are set before the first entry, by their names.
    - max_work: the most steps of work a decision.
    - counts: told how many decisions were made again, as `decided`, and could not be, as `undecided`, once the flips are there.
    - partitions: how many partitions there are; None leaves it to Spark. A worker holds the lines of one.

    The columns are `entry` (the sequence of the recorded decision), `proposal_id`, `run_id`, `action`, `kind`, `from`, `to`,
    `truth_id` and `reason`. Raises ValueError, with the entry, for a ledger with a proposal that cannot be split by the field: of an intent that reaches
    further or does not have it, one without a value, and a consent. Runs jobs to find that, and to collect what all partitions have.
    """
    return _partitioned.replay(ledger, rules, partition_by, policies, max_work, counts, partitions)
