"""Writes expressions of CEL, as `read.py` reads them, as expressions of Truths, with their types.

A number's type is `Kind("number", …)` with int, uint or double, since CEL divides whole numbers to whole ones.
"""

from decimal import Decimal

from cel.functions import CALLS, FUNCTIONS_OF, METHODS
from cel.macros import MACROS
from cel.reasons import BITS, BYTES, FORMATS, FUNCTIONS, KEYS, MAPS, NETWORK, NO_NUMBERS, NULLS, OPTIONALS, PROTOBUF, RUN_TIME
from cel.strings import formatted
from shared.batch import Checked
from shared.calls import made
from shared.json_values import Number
from shared.shapes import received_map
from shared.values import Kind, NUMBERS, Untranslatable, Value, free, is_kind, is_list, is_text, name_of, quoted

TYPES = ("bool", "bytes", "double", "dyn", "int", "list", "map", "null_type", "string", "type", "uint")
LACKING = {"isIP": NETWORK, "isCIDR": NETWORK, "ip": NETWORK, "cidr": NETWORK, "bytes": BYTES, "base64": BYTES, "proto": PROTOBUF}
REFUSING = {"startsWith": "starts_with", "endsWith": "ends_with", "size": "length", "math.ceil": "ceil", "math.abs": "abs",
            "math.round": "round", "math.floor": "floor"}


def note(value):
    """Which of CEL's number types a value has."""
    return getattr(value.type, "note", None)


