"""Proves ledgers, and decides again what they hold."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, Optional, TypedDict

from . import _library
from ._gate import Lines, lines_bytes, policy_options, policy_settings
from ._library import Buffer, batch, done, failure, lent, taken
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


class _FlipFacts(TypedDict, total=False):
    """Of a flip of the kind `facts`: what only the recorded decision left, and what only the new one leaves; three of each at most."""

    old_facts: list[dict[str, Any]]
    new_facts: list[dict[str, Any]]


_FlipTexts = TypedDict(
    "_FlipTexts",
    {
        "entry": int,
        "proposal_id": str,
        "run_id": str,
        "action": str,
        "kind": str,
        "from": str,
        "to": str,
        "truth_id": str,
        "reason": str,
    },
)


class Flip(_FlipTexts, _FlipFacts):
    """A decision that comes out otherwise, as `truths replay` prints it."""


@dataclass(frozen=True)
class Replay:
    """Which recorded decisions come out otherwise under other rules."""

    #: The number of decisions that were repeated.
    decided: int
    #: How many could not be: they take more work than one may, or go on with a run that does not wait under these rules.
    undecided: int
    #: Those that come out otherwise, in order.
    flips: list[Flip]


def replay(
    ledger: Lines, rules: Rules, policies: Optional[Mapping[str, object]] = None, max_work: Optional[int] = None
) -> Replay:
    """Decides again what a ledger has decided, each on what stood before it, as `truths replay` does.

    - ledger: JSON Lines as bytes or str, the path of a file as a `pathlib.Path`, or an iterable of entries.
    - rules: those that decide now.
    - policies: values that are set before the first entry, by their names.
    - max_work: the most steps of work a decision, from 1. None: about two seconds' worth.

    Raises FindingsError for what cannot be read as a ledger and for policies at fault, OSError, and MisuseError for rules that are
    closed.
    """
    data, buffer = lines_bytes(ledger, "ledger", of_entries=True), Buffer()
    options = policy_options(policy_settings(policies), max_work or 0)
    with rules._handle as pointer:
        status = batch.truths_replay(pointer, lent(data), ctypes.byref(options), ctypes.byref(buffer))
    report = json.loads(done(status, buffer))
    return Replay(decided=report["decided"], undecided=report["undecided"], flips=report["flips"])
