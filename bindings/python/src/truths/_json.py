"""Writes Python values as JSON that says exactly what they are."""

from __future__ import annotations

import json
import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum
from typing import Any, Callable, NoReturn, Optional, SupportsIndex, Union

from ._errors import EncodeError

_Writer = Callable[[Any], str]

#: Significant digits of a float up to which its shortest text is the decimal that was meant.
_EXACT_FLOAT_DIGITS = 15

_quoted = json.JSONEncoder(ensure_ascii=False).encode


class _Refusal(Exception):
    """A value that cannot be written, and the way to it from the inside out."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.steps: list[Union[str, int]] = []


def encode(value: object, *at: Union[str, int]) -> bytes:
    """A value as JSON on one line, in UTF-8; members that are None are left out.

    - at: the steps of the path to it, for errors.

    Raises EncodeError.
    """
    return _encoded(_values, value, at)


def encode_entry(value: object, *at: Union[str, int]) -> bytes:
    """The same for an entry of a ledger, whose members that are None are written: its hash covers them."""
    return _encoded(_entries, value, at)


def encode_moment(moment: datetime, name: str) -> str:
    """A moment of a name as RFC 3339 in UTC. Raises EncodeError for one without a zone."""
    return encode(moment, name).decode().strip('"')


def _encoded(encoder: _Encoder, value: object, at: Sequence[Union[str, int]]) -> bytes:
    try:
        return encoder.write(value).encode()
    except _Refusal as refusal:
        raise EncodeError(_path([*at, *reversed(refusal.steps)]), refusal.reason) from None
    except RecursionError:
        raise EncodeError(_path(at), "it nests too deeply, or contains itself") from None


def _path(steps: Sequence[Union[str, int]]) -> str:
    path = ""
    for step in steps:
        if isinstance(step, int):
            path += f"[{step}]"
        elif not step.isidentifier():
            path += f"[{_quoted(step)}]"
        else:
            path += f".{step}" if path else step
    return path


def _refuse(reason: str) -> NoReturn:
    raise _Refusal(reason)


def _text(value: str) -> str:
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            _refuse("the text has half of a surrogate pair, which is no character")
    return _quoted(value)


def _boolean(value: bool) -> str:
    return "true" if value else "false"


def _integer(value: int) -> str:
    try:
        return int.__repr__(value)
    except ValueError:
        _refuse("the number has too many digits")


def _decimal(value: Decimal) -> str:
    # Each text of a finite Decimal is a number in JSON, also with an exponent.
    return Decimal.__str__(value) if value.is_finite() else _refuse(f"{Decimal.__str__(value)} is no number")


def _float(value: float) -> str:
    text = float.__repr__(value)
    mantissa = text.partition("e")[0]
    if not mantissa.lstrip("-")[0].isdigit():
        _refuse(f"{text} is no number")
    if len(mantissa.lstrip("-").replace(".", "").strip("0")) > _EXACT_FLOAT_DIGITS:
        _refuse(f"{text} is no short decimal; give a Decimal")
    return text


def _date(value: date) -> str:
    return f'"{date.isoformat(value)}"'


def _precision(value: Union[datetime, time]) -> str:
    return "milliseconds" if value.microsecond >= 1000 else "seconds"


def _datetime(value: datetime) -> str:
    # Times are exact to the millisecond in the language, which drops what follows.
    if value.utcoffset() is None:
        _refuse(f"{value.isoformat()} is a datetime without a zone; give one with tzinfo")
    try:
        moment = value.astimezone(timezone.utc).replace(tzinfo=None)
    except OverflowError:
        _refuse(f"{value.isoformat()} is not in the years 1 to 9999 of UTC")
    return f'"{datetime.isoformat(moment, timespec=_precision(moment))}Z"'


def _time(value: time) -> str:
    if value.tzinfo is not None:
        _refuse(f"{value.isoformat()} has a zone, and a time of day has none")
    return f'"{time.isoformat(value, timespec=_precision(value))}"'


def _duration(value: timedelta) -> str:
    size = abs(value)
    milliseconds = size.microseconds // 1000
    minutes, seconds = divmod(size.seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days = f"{size.days}D" if size.days else ""
    clock = (f"{hours}H" if hours else "") + (f"{minutes}M" if minutes else "")
    if milliseconds:
        clock += f"{seconds}.{milliseconds:03}S"
    elif seconds:
        clock += f"{seconds}S"
    if not days and not clock:
        return '"PT0S"'
    return f'"{"-" if value < timedelta(0) else ""}P{days}{"T" if clock else ""}{clock}"'


def _name(name: object) -> str:
    if isinstance(name, Enum):
        name = name.value
    if not isinstance(name, str):
        _refuse(f"the name of a member is a text, and not {name!r}")
    return name


def _index(value: SupportsIndex) -> str:
    return _integer(operator.index(value))


_SCALARS: dict[type, _Writer] = {
    str: _text,
    bool: _boolean,
    int: _integer,
    Decimal: _decimal,
    float: _float,
    date: _date,
    datetime: _datetime,
    time: _time,
    timedelta: _duration,
}


class _Encoder:
    """Writes values of all types."""

    def __init__(self, writes_none: bool) -> None:
        self._writes_none = writes_none
        #: By the very type of a value.
        self._writers: dict[type, _Writer] = {
            **_SCALARS,
            type(None): self._none,
            dict: self._mapping,
            list: self._list,
            tuple: self._list,
        }
        #: For values of other types, in this order: an enum may be a text, and each datetime is a date.
        self._kinds: tuple[tuple[type, _Writer], ...] = (
            (Enum, self._enum),
            (str, _text),
            (int, _integer),
            (Decimal, _decimal),
            (float, _float),
            (datetime, _datetime),
            (date, _date),
            (time, _time),
            (timedelta, _duration),
            (Mapping, self._mapping),
            (list, self._list),
            (tuple, self._list),
        )

    def write(self, value: Any) -> str:
        kind = type(value)
        writer = self._writers.get(kind) or self._writer(value)
        if writer is None:
            _refuse(f"a value of type {kind.__name__} has no form in JSON")
        return writer(value)

    def _writer(self, value: object) -> Optional[_Writer]:
        for kind, writer in self._kinds:
            if isinstance(value, kind):
                return writer
        if is_dataclass(value) and not isinstance(value, type):
            return self._dataclass
        # Whole numbers of other libraries.
        return _index if hasattr(value, "__index__") else None

    def _none(self, value: None) -> str:
        if self._writes_none:
            return "null"
        _refuse("None stands for a member that is left out, and here is none to leave out")

    def _enum(self, value: Enum) -> str:
        return self.write(value.value)

    def _list(self, value: Iterable[Any]) -> str:
        parts: list[str] = []
        try:
            for element in value:
                parts.append(self.write(element))
        except _Refusal as refusal:
            refusal.steps.append(len(parts))
            raise
        return "[" + ",".join(parts) + "]"

    def _mapping(self, value: Mapping[Any, Any]) -> str:
        return self._members(value.items())

    def _dataclass(self, value: Any) -> str:
        return self._members((field.name, getattr(value, field.name)) for field in fields(value))

    def _members(self, members: Iterable[tuple[Any, Any]]) -> str:
        parts: list[str] = []
        name: Any = None
        try:
            for name, value in members:
                if value is not None or self._writes_none:
                    if type(name) is not str:
                        name = _name(name)
                    parts.append(_text(name) + ":" + self.write(value))
        except _Refusal as refusal:
            if isinstance(name, str):
                refusal.steps.append(name)
            raise
        return "{" + ",".join(parts) + "}"


_values = _Encoder(writes_none=False)
_entries = _Encoder(writes_none=True)
