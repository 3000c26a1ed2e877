"""Writes expressions of Zen, as `read.py` reads them, as expressions of Truths, with their types."""

from shared.batch import Checked
from shared.shapes import declared, made_object, shape_of
from shared.values import LISTS, UNREAD, Untranslatable, Value, free, is_kind, is_list
from zen.functions import CALLS
from zen.methods import METHODS
from zen.moments import printed
from zen.reasons import DYNAMIC_KEYS, STATE


class ZenTranslator(Checked):
    def of_name(self, node):
        found = self.scope.names.get(node[1])
        if isinstance(found, dict):
            return self.assigned(found)
        if found is None:
            return Value("missing", "null")  # Zen gives null for what is not there
        return found

    def of_not(self, node):
        if node[1][0] == "in" and node[1][2][0] != "interval":
            value, source = self.value(node[1][1]), self.value(node[1][2])
            return Value(f"{value.at(6)} not in {source.at(6)}", "boolean", 5, free(value, source))
        value = self.boolean(node[1])
        return Value(f"not {value.at(4)}", "boolean", 4, value.free)

    def of_rest(self, node):
        a, b = self.value(node[1]), self.value(node[2])
        value = Value(f"{a.at(7)} % {b.at(8)}", "number", 7, free(a, b))
        return value if (a.type, b.type) == ("number", "number") else self.ill_typed(f"{a.type} % {b.type}", value)

    def of_in(self, node):
        value = self.value(node[1])
        if node[2][0] == "interval":
            return self.inside(value, node[2])
        source = self.list_of(node[2])
        if source.type[1] != "null":
            self.compared("=", value, Value("x", source.type[1]))
        return Value(f"{value.at(6)} in {source.at(6)}", "boolean", 5, free(value, source))

    def of_coalesce(self, node):
        values, nodes = [], [node]
        while nodes[0][0] == "??":
            nodes[:1] = nodes[0][1:]
        for inner in nodes:
            values.append(self.value(inner))
        type = next((v.type for v in values if v.type != "null"), "text")
        values = [self.as_type(v, type) for v in values]
        return Value(f"coalesce({', '.join(v.code for v in values)})", type, 9, free(*values))

    def value(self, node):
        return self.of_coalesce(node) if node[0] == "??" else super().value(node)

    def of_template(self, node):
        pieces = [piece if isinstance(piece, str) else self.value(piece) for piece in node[1]]
        if any(isinstance(p, Value) and (is_list(p.type) or is_kind(p.type, "record")) for p in pieces):
            raise Untranslatable("a list or an object as a text")
        return self.template(pieces)

    # Members, places

    def of_path(self, node):
        value = self.value(node[1])
        if value.type == "null":
            return value
        if not is_kind(value.type, "record"):
            raise Untranslatable(UNREAD, f"a member of {value.type}")
        members = self.pack.members(value.type)
        if node[2] not in members:
            return Value("missing", "null")
        return Value(f"{value.at(9)}.{self.pack.member_name(value.type, node[2])}", members[node[2]], 9, value.free)

    def of_index(self, node):
        value, place = self.value(node[1]), self.number(node[2])
        if not is_list(value.type):
            raise Untranslatable(UNREAD, f"a place in {value.type}")
        self.pack.needs("places of lists")
        code = str(int(place.constant) + 1) if place.constant else f"{place.at(6)} + 1"
        return Value(f"{value.at(9)}[{code}]", value.type[1], 9, free(value, place))

    def of_slice(self, node):
        """From 0, both ends included."""
        value = self.value(node[1])
        start = self.number(node[2]) if node[2] else Value("0", "number", constant="0")
        if value.type != "text":
            raise Untranslatable(UNREAD, "a part of a list")
        self.pack.needs("text functions")
        first = f"{start.at(6)} + 1" if node[2] else "1"
        if not node[3]:
            return Value(f"substring({value.code}, {first})", "text", 9, free(value, start))
        end = self.number(node[3])
        return Value(f"substring({value.code}, {first}, {end.at(6)} - {start.at(7)} + 1)", "text", 9, free(value, start, end))

    def of_object(self, node):
        entries = {}
        for key, body in node[1]:
            if key[0] != "str":
                raise Untranslatable(DYNAMIC_KEYS)
            entries[key[1]] = printed(self.value(body))
        return made_object(entries, self.pack)

    def list_of(self, node):
        """What a function goes over; an interval of whole numbers is a list of them."""
        if node[0] == "interval":
            low, high = self.number(node[2]), self.number(node[3])
            self.pack.needs("range")
            first = low.code if node[1] else f"{low.at(6)} + 1"
            last = high.code if node[4] else f"{high.at(6)} - 1"
            return Value(f"range({first}, {last})", ("list", "number"), 9, free(low, high))
        value = self.value(node)
        if value.type == "null":
            value = self.null(("list", "number"))
        if not is_list(value.type):
            raise Untranslatable(LISTS)
        return value

    def loop(self, arguments, body=None):
        """A closure over a list: the variable, the list, the value for each element, and the names that are free."""
        if len(arguments) != 2:
            raise Untranslatable(UNREAD, "a closure without a list")
        source, alias = arguments[0], "#"
        if source[0] == "as":
            source, alias = source[1], source[2]
        values = self.list_of(source)
        element = values.type[1] if values.type[1] != "null" else "number"
        name, item = self.scope.bind(alias if alias != "#" else "item", element)
        inner = self.inner({alias: item})
        result = getattr(inner, body or "value")(arguments[1])
        if result.type == "null":
            raise Untranslatable(LISTS)
        outer = {**values.free, **{n: t for n, t in result.free.items() if n != name}}
        return name, values, result, outer

    # Calls

    def of_call(self, node):
        if node[1] not in CALLS:
            raise Untranslatable(UNREAD, f"no function {node[1]}")
        return CALLS[node[1]](self, node[2])

    def of_method(self, node):
        if node[2] not in METHODS:
            raise Untranslatable(UNREAD, f"no method {node[2]}")
        return METHODS[node[2]](self, self.value(node[1]), node[3])

    def of_interval(self, node):
        raise Untranslatable(UNREAD, "an interval as a value")

    # Assignments: the value is the object of all that is assigned, or the last expression

    def of_statements(self, node):
        inner, changed, last = self, {}, None
        for statement in node[1]:
            if statement[0] == "assign":
                path = path_of(statement[1])
                self.place(changed, path, inner.value(statement[2]))
                known = self.scope.names.get(path[0])
                if known is not None and len(path) > 1:
                    raise Untranslatable(STATE)
                inner, last = inner.inner({path[0]: changed[path[0]]}), None
            else:
                last = self.assigned(changed) if statement == ("name", "$root") else inner.value(statement)
        return last or self.assigned(changed)

    def place(self, entries, path, value):
        for step in path[:-1]:
            entries = entries.setdefault(step, {})
            if not isinstance(entries, dict):
                raise Untranslatable(STATE)
        entries[path[-1]] = value

    def assigned(self, entries):
        return made_object({n: self.assigned(v) if isinstance(v, dict) else printed(v) for n, v in entries.items()}, self.pack)

    # What is received

    def receive(self, name, value, as_map=False, reads=()):
        """The type of a field for a JSON value, of which the expression reads these members."""
        if as_map:
            self.pack.needs("maps")
            shape = {repr(s): s for s in map(shape_of, value.values())}
            if len(shape) != 1:
                raise Untranslatable(LISTS)
            return ("map", declared(next(iter(shape.values())), name, self.pack))
        return declared(completed(shape_of(value), reads), name, self.pack)


def completed(shape, paths):
    """The shape with the members that are read of it: what is not received is a field that may be missing."""
    if not is_kind(shape, "object"):
        return shape
    members = dict(shape[1])
    for path in paths:
        if path:
            members.setdefault(path[0], ("object", {}) if len(path) > 1 else "null")
    return ("object", {n: completed(s, [p[1:] for p in paths if p and p[0] == n]) for n, s in members.items()})


def path_of(node):
    if node[0] == "name":
        return (node[1],)
    if node[0] == "path":
        return path_of(node[1]) + (node[2],)
    raise Untranslatable(STATE)
