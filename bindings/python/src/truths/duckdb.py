"""Decides proposals in queries of DuckDB, which needs pyarrow and numpy for it.

    truths.duckdb.register(connection, gate, "place_order")
    connection.sql("select order_id, place_order({order_id: order_id, amount: amount}).outcome from orders")
"""

from __future__ import annotations

from typing import Any, Optional

import duckdb
import pyarrow

from ._arrow import Want
from ._frames import made
from ._gate import Gate


def register(
    connection: duckdb.DuckDBPyConnection, gate: Gate, intent: str, name: Optional[str] = None, want: Want = "outcome"
) -> None:
    """Makes a function of SQL that decides a proposal: a struct whose members are fields of the intent.

    - name: what the function is called; the intent without its pack, if there is none.
    - want: `reason` or `record`, to be told besides `outcome` and `clause`; see `Gate.arrow`.

    The function gives a struct of texts; null for null. It raises what is wrong with the types of the members, such as DOUBLE.
    """
    names = made(want)
    kind = pyarrow.struct([(column, pyarrow.large_string()) for column in names])

    def decide(*arguments: Any) -> Any:
        if len(arguments) != 1:
            raise ValueError(f"{function} takes one struct, the fields of the proposal, and not {len(arguments)} arguments")
        rows = arguments[0]
        rows = rows.combine_chunks() if isinstance(rows, pyarrow.ChunkedArray) else rows
        if not pyarrow.types.is_struct(rows.type):
            raise ValueError(f"{function} takes a struct, such as {function}({{id: id}}), and not a value of type {rows.type}")
        there = rows.drop_null() if rows.null_count else rows
        batch = pyarrow.record_batch(gate.arrow(pyarrow.RecordBatch.from_struct_array(there), intent, want))
        decided = batch.to_struct_array().cast(kind)
        if not rows.null_count:
            return decided
        places = iter(range(len(there)))
        return decided.take(pyarrow.array([next(places) if is_there else None for is_there in rows.is_valid().to_pylist()], pyarrow.int64()))

    function = name or intent.rpartition(".")[2]
    text = duckdb.sqltypes.VARCHAR
    connection.create_function(  # type: ignore[call-overload]
        function, decide, None, duckdb.struct_type({column: text for column in names}), type="arrow", null_handling="special"
    )