class CelTranslator(Checked):
    MIXED = RUN_TIME
    BRANCHES = RUN_TIME

    def of_num(self, node):
        type = Kind("number", node[2])
        try:
            value = super().of_num(node)
        except Untranslatable:
            return self.long_number(node, type)
        return Value(value.code, type, 8 if value.code[0] == "-" else 9, constant=value.code)

    def long_number(self, node, type):
        """A number that no literal has, worked out; a double from 2^53 on is the whole number that it stands for."""
        number = Decimal(node[1])
        if node[2] == "double" and 2**53 <= abs(number) < 10**27:
            number = Decimal(int(float(node[1])))
        if number == number.to_integral_value() and abs(number) < 10**27:
            high, low = divmod(int(abs(number)), 10**12)
            value = Value(f"{high} * 1000000000000 + {low}", type, 6)
        else:
            digits, exponent = abs(number).normalize().as_tuple()[1:]
            if len(digits) > 15:
                raise Untranslatable(NUMBERS)
            self.pack.needs("power")
            value = Value(f"{''.join(map(str, digits))} * power(10, {exponent})", type, 7)
        return Value(f"-{value.at(9)}", type, 8) if number < 0 else value

    def of_bytes(self, node):
        raise Untranslatable(BYTES)

    def of_message(self, node):
        raise Untranslatable(PROTOBUF)

    def of_optional(self, node):
        raise Untranslatable(OPTIONALS)

    # Operators

    def of_not(self, node):
        value = self.boolean(node[1])
        return Value(f"not {value.at(4)}", "boolean", 4, value.free)

    def of_plus(self, node):
        a, b = self.value(node[1]), self.value(node[2])
        if is_list(a.type) and is_list(b.type):
            kind = a.type if a.type[1] != "null" else b.type
            self.as_type(b if kind is a.type else a, kind)
            return Value(f"{a.at(6)} + {b.at(7)}", kind, 6, free(a, b))
        return super().of_plus(node)

    def of_over(self, node):
        if node[2][0] == "num" and node[2][2] == "double" and Decimal(node[2][1]) == 0:
            raise Untranslatable(NO_NUMBERS)
        value = super().of_over(node)
        if value.type == "number" and note(value) in ("int", "uint"):
            self.pack.needs("trunc")
            return Value(f"trunc({value.code})", value.type, 9, value.free)
        return value

    def of_rest(self, node):
        a, b = self.value(node[1]), self.value(node[2])
        value = Value(f"{a.at(7)} % {b.at(8)}", a.type, 7, free(a, b))
        return value if (a.type, b.type) == ("number", "number") else self.ill_typed(f"{a.type} % {b.type}", value)

    def of_neg(self, node):
        if node[1][0] == "num":
            return self.of_num(("num", node[1][1].lstrip("-") if node[1][1][0] == "-" else "-" + node[1][1], node[1][2]))
        return super().of_neg(node)

    def compared(self, sign, a, b):
        if is_kind(a.type, "map") and is_kind(b.type, "map") and sign in ("=", "!="):
            return self.plain_comparison(sign, a, b)
        if is_list(a.type) != is_list(b.type) and "null" not in (a.type, b.type):
            return self.ill_typed(f"{a.type} {sign} {b.type}", self.plain_comparison(sign, a, b))
        return super().compared(sign, a, b)

    def of_in(self, node):
        value, source = self.value(node[1]), self.value(node[2])
        if is_kind(source.type, "map"):
            source = self.keys(source)
        if not is_list(source.type):
            return self.ill_typed(f"in {source.type}", self.plain_comparison("in", value, source))
        if source.type[1] != "null":
            self.compared("=", value, Value("x", source.type[1]))
        return self.plain_comparison("in", value, source)

    # Lists, maps

    def of_list(self, node):
        if any(n == ("null",) for n in node[1]):
            kinds = {repr(self.value(n).type) for n in node[1] if n != ("null",)}
            raise Untranslatable(NULLS if len(kinds) < 2 else RUN_TIME)
        return super().of_list(node)

    def of_map(self, node):
        """A map is sent as a field, where its keys and values are literals."""
        keys = [self.value(k) for k, _ in node[1]]
        types = {repr(t): t for t in (self.value(v).type for _, v in node[1]) if t != "null"}
        if len(types) > 1:
            raise Untranslatable(RUN_TIME)
        if any(not is_text(k.type) for k in keys):
            raise Untranslatable(KEYS)
        return received_map(self.constant(node), "map", self.pack, self.owner, next(iter(types.values()), "text"))

    def constant(self, node):
        """The JSON of a literal."""
        if node[0] == "num":
            return Number(self.of_num(node).code)
        if node[0] in ("str", "bool"):
            return node[1]
        if node[0] == "null":
            return None
        if node[0] == "list":
            return [self.constant(n) for n in node[1]]
        if node[0] == "map" and all(k[0] == "str" for k, _ in node[1]) and len({k[1] for k, _ in node[1]}) == len(node[1]):
            return {k[1]: self.constant(v) for k, v in node[1]}
        raise Untranslatable(MAPS)

    def keys(self, value):
        return made(f"keys({value.code})", ("list", "text"), value)

    def of_index(self, node):
        value, place = self.value(node[1]), self.value(node[2])
        if is_kind(value.type, "map"):
            return Value(f"{value.at(9)}[{place.code}]", value.type[1], 9, free(value, place))
        if not is_list(value.type):
            return self.ill_typed(f"a place in {value.type}", value)
        if place.type != "number":
            return self.ill_typed(f"the place {place.type}", Value(f"{value.at(9)}[{place.code}]", value.type[1]))
        self.pack.needs("places of lists")
        whole = place.constant is not None and "." not in place.constant
        code = str(int(place.constant) + 1) if whole else f"{place.at(6)} + 1"
        return Value(f"{value.at(9)}[{code}]", value.type[1], 9, free(value, place))

    # Names

    def of_name(self, node):
        return self.named([node[1]])

    def of_path(self, node):
        chain, inner = [node[2]], node[1]
        while inner[0] == "path":
            chain.insert(0, inner[2])
            inner = inner[1]
        if inner[0] == "name":
            return self.named([inner[1]] + chain)
        return self.member(self.value(node[1]), node[2])

    def named(self, chain):
        """A name, the longest that is known in the container or outside it, and members of what it stands for."""
        if chain[0] in self.scope.names:
            return self.members_of(self.scope.names[chain[0]], chain[1:])
        is_absolute = chain[0].startswith(".")
        parts = [] if is_absolute else self.scope.names.get("#container", "").split(".")
        chain = [chain[0].lstrip(".")] + chain[1:]
        names = self.scope.names.get("#globals", {})
        for size in range(len(parts), -1, -1):
            for count in range(len(chain), 0, -1):
                found = names.get(".".join([p for p in parts[:size] if p] + chain[:count]))
                if isinstance(found, Untranslatable):
                    raise found
                if found is not None:
                    if found.type == "message":
                        raise Untranslatable(PROTOBUF)
                    return self.members_of(found, chain[count:])
        if "conformance.proto" in self.scope.names.get("#container", "") or chain[0] in ("google", "cel") and len(chain) > 1:
            raise Untranslatable(PROTOBUF)
        if len(chain) == 1 and chain[0] in TYPES:
            raise Untranslatable(RUN_TIME)
        return self.ill_typed(f"no name {chain[0]}", Value(name_of(chain[0]), "boolean"))

    def members_of(self, value, chain):
        for name in chain:
            value = self.member(value, name)
        return value

    def member(self, value, name):
        if is_kind(value.type, "map"):
            return Value(f"{value.at(9)}[{quoted(name)}]", value.type[1], 9, value.free)
        return self.ill_typed(f"a member of {value.type}", Value(f"{value.at(9)}.{name_of(name)}", "text", 9, value.free))

    def bound(self, name, value):
        """A translator for which a name is a variable or another expression, whatever the container has."""
        return self.inner({name: value})

    # Calls

    def of_call(self, node):
        name, arguments = node[1], node[2]
        if name == "has":
            return self.of_has(arguments)
        if name == "dyn":
            self.pack.dynamic.add(self.owner)
            return self.value(arguments[0])
        if name in CALLS:
            return CALLS[name](self, arguments)
        return self.other(name, arguments)

    def of_has(self, arguments):
        target = arguments[0]
        value = self.value(target[1])
        if not is_kind(value.type, "map"):
            return self.ill_typed(f"has of {value.type}", value)
        return Value(f"{quoted(target[2])} in {self.keys(value).code}", "boolean", 5, value.free)

    def of_method(self, node):
        target, name, arguments = node[1:]
        space = f"{target[1]}.{name}" if target[0] == "name" else None
        if space in FUNCTIONS_OF:
            return FUNCTIONS_OF[space](self, arguments)
        if target == ("name", "optional") or name in ("orValue", "hasValue", "optMap", "optFlatMap"):
            raise Untranslatable(OPTIONALS)
        if space and target[1] in ("math", "strings", "base64", "ip", "proto"):
            return self.other(space, arguments)
        if name == "format" and len(arguments) == 1:
            return self.of_format(target, arguments[0])
        if name in MACROS:
            return MACROS[name](self, target, arguments)
        if name in METHODS:
            return METHODS[name](self, [target, *arguments])
        return self.other(name, [target, *arguments])

    def of_format(self, target, values):
        form = self.value(target)
        if form.constant is None or values[0] != "list":
            raise Untranslatable(FORMATS if form.type == "text" else RUN_TIME)
        return formatted(self, form.constant, values[1])

    def other(self, name, arguments):
        """A function without a counterpart."""
        if name.startswith("math.bit"):
            raise Untranslatable(BITS)
        if name.split(".")[0] in LACKING:
            raise Untranslatable(LACKING[name.split(".")[0]])
        if name in self.scope.names.get("#functions", ()):
            raise Untranslatable(FUNCTIONS)
        if self.scope.names.get("#file") == "network_ext":
            raise Untranslatable(NETWORK)
        if self.scope.names.get("#file") == "optionals":
            raise Untranslatable(OPTIONALS)
        return self.refused(name, [self.value(n) for n in arguments])

    def refused(self, name, values):
        """A call that does not fit the function, or of none: `check` refuses it."""
        code = f"{REFUSING.get(name, name_of(name))}({', '.join(v.code for v in values)})"
        types = ", ".join(str(v.type) for v in values)
        return self.ill_typed(f"a call of {name} with {types}", Value(code, "boolean", 9, free(*values)))
