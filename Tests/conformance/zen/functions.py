"""The functions of Zen of numbers, texts and lists, as calls of Truths."""

from shared.calls import MEDIAN, made, pattern, taken, unknown
from shared.reader import Unreadable
from shared.shapes import received_map
from shared.values import LISTS, UNREAD, Untranslatable, Value, is_kind, is_list, is_text
from zen.moments import MOMENTS
from zen.read import plain
from zen.reasons import DYNAMIC_KEYS, MERGED, RUN_TIME

CALLS = {}


def call(name, *kinds, needs=None, required=None):
    """Declares a function with the kinds of its arguments."""
    kinds = [k.split("|") for k in kinds]

    def declare(body):
        def called(translator, arguments):
            if not (len(kinds) if required is None else required) <= len(arguments) <= len(kinds):
                raise Untranslatable(UNREAD, f"{len(arguments)} arguments of {name}")
            if needs:
                translator.pack.needs(needs)
            values = [translator.list_of(n) if k == ["list"] else translator.value(n) for n, k in zip(arguments, kinds)]
            return body(translator, *taken(translator, values, kinds))

        CALLS[name] = called
        return body

    return declare


def simple(name, code, type, *kinds, level=9, needs=None):
    """A function that is one expression over its arguments."""

    @call(name, *kinds, needs=needs)
    def _(t, *values):
        return made(code.format(*[v.at(6) if "} contains" in code else v.code for v in values]), type, *values, level=level)


simple("abs", "abs({})", "number", "number")
simple("floor", "floor({})", "number", "number")
simple("ceil", "ceil({})", "number", "number")
simple("lower", "lower({})", "text", "text")
simple("upper", "upper({})", "text", "text")
simple("trim", "trim({})", "text", "text")
simple("len", "length({})", "number", "text|list")
simple("startsWith", "starts_with({}, {})", "boolean", "text", "text")
simple("endsWith", "ends_with({}, {})", "boolean", "text", "text")
simple("split", "split({}, {})", ("list", "text"), "text", "text", needs="text functions")
simple("sum", "sum(x for x in {})", "number", "list")
simple("avg", "mean(x for x in {})", "number", "list", needs="mean")


@call("round", "number", "number", needs="rounding modes", required=1)
def _(t, n, places=None):
    return made(f"round({n.code}, {places.code if places else 0}, half_up)", "number", n, places)


@call("trunc", "number", "number", needs="trunc", required=1)
def _(t, n, places=None):
    return made(f"trunc({n.code}{', ' + places.code if places else ''})", "number", n, places)


def extreme(word):
    @call(word, "list")
    def _(t, l):
        return made(f"{word}(x for x in {l.at(9)})", l.type[1], l)


extreme("min")
extreme("max")


@call("median", "list", needs="list functions")
def _(t, l):
    return made(MEDIAN.format(l.code), "number", l, level=0)


@call("mode", "list", needs="list functions")
def _(t, l):
    """The most frequent, of several the greatest."""
    return made(f"last(x for x in {l.at(9)} by count(y in {l.at(9)} where y == x), x)", l.type[1], l)


@call("contains", "text|list", "any")
def _(t, container, part):
    other = Value("x", container.type[1]) if is_list(container.type) else Value("x", "text")
    t.compared("=", part, other)
    return made(f"{container.at(6)} contains {part.at(6)}", "boolean", container, part, level=5)


@call("matches", "text", "text", needs="patterns")
def _(t, value, expression):
    written = None if expression.constant is None else pattern(expression.constant)
    if written is None:
        raise Untranslatable("a regular expression that is no literal, or outside RFC 9485 (§4)")
    return made(f"{value.at(6)} contains matching {written}", "boolean", value, level=5)


# Conversions


@call("string", "any")
def _(t, value):
    if is_list(value.type) or is_kind(value.type, "record"):
        raise Untranslatable("a list or an object as a text")
    t.pack.needs("conversions")
    return value if is_text(value.type) else made(f"text({value.code})", "text", value)


