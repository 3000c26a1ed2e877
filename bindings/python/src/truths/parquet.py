"""Ledgers as Parquet, and back to the same bytes; wants pyarrow.

    truths.parquet.export_ledger("ledger.jsonl", "ledger.parquet")
    truths.parquet.import_ledger("ledger.parquet", "again.jsonl")

A row is an entry, in order. `payload` and `actor` are canonical JSON, as the ledger has them; `type`, `action`, `decision`, `status`
and the hashes are taken out of the payload, for queries.
"""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, Optional, Union

import pyarrow
import pyarrow.parquet

from . import _entries
from ._errors import FindingsError

_Path = Union[str, "os.PathLike[str]"]

#: Texts that are taken out of the payload, and of which entries.
_DERIVED = {
    "type": ("fact", None),
    "action": ("proposal", "trace"),
    "decision": ("decision", "trace"),
    "status": ("decision",),
    "truths_hash": ("decision",),
    "input_hash": ("decision", "trace"),
    "output_hash": ("decision", "trace"),
}

SCHEMA = pyarrow.schema(
    [
        pyarrow.field("sequence", pyarrow.int64(), nullable=False),
        *(
            pyarrow.field(name, pyarrow.string())
            for name in (
                "entry_type", *_DERIVED, "timestamp", "run_id", "correlation_id", "proposal_id", "truth_id", "entry_id", "corrects",
                "actor",
            )
        ),
        pyarrow.field("payload", pyarrow.string(), nullable=False),
    ],
    metadata={"truths.ledger": "1"},
)  # fmt: skip

#: How many bytes of lines a group of rows has, but for the last line of it: what is held in memory at a time.
_GROUP = 16 << 20
#: How many rows are read at a time.
_ROWS = 4096


def export_ledger(ledger: _Path, output: _Path) -> int:
    """Writes a ledger as a Parquet file, an entry a row.

    Memory does not grow with the ledger. Returns how many entries there are.

    Raises FindingsError, with the line, where one could not be written back to the same bytes: it is no canonical JSON, was never
    committed, or is no entry. Raises OSError, also where the output is there already.
    """
    with open(ledger, "rb") as file, _fresh(output) as target:
        with pyarrow.parquet.ParquetWriter(target, SCHEMA, compression="zstd", write_page_checksum=True) as writer:
            columns: dict[str, list[Any]] = {name: [] for name in SCHEMA.names}
            size = count = 0
            for entry, length in _entries_of(file, os.fsdecode(ledger)):
                count += 1
                for name, value in _row(entry).items():
                    columns[name].append(value)
                size += length
                if size >= _GROUP:
                    writer.write_table(pyarrow.table(columns, SCHEMA), row_group_size=len(columns["sequence"]))
                    columns, size = {name: [] for name in SCHEMA.names}, 0
            if size:
                writer.write_table(pyarrow.table(columns, SCHEMA), row_group_size=len(columns["sequence"]))
    return count


def import_ledger(parquet: _Path, ledger: _Path) -> int:
    """Writes the ledger that ``export_ledger`` wrote as Parquet, to the same bytes.

    Memory does not grow with it. Returns how many entries there are. Whether it holds is said by `truths verify`.

    Raises FindingsError, with the row, where one is no entry, is out of sequence, or says in a column what its payload does not;
    for a file with other columns. Raises OSError, also where the ledger is there already.
    """
    name = os.fsdecode(parquet)
    with open(parquet, "rb") as source, _fresh(ledger) as target:
        try:
            file = pyarrow.parquet.ParquetFile(source, page_checksum_verification=True, pre_buffer=False)
        except pyarrow.ArrowInvalid as error:
            raise _fault(name, 0, f"it is no Parquet file that can be read: {error}") from None
        _hold(file.schema_arrow, name)
        count = 0
        try:
            for batch in _batches(file):
                columns = [column.to_pylist() for column in batch.columns]
                for values in zip(*columns):
                    count += 1
                    target.write(_line(dict(zip(SCHEMA.names, values)), count, name))
        except (pyarrow.ArrowException, UnicodeDecodeError) as error:
            raise _fault(name, count + 1, f"it cannot be read: {error}") from None
    return count


