"""Dates, times and durations that other languages write as strings, as expressions of Truths."""

import re

from shared.values import OFFSETS, Untranslatable, Value, quoted

YEARS = "a year outside 0001–9999"

DATE = re.compile(r"(-?(?:\d{4}|[1-9]\d{4,8}))-(\d\d)-(\d\d)$")
TIME = re.compile(r"(\d\d):(\d\d):(\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d(?::\d\d)?|@[A-Za-z0-9_+/-]+)?$")
DURATION = re.compile(r"(-)?P(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d*)?)S)?)?$")
PERIOD = re.compile(r"(-)?P(?:(\d+)Y)?(?:(\d+)M)?$")


def literal(text):
    """The value that a string stands for; None where it stands for none."""
    if re.match(r"-?\d{4,}-\d\d-\d\dT", text):
        return moment(text)
    return date(text) or (time(text) if ":" in text else duration(text))


def date(text):
    match = DATE.match(text)
    if not match:
        return None
    year, month, day = map(int, match.groups())
    if not 1 <= year <= 9999:
        raise Untranslatable(YEARS)
    return Value(f"date_of({year}, {month}, {day})", "date", literal=quoted(text), constant=text)


def clock(match):
    return f"{match[1]}:{match[2]}:{match[3]}{match[4] or ''}"


def is_clock(match):
    return int(match[1]) < 24 and int(match[2]) < 60 and int(match[3]) < 60


def time(text):
    match = TIME.match(text)
    if not match:
        return None
    if match[5]:
        raise Untranslatable(OFFSETS)
    if match[4] and is_clock(match):
        code = f'time(at("2000-01-01", "{clock(match)}"))'
    else:
        code = f"time_of({int(match[1])}, {int(match[2])}, {int(match[3])})"
    return Value(code, "time", literal=quoted(text), constant=text)


def moment(text):
    day, _, rest = text.partition("T")
    found, match = DATE.match(day), TIME.match(rest)
    if not found or not match:
        return None
    day = date(day).code
    if not is_clock(match):
        hour = f"time_of({int(match[1])}, {int(match[2])}, {int(match[3])})"
    else:
        hour = f'"{clock(match)}"'
    offset = match[5]
    if not offset:
        return Value(f"at({day}, {hour})", "timestamp", literal=quoted(text + "Z"), constant=text)
    if offset == "Z":
        return Value(f"at({day}, {hour})", "instant", literal=quoted(text), constant=text)
    if offset[0] == "@":
        return Value(f'at({day}, {hour}, "{offset[1:]}")', "instant")
    hours, minutes = int(offset[1:3]), int(offset[4:6])
    if hours > 23 or minutes > 59 or len(offset) > 6:
        raise Untranslatable(OFFSETS)
    sign = "-" if offset[0] == "+" else "+"
    return Value(f"at({day}, {hour}) {sign} minutes({hours * 60 + minutes})", "instant", 6, literal=quoted(text), constant=text)


def duration(text):
    match = PERIOD.match(text)
    if match and (match[2] or match[3]):
        months = int(match[2] or 0) * 12 + int(match[3] or 0)
        months = -months if match[1] else months
        code = f"years({months // 12})" if months and months % 12 == 0 else f"months({months})"
        return Value(code, "period", literal=quoted(text), constant=text)
    match = DURATION.match(text)
    if not match or not any(match.groups()[1:]):
        return None
    names = zip(("days", "hours", "minutes", "seconds"), match.groups()[1:])
    parts = [f"{name}({n.rstrip('.') if '.' in n else int(n)})" for name, n in names if n]
    code = " + ".join(parts)
    if match[1]:
        code = f"-({code})" if len(parts) > 1 else f"-{code}"
    return Value(code, "duration", 8 if match[1] else 9 if len(parts) == 1 else 6, literal=quoted(text), constant=text)
