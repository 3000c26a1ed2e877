"""Decisions on a context."""

from __future__ import annotations

import ctypes
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, is_dataclass
from datetime import datetime
from decimal import Decimal
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Optional, TypedDict, Union

from . import _library
from ._arrow import WANTS, Decided, Want, decide, lines, made
from ._errors import EncodeError, Finding, FindingsError, MisuseError
from ._json import encode, encode_entry, encode_moment
from ._library import Buffer, Bytes, Document, Handle, Options, batch, done, failure, lent, quick, taken
from ._vocabulary import Clause

if TYPE_CHECKING:
    from ._rules import Rules

#: JSON Lines: as they are, in a file, or made of values.
Lines = Union[bytes, str, os.PathLike[str], Iterable[object]]
#: What is known.
Context = Optional[Lines]

#: What becomes of a proposal:
#:
#: - `accepted`: all clauses hold.
#: - `rejected`: a requirement is unmet, or it is no proposal that can be decided.
#: - `halted`: a structural clause forbids it, or one cannot be told.
#: - `waiting`: it waits for a consent or an approval.
Outcome = Literal["accepted", "rejected", "halted", "waiting"]

#: By the number of an outcome in the library, from 1; 0 is no decision.
_OUTCOMES: tuple[Outcome, ...] = ("accepted", "rejected", "halted", "waiting")


class Given(NamedTuple):
    """What a gate is made of besides its rules."""

    context: bytes
    now: str
    policies: tuple[str, ...]
    #: Of each document its name, its path and its content.
    documents: tuple[tuple[str, str, bytes], ...]
    #: 0: the library's own.
    max_work: int


class Violation(TypedDict, total=False):
    """A clause that does not hold."""

    #: The id that the clause reports.
    truth_id: str
    #: Its place: `requires[0]`, `rule`, `if`, `built-in`.
    clause: str
    #: `structural`, `unknown`, `requirement`, `acceptance`, `postcondition` or `advisory`.
    kind: str
    #: Why it does not hold, in words.
    reason: str
    #: The values of its terms.
    values: dict[str, Any]
    #: The place of the clause, `shop/shop.truths:12:7`; left out for what is built in.
    source: str


class Decision:
    """What a proposal came to, and why. It is true where the proposal is accepted."""

    def __init__(self, raw: bytes) -> None:
        #: The record of the decision as `truths run --format json` writes it, one line without its end.
        self.raw = raw
        self._record: Optional[dict[str, Any]] = None

    @property
    def record(self) -> dict[str, Any]:
        """The record as a dict; numbers are int or Decimal."""
        if self._record is None:
            self._record = json.loads(self.raw, parse_float=Decimal)
        return self._record

    @property
    def outcome(self) -> Outcome:
        """What becomes of the proposal."""
        if self.record["run"]["status"] == "waiting":
            return "waiting"
        return self.record["decision"]  # type: ignore[no-any-return]

    @property
    def reason(self) -> str:
        """Why, in one sentence; of several clauses that of the first."""
        return self.record["reason"]  # type: ignore[no-any-return]

    @property
    def violations(self) -> list[Violation]:
        """The clauses that do not hold, and those that only warn."""
        return self.record["violations"]  # type: ignore[no-any-return]

    @property
    def facts(self) -> list[dict[str, Any]]:
        """The facts that result, each with its `type`."""
        return self.record["facts"]  # type: ignore[no-any-return]

    @property
    def waiting_for(self) -> list[str]:
        """Who has to agree before it goes on."""
        return self.record["run"]["waiting_for"]  # type: ignore[no-any-return]

    def __bool__(self) -> bool:
        return self.outcome == "accepted"

    def __repr__(self) -> str:
        return f"<truths.Decision {self.outcome}: {self.reason}>"


@dataclass(frozen=True)
class Verdict:
    """A decision without words. It is true where the proposal is accepted."""

    #: What becomes of the proposal.
    outcome: Outcome
    #: The clause that decided; None where all hold, or something that is built in decided.
    clause: Optional[Clause]
    #: The first clause that forbids it whatever else is so.
    structural: Optional[Clause]
    #: The first clause of which cannot be told whether it holds.
    unknown: Optional[Clause]
    #: The first requirement that is unmet.
    unmet: Optional[Clause]
    #: The first clause that wants an approval.
    approval: Optional[Clause]

    def __bool__(self) -> bool:
        return self.outcome == "accepted"


