"""Proves ledgers."""

from __future__ import annotations

import ctypes
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Optional

from . import _library
from ._gate import Lines, lines_bytes
from ._library import Buffer, batch, failure, lent, taken
from ._rules import Rules


@dataclass(frozen=True)
class Report:
    """What a verification came to. It is true where the ledger holds."""

    #: Whether every hash was recomputed, and every decision made again.
    holds: bool
    #: What `truths verify` prints: what was recomputed, what differs first, and the head of the ledger.
    text: str

    def __bool__(self) -> bool:
        return self.holds

    def __str__(self) -> str:
        return self.text


def verify(ledger: Lines, rules: Optional[Rules] = None) -> Report:
    """Recomputes every hash of a ledger or of a record, and decides again what was decided.

    - ledger: JSON Lines as bytes or str, the path of a file as a `pathlib.Path`, or an iterable of entries.
    - rules: the truths that were in force. None: hashes alone are checked.

    Raises FindingsError for what cannot be read as a ledger, OSError, and MisuseError for rules that are closed.
    """
    data, buffer = lines_bytes(ledger, "ledger", of_entries=True), Buffer()
    with rules._handle if rules is not None else nullcontext() as pointer:
        status = batch.truths_verify(pointer, lent(data), ctypes.byref(buffer))
    content = taken(buffer)
    # Findings are a list in JSON, which no report begins as.
    if status == _library.MISUSE or (status == _library.FINDINGS and content.startswith(b"[")):
        raise failure(status, content)
    return Report(status == _library.DONE, content.decode())
