"""Moments, times of day and durations of Zen, and its older functions of them, whose values are numbers of seconds."""

import re

from shared.calls import made
from shared.literals import moment
from shared.values import Kind, OFFSETS, UNREAD, Untranslatable, Value, is_text, quoted

SECONDS = "seconds"  # a note: Zen has this as a number of seconds
NAMED = {"s": "second", "m": "minute", "h": "hour", "d": "day", "w": "week", "mo": "month", "M": "month", "q": "quarter",
         "qtr": "quarter", "y": "year", "sec": "second", "min": "minute", "hr": "hour"}
SPANS = {"second": "seconds({})", "minute": "minutes({})", "hour": "hours({})", "day": "days({})", "week": "weeks({})",
         "month": "months({})", "quarter": "months(3 * {})", "year": "years({})"}
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"
DAYS = "Mon Tue Wed Thu Fri Sat Sun"
EPOCH = 'at("1970-01-01", "00:00:00")'
MOMENTS = {}


def unit_of(words):
    name = NAMED.get(words, words[:-1] if words.endswith("s") and len(words) > 3 else words)
    if name not in SPANS:
        raise Untranslatable(UNREAD, f"no unit {words}")
    return name


def spans(text):
    """`1d 5h` as durations and periods, in the order in which Zen adds them: the clock first, then months and years."""
    found = re.findall(r"(\d+)\s*([A-Za-z]+)", text)
    if not found or re.sub(r"(\d+)\s*([A-Za-z]+)", "", text).strip():
        raise Untranslatable(UNREAD, f"the duration {text}")
    named = sorted(((unit_of(unit), n) for n, unit in found), key=lambda f: list(SPANS).index(f[0]))
    return [SPANS[unit].format(n) for unit, n in named]


def literal_moment(text, zone=None):
    """The moment that a text of one of Zen's forms stands for; None where it stands for none."""
    match = re.match(r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(\.\d+)?(Z|[+-]\d\d:\d\d)?)?$", text)
    if not match:
        return None
    day, clock, seconds, fraction, offset = match.groups()
    if zone is None and offset not in (None, "Z", "+00:00"):
        raise Untranslatable(OFFSETS)
    found = moment(f"{day}T{clock or '00:00'}{seconds or ':00'}{fraction or ''}")
    if found is None or zone is None:
        return found and Value(found.code, "instant", found.level, constant=text)
    return Value(f"{found.code[:-1]}, {zone.code})", "instant", constant=text)


def moment_of(value):
    """A moment, or a literal of one."""
    if value.type == "instant":
        return value
    found = literal_moment(value.constant) if is_text(value.type) and value.constant is not None else None
    if found is None:
        raise Untranslatable("a text that is no literal, read as a moment in one of several forms")
    return found


def day_of(value):
    return f"date({value.code})"


def clock_of(value):
    return f"time({value.code})"


def start_of(value, unit):
    """The first moment of the day, month, … of a moment."""
    if unit in ("hour", "minute", "second"):
        parts = ["hour", "minute", "second"]
        kept = parts[: parts.index(unit) + 1]
        codes = [f"{p}({value.code})" if p in kept else "0" for p in parts]
        return f"at({day_of(value)}, time_of({', '.join(codes)}))"
    day = day_of(value) if unit == "day" else f"start_of_{unit}({day_of(value)})"
    return f'at({day}, "00:00:00")'


def end_of(value, unit):
    """The last second of it: Zen has its last nanosecond, and prints seconds."""
    if unit in ("hour", "minute"):
        clock = f"time_of(hour({value.code}), {'minute(' + value.code + ')' if unit == 'minute' else 59}, 59)"
        return f"at({day_of(value)}, {clock})"
    if unit == "second":
        return start_of(value, unit)
    day = day_of(value) if unit == "day" else f"end_of_{unit}({day_of(value)})"
    return f'at({day}, "23:59:59")'


def named(words, code):
    """The word of a number from 1."""
    words = words.split()
    choices = "".join(f'if {code} == {i} then "{w}" else ' for i, w in enumerate(words[:-1], 1))
    return f'{choices}if {code} == {len(words)} then "{words[-1]}" else missing'


def printed(value):
    """A moment, time or duration that Zen has as a number of seconds, as that number."""
    if getattr(value.type, "note", None) != SECONDS:
        return value
    if value.type == "instant":
        return made(f"({value.at(6)} - {EPOCH}) / seconds(1)", "number", value, level=7)
    return made(f"{value.at(7)} / seconds(1)", "number", value, level=7)


# The older functions


def older(name):
    def declare(body):
        def called(translator, arguments):
            return body(translator, *[translator.value(n) for n in arguments])

        MOMENTS[name] = called
        return body

    return declare


def part(name, code, type="number"):
    @older(name)
    def _(t, value):
        value = moment_of(value)
        return made(code.format(day_of(value)), type, value, level=6)


part("year", "year({})")
part("monthOfYear", "month({})")
part("dayOfMonth", "day({})")
part("dayOfWeek", "weekday({})")
part("weekOfYear", "week({})")
part("dayOfYear", "days_between(start_of_year({0}), {0}) + 1")
part("monthString", named(MONTHS, "month({0})"), "text")
part("weekdayString", named(DAYS, "weekday({0})"), "text")


@older("date")
def _(t, value):
    value = moment_of(value)
    return Value(value.code, Kind("instant", SECONDS), value.level, value.free)


@older("time")
def _(t, value):
    value = moment_of(value)
    return made(f"{clock_of(value)} - time_of(0, 0, 0)", Kind("duration", SECONDS), value, level=6)


@older("duration")
def _(t, value):
    if value.constant is None:
        raise Untranslatable(UNREAD, "a duration that is no literal")
    parts = spans(value.constant)
    if any(p.startswith(("months", "years")) for p in parts):
        raise Untranslatable("a number of seconds for a month")
    return Value(" + ".join(parts), Kind("duration", SECONDS), 9 if len(parts) == 1 else 6)


@older("dateString")
def _(t, value):
    value = moment_of(value)
    return t.template([made(day_of(value), "date", value), " ", made(clock_of(value), "time", value)])


def bounded(name, code_of):
    @older(name)
    def _(t, value, unit):
        value = moment_of(value)
        return made(code_of(value, unit_of(unit.constant or "")), Kind("instant", SECONDS), value)


bounded("startOf", start_of)
bounded("endOf", end_of)


def moment_call(translator, arguments):
    """`d()` is now; a text is a moment in UTC or in a zone."""
    values = [translator.value(n) for n in arguments]
    if not values:
        return Value("now", "instant")
    if values[0].type == "null" and len(values) == 1:
        return Value(translator.pack.null("timestamp"), "instant")
    if values[0].type == "instant":
        return values[0]
    found = literal_moment(values[0].constant or "", *values[1:])
    if found is not None:
        return found
    if values[0].constant is None or "/" in values[0].constant:
        raise Untranslatable(UNREAD, "the present day of a zone, or a text that is no literal")
    translator.pack.needs("conversions")
    return Value(f"timestamp({quoted(values[0].constant)})", "instant")


MOMENTS["d"] = moment_call
