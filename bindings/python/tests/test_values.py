"""Python values as JSON: exactly, or not at all."""

from __future__ import annotations

import enum
import json
import math
import sys
from collections import OrderedDict, namedtuple
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from decimal import Decimal, localcontext
from types import MappingProxyType
from typing import Any, Optional

import pytest

import truths
from truths._json import encode, encode_entry


class Size(enum.Enum):
    SMALL = "small"


class Level(enum.IntEnum):
    HIGH = 3


class Word(str, enum.Enum):
    YES = "yes"


class Whole:
    def __index__(self) -> int:
        return 7


@dataclass
class Line:
    sku: str
    quantity: int
    note: Optional[str] = None


@dataclass(frozen=True)
class Order:
    order_id: str
    lines: list[Line] = field(default_factory=list)


Point = namedtuple("Point", "x y")


class Name(str):
    pass


def zone(hours: int, minutes: int = 0) -> timezone:
    return timezone(timedelta(hours=hours, minutes=minutes))


class Summer(tzinfo):
    """An hour that comes twice: two hours ahead of UTC before, one after."""

    def utcoffset(self, moment: Optional[datetime]) -> timedelta:
        return timedelta(hours=1 if moment is not None and moment.fold else 2)

    def dst(self, moment: Optional[datetime]) -> timedelta:
        return timedelta(0)

    def tzname(self, moment: Optional[datetime]) -> str:
        return "summer"


@pytest.mark.parametrize(
    "value, text",
    [
        ("plain", '"plain"'),
        ('"\\\n\x00\x7f', '"\\"\\\\\\n\\u0000\x7f"'),
        ("Größe €  😀", '"Größe €  😀"'),
        (Name("sub"), '"sub"'),
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (-12, "-12"),
        (10**15 - 1, "999999999999999"),
        (Whole(), "7"),
        (Decimal("1.50"), "1.50"),
        (Decimal("-0.1"), "-0.1"),
        (Decimal("0.0000001"), "1E-7"),
        (Decimal("1E+5"), "1E+5"),
        (Decimal("12345678901234567890.123456789"), "12345678901234567890.123456789"),
        (0.5, "0.5"),
        (100.0, "100.0"),
        (-2.75, "-2.75"),
        (0.1, "0.1"),
        (123456789012.345, "123456789012.345"),
        (1e15, "1000000000000000.0"),
        (1e22, "1e+22"),
        (1e-7, "1e-07"),
        (date(2025, 2, 28), '"2025-02-28"'),
        (date(44, 3, 15), '"0044-03-15"'),
        (datetime(2025, 1, 1, 10, tzinfo=timezone.utc), '"2025-01-01T10:00:00Z"'),
        (datetime(2025, 1, 1, 0, 30, tzinfo=zone(2)), '"2024-12-31T22:30:00Z"'),
        (datetime(2025, 1, 1, 0, 30, tzinfo=zone(-5, -30)), '"2025-01-01T06:00:00Z"'),
        (datetime(2025, 1, 1, 1, 2, 3, 45000, timezone.utc), '"2025-01-01T01:02:03.045Z"'),
        (datetime(2025, 1, 1, 1, 2, 3, 45999, timezone.utc), '"2025-01-01T01:02:03.045Z"'),
        (datetime(2025, 1, 1, 1, 2, 3, 999, timezone.utc), '"2025-01-01T01:02:03Z"'),
        (datetime(7, 1, 1, tzinfo=timezone.utc), '"0007-01-01T00:00:00Z"'),
        (datetime(2025, 10, 26, 2, 30, tzinfo=Summer()), '"2025-10-26T00:30:00Z"'),
        (datetime(2025, 10, 26, 2, 30, tzinfo=Summer(), fold=1), '"2025-10-26T01:30:00Z"'),
        (time(9, 30), '"09:30:00"'),
        (time(9, 30, 1, 500000), '"09:30:01.500"'),
        (timedelta(0), '"PT0S"'),
        (timedelta(hours=1), '"PT1H"'),
        (timedelta(days=1, hours=12), '"P1DT12H"'),
        (timedelta(days=400), '"P400D"'),
        (timedelta(minutes=90), '"PT1H30M"'),
        (timedelta(seconds=1.25), '"PT1.250S"'),
        (timedelta(milliseconds=5), '"PT0.005S"'),
        (timedelta(microseconds=5), '"PT0S"'),
        (timedelta(seconds=-1), '"-PT1S"'),
        (timedelta(days=-1, milliseconds=-1), '"-P1DT0.001S"'),
        (Size.SMALL, '"small"'),
        (Level.HIGH, "3"),
        (Word.YES, '"yes"'),
        ([], "[]"),
        ([1, "a", [True]], '[1,"a",[true]]'),
        ((1, 2), "[1,2]"),
        (Point(1, 2), "[1,2]"),
        ({}, "{}"),
        ({"b": 1, "a": 2}, '{"b":1,"a":2}'),
        ({"a": None, "b": {"c": None}}, '{"b":{}}'),
        ({Word.YES: 1}, '{"yes":1}'),
        (OrderedDict(a=1), '{"a":1}'),
        (MappingProxyType({"a": 1}), '{"a":1}'),
        (
            Order("o1", [Line("s", 2), Line("t", 1, "x")]),
            '{"order_id":"o1","lines":[{"sku":"s","quantity":2},{"sku":"t","quantity":1,"note":"x"}]}',
        ),
    ],
)
def test_says_exactly_what_it_is(value: object, text: str) -> None:
    assert encode(value).decode() == text
    json.loads(text)


