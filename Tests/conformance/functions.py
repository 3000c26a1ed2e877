"""The functions of FEEL, as calls of Truths."""

from literals import NO_VALUE, date, duration, literal, moment, time
from values import (CONTEXTS, FUNCTION_VALUES, ILL_TYPED, LISTS, OFFSETS, RANGES, UNREAD, Unsayable, Value, free, is_kind, is_list,
                    is_moment, is_text)

CALLS = {}


def call(name, *params):
    """Declares a function: each parameter is `name:kinds`, `name?:kinds` where it may be left out."""
    specs = []
    for param in params:
        words, kinds = param.split(":")
        specs.append((words.rstrip("?"), words.endswith("?"), kinds.split("|")))

    def declare(body):
        def called(translator, arguments):
            values = arrange(translator, specs, arguments)
            return body(translator, *values)

        CALLS[name] = called
        return body

    return declare




def arrange(translator, specs, arguments):
    nodes = [None] * len(specs)
    for place, (name, node) in enumerate(arguments):
        if name is not None:
            place = next((i for i, s in enumerate(specs) if s[0] == name), len(specs))
        if place >= len(specs) or nodes[place] is not None:
            raise Unsayable(ILL_TYPED)
        nodes[place] = node
    result = []
    for (name, optional, kinds), node in zip(specs, nodes):
        if node is None:
            if not optional:
                raise Unsayable(ILL_TYPED)
            result.append(None)
            continue
        result.append(fit(translator, translator.value(node), kinds))
    return result


def fit(translator, value, kinds):
    if "any" in kinds:
        return value
    if value.type == "null":
        return translator.null(("list", "text") if kinds[0] == "list" else kinds[0])
    if is_list(value.type) and "list" in kinds or value.type in kinds or "text" in kinds and is_text(value.type):
        return value
    if is_moment(value.type) and "moment" in kinds:
        return value
    if "list" in kinds or is_list(value.type):
        raise Unsayable(LISTS if not is_kind(value.type, "context") else CONTEXTS)
    raise Unsayable(ILL_TYPED, f"{value.type} for {kinds}")


def made(code, type, *values, level=9):
    return Value(code, type, level, free(*[v for v in values if v is not None]))


def needs(translator, feature):
    translator.pack.needs(feature)


# Numbers


@call("abs", "n:number|duration|period")
def _(t, n):
    return made(f"abs({n.code})", n.type, n)


def rounding(feel, one, many, name_of_scale="scale"):
    @call(feel, "n:number", f"{name_of_scale}?:number")
    def _(t, n, scale):
        if scale is None:
            if one is None:
                raise Unsayable(ILL_TYPED)
            return made(one.format(n.code), "number", n)
        needs(t, "rounding modes")
        return made(many.format(n.code, scale.code), "number", n, scale)


rounding("floor", "floor({})", "floor({}, {})")
rounding("ceiling", "ceil({})", "ceil({}, {})")
rounding("round up", None, "round({}, {}, up)")
rounding("round down", None, "round({}, {}, down)")
rounding("round half up", None, "round({}, {}, half_up)")
rounding("round half down", None, "round({}, {}, half_down)")


@call("decimal", "n:number", "scale:number")
def _(t, n, scale):
    return made(f"round({n.code}, {scale.code})", "number", n, scale)


@call("modulo", "dividend:number", "divisor:number")
def _(t, a, b):
    return made(f"{a.at(7)} - {b.at(8)} * floor({a.at(7)} / {b.at(8)})", "number", a, b, level=6)


@call("even", "number:number")
def _(t, n):
    return made(f"{n.at(7)} % 2 == 0", "boolean", n, level=5)


@call("odd", "number:number")
def _(t, n):
    return made(f"abs({n.at(7)} % 2) == 1", "boolean", n, level=5)


@call("sqrt", "number:number")
def _(t, n):
    needs(t, "power")
    return made(f"sqrt({n.code})", "number", n)


def unknown(name, why):
    def called(translator, arguments):
        raise Unsayable(why)

    CALLS[name] = called


for word in ("exp", "log", "median", "mode", "stddev", "product"):
    unknown(word, f"no function like `{word}`")
for word in ("get value", "get entries", "context", "context put", "context merge"):
    unknown(word, CONTEXTS)
for word in "after before coincides during finishes includes meets overlaps starts range".split() + [
    "finished by", "met by", "overlaps after", "overlaps before", "started by"]:
    unknown(word, RANGES)
unknown("list replace", "no function like `list replace`")
unknown("replace", "replacing by a regular expression")


# Texts


@call("string length", "string:text")
def _(t, s):
    return made(f"length({s.code})", "number", s)