@call("number", "number|text|boolean", needs="conversions")
def _(t, value):
    if value.type == "boolean":
        return made(f"if {value.code} then 1 else 0", "number", value, level=0)
    return value if value.type == "number" else made(f"number({value.code})", "number", value)


@call("bool", "boolean|number|text")
def _(t, value):
    if value.type == "boolean":
        return value
    if value.type == "number":
        return made(f"{value.at(6)} != 0", "boolean", value, level=5)
    word = f"trim({value.code})"
    code = f'if {word} == "true" then true else if {word} == "false" then false else {value.at(6)} == ""'
    return made(code, "boolean", value, level=0)


@call("isNumeric", "any", needs="conversions")
def _(t, value):
    if not is_text(value.type):
        raise Untranslatable(RUN_TIME)
    return made(f"number({value.code}) exists", "boolean", value, level=5)


# Lists


def quantified(name, code, level=1):
    def called(translator, arguments):
        variable, values, body, outer = translator.loop(arguments, "boolean")
        return Value(code.format(variable, values.at(9), body.code), "boolean", level, outer)

    CALLS[name] = called


quantified("all", "every {} in {} satisfies {}")
quantified("some", "some {} in {} satisfies {}")
quantified("none", "no {} in {} satisfies {}")
quantified("one", "count({} in {} where {}) == 1", level=5)


def counted(translator, arguments):
    variable, values, body, outer = translator.loop(arguments, "boolean")
    return Value(f"count({variable} in {values.at(9)} where {body.code})", "number", 9, outer)


def filtered(translator, arguments):
    variable, values, body, outer = translator.loop(arguments, "boolean")
    return Value(f"list({variable} for {variable} in {values.at(9)} where {body.code})", values.type, 9, outer)


def mapped(translator, arguments):
    variable, values, body, outer = translator.loop(arguments)
    if is_list(body.type):
        translator.pack.needs("lists of lists")
    return Value(f"list({body.code} for {variable} in {values.at(9)})", ("list", body.type), 9, outer)


def flat(translator, value):
    translator.pack.needs("list functions")
    if not is_list(value.type[1]):
        raise Untranslatable(LISTS)
    return made(f"flatten({value.code})", value.type[1], value)


def merged(translator, arguments):
    if len(arguments) != 1 or arguments[0][0] != "list":
        raise Untranslatable(MERGED)
    values = [translator.value(n) for n in arguments[0][1]]
    if any(is_list(v.type) for v in values):
        return flat(translator, translator.list_of(arguments[0]))
    raise Untranslatable(MERGED)


def constant(node):
    """The JSON of an object whose keys and values are literals."""
    try:
        return plain(node)
    except Unreadable:
        raise Untranslatable(DYNAMIC_KEYS) from None


def members(word):
    def called(translator, arguments):
        if arguments[0][0] == "object":
            value = received_map(constant(arguments[0]), "map", translator.pack, translator.owner)
        else:
            value = translator.value(arguments[0])
        if is_list(value.type) and word == "keys":
            translator.pack.needs("range")
            return made(f"range(0, length({value.code}) - 1)", ("list", "number"), value)
        if not is_kind(value.type, "map"):
            raise Untranslatable("the members of an object that is written")
        return made(f"{word}({value.code})", ("list", value.type[1] if word == "values" else "text"), value)

    return called


CALLS.update({
    "count": counted, "filter": filtered, "map": mapped, "merge": merged, "mergeDeep": unknown(MERGED),
    "flatMap": lambda t, arguments: flat(t, mapped(t, arguments)), "keys": members("keys"), "values": members("values"),
    "flatten": lambda t, arguments: flat(t, t.list_of(arguments[0])),
    "extract": unknown("parts of a regular expression"), "fuzzyMatch": unknown("no function like `fuzzyMatch`"),
    "rand": unknown("no randomness"), "type": unknown(RUN_TIME),
})
CALLS.update(MOMENTS)