@pytest.mark.parametrize(
    "value, message",
    [
        ({"amount": 0.1 + 0.2}, "amount: 0.30000000000000004 is no short decimal; give a Decimal"),
        ({"amount": 1 / 3}, "amount: 0.3333333333333333 is no short decimal; give a Decimal"),
        ({"amount": math.nan}, "amount: nan is no number"),
        ({"amount": math.inf}, "amount: inf is no number"),
        ({"amount": -math.inf}, "amount: -inf is no number"),
        ({"amount": Decimal("NaN")}, "amount: NaN is no number"),
        ({"amount": Decimal("-sNaN")}, "amount: -sNaN is no number"),
        ({"amount": Decimal("Infinity")}, "amount: Infinity is no number"),
        (
            {"lines": [{"at": datetime(2025, 1, 1, 10)}]},
            "lines[0].at: 2025-01-01T10:00:00 is a datetime without a zone; give one with tzinfo",
        ),
        (
            {"at": datetime(1, 1, 1, tzinfo=zone(2))},
            "at: 0001-01-01T00:00:00+02:00 is not in the years 1 to 9999 of UTC",
        ),
        ({"slot": time(9, tzinfo=timezone.utc)}, "slot: 09:00:00+00:00 has a zone, and a time of day has none"),
        ({"tags": {"x"}}, "tags: a value of type set has no form in JSON"),
        ({"data": b"x"}, "data: a value of type bytes has no form in JSON"),
        ({"what": object()}, "what: a value of type object has no form in JSON"),
        ({"kind": Line}, "kind: a value of type type has no form in JSON"),
        ({"lines": [1, None]}, "lines[1]: None stands for a member that is left out, and here is none to leave out"),
        (None, "None stands for a member that is left out, and here is none to leave out"),
        ({"a": {1: 2}}, "a: the name of a member is a text, and not 1"),
        ({"labels": {"a b": {"c": 1j}}}, 'labels["a b"].c: a value of type complex has no form in JSON'),
        ({"a b": 1j}, '["a b"]: a value of type complex has no form in JSON'),
        ({"name": "\ud800"}, "name: the text has half of a surrogate pair, which is no character"),
        ([[1], [2, [3, math.nan]]], "[1][1][1]: nan is no number"),
        (
            {"order": Order("o", [Line("s", 2), Line("t", 1j)])},  # type: ignore[arg-type]
            "order.lines[1].quantity: a value of type complex has no form in JSON",
        ),
    ],
)
def test_what_has_no_exact_form_is_refused_by_its_path(value: object, message: str) -> None:
    with pytest.raises(truths.EncodeError) as refused:
        encode(value)
    assert str(refused.value) == message
    assert f"{refused.value.path}: {refused.value.reason}" == message or refused.value.reason == message