@call("upper case", "string:text")
def _(t, s):
    return made(f"upper({s.code})", "text", s)


@call("lower case", "string:text")
def _(t, s):
    return made(f"lower({s.code})", "text", s)


@call("contains", "string:text", "match:text")
def _(t, s, match):
    return made(f"{s.at(6)} contains {match.at(6)}", "boolean", s, match, level=5)


@call("starts with", "string:text", "match:text")
def _(t, s, match):
    return made(f"starts_with({s.code}, {match.code})", "boolean", s, match)


@call("ends with", "string:text", "match:text")
def _(t, s, match):
    return made(f"ends_with({s.code}, {match.code})", "boolean", s, match)


@call("substring", "string:text", "start position:number", "length?:number")
def _(t, s, start, length):
    needs(t, "text functions")
    if start.constant and start.constant.startswith("-"):
        start = made(f"length({s.code}) - {int(start.constant[1:]) - 1}", "number", s, level=6)
    return made(f"substring({s.code}, {start.code}{', ' + length.code if length else ''})", "text", s, start, length)


@call("substring before", "string:text", "match:text")
def _(t, s, match):
    needs(t, "text functions")
    return made(f'if {s.at(6)} contains {match.at(6)} then before({s.code}, {match.code}) else ""', "text", s, match, level=0)


@call("substring after", "string:text", "match:text")
def _(t, s, match):
    needs(t, "text functions")
    return made(f'if {s.at(6)} contains {match.at(6)} then after({s.code}, {match.code}) else ""', "text", s, match, level=0)


@call("split", "string:text", "delimiter:text")
def _(t, s, by):
    if by.constant is None or set(by.constant) & set("\\^$.|?*+()[]{}"):
        raise Unsayable("splitting by a regular expression")
    needs(t, "text functions")
    return made(f"split({s.code}, {by.code})", ("list", "text"), s, by)


@call("string join", "list:list", "delimiter?:text")
def _(t, l, by):
    needs(t, "text functions")
    return made(f"join({l.code}, {by.code if by else chr(34) * 2})", "text", l, by)


@call("matches", "input:text", "pattern:text", "flags?:text")
def _(t, s, pattern, flags):
    if pattern.constant is None or flags is not None:
        raise Unsayable("a regular expression that is no literal, or one with flags")
    if set(pattern.constant) & set("\\^$"):
        raise Unsayable("a regular expression outside RFC 9485")
    needs(t, "patterns")
    code = '"' + pattern.constant.replace('"', '\\"') + '"'
    return made(f"{s.at(6)} contains matching {code}", "boolean", s, level=5)


@call("string", "from:any")
def _(t, value):
    if value.type == "null":
        return t.null("text")
    if is_text(value.type) and not is_kind(value.type, "enum"):
        return value
    if value.type in ("instant", "duration", "period") or is_kind(value.type, "context"):
        raise Unsayable(OFFSETS if value.type == "instant" else "a duration, list or context as a text")
    if is_list(value.type):
        raise Unsayable("a duration, list or context as a text")
    return t.template([value])


@call("number", "from:text", "grouping separator:text", "decimal separator:text")
def _(t, s, grouping, point):
    needs(t, "conversions")
    for part, allowed in ((grouping, " ,."), (point, ".,")):
        if part.constant is None and '"' in part.code or part.constant is not None and part.constant not in allowed:
            raise Unsayable(ILL_TYPED)
    code = s.code
    if grouping.constant:
        code = f"replace({code}, {grouping.code}, {chr(34) * 2})"
    if point.constant == ",":
        code = f'replace({code}, ",", ".")'
    return made(f"number({code})", "number", s)


# Truth


@call("not", "negand:boolean")
def _(t, x):
    return made(f"not {x.at(4)}", "boolean", x, level=4)


@call("is", "value1:any", "value2:any")
def _(t, a, b):
    if "null" in (a.type, b.type):
        raise Unsayable(UNREAD)
    if "instant" in (a.type, b.type):
        raise Unsayable(OFFSETS)
    return t.compared("=", a, b)


def folded(name, code_of):
    """`all` and `any`: of a list or of several values."""

    def called(translator, arguments):
        nodes = [n for _, n in arguments]
        if not nodes or any(n not in (None, "list") for n, _ in arguments):
            raise Unsayable(ILL_TYPED)
        value = as_list(translator, nodes)
        if value.type[1] == "null":
            return translator.value(("bool", name == "all"))
        translator.as_type(Value("x", value.type[1], constant=""), "boolean")
        return made(code_of.format(value.at(9)), "boolean", value, level=1)

    CALLS[name] = called


