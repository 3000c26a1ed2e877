"""Decides the rows of frames of Spark.

    decided = truths.spark.decide(orders, gate, "place_order", keep=["order_id"], want="reason")

The workers need this package and pyarrow, as the driver does.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Iterable, Iterator
from threading import Lock
from typing import Callable

import pyarrow
from pyspark.sql import DataFrame
from pyspark.sql.types import StringType, StructField, StructType

from ._arrow import Want
from ._frames import Chosen
from ._gate import Gate


def decide(frame: DataFrame, gate: Gate, intent: str, keep: Iterable[str] = (), want: Want = "outcome") -> DataFrame:
    """Decides each row of a frame as a proposal of an intent, where the row is.

    - frame: its columns are fields of the intent or members of a proposal's envelope, but for those that are only kept.
    - keep: columns that stand in the result too.
    - want: `reason` or `record`, to be told of each row besides `outcome` and `clause`; see `Gate.arrow`.

    The rules and the context go to each worker once, which opens them once. What a row comes to depends on nothing but the row, so that
    partitions make no difference. Raises what `Gate.arrow` raises for the columns, and ValueError for a kept column that is not there or
    has the name of one that is made; what is wrong with the bytes of a batch ends the job.
    """
    chosen = Chosen(gate, intent, frame.columns, keep, want)
    if hasattr(frame, "toArrow"):
        # What is wrong with the columns is found here, and not by a job.
        gate.arrow(frame.select(chosen.given).limit(0).toArrow(), intent, want)
    packed = pickle.dumps(gate)
    key = hashlib.sha256(packed).hexdigest()
    given, kept, content = chosen.given, chosen.kept, _shared(frame, packed)

    def batches(rows: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        gate = opened(key, content)
        for batch in rows:
            decided = pyarrow.record_batch(gate.arrow(batch.select(given), intent, want))
            made = [column.cast(pyarrow.string()) for column in decided.columns]
            yield pyarrow.RecordBatch.from_arrays([batch.column(name) for name in kept] + made, kept + decided.schema.names)

    names = [frame.schema[name] for name in kept]
    schema = StructType(names + [StructField(name, StringType()) for name in chosen.made])
    return frame.mapInArrow(batches, schema)


def _shared(frame: DataFrame, packed: bytes) -> Callable[[], bytes]:
    """What gives a worker the bytes: a broadcast, or with Spark Connect, which has none, the function itself."""
    try:
        broadcast = frame.sparkSession.sparkContext.broadcast(packed)
    except Exception:
        return lambda: packed
    return lambda: broadcast.value  # type: ignore[no-any-return]


#: The gates that a worker has opened, the last one last.
_opened: dict[str, Gate] = {}
_opening = Lock()
_MOST_OPENED = 4


def opened(key: str, content: Callable[[], bytes]) -> Gate:
    """A gate by the hash of its pickle, opened once in each process."""
    with _opening:
        gate: Gate = _opened.pop(key) if key in _opened else pickle.loads(content())
        _opened[key] = gate
        while len(_opened) > _MOST_OPENED:
            del _opened[next(iter(_opened))]
        return gate