class Gate:
    """Decides proposals by a rule set on a context; `Rules.on` makes it.

    A proposal is a mapping or a dataclass with its `action`, or one JSON object as bytes or str. What is decided is what
    `truths run` decides for the same rules, context and proposal, to the byte. Nothing is written down.

    It never changes, and any number of threads may share it. It pickles as the sources of its rules and all that it was made of.

    Each method that decides raises FindingsError for what is no JSON object or takes more work than it may, EncodeError for a
    value that JSON cannot say exactly, and MisuseError for a gate that is closed.
    """

    def __init__(self, rules: Rules, given: Given) -> None:
        self._rules = rules
        self._given: Optional[Given] = given
        self._handle = Handle(_opened(rules, given), batch.truths_session_close, "gate")

    @property
    def rules(self) -> Rules:
        """The rule set that decides."""
        return self._rules

    def decide(self, proposal: object) -> Decision:
        """Decides a proposal, with the reason, the resulting facts and the hashes."""
        line, buffer = _line(proposal), Buffer()
        with self._handle as pointer:
            status = quick.truths_run(pointer, lent(line), ctypes.byref(buffer))
        record = done(status, buffer).rstrip(b"\n")
        if record.startswith(b'{"decision":'):
            return Decision(record)
        # The line is at fault: the other call says it with its place, except where only the whole run takes too much work.
        self._decided(line)
        raise FindingsError([_finding(record)])

    def outcome(self, proposal: object) -> Outcome:
        """What becomes of a proposal, and nothing else: the quickest answer."""
        return _OUTCOMES[int(self._decided(_line(proposal)).outcome) - 1]

    def verdict(self, proposal: object) -> Verdict:
        """What becomes of a proposal, and the clauses that make it so, without their reasons."""
        line = _line(proposal)
        decided = self._decided(line)

        def clause(place: int) -> Optional[Clause]:
            return self._clause(place, line) if place >= 0 else None

        return Verdict(
            outcome=_OUTCOMES[decided.outcome - 1],
            clause=clause(decided.clause),
            structural=clause(decided.structural),
            unknown=clause(decided.unknown),
            unmet=clause(decided.unmet),
            approval=clause(decided.approval),
        )

    def records(self, lines: Lines) -> bytes:
        """Decides many proposals, each on the same context: the bytes of `truths run --batch --format json`.

        - lines: JSON Lines as bytes or str, the path of such a file as a `pathlib.Path`, or an iterable of proposals.

        A line at fault has a record with its `error`, and the next is read. Other threads run meanwhile.
        """
        proposals, buffer = lines_bytes(lines, "lines", of_entries=False), Buffer()
        with self._handle as pointer:
            status = batch.truths_run(pointer, lent(proposals), ctypes.byref(buffer))
        return done(status, buffer)

    def arrow(self, rows: object, intent: str, want: Want = "outcome") -> Decided:
        """Decides rows that stand in columns in Arrow's format, each a proposal of one intent on the same context.

        - rows: whatever has `__arrow_c_array__` or `__arrow_c_stream__`: a record batch or table of pyarrow, a frame of polars, a
          relation of DuckDB. Each column is a field of the intent, by its name in JSON or its own; `proposal_id`, `timestamp`,
          `actor` and the other members of a proposal's envelope may be columns too. A value that is null is left out.
        - intent: what each row proposes.
        - want: `reason` for the reason in words, `record` for the record, the bytes that `records` gives for the row.

        The result goes into `pyarrow.record_batch`, `pyarrow.table`, `polars.DataFrame`, DuckDB and others. Its columns are `outcome`,
        which is null where there is no decision, `clause` (`placing requires[1]`), which is null where all clauses hold or something
        that is built in decided, and what was wanted. Batches of a stream are decided when they are asked for. Other threads run
        meanwhile.

        Raises FindingsError for an intent that is not declared, columns that are none of its fields or of another type, such as
        binary floating point, and text that is no UTF-8; in a stream its batches raise what their library raises.
        """
        return decide(self._handle, rows, intent, want)

    def lines(self, rows: object, intent: str) -> bytes:
        """The rows of a batch as proposals in JSON Lines, a line each: what `arrow` decides. Nothing is decided.

        - rows: whatever has `__arrow_c_array__`, such as a record batch of pyarrow.

        Raises what `arrow` raises for the intent and the columns.
        """
        return lines(self._handle, rows, intent)

    def partitions(self, actor: Optional[Mapping[str, object]] = None) -> Partitions:
        """The same over what all partitions have in common, each of which is a ledger of its own that begins with it.

        - actor: who proposes, `{"type": "user", "user_id": "ann"}`. None: whom each proposal names, which it has to.

        Raises FindingsError for an actor at fault.
        """
        if self._given is None:
            raise MisuseError("the gate is closed")
        return Partitions(self._rules, self._given, encode(actor, "actor") if actor is not None else b"")

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._handle.closed

    def close(self) -> None:
        """Closes it, and lets its context go. Calls that are under way in other threads end first."""
        self._handle.close()
        self._given = None

    def __enter__(self) -> Gate:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        if self._given is None:
            raise MisuseError("the gate is closed")
        return (Gate, (self._rules, self._given))

    def _decided(self, line: bytes) -> _library.Verdict:
        verdict, buffer = _library.Verdict(size=ctypes.sizeof(_library.Verdict)), Buffer()
        with self._handle as pointer:
            status = quick.truths_decide(pointer, lent(line), ctypes.byref(verdict), ctypes.byref(buffer))
        if status != _library.DONE:
            raise failure(status, taken(buffer))
        return verdict

    def _clause(self, place: int, line: bytes) -> Optional[Clause]:
        intent = self._rules._all_intents.get(json.loads(line)["action"])
        return intent.clauses[place] if intent is not None else None


