"""Contexts of FEEL that are data: records of Truths, in lists, loops and branches, and where they are compared."""

from shared.shapes import both, declared
from shared.values import CONTEXTS, FUNCTION_VALUES, Untranslatable, Value, free, is_kind, is_list

UNDECLARED = "a context with members that its type does not declare (§3, `open`)"


class Records:
    """The part of the translator that makes records of contexts."""

    def alike(self, values):
        """Contexts as records of one type with the members of all of them; one of the others has keeps its type."""
        known = next((v.type for v in values if is_kind(v.type, "record")), None)
        if known is None:
            shape = "null"
            for value in values:
                shape = both(shape, shape_of(value.type))
            known = declared(shape, "made", self.pack)
        return [v if v.type == "null" else self.as_type(v, known) for v in values]

    def record_of(self, value, type):
        """A context as a record of a type that has all its members."""
        self.pack.needs("records")
        members = self.pack.members(type)
        if any(name not in members for name in value.type[1]):
            raise Untranslatable(UNDECLARED)
        entries = {name: self.as_type(entry(v), members[name]) for name, v in value.type[1].items() if entry(v).type != "null"}
        parts = ", ".join(f"{self.pack.member_name(type, name)} = {v.code}" for name, v in entries.items())
        if not parts:
            raise Untranslatable(CONTEXTS)
        return Value(f"{type[1]}({parts})", type, 9, free(*entries.values()))


def entry(found):
    """An entry of a context, which may wait to be worked out."""
    if callable(found):
        found = found()
    if not isinstance(found, Value):
        raise Untranslatable(FUNCTION_VALUES)
    return found


def shape_of(type):
    if is_kind(type, "context"):
        return ("object", {name: shape_of(entry(v).type) for name, v in type[1].items()})
    return ("list", shape_of(type[1])) if is_list(type) else type
