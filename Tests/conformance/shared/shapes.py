"""Types of JSON values and of objects that are written: an object is a record with a field for each member."""

from shared.json_values import Number
from shared.values import LISTS, Untranslatable, Value, free, is_kind, is_list

EMPTY = "an object without members"


def shape_of(value):
    """The type of a JSON value; that of an object is ("object", {member: type})."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, Number):
        return "number"
    if isinstance(value, str):
        return "text"
    if isinstance(value, list):
        return ("list", joined([shape_of(v) for v in value]))
    return ("object", {name: shape_of(v) for name, v in value.items()})


def joined(shapes):
    """The one type of several values."""
    result = "null"
    for shape in shapes:
        result = both(result, shape)
    return result


def both(a, b):
    if a == "null" or a == b:
        return b
    if b == "null":
        return a
    if is_list(a) and is_list(b):
        return ("list", both(a[1], b[1]))
    if is_kind(a, "object") and is_kind(b, "object"):
        return ("object", {n: both(a[1].get(n, "null"), b[1].get(n, "null")) for n in {**a[1], **b[1]}})
    raise Untranslatable(LISTS)


def declared(shape, words, pack):
    """The type with a record for each object in it; objects of one shape are of one record."""
    if is_list(shape):
        return ("list", declared(shape[1], words, pack))
    if not is_kind(shape, "object"):
        return "text" if shape == "null" else shape
    if not shape[1]:
        raise Untranslatable(EMPTY)
    members = {name: declared(inner, name, pack) for name, inner in shape[1].items()}
    key = repr(members)
    if key not in pack.shapes:
        pack.shapes[key] = pack.record(words, members)
    return pack.shapes[key]


def made_object(values, pack):
    """A record of values by the names of its members."""
    pack.needs("records")
    if not values:
        raise Untranslatable(EMPTY)
    type = declared(("object", {name: v.type for name, v in values.items()}), "made", pack)
    parts = [f"{pack.member_name(type, name)} = {v.code}" for name, v in values.items() if v.type != "null"]
    return Value(f"{type[1]}({', '.join(parts)})", type, 9, free(*values.values()))


def received_map(value, words, pack, owner, element=None):
    """A map that an expression writes: it is sent as a field of its own, because the language only receives maps."""
    pack.needs("maps")
    type = ("map", element or declared(joined([shape_of(v) for v in value.values()]), words, pack))
    own = pack.new_name("received " + words)
    pack.received.setdefault(owner, {})[own] = (type, value)
    return Value(own, type, free={own: type})


def json_of(value, type, pack):
    """A JSON value with the names that its type has in the pack."""
    if isinstance(value, list) and is_list(type):
        return [json_of(v, type[1], pack) for v in value]
    if isinstance(value, dict) and is_kind(type, "record"):
        known = pack.records[type[1]]
        own = {known[n][0] if n in known else n: json_of(v, known[n][1] if n in known else None, pack) for n, v in value.items()}
        return {name: v for name, v in own.items() if v is not None}
    return value
