"""Reads the test cases of a model, and writes values as JSON, as the tool writes them."""

import json
import re
import xml.etree.ElementTree as XML
from datetime import datetime, timedelta
from decimal import Context, Decimal

from tables import children, local
from values import ILL_TYPED, LISTS, Untranslatable, is_kind, is_list

XSI = "{http://www.w3.org/2001/XMLSchema-instance}"


class Case:
    """One test case: inputs and expected results, as ('value', kind, text), lists, dicts or None."""

    def __init__(self, element, file):
        self.id = element.get("id") or ""
        self.file = file
        self.kind = element.get("type") or "decision"
        self.inputs = {n.get("name"): content(n) for n in children(element, "inputNode")}
        self.results = {}
        for node in children(element, "resultNode"):
            expected = children(node, "expected")
            self.results[node.get("name")] = content(expected[0]) if expected else None


def content(element):
    for child in element:
        kind = local(child)
        if kind == "value":
            if child.get(XSI + "nil") == "true":
                return None
            declared = (child.get(XSI + "type") or "string").split(":")[-1]
            return ("value", declared, child.text or "")
        if kind == "list":
            return None if child.get(XSI + "nil") == "true" else [content(item) for item in children(child, "item")]
        if kind == "component":
            return {c.get("name"): content(c) for c in children(element, "component")}
    return None


def cases_of(path):
    root = XML.parse(path).getroot()
    model = next((m.text.strip() for m in children(root, "modelName") if m.text), "")
    return model, [Case(c, path) for c in children(root, "testCase")]


def kind_of(value):
    """The type of a value in a test, where the model gives none."""
    if isinstance(value, list):
        kinds = [kind_of(v) for v in value if v is not None]
        return ("list", kinds[0] if kinds else "text")
    if isinstance(value, tuple):
        kind, text = value[1], value[2]
        if kind in ("decimal", "double", "integer", "float", "int", "long"):
            return "number"
        if kind == "duration":
            return "period" if re.match(r"-?P[^T]*[YM]", text) else "duration"
        return {"dateTime": "timestamp", "boolean": "boolean", "date": "date", "time": "time"}.get(kind, "text")
    return None


# Values as the tool writes them


def plain_number(text):
    """A number without an exponent, within the limits for data: at most 15 digits and 12 places."""
    value = Context(prec=15).create_decimal(text)
    if value.as_tuple().exponent < -12:
        value = value.quantize(Decimal(1).scaleb(-12))
    return format(value.normalize() + 0, "f")


def moment(text):
    """A date and time in UTC; one without an offset counts as UTC, as the translator has it."""
    match = re.match(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)?(@.*)?$", text)
    if not match or match[4]:
        return text
    try:
        value = datetime.fromisoformat(match[1])
        if match[3] and match[3] != "Z":
            sign = 1 if match[3][0] == "+" else -1
            value -= sign * timedelta(hours=int(match[3][1:3]), minutes=int(match[3][4:6]))
    except (ValueError, OverflowError):
        return text
    return value.isoformat() + fraction(match[2]) + "Z"


def fraction(digits):
    """Digits behind the point as the tool writes them; more than three are kept, since the tool does not have them."""
    digits = (digits or "")[1:].rstrip("0")
    return "." + digits.ljust(3, "0") if digits else ""


def duration(text):
    clock = r"(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(\.\d*)?S)?)?"
    match = re.match(rf"(-)?P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?{clock}$", text)
    if not match:
        return text
    sign = "-" if match[1] else ""
    if match[2] or match[3]:
        months = int(match[2] or 0) * 12 + int(match[3] or 0)
        parts = [f"{n}{u}" for n, u in ((months // 12, "Y"), (months % 12, "M")) if n] or ["0M"]
        return (sign if months else "") + "P" + "".join(parts)
    seconds = int(match[4] or 0) * 86400 + int(match[5] or 0) * 3600 + int(match[6] or 0) * 60 + int(match[7] or 0)
    rest = fraction(match[8])
    days, hours, minutes, whole = seconds // 86400, seconds // 3600 % 24, seconds // 60 % 60, seconds % 60
    parts = (f"{hours}H" if hours else "", f"{minutes}M" if minutes else "", f"{whole}{rest}S" if whole or rest else "")
    clock = "".join(parts)
    written = (f"{days}D" if days else "") + ("T" + clock if clock else "")
    return sign + "P" + written if written else "PT0S"


class Number(str):
    """A number, kept as it is written."""


def written(value, type, pack):
    """A value of a test as JSON for a field of a type; None where there is none."""
    if value is None:
        return None
    if is_list(type):
        if not isinstance(value, list):
            raise Untranslatable(LISTS)
        result = [written(v, type[1], pack) for v in value]
        if any(v is None for v in result):
            raise Untranslatable(LISTS)
        return result
    if is_kind(type, "record"):
        members = pack.members(type)
        if not isinstance(value, dict):
            raise Untranslatable(ILL_TYPED, "a value that is no context")
        if any(m not in members for m in value):
            raise Untranslatable("a context with members that its type does not declare (§3, `open`)")
        result = {pack.member_name(type, m): written(v, members[m], pack) for m, v in value.items()}
        return {m: v for m, v in result.items() if v is not None}
    if not isinstance(value, tuple):
        raise Untranslatable(LISTS if isinstance(value, list) else ILL_TYPED)
    kind, text = value[1], value[2]
    if kind_of(value) == "number":
        return Number(plain_number(text))
    if kind == "boolean":
        return text.strip() == "true"
    if kind == "dateTime":
        return moment(text)
    if kind == "duration":
        return duration(text)
    if kind == "time":
        match = re.match(r"(\d\d:\d\d:\d\d)(\.\d+)?$", text)
        return match[1] + fraction(match[2]) if match else text
    return text


def dump(value):
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k, ensure_ascii=False)}: {dump(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(dump(v) for v in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def same(a, b):
    """Equality with numbers to 8 places, since the kit writes many of them rounded."""
    if isinstance(a, dict) and isinstance(b, dict):
        return all(same(v, b.get(k)) for k, v in a.items())
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, Decimal) and isinstance(b, Decimal):
        return abs(a - b) <= Decimal("0.00000001")
    return a == b and type(a) is type(b)


def load(text):
    return json.loads(text, parse_float=Decimal, parse_int=Decimal)
