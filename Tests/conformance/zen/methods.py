"""The methods of Zen's moments."""

from shared.calls import made
from shared.values import UNREAD, Untranslatable, Value
from zen.moments import EPOCH, SPANS, clock_of, day_of, end_of, named, spans, start_of, unit_of
from zen.reasons import ZONED

METHODS = {}
LONG_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
LONG_MONTHS = "January February March April May June July August September October November December"


def method(name):
    """Declares a method: it is given the moment and the values of its arguments."""

    def declare(body):
        def called(translator, value, arguments):
            if value.type != "instant":
                raise Untranslatable(UNREAD, f"{name} of {value.type}")
            return body(translator, value, *[translator.value(n) for n in arguments])

        METHODS[name] = called
        return body

    return declare


def simple(name, code, type="number", level=9):
    @method(name)
    def _(t, value):
        return made(code.format(day=day_of(value), moment=value.code), type, value, level=level)


simple("year", "year({day})")
simple("month", "month({day})")
simple("day", "day({day})")
simple("weekday", "weekday({day})")
simple("week", "week({day})")
simple("quarter", "quarter({day})")
simple("hour", "hour({moment})")
simple("minute", "minute({moment})")
simple("second", "second({moment})")
simple("dayOfYear", "days_between(start_of_year({day}), {day}) + 1", level=6)
simple("timestamp", f"({{moment}} - {EPOCH}) / seconds(1) * 1000", level=7)
simple("isLeapYear", "day(end_of_month(date_of(year({day}), 2, 1))) == 29", "boolean", 5)
simple("isValid", "{moment} exists", "boolean", 5)
simple("isToday", "{day} == date(now)", "boolean", 5)
simple("isYesterday", "{day} == date(now) - days(1)", "boolean", 5)
simple("isTomorrow", "{day} == date(now) + days(1)", "boolean", 5)


def compares(name, sign):
    """With a unit, the days, months, … that both lie in are compared."""

    @method(name)
    def _(t, value, other, unit=None):
        if other.type != "instant":
            raise Untranslatable(UNREAD, "a comparison with what is no moment")
        if unit is None:
            return made(f"{value.at(6)} {sign} {other.at(6)}", "boolean", value, other, level=5)
        unit = unit_of(unit.constant or "")
        return made(f"{start_of(value, unit)} {sign} {start_of(other, unit)}", "boolean", value, other, level=5)


compares("isSame", "==")
compares("isBefore", "<")
compares("isAfter", ">")
compares("isSameOrBefore", "<=")
compares("isSameOrAfter", ">=")


def moved(name, sign):
    @method(name)
    def _(t, value, amount, unit=None):
        if unit is not None:
            codes = [SPANS[unit_of(unit.constant or "")].format(amount.code)]
        elif amount.constant is not None:
            codes = spans(amount.constant)
        else:
            raise Untranslatable(UNREAD, "a duration that is no literal")
        return made("".join([value.at(6)] + [f" {sign} {code}" for code in codes]), "instant", value, amount, level=6)


moved("add", "+")
moved("sub", "-")


def bounded(name, code_of):
    @method(name)
    def _(t, value, unit):
        return made(code_of(value, unit_of(unit.constant or "")), "instant", value)


bounded("startOf", start_of)
bounded("endOf", end_of)


@method("set")
def _(t, value, unit, number):
    unit = unit_of(unit.constant or "")
    if unit in ("week", "quarter"):
        return value
    parts = {p: f"{p}({day_of(value)})" for p in ("year", "month", "day")}
    parts |= {p: f"{p}({value.code})" for p in ("hour", "minute", "second")}
    parts[unit] = number.code
    codes = list(parts.values())
    return made(f"at(date_of({', '.join(codes[:3])}), time_of({', '.join(codes[3:])}))", "instant", value, number)


@method("diff")
def _(t, value, other, unit=None):
    if other.type != "instant":
        raise Untranslatable(UNREAD, "a difference from what is no moment")
    t.pack.needs("trunc")
    unit = unit_of(unit.constant or "") if unit is not None else "millisecond"
    if unit in ("month", "quarter", "year"):
        if any(v.constant is None or len(v.constant) > 10 for v in (value, other)):
            raise Untranslatable("months between dates and times")
        months = f"months_between({day_of(other)}, {day_of(value)})"
        size = {"month": 1, "quarter": 3, "year": 12}[unit]
        return made(months if size == 1 else f"trunc({months} / {size})", "number", value, other)
    if unit == "millisecond":
        return made(f"({value.at(6)} - {other.at(7)}) / seconds(1) * 1000", "number", value, other, level=7)
    return made(f"trunc(({value.at(6)} - {other.at(7)}) / {SPANS[unit].format(1)})", "number", value, other)


def padded(code, digits=2):
    return f'pad_left(text({code}), {digits}, "0")'


@method("format")
def _(t, value, form):
    """A text of the parts that the form names, which must be a literal."""
    day, clock = day_of(value), clock_of(value)
    parts = {"Y": padded(f"year({day})", 4), "m": padded(f"month({day})"), "d": padded(f"day({day})"),
             "H": padded(f"hour({clock})"), "M": padded(f"minute({clock})"), "S": padded(f"second({clock})"),
             "j": padded(f"days_between(start_of_year({day}), {day}) + 1", 3),
             "A": named(LONG_DAYS, f"weekday({day})"), "B": named(LONG_MONTHS, f"month({day})"),
             "a": named(" ".join(w[:3] for w in LONG_DAYS.split()), f"weekday({day})"),
             "b": named(" ".join(w[:3] for w in LONG_MONTHS.split()), f"month({day})")}
    if form.constant is None:
        raise Untranslatable(UNREAD, "a form that is no literal")
    t.pack.needs("text functions")
    pieces, rest = [], form.constant
    while rest:
        text, sign, rest = rest.partition("%")
        pieces += [text] if text else []
        if sign:
            if rest[:1] not in parts:
                raise Untranslatable("nanoseconds")
            pieces.append(Value(parts[rest[0]], "text", 0 if rest[0] in "ABab" else 9, value.free))
            rest = rest[1:]
    return t.template(pieces)


@method("tz")
def _(t, value, zone):
    """The same moment with another zone; here each moment is in UTC."""
    if zone.constant != "UTC":
        raise Untranslatable(ZONED)
    return value


@method("offsetName")
def _(t, value):
    raise Untranslatable(ZONED)
