"""Decides the rows of frames of polars.

    decided = truths.polars.decide(frame, gate, "place_order", keep=["order_id"], want="reason")
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import polars

from ._arrow import Want
from ._frames import Chosen
from ._gate import Gate

_Frame = TypeVar("_Frame", polars.DataFrame, polars.LazyFrame)


def decide(frame: _Frame, gate: Gate, intent: str, keep: Iterable[str] = (), want: Want = "outcome") -> _Frame:
    """Decides each row of a frame as a proposal of an intent.

    - frame: its columns are fields of the intent or members of a proposal's envelope, but for those that are only kept.
    - keep: columns that stand in the result too.
    - want: `reason` or `record`, to be told of each row besides `outcome` and `clause`; see `Gate.arrow`.

    A lazy frame is decided when it is collected, in the batches that it streams. Raises what `Gate.arrow` raises, and ValueError for a
    kept column that is not there or has the name of one that is made.
    """
    if isinstance(frame, polars.LazyFrame):
        schema = frame.collect_schema()
        chosen = Chosen(gate, intent, schema.names(), keep, want)
        made = {**{name: schema[name] for name in chosen.kept}, **{name: polars.String() for name in chosen.made}}
        # What is wrong with the columns is found before anything is collected.
        decide(schema.to_frame(), gate, intent, keep, want)
        return frame.map_batches(
            lambda rows: decide(rows, gate, intent, keep, want), schema=polars.Schema(made), streamable=True, projection_pushdown=False
        )
    chosen = Chosen(gate, intent, frame.columns, keep, want)
    decided = polars.DataFrame(gate.arrow(frame.select(chosen.given), intent, want))
    return frame.select(chosen.kept).hstack(decided) if chosen.kept else decided