def as_list(translator, nodes):
    if len(nodes) > 1:
        return translator.value(("list", nodes))
    value = translator.value(nodes[0])
    if value.type == "null":
        return translator.null(("list", "number"))
    if not is_list(value.type):
        return translator.value(("list", nodes))
    return value


folded("all", "every x in {} satisfies x")
folded("any", "some x in {} satisfies x")


# Lists


def aggregate(name, code_of, of=("number",)):
    def called(translator, arguments):
        nodes = [n for _, n in arguments]
        if not nodes or any(n not in (None, "list") for n, _ in arguments):
            raise Unsayable(ILL_TYPED)
        value = as_list(translator, nodes)
        kind = value.type[1]
        if kind == "null":
            value = Value("[]", ("list", "number"))
            kind = "number"
        if of and kind not in of and not (is_text(kind) and "text" in of):
            raise Unsayable(ILL_TYPED)
        result = "number" if name == "count" else kind
        if name == "mean":
            needs(translator, "mean")
        return made(code_of.format(value.at(9)), result, value)

    CALLS[name] = called


aggregate("sum", "sum(x for x in {})", ("number", "duration", "period"))
aggregate("mean", "mean(x for x in {})", ("number", "duration"))
ORDERED = ("number", "text", "date", "time", "timestamp", "instant", "duration", "period")
aggregate("min", "min(x for x in {})", ORDERED)
aggregate("max", "max(x for x in {})", ORDERED)
aggregate("count", "count(x in {})", None)


@call("list contains", "list:list", "element:any")
def _(t, l, e):
    if e.type == "null":
        raise Unsayable(LISTS)
    if l.type[1] != "null":
        t.compared("=", Value("x", l.type[1], constant=""), Value("y", e.type, constant=""))
    return made(f"{l.at(6)} contains {e.at(6)}", "boolean", l, e, level=5)


@call("distinct values", "list:list")
def _(t, l):
    return made(f"distinct({l.code})", l.type, l)


@call("reverse", "list:list")
def _(t, l):
    needs(t, "list functions")
    return made(f"reverse({l.code})", l.type, l)


@call("sublist", "list:list", "start position:number", "length?:number")
def _(t, l, start, length):
    needs(t, "list functions")
    if not start.constant or length and not length.constant:
        raise Unsayable(UNREAD, "places of sublist that are worked out")
    a = int(float(start.constant))
    if length is None:
        b = -1
    else:
        b = a + int(float(length.constant)) - 1
        if a < 0 <= b:
            b = -1
    return made(f"slice({l.code}, {a}, {b})", l.type, l)


def joined(name, distinct=False):
    def called(translator, arguments):
        values = [fit(translator, translator.value(n), ["list"]) for _, n in arguments]
        if not values:
            raise Unsayable(ILL_TYPED)
        kind = next((v.type for v in values if v.type[1] != "null"), values[0].type)
        for value in values:
            translator.as_type(value, kind)
        code = " + ".join(v.at(7) for v in values)
        return made(f"distinct({code})" if distinct else code, kind, *values, level=9 if distinct or len(values) == 1 else 6)

    CALLS[name] = called


joined("concatenate")
joined("union", distinct=True)


def append(translator, arguments):
    if not arguments:
        raise Unsayable(ILL_TYPED)
    first = translator.value(arguments[0][1])
    if not is_list(first.type):
        raise Unsayable(LISTS)
    rest = translator.value(("list", [n for _, n in arguments[1:]]))
    if first.type[1] != "null":
        translator.as_type(rest, first.type)
    return made(f"{first.at(6)} + {rest.at(7)}", rest.type if first.type[1] == "null" else first.type, first, rest, level=6)


CALLS["append"] = append


@call("flatten", "list:list")
def _(t, l):
    needs(t, "list functions")
    if not is_list(l.type[1]):
        return l
    if is_list(l.type[1][1]):
        raise Unsayable("lists that are nested to several depths")
    return made(f"flatten({l.code})", l.type[1], l)


@call("index of", "list:list", "match:any")
def _(t, l, m):
    raise Unsayable("no function like `index of`, which lists all places")


@call("remove", "list:list", "position:number")
def _(t, l, n):
    needs(t, "list functions")
    if not n.constant or float(n.constant) < 1:
        raise Unsayable(UNREAD, "places of remove that are worked out or negative")
    k = int(float(n.constant))
    before = f"first({l.code}, {k - 1})"
    return made(f"{before} + slice({l.code}, {k + 1}, -1)", l.type, l, level=6)


