"""JSON as the protocol has it: exact numbers, no names that stand twice, and a canonical form (hashes §1)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import TypeAlias, cast

from .errors import ProtocolError

JSONValue: TypeAlias = "None | bool | int | Decimal | str | Sequence[JSONValue] | Mapping[str, JSONValue]"
JSONObject: TypeAlias = "dict[str, JSONValue]"

#: The deepest nesting that is read.
DEEPEST = 200


def read(text: str | bytes) -> JSONValue:
    """Reads JSON text; numbers with a point are :class:`~decimal.Decimal`, so that no digit is lost.

    Raises :class:`ProtocolError` for what is no JSON, names that stand twice, lone surrogates, `NaN`, and too deep nesting.
    """
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        value: JSONValue = json.loads(
            text, parse_float=_decimal, parse_constant=_refuse_constant, object_pairs_hook=_object)
        if "\\u" in text:
            _check_texts(value)
        _check_depth(value, DEEPEST)
    except (ValueError, RecursionError) as fault:
        raise ProtocolError(f"this is no JSON: {fault}") from fault
    return value


def read_object(text: str | bytes) -> JSONObject:
    """Reads a JSON object; raises :class:`ProtocolError` for anything else."""
    value = read(text)
    if not isinstance(value, dict):
        raise ProtocolError("this is no JSON object")
    return value


def write(value: object) -> str:
    """Compact JSON on one line, members in their order. Raises :class:`TypeError` for what JSON cannot say."""
    parts: list[str] = []
    _write(value, parts, is_canonical=False)
    return "".join(parts)


def canonical(value: object) -> str:
    """The one form of equal values (RFC 8785): members sorted, ``5.0`` is ``5``."""
    parts: list[str] = []
    _write(value, parts, is_canonical=True)
    return "".join(parts)


def text_of(object_: Mapping[str, JSONValue] | None, name: str) -> str | None:
    """A member that is a text; ``None`` where there is none."""
    value = object_.get(name) if object_ else None
    return value if isinstance(value, str) else None


def integer_of(object_: Mapping[str, JSONValue], name: str) -> int | None:
    """A member that is a whole number of 64 bits; ``None`` where there is none."""
    value = object_.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not -(2**63) <= value < 2**63:
        return None
    return value


def object_of(object_: Mapping[str, JSONValue] | None, name: str) -> JSONObject | None:
    """A member that is an object; ``None`` where there is none."""
    value = object_.get(name) if object_ else None
    return cast("JSONObject", value) if isinstance(value, dict) else None


def texts_of(object_: Mapping[str, JSONValue], name: str) -> list[str]:
    """The texts of a member that is a list; what is no text is left out."""
    value = object_.get(name)
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []


def list_of(object_: Mapping[str, JSONValue], name: str) -> list[JSONValue] | None:
    """A member that is a list; ``None`` where there is none."""
    value = object_.get(name)
    return value if isinstance(value, list) else None


def _decimal(digits: str) -> Decimal:
    if len(digits) > 1_000:
        raise ValueError("a number has more than 1,000 characters")
    number = Decimal(digits)
    if abs(number.adjusted()) > 1_000:
        raise ValueError("a number has more than 1,000 digits")
    return number


def _refuse_constant(name: str) -> JSONValue:
    raise ValueError(f"`{name}` is no number")


def _object(pairs: list[tuple[str, JSONValue]]) -> JSONObject:
    object_ = dict(pairs)
    if len(object_) != len(pairs):
        raise ValueError("a name stands twice in an object")
    return object_


def _check_texts(value: JSONValue) -> None:
    """Raises :class:`UnicodeEncodeError`, a :class:`ValueError`, for half a surrogate pair."""
    if isinstance(value, str):
        value.encode("utf-8")
    elif isinstance(value, dict):
        for name, member in value.items():
            name.encode("utf-8")
            _check_texts(member)
    elif isinstance(value, list):
        for element in value:
            _check_texts(element)


def _check_depth(value: JSONValue, rest: int) -> None:
    if rest == 0:
        raise ValueError(f"it is nested deeper than {DEEPEST}")
    if isinstance(value, dict):
        for member in value.values():
            if isinstance(member, (dict, list)):
                _check_depth(member, rest - 1)
    elif isinstance(value, list):
        for element in value:
            if isinstance(element, (dict, list)):
                _check_depth(element, rest - 1)


def _write(value: object, parts: list[str], is_canonical: bool) -> None:
    if value is None:
        parts.append("null")
    elif value is True:
        parts.append("true")
    elif value is False:
        parts.append("false")
    elif isinstance(value, str):
        parts.append(json.dumps(value, ensure_ascii=False))
    elif isinstance(value, int):
        parts.append(str(value))
    elif isinstance(value, (Decimal, float)):
        parts.append(_number(value if isinstance(value, Decimal) else Decimal(repr(value))))
    elif isinstance(value, Mapping):
        names = sorted(value, key=lambda name: name.encode("utf-16-be")) if is_canonical else value
        parts.append("{")
        for place, name in enumerate(names):
            if not isinstance(name, str):
                raise TypeError(f"a member's name is a text, not {type(name).__name__}")
            parts.append(("," if place else "") + json.dumps(name, ensure_ascii=False) + ":")
            _write(value[name], parts, is_canonical)
        parts.append("}")
    elif isinstance(value, (list, tuple)):
        parts.append("[")
        for place, element in enumerate(value):
            if place:
                parts.append(",")
            _write(element, parts, is_canonical)
        parts.append("]")
    else:
        raise TypeError(f"JSON has no {type(value).__name__}")


def _number(number: Decimal) -> str:
    """The digits as ECMAScript prints them."""
    if not number.is_finite():
        raise TypeError(f"JSON has no {number}")
    if number == 0:
        return "0"
    sign, digits, _ = number.as_tuple()
    exponent = number.adjusted()
    text = "".join(map(str, digits)).rstrip("0") or "0"
    if -7 < exponent < 21:
        if exponent < 0:
            shown = "0." + "0" * (-exponent - 1) + text
        elif len(text) <= exponent + 1:
            shown = text + "0" * (exponent + 1 - len(text))
        else:
            shown = text[: exponent + 1] + "." + text[exponent + 1 :]
    else:
        shown = text[0] + ("." + text[1:] if len(text) > 1 else "") + f"e{'+' if exponent > 0 else ''}{exponent}"
    return ("-" if sign else "") + shown