def context_bytes(context: Context) -> bytes:
    """A context as JSON Lines."""
    return b"" if context is None else lines_bytes(context, "context", of_entries=True)


def lines_bytes(lines: Lines, name: str, *, of_entries: bool) -> bytes:
    """JSON Lines of what was given as the argument of a name.

    - of_entries: whether there may be entries of a ledger among them, which are told by their `entry_type`.

    Raises EncodeError, OSError, and TypeError or ValueError for what is no lines.
    """
    if isinstance(lines, (bytes, bytearray, memoryview)):
        return bytes(lines)
    if isinstance(lines, str):
        if "\n" not in lines and lines.strip() and not lines.lstrip().startswith(("{", "[")):
            raise ValueError(f"{name}: {lines[:80]!r} is no JSON; a file is given as a pathlib.Path")
        return _utf8(lines)
    if isinstance(lines, os.PathLike):
        with open(lines, "rb") as file:
            return file.read()
    if isinstance(lines, Mapping) or is_dataclass(lines):
        raise TypeError(f"{name}: one object is no lines; give a list")
    return b"".join(_line(element, place, of_entries=of_entries) + b"\n" for place, element in enumerate(lines))


def now_text(now: Union[datetime, str, None]) -> str:
    """A moment as the library takes it; empty for none."""
    return encode_moment(now, "now") if isinstance(now, datetime) else now or ""


def policy_settings(policies: Optional[Mapping[str, object]]) -> tuple[str, ...]:
    """Values of policies as the library takes them, `policy=value`."""
    return tuple(f"{name}={encode(value, 'policies', name).decode()}" for name, value in (policies or {}).items())


def document_files(documents: Optional[Mapping[str, object]]) -> tuple[tuple[str, str, bytes], ...]:
    """Documents as the library takes them: name, path, content."""
    return tuple((name, *_document(name, value)) for name, value in (documents or {}).items())


def _document(name: str, value: object) -> tuple[str, bytes]:
    if isinstance(value, os.PathLike):
        with open(value, "rb") as file:
            return os.fsdecode(value), file.read()
    if isinstance(value, str):
        value = _utf8(value)
    content = bytes(value) if isinstance(value, (bytes, bytearray, memoryview)) else encode(value, "documents", name)
    return f"{name}.json", content


def _line(value: object, *at: int, of_entries: bool = False) -> bytes:
    if isinstance(value, str):
        value = _utf8(value)
    elif of_entries and isinstance(value, Mapping) and "entry_type" in value:
        return encode_entry(value, *at)
    elif not isinstance(value, (bytes, bytearray, memoryview)):
        return encode(value, *at)
    # Between the values of JSON a tab is as good as the end of a line, and as wrong within a text.
    return bytes(value).rstrip(b"\r\n").replace(b"\n", b"\t").replace(b"\r", b"\t")


