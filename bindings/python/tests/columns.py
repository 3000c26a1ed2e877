"""Rules over every type of values, and random columns for them with the lines of JSON that say the same."""

from __future__ import annotations

import json
import random
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Any, Callable

import pyarrow as pa

NOTES = """\
pack notes:
  version: 1.0.0

enum size: [small, medium, large]

record line:
  fields:
    sku: text
    quantity: integer = 1
    price: decimal?
    tags: list of text = []
    note: text? named "line.note"

fact customer.known:
  key: [customer]
  external: true
  fields:
    customer: text
    size: size

fact note.kept:
  key: [id]
  fields:
    id: text
    number: decimal?

intent keep:
  fields:
    id: text
    other: text = "none"
    customer: text
    number: decimal
    price: decimal in eur
    whole: integer = 3
    flag: boolean
    day: date
    moment: timestamp
    clock: time
    span: duration
    months: period
    size: size
    line: line
    lines: list of line
    words: list of text
    grid: list of list of integer
    labels: map of text
    weights: map of decimal
    extra: json
    tag: text? named "app.kubernetes.io/tag"

truth keeping:
  when:
    - intent: keep
  let:
    confidence_of_number: number * 2
  requires:
    - id exists else "there is no id"
    - not (id == other) else "{id} is {other}"
    - customer missing or customer.known(customer = customer) exists or length(customer) < 4 else "{customer} is unknown"
    - number missing or number > -50
    - price missing or price < 900 else "{price} is much"
    - whole < 100
    - flag missing or not flag or number exists
    - day missing or day > "1990-01-01"
    - moment missing or moment < now
    - clock missing or clock < "23:00"
    - span missing or span > seconds(-1000)
    - size missing or customer missing or size != large
    - line missing or line.quantity > 0
    - lines missing or every l in lines satisfies l.quantity < 9 and length(l.sku) > 0
    - words missing or not (words contains "zzz")
    - labels missing or labels["kind"] missing or labels["kind"] != "bad" else "the kind is {labels["kind"]}"
    - tag missing or lower(tag) != "x"
  invariants:
    - number exists and number > 80 → requires_approval(manager, "{number} is more than 80")
    - id in ["barred", "geheim-ß"] → reject("{id} is barred")
    - size exists and size == medium and whole > 90 and confidence_of_number > 1 → reject("it is too much")
  produces:
    - fact.note.kept
    - trace.notes.kept

intent confide:
  open: true
  fields:
    id: text
    reason: text

truth confiding:
  when:
    - intent: confide
  requires:
    - id exists and reason exists
    - actor.user_id == id or proposal.proposal_id missing else "{proposal.proposal_id} is not of {actor.user_id}"
  produces:
    - trace.notes.confided
"""

NOTES_PATH = "truths/notes/notes.truths"
NOTES_CONTEXT = b"".join(
    b'{"type":"customer.known","customer":"%s","size":"small"}\n' % name for name in (b"ada", b"eve-long", "ünal".encode())
)

TEXTS = ["", "a", "ada", "eve-long", "ünal", "barred", "geheim-ß", "twelve bytes", "thirteen bytes", "none", "\U0001f600" * 5, 'q"\\\n\x01', "X"]
UTC = timezone.utc
#: How many of a unit a second has.
UNITS = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}