def test_a_name_that_is_no_character_is_refused() -> None:
    with pytest.raises(truths.EncodeError, match="surrogate"):
        encode({"\ud800": 1})


def test_a_list_in_itself_is_refused() -> None:
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(truths.EncodeError, match="nests too deeply"):
        encode({"a": loop})


@pytest.mark.skipif(not hasattr(sys, "set_int_max_str_digits"), reason="this Python writes integers of any size")
def test_a_number_of_too_many_digits_is_refused_by_its_path() -> None:
    with pytest.raises(truths.EncodeError, match="^count: the number has too many digits"):
        encode({"count": 10**5000})


def test_decimals_do_not_depend_on_the_decimal_context() -> None:
    with localcontext() as context:
        context.prec = 3
        assert encode(Decimal("123456.789")) == b"123456.789"
        context.capitals = 0
        assert json.loads(encode(Decimal("1E+5")), parse_float=Decimal) == Decimal("1E+5")


def test_what_an_entry_does_not_have_is_written() -> None:
    assert encode_entry({"truth_id": None, "payload": {"a": [None], "b": None}}) == (
        b'{"truth_id":null,"payload":{"a":[null],"b":null}}'
    )


def test_refusals_are_value_errors() -> None:
    assert issubclass(truths.EncodeError, ValueError)


def test_values_arrive_as_their_types(gate: truths.Gate) -> None:
    decision = gate.decide(
        {
            "action": "note_values",
            "id": "v1",
            "number": Decimal("0.10"),
            "whole": 12,
            "flag": True,
            "day": date(2024, 2, 29),
            "moment": datetime(2025, 1, 1, 0, 30, 0, 123456, zone(2)),
            "clock": time(9, 30),
            "span": timedelta(days=-1, minutes=-90),
            "size": Size.SMALL,
            "lines": (Line("a", 2), {"sku": "b", "quantity": 1}),
            "labels": {"x y": "1"},
            "app.kubernetes.io/tag": None,
        }
    )
    assert decision, decision.reason
    assert decision.facts == [
        {
            "type": "values.noted",
            "id": "v1",
            "number": Decimal("0.1"),
            "whole": 12,
            "flag": True,
            "day": "2024-02-29",
            "moment": "2024-12-31T22:30:00.123Z",
            "clock": "09:30:00",
            "span": "-P1DT1H30M",
            "size": "small",
            "lines": [{"sku": "a", "quantity": 2}, {"sku": "b", "quantity": 1}],
            "labels": {"x y": "1"},
        }
    ]


@pytest.mark.parametrize(
    "number", [Decimal("1E+5"), Decimal("1E-7"), Decimal("0E+3"), Decimal("-0.00"), 1e14, 1e-07, 0.1, 123456789012.345]
)
def test_numbers_arrive_exactly(gate: truths.Gate, number: Any) -> None:
    decision = gate.decide({"action": "note_values", "id": "v1", "number": number})
    assert decision, decision.reason
    arrived = decision.facts[0]["number"]
    assert isinstance(arrived, (int, Decimal))
    assert arrived == Decimal(str(number))


@pytest.mark.parametrize("number", [Decimal("0.1234567890123456"), Decimal("1E+15"), Decimal("1E+1000000"), 10**15])
def test_numbers_past_what_the_language_reads_are_findings(gate: truths.Gate, number: Any) -> None:
    with pytest.raises(truths.FindingsError, match=r"\(T8005\)"):
        gate.decide({"action": "note_values", "id": "v1", "number": number})
