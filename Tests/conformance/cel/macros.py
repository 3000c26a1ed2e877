"""Macros of CEL: loops over lists and over the keys of maps, and names for expressions."""

from cel.reasons import MAPS, RUN_TIME
from shared.values import Kind, Untranslatable, Value, is_kind, is_list

MACROS = {}


def source_of(translator, node):
    """What a loop goes over: a list, or the keys of a map; the map itself as well."""
    value = translator.value(node)
    if is_kind(value.type, "map"):
        return translator.keys(value), value
    if not is_list(value.type):
        raise Untranslatable(RUN_TIME)
    return value, None


def variables(translator, target, names):
    """A translator with the variables, the clause that binds one of them, its name, and what is free in the source.

    With two names, the first is the place from 0, or the key, and the second stands for the element there.
    """
    source, whole = source_of(translator, target)
    element = source.type[1] if source.type[1] != "null" else "number"
    first = words(names[0])
    if len(names) == 1 or whole is not None:
        name, item = translator.scope.bind(first, element)
        inner = translator.bound(first, item)
        if len(names) == 2:
            value = Value(f"{whole.at(9)}[{name}]", whole.type[1], 9, {**whole.free, **item.free})
            inner = inner.bound(words(names[1]), value)
        return inner, f"{name} in {source.at(9)}", name, source
    translator.pack.needs("range")
    name, item = translator.scope.bind(first, Kind("number", "int"))
    value = Value(f"{source.at(9)}[{name} + 1]", element, 9, {**source.free, **item.free})
    inner = translator.bound(first, item).bound(words(names[1]), value)
    return inner, f"{name} in range(0, length({source.code}) - 1)", name, source


def words(node):
    """The name of a variable; those of `cel.iterVar` are made of their numbers."""
    if node[0] == "method" and node[1] == ("name", "cel"):
        return "_".join([node[2]] + [n[1] for n in node[3]])
    if node[0] != "name":
        raise Untranslatable(RUN_TIME)
    return node[1]


def free_in(name, *values):
    result = {}
    for value in values:
        result.update(value.free)
    result.pop(name, None)
    return result


def macro(*names):
    def declare(body):
        for name in names:
            MACROS[name] = body
        return body

    return declare


def quantified(word):
    def body(translator, target, arguments):
        inner, clause, name, source = variables(translator, target, arguments[:-1])
        condition = inner.boolean(arguments[-1])
        return Value(f"{word} {clause} satisfies {condition.code}", "boolean", 1, free_in(name, source, condition))

    return body


MACROS["all"] = quantified("every")
MACROS["exists"] = quantified("some")


@macro("exists_one", "existsOne")
def _(translator, target, arguments):
    inner, clause, name, source = variables(translator, target, arguments[:-1])
    condition = inner.boolean(arguments[-1])
    return Value(f"count({clause} where {condition.code}) == 1", "boolean", 5, free_in(name, source, condition))


@macro("filter")
def _(translator, target, arguments):
    inner, clause, name, source = variables(translator, target, arguments[:1])
    condition = inner.boolean(arguments[1])
    return Value(f"list({name} for {clause} where {condition.code})", source.type, 9, free_in(name, source, condition))


def listed(translator, target, names, arguments):
    inner, clause, name, source = variables(translator, target, names)
    condition = inner.boolean(arguments[0]) if len(arguments) == 2 else None
    body = inner.value(arguments[-1])
    if body.type == "null":
        raise Untranslatable(RUN_TIME)
    where = f" where {condition.code}" if condition else ""
    parts = [v for v in (source, body, condition) if v is not None]
    return Value(f"list({body.code} for {clause}{where})", ("list", body.type), 9, free_in(name, *parts))


@macro("map")
def _(translator, target, arguments):
    return listed(translator, target, arguments[:1], arguments[1:])


@macro("transformList")
def _(translator, target, arguments):
    return listed(translator, target, arguments[:2], arguments[2:])


@macro("transformMap", "transformMapEntry")
def _(translator, target, arguments):
    raise Untranslatable(MAPS)


@macro("bind")
def _(translator, target, arguments):
    """`cel.bind(x, e, body)`: the body, with e for x."""
    return translator.bound(words(arguments[0]), translator.value(arguments[1])).value(arguments[2])


@macro("block")
def _(translator, target, arguments):
    """`cel.block([e, …], body)`: the body, with each e for its `cel.index(n)`."""
    inner = translator
    for number, node in enumerate(arguments[0][1]):
        inner = inner.bound(f"index_{number}", inner.value(node))
    return inner.value(arguments[1])


def numbered(word):
    def body(translator, target, arguments):
        return translator.named([words(("method", ("name", "cel"), word, arguments))])

    return body


MACROS.update({word: numbered(word) for word in ("index", "iterVar", "accuVar")})
