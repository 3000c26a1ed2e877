"""Values as JSON, as the tool reads and writes them, and when two are the same."""

import json
import re
from datetime import datetime, timedelta
from decimal import Context, Decimal


class Number(str):
    """A number, kept as it is written."""


def plain_number(text):
    """A number without an exponent, within the limits for data: at most 15 digits and 12 places."""
    value = Context(prec=15).create_decimal(text)
    if value.as_tuple().exponent < -12:
        value = value.quantize(Decimal(1).scaleb(-12))
    return format(value.normalize() + 0, "f")


def moment_text(text):
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


def duration_text(text):
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
