"""The functions of FEEL of lists, as calls of Truths."""

from dmn.functions import CALLS, as_list, call, fit, needs
from dmn.reasons import ILL_TYPED
from shared.calls import MEDIAN, made
from shared.values import FUNCTION_VALUES, LISTS, UNREAD, Untranslatable, Value, is_list, is_text


def aggregate(name, code_of, of=("number",), result=None, level=9, feature=None):
    def called(translator, arguments):
        nodes = [n for _, n in arguments]
        if not nodes or any(n not in (None, "list") for n, _ in arguments):
            raise Untranslatable(ILL_TYPED)
        value = as_list(translator, nodes)
        kind = value.type[1]
        if kind == "null":
            value = Value("[]", ("list", "number"))
            kind = "number"
        if of and kind not in of and not (is_text(kind) and "text" in of):
            raise Untranslatable(ILL_TYPED)
        if feature:
            needs(translator, feature)
        return made(code_of.format(value.at(9)), result or kind, value, level=level)

    CALLS[name] = called


aggregate("sum", "sum(x for x in {})", ("number", "duration", "period"))
aggregate("mean", "mean(x for x in {})", ("number", "duration"), feature="mean")
aggregate("median", MEDIAN, level=0, feature="list functions")
MOST = "every z in {0} satisfies count(y in {0} where y == z) <= count(y in {0} where y == x)"
aggregate("mode", "list(x for x in distinct(sort({0})) where " + MOST + ")", result=("list", "number"), feature="list functions")
SPREAD = "sqrt(sum(power(x - mean(y for y in {0}), 2) for x in {0}) / (length({0}) - 1))"
aggregate("stddev", "if length({0}) > 1 then " + SPREAD + " else missing", level=0, feature="power")
ORDERED = ("number", "text", "date", "time", "timestamp", "instant", "duration", "period")
aggregate("min", "min(x for x in {})", ORDERED)
aggregate("max", "max(x for x in {})", ORDERED)
aggregate("count", "count(x in {})", None, "number")


@call("list contains", "list:list", "element:any")
def _(t, l, e):
    if e.type == "null":
        raise Untranslatable(LISTS)
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
        raise Untranslatable(UNREAD, "places of sublist that are worked out")
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
            raise Untranslatable(ILL_TYPED)
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
        raise Untranslatable(ILL_TYPED)
    first = translator.value(arguments[0][1])
    if not is_list(first.type):
        raise Untranslatable(LISTS)
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
        raise Untranslatable("lists that are nested to several depths")
    return made(f"flatten({l.code})", l.type[1], l)


@call("index of", "list:list", "match:any")
def _(t, l, m):
    needs(t, "places of lists")
    if m.type == "null" or l.type[1] != "null" and t.compared("=", Value("x", l.type[1], constant=""), m) is None:
        raise Untranslatable(LISTS)
    name, _ = t.scope.bind("place", "number")
    found = f"{name} in range(1, length({l.code})) where {l.at(9)}[{name}] == {m.at(6)}"
    return made(f"list({name} for {found})", ("list", "number"), l, m)


@call("remove", "list:list", "position:number")
def _(t, l, n):
    needs(t, "list functions")
    if not n.constant or float(n.constant) < 1:
        raise Untranslatable(UNREAD, "places of remove that are worked out or negative")
    k = int(float(n.constant))
    before = f"first({l.code}, {k - 1})"
    return made(f"{before} + slice({l.code}, {k + 1}, -1)", l.type, l, level=6)


@call("list replace", "list:list", "position:any", "newItem:any")
def _(t, l, n, item):
    needs(t, "list functions")
    if n.type != "number":
        raise Untranslatable(FUNCTION_VALUES if n.type in ("any", "function") else ILL_TYPED)
    if not n.constant or float(n.constant) < 1:
        raise Untranslatable(UNREAD, "places of list replace that are worked out or negative")
    if item.type == "null":
        raise Untranslatable(LISTS)
    k, item = int(float(n.constant)), t.as_type(item, l.type[1])
    code = f"first({l.code}, {k - 1}) + [{item.code}] + slice({l.code}, {k + 1}, -1)"
    return made(f"if {k} <= length({l.code}) then {code} else missing", l.type, l, item, level=0)


@call("insert before", "list:list", "position:number", "newItem:any")
def _(t, l, n, item):
    needs(t, "list functions")
    if not n.constant or float(n.constant) < 1:
        raise Untranslatable(UNREAD, "places of insert before that are worked out or negative")
    k = int(float(n.constant))
    item = t.as_type(item, l.type[1])
    return made(f"first({l.code}, {k - 1}) + [{item.code}] + slice({l.code}, {k}, -1)", l.type, l, item, level=6)


def sort(translator, arguments):
    """`sort(l, function(x, y) x.a < y.a)` is a list by x.a."""
    given = {n or ("list", "precedes")[i]: a for i, (n, a) in enumerate(arguments[:2])}
    value = fit(translator, translator.value(given.get("list", ("null",))), ["list"])
    order = given.get("precedes")
    if order is None or order[0] != "function" or len(order[1]) != 2 or order[2][0] not in ("<", ">"):
        raise Untranslatable(FUNCTION_VALUES if order else ILL_TYPED)
    x, y = order[1]
    sign, left, right = order[2]

    def swapped(node):
        if isinstance(node, tuple) and node[0] == "name" and node[1] in (x, y):
            return ("name", x if node[1] == y else y)
        return tuple(swapped(n) for n in node) if isinstance(node, tuple) else node

    if swapped(left) != right:
        raise Untranslatable(FUNCTION_VALUES)
    if repr(("name", y)) in repr(left):
        left, sign = right, "<" if sign == ">" else ">"
    name, item = translator.scope.bind(x, value.type[1])
    key = translator.inner({x: item}).value(left)
    return made(f"list({name} for {name} in {value.at(9)} by {key.code}{' desc' if sign == '>' else ''})", value.type, value)


CALLS["sort"] = sort