def _utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise EncodeError("", "the text has half of a surrogate pair, which is no character") from None


class Partitions:
    """A rule set over what all partitions have in common; `Gate.partitions` makes it.

    Each partition is decided as a ledger of its own, which begins with the context of the gate. Whether it comes to what one ledger
    for all comes to, `Rules.partition` proves. It never changes, any number of threads may share it, and it pickles as all that it
    was made of.
    """

    def __init__(self, rules: Rules, given: Given, actor: bytes) -> None:
        self._made = rules, given, actor
        self._handle = Handle(_shared(rules, given, actor), batch.truths_partitions_close, "partitions")

    def decide(self, proposals: Lines, intent: str, history: Context = None, want: Want = "outcome") -> Decided:
        """Decides the proposals of a partition, each on what those before it left, as `truths run --ledger` does.

        - proposals: of one intent: JSON Lines as bytes or str, the path of such a file, or an iterable of proposals. The moment of each
          is that of the gate, or what it says.
        - history: what the partition has of its own: facts, or entries of a ledger without their `sequence`.
        - want: `reason` or `record`, to be told of each besides `outcome` and `clause`; a record has the bytes that
          `truths run --ledger --format json` prints.

        The result goes into `pyarrow.record_batch`. Other threads run meanwhile.

        Raises FindingsError for a history or a proposal at fault, or one that takes more work than it may: then nothing was decided.
        """
        if want not in WANTS:
            raise ValueError(f"want is {want!r}, not one of {', '.join(WANTS)}")
        given = intent.encode(), context_bytes(history), lines_bytes(proposals, "proposals", of_entries=False)

        def fill(*answer: Any) -> int:
            action, known, lines = map(lent, given)
            with self._handle as pointer:
                status: int = batch.truths_partitions_decide(pointer, action, WANTS[want], known, lines, *answer)
            return status

        return made(fill)

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._handle.closed

    def close(self) -> None:
        """Closes it. Calls that are under way in other threads end first."""
        self._handle.close()

    def __enter__(self) -> Partitions:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return (Partitions, self._made)


def policy_options(settings: tuple[str, ...], max_work: int) -> Options:
    """Options with policies and a limit, which keep what they point to."""
    policies = (Bytes * len(settings))(*(lent(setting.encode()) for setting in settings))
    return Options(
        size=ctypes.sizeof(Options),
        policies=ctypes.cast(policies, ctypes.POINTER(Bytes)),
        policy_count=len(policies),
        max_work=max_work,
    )


def _options(given: Given) -> Options:
    """What is given beside a context, as the library takes it; it keeps what it points to."""
    options = policy_options(given.policies, given.max_work)
    documents = (Document * len(given.documents))(
        *(Document(lent(name.encode()), lent(path.encode()), lent(content)) for name, path, content in given.documents)
    )
    options.now = lent(given.now.encode())
    options.documents, options.document_count = ctypes.cast(documents, ctypes.POINTER(Document)), len(documents)
    return options


def _opened(rules: Rules, given: Given) -> int:
    pointer, findings, options = ctypes.c_void_p(), Buffer(), _options(given)
    with rules._handle as set_pointer:
        status = batch.truths_session_open(
            set_pointer, lent(given.context), ctypes.byref(options), ctypes.byref(pointer), ctypes.byref(findings)
        )
    done(status, findings)
    assert pointer.value is not None
    return pointer.value


def _shared(rules: Rules, given: Given, actor: bytes) -> int:
    pointer, findings, options = ctypes.c_void_p(), Buffer(), _options(given)
    with rules._handle as set_pointer:
        status = batch.truths_partitions_open(
            set_pointer, lent(given.context), ctypes.byref(options), lent(actor), ctypes.byref(pointer), ctypes.byref(findings)
        )
    done(status, findings)
    assert pointer.value is not None
    return pointer.value


def _finding(record: bytes) -> Finding:
    error = json.loads(record)["error"]
    return {"severity": "error", "message": error["message"], "file": "proposal", "line": 1, "column": 1}