def _batches(file: pyarrow.parquet.ParquetFile) -> Iterator[pyarrow.RecordBatch]:
    """The rows of a file, group by group: a reader of all of them keeps what it has read."""
    for group in range(file.num_row_groups):
        yield from file.iter_batches(_ROWS, row_groups=[group])


def _row(entry: _entries.Entry) -> dict[str, Any]:
    kind = entry.texts.get("entry_type")
    derived = {name: entry.said(name) if kind in kinds else None for name, kinds in _DERIVED.items()}
    texts = {name: entry.texts.get(name) for name in _entries.TEXTS}
    return {**texts, **derived, "sequence": entry.sequence, "actor": entry.actor, "payload": entry.payload}


def _line(row: dict[str, Any], sequence: int, file: str) -> bytes:
    """The line of a row, which is held against what an export writes."""
    if row["sequence"] != sequence:
        raise _fault(file, sequence, f"`sequence` is {row['sequence']}, not {sequence}: rows are in the order of the ledger")
    if row["payload"] is None or (row["actor"] is None) != (row["entry_type"] is None):
        raise _fault(file, sequence, "it is no entry: a member that each has is null")
    texts = {name: row[name] for name in _entries.TEXTS}
    text = _entries.line(sequence, texts, row["actor"], row["payload"])
    try:
        entry = _entries.read(text, sequence)
    except ValueError as error:
        raise _fault(file, sequence, str(error)) from None
    for name, value in _row(entry).items():
        if row[name] != value:
            raise _fault(file, sequence, f"`{name}` is {row[name]!r}, and by its payload {value!r}")
    return text.encode() + b"\n"


def _entries_of(file: BinaryIO, name: str) -> Iterator[tuple[_entries.Entry, int]]:
    """The entries of a ledger, each with the length of its line."""
    for sequence, data in enumerate(file, 1):
        try:
            yield _entry(data, sequence), len(data)
        except ValueError as error:
            raise _fault(name, sequence, f"this line could not be written back to the same bytes: {error}") from None


def _entry(data: bytes, sequence: int) -> _entries.Entry:
    if sequence == 1 and data.startswith(b"["):
        raise ValueError("the ledger is a list; the first append makes lines of it")
    if data.startswith(b"\0"):
        raise ValueError("it begins with a zero byte: it was never committed, or was damaged; `truths verify` tells which")
    if not data.endswith(b"\n"):
        raise ValueError("it does not end at a line feed")
    try:
        return _entries.read(data[:-1].decode(), sequence)
    except UnicodeDecodeError:
        raise ValueError("it is no UTF-8") from None


def _hold(schema: pyarrow.Schema, file: str) -> None:
    """Raises what is wrong with the columns of a file."""
    for field in SCHEMA:
        found = [schema.field(place) for place in schema.get_all_field_indices(field.name)]
        if len(found) != 1:
            raise _fault(file, 0, f"it is no ledger: it has {'no column' if not found else 'two columns'} `{field.name}`")
        if found[0].type != field.type:
            raise _fault(file, 0, f"column `{field.name}` is of {found[0].type}, not {field.type}")
    if schema.names != SCHEMA.names:
        raise _fault(file, 0, f"its columns are {', '.join(schema.names)}, not {', '.join(SCHEMA.names)}")


def _fault(file: str, line: int, message: str) -> FindingsError:
    return FindingsError([{"severity": "error", "message": message, "file": file, "line": line, "column": 1 if line else 0}])


@contextmanager
def _fresh(path: _Path) -> Iterator[BinaryIO]:
    """A file that stands at a path once it is whole, and never in the place of another."""
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), os.fsdecode(path))
    folder, name = os.path.split(os.path.abspath(path))
    scratch = os.path.join(folder, f".{name}.{secrets.token_hex(8)}")
    file = open(scratch, "xb")
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        # A link takes no other's place, as a rename would.
        os.link(scratch, path)
    finally:
        os.unlink(scratch)
