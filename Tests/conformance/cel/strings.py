"""CEL's extension for strings. Where CEL has an error, such as a place outside the text, the value is missing."""

import re

from cel.reasons import FORMATS
from cel.times import as_text
from shared.calls import made
from shared.values import Kind, UNREAD, Untranslatable, Value, quoted

STRINGS = {}  # name → (kinds, how many are required, body)
INT = Kind("number", "int")
ESCAPES = {"\\": "\\\\", "\a": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v", '"': '\\"'}


def method(name, *kinds, required=None):
    def declare(body):
        def checked(t, *values):
            t.pack.needs("text functions")
            return body(t, *values)

        STRINGS[name] = (kinds, required, checked)
        return body

    return declare


def guarded(condition, code, type, *values):
    return made(f"if {condition} then {code} else missing", type, *values, level=0)


@method("charAt", "text", "number")
def _(t, s, place):
    code = f"substring({s.code}, {place.at(6)} + 1, 1)"
    return guarded(f"{place.at(6)} between 0 and length({s.code})", code, "text", s, place)


@method("substring", "text", "number", "number", required=2)
def _(t, s, start, end=None):
    if end is None:
        fits = f"{start.at(6)} between 0 and length({s.code})"
        return guarded(fits, f"substring({s.code}, {start.at(6)} + 1)", "text", s, start)
    fits = f"{start.at(6)} between 0 and {end.at(6)} and {end.at(6)} <= length({s.code})"
    return guarded(fits, f"substring({s.code}, {start.at(6)} + 1, {end.at(6)} - {start.at(7)})", "text", s, start, end)


def place_of(t, s, part, word, first, last, *values):
    """The least or greatest place from 0, within bounds, at which a part stands, -1 where there is none."""
    t.pack.needs("range")
    name, _ = t.scope.bind("at", "number")
    there = f"{name} in range({first}, {last})"
    stands = f"substring({s.code}, {name} + 1, length({part.code})) == {part.at(6)}"
    return f"if some {there} satisfies {stands} then {word}({name} for {there} where {stands}) else -1"


def with_place(code, s, place, *values):
    if place is None:
        return made(code, INT, *values, level=0)
    return made(f"if {place.at(6)} between 0 and length({s.code}) then ({code}) else missing", INT, place, *values, level=0)


@method("indexOf", "text", "text", "number", required=2)
def _(t, s, part, place=None):
    if place is None and part.constant:
        return made(f"if {s.at(6)} contains {part.at(6)} then index({s.code}, {part.code}) - 1 else -1", INT, s, part, level=0)
    first = place.code if place else "0"
    code = place_of(t, s, part, "min", first, f"length({s.code}) - length({part.code})")
    return with_place(code, s, place, s, part)


@method("lastIndexOf", "text", "text", "number", required=2)
def _(t, s, part, place=None):
    last = f"length({s.code}) - length({part.code})"
    last = f"min({place.code}, {last})" if place else last
    return with_place(place_of(t, s, part, "max", "0", last), s, place, s, part)


@method("lowerAscii", "text")
def _(t, s):
    return made(f"lower({s.code})", "text", s)


@method("upperAscii", "text")
def _(t, s):
    return made(f"upper({s.code})", "text", s)


@method("trim", "text")
def _(t, s):
    return made(f"trim({s.code})", "text", s)


@method("reverse", "text")
def _(t, s):
    t.pack.needs("list functions")
    name, _ = t.scope.bind("at", "number")
    return made(f'join(list(substring({s.code}, {name}, 1) for {name} in reverse(range(1, length({s.code})))), "")', "text", s)


@method("replace", "text", "text", "text", "number", required=3)
def _(t, s, part, by, limit=None):
    if limit is None or limit.constant and limit.constant.startswith("-"):
        return made(f"replace({s.code}, {part.code}, {by.code})", "text", s, part, by)
    if limit.constant == "0":
        return s
    if limit.constant != "1":
        raise Untranslatable(UNREAD, "replacing so many")
    ends = [made(f"{word}({s.code}, {part.code})", "text", s, part) for word in ("before", "after")]
    once = t.template([ends[0], by, ends[1]])
    return made(f"if {s.at(6)} contains {part.at(6)} then {once.code} else {s.code}", "text", s, part, by, level=0)


@method("split", "text", "text", "number", required=2)
def _(t, s, by, limit=None):
    whole = f"split({s.code}, {by.code})"
    if limit is None or limit.constant and limit.constant.startswith("-"):
        return made(whole, ("list", "text"), s, by)
    if limit.constant == "0":
        return Value("[]", ("list", "text"))
    if limit.constant == "1":
        return made(f"[{s.code}]", ("list", "text"), s)
    n = limit.code
    rest = f"first({whole}, {n} - 1) + [join(slice({whole}, {n}, -1), {by.code})]"
    return made(f"if length({whole}) < {n} then {whole} else {rest}", ("list", "text"), s, by, limit, level=0)


@method("join", "list", "text", required=1)
def _(t, l, by=None):
    if l.type[1] not in ("text", "null"):
        return t.ill_typed("join of no texts", made(f"join({l.code}, {by.code if by else chr(34) * 2})", "text", l))
    return made(f"join({l.code}, {by.code if by else chr(34) * 2})", "text", l, by)


@method("strings.quote", "text")
def _(t, s):
    code = s.code
    for character, written in ESCAPES.items():
        code = f"replace({code}, {quoted(character)}, {quoted(written)})"
    return t.template(['"', made(code, "text", s), '"'])


def formatted(t, form, nodes):
    """A text with values in it; the form must be a literal, and the list of its values may have several types."""
    pieces, rest, place = [], form, 0
    while rest:
        text, sign, rest = rest.partition("%")
        pieces += [text] if text else []
        if not sign:
            break
        clause = re.match(r"(?:\.(\d+))?([a-zA-Z%])", rest)
        if not clause:
            raise Untranslatable(UNREAD, "a clause of a format")
        rest = rest[clause.end():]
        if clause[2] == "%":
            pieces.append("%")
            continue
        if place >= len(nodes):
            return t.ill_typed("fewer values than clauses", Value("missing_value", "text"))
        pieces.append(one(t, t.value(nodes[place]), clause[2], clause[1]))
        place += 1
    return t.template(pieces or [""])


def one(t, value, clause, places):
    if clause == "s":
        if value.type == "null":
            return "null"
        if isinstance(value.type, tuple):
            raise Untranslatable("a list or map as a text")
        return as_text(value)
    if value.type == "null":
        value = t.null("number")
    if clause == "d" and value.type == "number":
        return as_text(value)
    if clause == "f" and value.type == "number":
        return made(f"text({value.code}, {places or 6})", "text", value)
    if value.type != "number" and clause in "df":
        return t.ill_typed(f"%{clause} of {value.type}", made(f"text({value.at(6)} + 0)", "text", value))
    raise Untranslatable(FORMATS)
