"""The functions of FEEL of dates, times and durations, as calls of Truths."""

from dmn.functions import CALLS, call, fit, needs
from dmn.reasons import ILL_TYPED, NO_VALUE
from shared.calls import made
from shared.literals import date, duration, moment, time
from shared.values import OFFSETS, Untranslatable, is_moment


def read_or_convert(translator, value, reader, word, kind):
    if value.constant is not None and value.type == "text":
        found = reader(value.constant)
        if found is None or found.type != kind and not (is_moment(found.type) and is_moment(kind)):
            raise Untranslatable(NO_VALUE)
        return found
    needs(translator, "conversions")
    return made(f"{word}({value.code})", kind, value)


def several(arguments, *names):
    """The arguments by name or place, where a function has several forms."""
    for form in names:
        if len(arguments) == len(form) and all(n is None or n == form[i] or n in form for i, (n, _) in enumerate(arguments)):
            return [a for _, a in sorted(enumerate(arguments), key=lambda x: form.index(x[1][0]) if x[1][0] else x[0])]
    raise Untranslatable(ILL_TYPED)


def date_call(t, arguments):
    arguments = several(arguments, ("from",), ("year", "month", "day"))
    values = [t.value(n) for _, n in arguments]
    if len(values) == 3:
        values = [fit(t, v, ["number"]) for v in values]
        return made(f"date_of({', '.join(v.code for v in values)})", "date", *values)
    value = t.null("text") if values[0].type == "null" else values[0]
    if value.type == "instant":
        raise Untranslatable(OFFSETS)
    if value.type == "timestamp":
        return made(f"date({value.code})", "date", value)
    return value if value.type == "date" else read_or_convert(t, fit(t, value, ["text"]), date, "date", "date")


def time_call(t, arguments):
    arguments = several(arguments, ("from",), ("hour", "minute", "second"), ("hour", "minute", "second", "offset"))
    values = [t.value(n) for _, n in arguments]
    if len(values) > 1:
        if len(values) == 4 and values[3].type != "null":
            raise Untranslatable(OFFSETS)
        values = [fit(t, v, ["number"]) for v in values[:3]]
        return made(f"time_of({', '.join(v.code for v in values)})", "time", *values)
    value = t.null("text") if values[0].type == "null" else values[0]
    if value.type in ("instant", "date"):
        raise Untranslatable(OFFSETS)
    if value.type == "timestamp":
        return made(f"time({value.code})", "time", value)
    return value if value.type == "time" else read_or_convert(t, fit(t, value, ["text"]), time, "time", "time")


def moment_call(t, arguments):
    arguments = several(arguments, ("from",), ("date", "time"), ("date", "timezone"))
    values = [t.value(n) for _, n in arguments]
    if len(values) == 2:
        day, clock = fit(t, values[0], ["date", "timestamp", "instant"]), fit(t, values[1], ["time"])
        if day.type == "instant":
            raise Untranslatable(OFFSETS)
        day = day if day.type == "date" else made(f"date({day.code})", "date", day)
        return made(f"at({day.code}, {clock.code})", "timestamp", day, clock)
    value = t.null("text") if values[0].type == "null" else values[0]
    if is_moment(value.type):
        return value
    if value.type == "date":
        return made(f'at({value.code}, "00:00:00")', "timestamp", value)

    def reader(text):
        day = date(text)
        return made(f'at({day.code}, "00:00:00")', "timestamp") if day else moment(text) if "T" in text else None

    return read_or_convert(t, fit(t, value, ["text"]), reader, "timestamp", "timestamp")


def duration_call(t, arguments):
    arguments = several(arguments, ("from",))
    value = t.value(arguments[0][1])
    if value.type == "null":
        return t.null("duration")
    if value.type in ("duration", "period"):
        return value
    value = fit(t, value, ["text"])
    if value.constant is None:
        needs(t, "conversions")
        return made(f"duration({value.code})", "duration", value)
    found = duration(value.constant)
    if found is None:
        raise Untranslatable(NO_VALUE)
    return found


CALLS.update({"date": date_call, "time": time_call, "date and time": moment_call, "duration": duration_call})


@call("years and months duration", "from:date|moment", "to:date|moment")
def _(t, a, b):
    if a.type != "date" or b.type != "date":
        raise Untranslatable("months between dates and times")
    return made(f"months(months_between({a.code}, {b.code}))", "period", a, b)


def day_of(value):
    if value.type == "instant":
        raise Untranslatable(OFFSETS)
    return value if value.type == "date" else made(f"date({value.code})", "date", value)


@call("day of year", "date:date|moment")
def _(t, d):
    d = day_of(d)
    return made(f"days_between(start_of_year({d.code}), {d.code}) + 1", "number", d, level=6)


@call("week of year", "date:date|moment")
def _(t, d):
    d = day_of(d)
    return made(f"week({d.code})", "number", d)


def named(words, code):
    words = words.split()
    result = " else ".join(f'if {code} == {i} then "{w}"' for i, w in enumerate(words[:-1], 1))
    return f'{result} else if {code} == {len(words)} then "{words[-1]}" else missing'


@call("day of week", "date:date|moment")
def _(t, d):
    d = day_of(d)
    return made(named("Monday Tuesday Wednesday Thursday Friday Saturday Sunday", f"weekday({d.code})"), "text", d, level=0)


@call("month of year", "date:date|moment")
def _(t, d):
    d = day_of(d)
    months = "January February March April May June July August September October November December"
    return made(named(months, f"month({d.code})"), "text", d, level=0)


@call("now")
def _(t):
    return made("now", "instant")


@call("today")
def _(t):
    return made("date(now)", "date")
