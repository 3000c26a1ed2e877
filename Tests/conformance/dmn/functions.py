"""The functions of FEEL of numbers, texts and booleans, as calls of Truths."""

from dmn.reasons import ILL_TYPED
from shared.calls import made, pattern
from shared.values import CONTEXTS, LISTS, OFFSETS, RANGES, UNREAD, Untranslatable, Value, is_kind, is_list, is_moment, is_text

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
            raise Untranslatable(ILL_TYPED)
        nodes[place] = node
    result = []
    for (name, optional, kinds), node in zip(specs, nodes):
        if node is None:
            if not optional:
                raise Untranslatable(ILL_TYPED)
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
        raise Untranslatable(LISTS if not is_kind(value.type, "context") else CONTEXTS)
    raise Untranslatable(ILL_TYPED, f"{value.type} for {kinds}")


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
                raise Untranslatable(ILL_TYPED)
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
        raise Untranslatable(why)

    CALLS[name] = called


for word in ("exp", "log", "product"):
    unknown(word, f"no function like `{word}`")
for word in ("get value", "get entries", "context", "context put", "context merge"):
    unknown(word, CONTEXTS)
for word in "after before coincides during finishes includes meets overlaps starts range".split() + [
    "finished by", "met by", "overlaps after", "overlaps before", "started by"]:
    unknown(word, RANGES)
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
        raise Untranslatable("splitting by a regular expression")
    needs(t, "text functions")
    return made(f"split({s.code}, {by.code})", ("list", "text"), s, by)


@call("string join", "list:list", "delimiter?:text")
def _(t, l, by):
    needs(t, "text functions")
    return made(f"join({l.code}, {by.code if by else chr(34) * 2})", "text", l, by)


@call("matches", "input:text", "pattern:text", "flags?:text")
def _(t, s, expression, flags):
    if expression.constant is None or flags is not None:
        raise Untranslatable("a regular expression that is no literal, or one with flags")
    written = pattern(expression.constant)
    if written is None:
        raise Untranslatable("a regular expression outside RFC 9485")
    needs(t, "patterns")
    return made(f"{s.at(6)} contains matching {written}", "boolean", s, level=5)


@call("string", "from:any")
def _(t, value):
    if value.type == "null":
        return t.null("text")
    if is_text(value.type) and not is_kind(value.type, "enum"):
        return value
    if value.type in ("instant", "duration", "period") or is_kind(value.type, "context"):
        raise Untranslatable(OFFSETS if value.type == "instant" else "a duration, list or context as a text")
    if is_list(value.type):
        raise Untranslatable("a duration, list or context as a text")
    return t.template([value])


@call("number", "from:text", "grouping separator:text", "decimal separator:text")
def _(t, s, grouping, point):
    needs(t, "conversions")
    for part, allowed in ((grouping, " ,."), (point, ".,")):
        if part.constant is None and '"' in part.code or part.constant is not None and part.constant not in allowed:
            raise Untranslatable(ILL_TYPED)
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
        raise Untranslatable(UNREAD)
    if "instant" in (a.type, b.type):
        raise Untranslatable(OFFSETS)
    return t.compared("=", a, b)


def folded(name, code_of):
    """`all` and `any`: of a list or of several values."""

    def called(translator, arguments):
        nodes = [n for _, n in arguments]
        if not nodes or any(n not in (None, "list") for n, _ in arguments):
            raise Untranslatable(ILL_TYPED)
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
