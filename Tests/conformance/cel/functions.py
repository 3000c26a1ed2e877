"""Functions and methods of CEL, of its extensions for strings and mathematics too, as calls of Truths."""

from cel.reasons import NO_NUMBERS, RUN_TIME
from cel.strings import STRINGS
from cel.times import TIMES, as_text, duration_call, seconds_of, timestamp_call
from shared.calls import fits, made, pattern, taken, unknown
from shared.values import Kind, UNREAD, Untranslatable, is_kind, is_list

CALLS, METHODS, FUNCTIONS_OF = {}, {}, {}
INT, UINT, DOUBLE = (Kind("number", n) for n in ("int", "uint", "double"))
BOOLEANS = {True: ("1", "t", "true", "TRUE", "True"), False: ("0", "f", "false", "FALSE", "False")}


def function(table, name, *kinds, required=None):
    """Declares a function with the kinds of its arguments; a method has what it is called on as the first."""
    kinds = [k.split("|") for k in kinds]

    def declare(body):
        def called(translator, arguments):
            if not (len(kinds) if required is None else required) <= len(arguments) <= len(kinds):
                return translator.other(name, arguments)
            values = [translator.value(n) for n in arguments]
            if not all(fits(v, k) or v.type == "null" for v, k in zip(values, kinds)):
                return translator.refused(name, values)
            return body(translator, *taken(translator, values, kinds))

        table[name] = called
        return body

    return declare


def simple(table, name, code, type, *kinds, level=9):
    @function(table, name, *kinds)
    def _(t, *values):
        codes = [v.at(6) if level == 5 else v.code for v in values]
        return made(code.format(*codes), type or values[0].type, *values, level=level)


# Size, texts


def size(t, value):
    if is_kind(value.type, "map"):
        return made(f"count(k in keys({value.code}))", INT, value)
    return made(f"length({value.code})", INT, value)


for table in (CALLS, METHODS):
    function(table, "size", "text|list|map")(size)
simple(METHODS, "startsWith", "starts_with({}, {})", "boolean", "text", "text")
simple(METHODS, "endsWith", "ends_with({}, {})", "boolean", "text", "text")
simple(METHODS, "contains", "{} contains {}", "boolean", "text", "text", level=5)


def matches(t, value, expression):
    t.pack.needs("patterns")
    written = None if expression.constant is None else pattern(expression.constant)
    if written is None:
        raise Untranslatable("a regular expression that is no literal, or outside RFC 9485 (§4)")
    return made(f"{value.at(6)} contains matching {written}", "boolean", value, level=5)


for table in (CALLS, METHODS):
    function(table, "matches", "text", "text")(matches)
for name, (kinds, required, body) in STRINGS.items():
    function(METHODS, name, *kinds, required=required)(body)
FUNCTIONS_OF["strings.quote"] = lambda t, arguments: METHODS["strings.quote"](t, arguments)


# Conversions


def whole(type):
    def body(t, value):
        if value.type == "number":
            return made(f"trunc({value.code})", type, value) if getattr(value.type, "note", "") == "double" else made(
                value.code, type, value, level=value.level)
        if value.type == "instant":
            return made(f"trunc({seconds_of(value)})", type, value)
        t.pack.needs("conversions")
        return made(f"integer({value.code})", type, value)

    return body


function(CALLS, "int", "number|text|instant")(whole(INT))
function(CALLS, "uint", "number|text")(whole(UINT))


@function(CALLS, "double", "number|text")
def _(t, value):
    if value.constant in ("NaN", "Infinity", "-Infinity", "inf", "-inf"):
        raise Untranslatable(NO_NUMBERS)
    if value.type == "number":
        return made(value.code, DOUBLE, value, level=value.level)
    return made(f"number({value.code})", DOUBLE, value)


@function(CALLS, "string", "any")
def _(t, value):
    if value.type == "null" or is_list(value.type) or is_kind(value.type, "map"):
        raise Untranslatable(UNREAD, f"a {value.type} as a text")
    t.pack.needs("conversions")
    return as_text(value)


@function(CALLS, "bool", "boolean|text")
def _(t, value):
    if value.type == "boolean":
        return value
    true, false = (f"{value.at(6)} in [" + ", ".join(f'"{word}"' for word in BOOLEANS[b]) + "]" for b in (True, False))
    return made(f"if {true} then true else if {false} then false else missing", "boolean", value, level=0)


CALLS["timestamp"] = timestamp_call
CALLS["duration"] = duration_call
CALLS["type"] = unknown(RUN_TIME)
for name, (kinds, required, body) in TIMES.items():
    function(METHODS, name, *kinds, required=required)(body)


# Mathematics


def extreme(word):
    def called(translator, arguments):
        values = [translator.value(n) for n in arguments]
        if len(values) == 1 and is_list(values[0].type):
            return made(f"{word}(x for x in {values[0].at(9)})", values[0].type[1], values[0])
        values = taken(translator, values, [["number"]] * len(values))
        if len(values) == 1:
            return values[0]
        return made(f"{word}({', '.join(v.code for v in values)})", values[0].type, *values)

    return called


FUNCTIONS_OF.update({"math.greatest": extreme("max"), "math.least": extreme("min")})
simple(FUNCTIONS_OF, "math.ceil", "ceil({})", None, "number")
simple(FUNCTIONS_OF, "math.floor", "floor({})", None, "number")
simple(FUNCTIONS_OF, "math.round", "round({}, 0, half_up)", None, "number")
simple(FUNCTIONS_OF, "math.trunc", "trunc({})", None, "number")
simple(FUNCTIONS_OF, "math.abs", "abs({})", None, "number")
simple(FUNCTIONS_OF, "math.sqrt", "sqrt({})", DOUBLE, "number")


@function(FUNCTIONS_OF, "math.sign", "number")
def _(t, x):
    return made(f"if {x.at(6)} > 0 then 1 else if {x.at(6)} < 0 then -1 else 0", x.type, x, level=0)


for name in ("math.isNaN", "math.isInf", "math.isFinite"):
    FUNCTIONS_OF[name] = unknown(NO_NUMBERS)