@call("insert before", "list:list", "position:number", "newItem:any")
def _(t, l, n, item):
    needs(t, "list functions")
    if not n.constant or float(n.constant) < 1:
        raise Unsayable(UNREAD, "places of insert before that are worked out or negative")
    k = int(float(n.constant))
    item = t.as_type(item, l.type[1])
    return made(f"first({l.code}, {k - 1}) + [{item.code}] + slice({l.code}, {k}, -1)", l.type, l, item, level=6)


def sort(translator, arguments):
    """`sort(l, function(x, y) x.a < y.a)` is a list by x.a."""
    given = {n or ("list", "precedes")[i]: a for i, (n, a) in enumerate(arguments[:2])}
    value = fit(translator, translator.value(given.get("list", ("null",))), ["list"])
    order = given.get("precedes")
    if order is None or order[0] != "function" or len(order[1]) != 2 or order[2][0] not in ("<", ">"):
        raise Unsayable(FUNCTION_VALUES if order else ILL_TYPED)
    x, y = order[1]
    sign, left, right = order[2]

    def swapped(node):
        if isinstance(node, tuple) and node[0] == "name" and node[1] in (x, y):
            return ("name", x if node[1] == y else y)
        return tuple(swapped(n) for n in node) if isinstance(node, tuple) else node

    if swapped(left) != right:
        raise Unsayable(FUNCTION_VALUES)
    if repr(("name", y)) in repr(left):
        left, sign = right, "<" if sign == ">" else ">"
    name, item = translator.scope.bind(x, value.type[1])
    key = translator.inner({x: item}).value(left)
    return made(f"list({name} for {name} in {value.at(9)} by {key.code}{' desc' if sign == '>' else ''})", value.type, value)


CALLS["sort"] = sort


# Dates


def read_or_convert(translator, value, reader, word, kind):
    if value.constant is not None and value.type == "text":
        found = reader(value.constant)
        if found is None or found.type != kind and not (is_moment(found.type) and is_moment(kind)):
            raise Unsayable(NO_VALUE)
        return found
    needs(translator, "conversions")
    return made(f"{word}({value.code})", kind, value)


def several(arguments, *names):
    """The arguments by name or place, where a function has several forms."""
    for form in names:
        if len(arguments) == len(form) and all(n is None or n == form[i] or n in form for i, (n, _) in enumerate(arguments)):
            return [a for _, a in sorted(enumerate(arguments), key=lambda x: form.index(x[1][0]) if x[1][0] else x[0])]
    raise Unsayable(ILL_TYPED)


def date_call(t, arguments):
    arguments = several(arguments, ("from",), ("year", "month", "day"))
    values = [t.value(n) for _, n in arguments]
    if len(values) == 3:
        values = [fit(t, v, ["number"]) for v in values]
        return made(f"date_of({', '.join(v.code for v in values)})", "date", *values)
    value = t.null("text") if values[0].type == "null" else values[0]
    if value.type == "instant":
        raise Unsayable(OFFSETS)
    if value.type == "timestamp":
        return made(f"date({value.code})", "date", value)
    return value if value.type == "date" else read_or_convert(t, fit(t, value, ["text"]), date, "date", "date")


def time_call(t, arguments):
    arguments = several(arguments, ("from",), ("hour", "minute", "second"), ("hour", "minute", "second", "offset"))
    values = [t.value(n) for _, n in arguments]
    if len(values) > 1:
        if len(values) == 4 and values[3].type != "null":
            raise Unsayable(OFFSETS)
        values = [fit(t, v, ["number"]) for v in values[:3]]
        return made(f"time_of({', '.join(v.code for v in values)})", "time", *values)
    value = t.null("text") if values[0].type == "null" else values[0]
    if value.type in ("instant", "date"):
        raise Unsayable(OFFSETS)
    if value.type == "timestamp":
        return made(f"time({value.code})", "time", value)
    return value if value.type == "time" else read_or_convert(t, fit(t, value, ["text"]), time, "time", "time")


def moment_call(t, arguments):
    arguments = several(arguments, ("from",), ("date", "time"), ("date", "timezone"))
    values = [t.value(n) for _, n in arguments]
    if len(values) == 2:
        day, clock = fit(t, values[0], ["date", "timestamp", "instant"]), fit(t, values[1], ["time"])
        if day.type == "instant":
            raise Unsayable(OFFSETS)
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
        raise Unsayable(NO_VALUE)
    return found


CALLS.update({"date": date_call, "time": time_call, "date and time": moment_call, "duration": duration_call})


@call("years and months duration", "from:date|moment", "to:date|moment")
def _(t, a, b):
    if a.type != "date" or b.type != "date":
        raise Unsayable("months between dates and times")
    return made(f"months(months_between({a.code}, {b.code}))", "period", a, b)


def day_of(value):
    if value.type == "instant":
        raise Unsayable(OFFSETS)
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