class Columns:
    """Random columns, all of one seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def maybe(self, make: Callable[[], Any]) -> Any:
        """A value, or now and then none."""
        return None if self.chance.random() < 0.15 else make()

    def text(self) -> str:
        return self.chance.choice(TEXTS)

    def decimal(self, digits: int = 5, places: int = 2) -> Decimal:
        return Decimal(self.chance.randrange(-(10**digits), 10**digits)).scaleb(-places)

    def moment(self) -> datetime:
        return datetime(2000, 1, 1, tzinfo=UTC) + timedelta(microseconds=self.chance.randrange(-(10**15), 10**15))

    def encoded(self, values: list[Any], kind: pa.DataType) -> pa.Array:
        """An array of a type, now and then with a dictionary, an offset, or more values around it."""
        before, behind = self.chance.randrange(3), self.chance.randrange(3)
        around = [values[-1] if values else None]
        whole = around * before + values + around * behind
        array = pa.array(whole, kind)
        if self.chance.random() < 0.3 and not pa.types.is_nested(kind):
            index = self.chance.choice([pa.int8(), pa.uint16(), pa.int64()])
            order = list(range(len(array)))
            self.chance.shuffle(order)
            # A value may be null in the dictionary, or in the places in it.
            places = [None if self.chance.random() < 0.1 else order.index(place) for place in range(len(array))]
            array = pa.DictionaryArray.from_arrays(pa.array(places, index), pa.array([whole[place] for place in order], kind))
        return array.slice(before, len(values))

    def column(self, rows: int, make: Callable[[], Any], *kinds: pa.DataType) -> pa.Array:
        return self.encoded([self.maybe(make) for _ in range(rows)], self.chance.choice(kinds))

    def batch(self, rows: int) -> pa.RecordBatch:
        """Rows of `keep`: some of its columns, in any order."""
        chance, texts = self.chance, (pa.string(), pa.large_string(), pa.string_view())
        line = pa.struct(
            [("sku", pa.string()), ("quantity", pa.int32()), ("price", pa.decimal128(9, 3)), ("tags", pa.list_(pa.string())),
             ("line.note", pa.large_string())]
        )  # fmt: skip

        def a_line() -> dict[str, Any]:
            return {
                "sku": chance.choice(TEXTS),
                "quantity": self.maybe(lambda: chance.randrange(12)),
                "price": self.maybe(lambda: self.decimal(6, 3)),
                "tags": self.maybe(lambda: [self.text() for _ in range(chance.randrange(3))]),
                "line.note": self.maybe(self.text),
            }

        def some(make: Callable[[], Any], most: int = 4) -> Callable[[], list[Any]]:
            return lambda: [make() for _ in range(chance.randrange(most))]

        def entries() -> list[tuple[str, Any]]:
            return [(name, self.maybe(self.text)) for name in chance.sample(["kind", "größe", "a.b"], chance.randrange(3))]

        def a_span() -> timedelta:
            return timedelta(seconds=chance.randrange(-(10**6), 10**6), microseconds=chance.randrange(10**6))

        makers: dict[str, Callable[[], pa.Array]] = {
            "id": lambda: self.column(rows, self.text, *texts),
            "other": lambda: self.column(rows, self.text, *texts),
            "customer": lambda: self.column(rows, self.text, *texts),
            "number": lambda: self.column(
                rows, self.decimal, pa.decimal128(10, 2), pa.decimal256(40, 6), pa.decimal32(9, 2), pa.decimal64(18, 4)
            ),
            "price": lambda: self.column(rows, lambda: chance.randrange(0, 1000), pa.int16(), pa.uint16(), pa.int64(), pa.uint64()),
            "whole": lambda: self.column(rows, lambda: chance.randrange(0, 120), pa.int8(), pa.uint8(), pa.uint32(), pa.decimal128(5, 2)),
            "flag": lambda: self.column(rows, lambda: chance.random() < 0.5, pa.bool_()),
            "day": lambda: self.column(rows, lambda: self.moment().date(), pa.date32(), pa.date64()),
            "moment": lambda: self.column(rows, self.moment, pa.timestamp("us", "UTC"), pa.timestamp("ns", "Europe/Berlin")),
            "clock": lambda: self.column(rows, lambda: self.moment().time(), pa.time64("us"), pa.time64("ns")),
            "span": lambda: self.column(rows, a_span, pa.duration("us"), pa.duration("ns")),
            "months": lambda: self.column(rows, lambda: chance.choice(["P1Y", "P2Y3M", "P0M", "later"]), *texts),
            "size": lambda: self.column(rows, lambda: chance.choice(["small", "medium", "large", "huge"]), *texts),
            "line": lambda: self.column(rows, a_line, line),
            "lines": lambda: self.column(rows, some(a_line), pa.list_(line), pa.large_list(line), pa.list_view(line)),
            "words": lambda: self.column(
                rows, some(self.text), pa.list_(pa.string_view()), pa.large_list(pa.string()), pa.large_list_view(pa.string())
            ),
            "grid": lambda: self.column(rows, some(some(lambda: chance.randrange(9))), pa.list_(pa.list_(pa.int8()))),
            "labels": lambda: self.column(rows, entries, pa.map_(pa.string(), pa.string())),
            "weights": lambda: self.column(
                rows, lambda: {"a": self.maybe(self.decimal), "ü": self.decimal()},
                pa.struct([("a", pa.decimal128(9, 2)), ("ü", pa.decimal128(9, 2))]),
            ),  # fmt: skip
            "extra": lambda: self.column(
                rows, lambda: {"x": self.maybe(lambda: chance.randrange(9)), "y": [self.text()]},
                pa.struct([("x", pa.int64()), ("y", pa.list_(pa.string(), 1))]),
            ),  # fmt: skip
            chance.choice(["tag", "app.kubernetes.io/tag"]): lambda: self.column(rows, self.text, *texts),
            "proposal_id": lambda: self.column(rows, self.text, *texts),
            "timestamp": lambda: self.column(rows, self.moment, pa.timestamp("us", "UTC")),
            "actor": lambda: self.column(
                rows, lambda: {"type": chance.choice(["user", "agent", "robot"]), "user_id": self.maybe(self.text), "roles": ["manager"]},
                pa.struct([("type", pa.string()), ("user_id", pa.string()), ("roles", pa.list_(pa.string()))]),
            ),  # fmt: skip
            "confidence": lambda: self.column(rows, lambda: self.decimal(2), pa.decimal128(5, 2)),
            "consent": lambda: self.column(rows, lambda: chance.random() < 0.5, pa.bool_()),
            "idempotency_key": lambda: self.column(rows, self.text, *texts),
        }
        rare = ["actor", "confidence", "consent", "idempotency_key"]
        names = [name for name in makers if chance.random() < (0.1 if name in rare else 0.6)] or ["id"]
        chance.shuffle(names)
        batch = pa.RecordBatch.from_arrays([makers[name]() for name in names], names)
        first = chance.randrange(rows) if rows else 0
        return batch.slice(first, chance.randrange(rows - first + 1)) if chance.random() < 0.5 else batch


def lines(batch: pa.RecordBatch, intent: str, names: dict[str, str], payload: bool = False) -> bytes:
    """The rows as lines of JSON.

    - names: of fields that are called otherwise in JSON.
    - payload: whether fields stand in `payload`, so that of the columns only `proposal_id` and `timestamp` are beside it.
    """
    written = []
    for row in range(batch.num_rows):
        members: dict[str, str] = {}
        envelope = {"action": json.dumps(intent, ensure_ascii=False)}
        for name, column in zip(batch.schema.names, batch.columns):
            value = said(column[row])
            if value is not None:
                (envelope if payload and name in ("proposal_id", "timestamp") else members)[names.get(name, name)] = value
        whole = {**envelope, "payload": said_members(members)} if payload else {**envelope, **members}
        written.append(said_members(whole) + "\n")
    return "".join(written).encode()


def said_members(members: dict[str, str]) -> str:
    return "{" + ",".join(f"{json.dumps(name, ensure_ascii=False)}:{value}" for name, value in members.items()) + "}"


def said(value: pa.Scalar) -> str | None:
    """A value as JSON; None for null."""
    if not value.is_valid:
        return None
    kind = value.type
    if pa.types.is_dictionary(kind):
        return said(value.as_dictionary_value() if hasattr(value, "as_dictionary_value") else value.value)
    if pa.types.is_map(kind):
        pairs = value.values
        return said_members({pair["key"].as_py(): text for pair in pairs if (text := said(pair["value"])) is not None})
    if pa.types.is_struct(kind):
        return said_members({name: text for name in kind.names if (text := said(value[name])) is not None})
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind) or "list_view" in str(kind):
        return "[" + ",".join(said(element) or "null" for element in value.values) + "]"
    if pa.types.is_decimal(kind):
        return format(value.as_py(), "f")
    if pa.types.is_timestamp(kind):
        return moment(int(value.value), UNITS[kind.unit])
    if pa.types.is_time(kind):
        return f'"{moment(int(value.value), UNITS[kind.unit])[12:-2]}"'
    if pa.types.is_duration(kind):
        return span(int(value.value), UNITS[kind.unit])
    if pa.types.is_date(kind):
        return f'"{value.as_py().isoformat()}"'
    return json.dumps(value.as_py(), ensure_ascii=False)


def moment(count: int, unit: int) -> str:
    seconds, rest = divmod(count, unit)
    milliseconds = rest * 1000 // unit
    at = datetime(1970, 1, 1) + timedelta(seconds=seconds)
    return f'"{at.isoformat()}{f".{milliseconds:03}" if milliseconds else ""}Z"'


def span(count: int, unit: int) -> str:
    whole = abs(count) * 1000 // unit
    sign = "-" if count < 0 and whole else ""
    days, rest = divmod(whole, 86_400_000)
    hours, rest = divmod(rest, 3_600_000)
    minutes, rest = divmod(rest, 60_000)
    seconds, milliseconds = divmod(rest, 1000)
    clock = f"{hours}H" * (hours > 0) + f"{minutes}M" * (minutes > 0)
    if milliseconds:
        clock += f"{seconds}.{milliseconds:03}S"
    elif seconds:
        clock += f"{seconds}S"
    parts = f"{days}D" * (days > 0) + (f"T{clock}" if clock else "")
    return f'"{sign}P{parts or "T0S"}"'


