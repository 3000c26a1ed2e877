"""Timestamps and durations of CEL: conversions, and the methods for their parts."""

import re
from decimal import Decimal

from cel.reasons import NANOSECONDS
from shared.calls import made, taken
from shared.literals import moment
from shared.values import Kind, UNREAD, Untranslatable, Value, is_text

TIMES = {}  # name → (kinds, how many are required, body)
INT = Kind("number", "int")
EPOCH = 'at("1970-01-01", "00:00:00")'
UNITS = {"h": 3600, "m": 60, "s": 1, "ms": Decimal("0.001"), "us": Decimal("0.000001"), "µs": Decimal("0.000001"),
         "ns": Decimal("0.000000001")}


def seconds_of(value):
    """The seconds since 1970 of a timestamp."""
    return f"({value.at(6)} - {EPOCH}) / seconds(1)"


def as_text(value):
    """The text of a value as CEL writes it: a duration in seconds."""
    if is_text(value.type):
        return value
    if value.type == "duration":
        return made(f'join([text({value.at(7)} / seconds(1)), "s"], "")', "text", value)
    return made(f"text({value.code})", "text", value)


def timestamp_call(translator, arguments):
    if len(arguments) != 1:
        return translator.other("timestamp", arguments)
    value = taken(translator, [translator.value(arguments[0])], [["text", "number", "instant"]])[0]
    if value.type == "instant":
        return value
    if value.type == "number":
        return made(f"{EPOCH} + seconds({value.code})", "instant", value, level=6)
    if value.constant is None:
        translator.pack.needs("conversions")
        return made(f"timestamp({value.code})", "instant", value)
    if re.search(r"\.\d{3}\d*[1-9]", value.constant):
        raise Untranslatable(NANOSECONDS)
    found = moment(value.constant)
    if found is None or found.type != "instant":
        translator.pack.needs("conversions")
        return made(f"timestamp({value.code})", "instant", value)
    return Value(found.code, "instant", found.level, constant=value.constant)


def duration_call(translator, arguments):
    if len(arguments) != 1:
        return translator.other("duration", arguments)
    value = taken(translator, [translator.value(arguments[0])], [["text", "duration"]])[0]
    if value.type == "duration":
        return value
    if value.constant is None:
        raise Untranslatable(UNREAD, "a duration that is no literal")
    seconds = seconds_in(value.constant)
    if seconds is None:
        return translator.ill_typed(f"the duration {value.constant}", made(f"duration({value.code})", "duration"))
    if seconds % Decimal("0.001"):
        raise Untranslatable(NANOSECONDS)
    return Value(f"seconds({format(seconds.normalize() + 0, 'f')})", "duration")


def seconds_in(text):
    """The seconds of a duration such as `1h45m47s`; None where it is none."""
    match = re.match(r"([+-])?((?:\d+(?:\.\d*)?(?:h|ms|us|µs|ns|m|s))+|0)$", text)
    if not match:
        return None
    parts = re.findall(r"(\d+(?:\.\d*)?)(h|ms|us|µs|ns|m|s)", match[2])
    total = sum((Decimal(n) * UNITS[u] for n, u in parts), Decimal(0))
    return -total if match[1] == "-" else total


def local(value, zone):
    """The day and the time of a timestamp in a zone, UTC where none is given."""
    if zone is None:
        return f"date({value.code})", f"time({value.code})"
    match = re.match(r"([+-])?(\d\d):(\d\d)$", zone.constant or "")
    if match:
        sign = "-" if match[1] == "-" else "+"
        moved = f"{value.at(6)} {sign} minutes({int(match[2]) * 60 + int(match[3])})"
        return f"date({moved})", f"time({moved})"
    if zone.constant is None:
        raise Untranslatable("a zone that is no literal (§2)")
    return f"date({value.code}, {zone.code})", f"time({value.code}, {zone.code})"


def part(name, code, span=None):
    """A method for a part of a timestamp; of a duration, how many of a span it has."""

    def body(t, value, zone=None):
        if value.type == "duration":
            t.pack.needs("trunc")
            return made(span.format(value.at(7)), INT, value, level=7)
        day, clock = local(value, zone)
        return made(code.format(day=day, time=clock), INT, value, level=6)

    TIMES[name] = (("instant|duration" if span else "instant", "text"), 1, body)


part("getFullYear", "year({day})")
part("getMonth", "month({day}) - 1")
part("getDate", "day({day})")
part("getDayOfMonth", "day({day}) - 1")
part("getDayOfYear", "days_between(start_of_year({day}), {day})")
part("getDayOfWeek", "weekday({day}) % 7")
part("getHours", "hour({time})", "trunc({} / hours(1))")
part("getMinutes", "minute({time})", "trunc({} / minutes(1))")
part("getSeconds", "second({time})", "trunc({} / seconds(1))")
part("getMilliseconds", "({time} - time_of(hour({time}), minute({time}), second({time}))) / seconds(1) * 1000",
     "trunc({} / seconds(1) * 1000) % 1000")
