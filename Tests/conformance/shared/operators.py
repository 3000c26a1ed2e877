"""Operators of expression languages as expressions of Truths: what FEEL, CEL and Zen have in common.

A translator has `scope` (with `names`), `pack` and `owner`, and the methods `of_…` for the nodes that its reader makes.
What cannot be said raises `Untranslatable` with a reason.
"""

from decimal import Decimal

from shared.values import (CONTEXTS, FUNCTION_VALUES, LISTS, NUMBERS, RANGES, TEXT_FOR_ENUM, UNREAD, Untranslatable, Value, free,
                           is_kind, is_list, is_moment, is_text, name_of, quoted, written)

METHODS = {"+": "plus", "-": "minus", "*": "times", "/": "over", "%": "rest", "**": "power", "and": "logic", "or": "logic",
           "=": "comparison", "!=": "comparison", "<": "comparison", "<=": "comparison", ">": "comparison", ">=": "comparison",
           "some": "quantified", "every": "quantified"}


class Scope:
    """What names mean: values, types of calls, and what makes declarations for the pack."""

    def __init__(self, pack, names=None, parent=None):
        self.pack = pack
        self.names = dict(parent.names) if parent else {}
        self.names.update(names or {})
        self.codes = parent.codes if parent else frozenset()  # of names that another one hides, too
        self.codes |= {v.code for v in self.names.values() if isinstance(v, Value)}

    def bind(self, words, type):
        name = name_of(words, self.codes)
        return name, Value(name, type, free={name: type})


class Operators:
    MIXED = LISTS  # the reason for a list of several types
    BRANCHES = "branches of different types"

    def __init__(self, scope, owner):
        self.scope = scope
        self.pack = scope.pack
        self.owner = owner

    def inner(self, names):
        return type(self)(Scope(self.pack, names, self.scope), self.owner)

    def ill_typed(self, detail, value):
        """The value of an expression whose types do not go together; `check` refuses it."""
        raise Untranslatable("an error of types", detail)

    # Types

    def as_type(self, value, type):
        """The value where a type is wanted: null is a policy that is never set, for it is missing."""
        if value.type == "null":
            return self.null(type)
        if type in ("any", "null") or value.type == type:
            return value
        if is_text(type) and is_text(value.type):
            if is_kind(value.type, "enum") and type == "text":
                return self.template([value])
            if is_kind(type, "enum") and value.constant is None:
                raise Untranslatable(TEXT_FOR_ENUM)
            return value
        if is_list(type) and is_list(value.type):
            if value.type[1] == "null":
                return value
            self.as_type(Value("x", value.type[1], constant=""), type[1])
            return value
        if is_list(type) or is_list(value.type):
            raise Untranslatable(LISTS)
        if is_moment(type) and is_moment(value.type):
            return value
        if is_kind(value.type, "context") and is_kind(type, "record"):
            return self.record_of(value, type)
        if is_kind(value.type, "record") and is_kind(type, "record") and self.pack.members(value.type) == self.pack.members(type):
            return value
        if is_kind(value.type, "context") or is_kind(type, "record"):
            raise Untranslatable(CONTEXTS)
        return self.ill_typed(f"{value.type} for {type}", Value(value.code, type, value.level, value.free))

    def record_of(self, value, type):
        """A context as a record."""
        raise Untranslatable(CONTEXTS)

    def alike(self, values):
        """Contexts as records of one type."""
        raise Untranslatable(CONTEXTS)

    def null(self, type):
        if is_kind(type, "context"):
            raise Untranslatable(CONTEXTS)
        kind = written("text" if type in ("any", "null") else type)
        return Value(self.pack.null(kind), type, constant=None)

    def number(self, node):
        value = self.value(node)
        return self.as_type(value, "number") if value.type != "any" else value

    def boolean(self, node):
        return self.as_type(self.value(node), "boolean")

    # Values

    def value(self, node):
        kind = node[0]
        method = getattr(self, "of_" + METHODS.get(kind, kind), None)
        if method is None:
            raise Untranslatable(UNREAD, kind)
        return method(node)

    def of_num(self, node):
        number = Decimal(node[1])
        text = format(number.normalize(), "f")
        _, digits, exponent = number.normalize().as_tuple()
        if len(digits) > 15 or abs(number) >= 10**15 or exponent < -12:
            raise Untranslatable(NUMBERS)
        return Value(text, "number", constant=text)

    def of_str(self, node):
        return Value(quoted(node[1]), "text", text=[node[1]], constant=node[1])

    def of_bool(self, node):
        word = "true" if node[1] else "false"
        return Value(word, "boolean", constant=word)

    def of_null(self, node):
        return Value("missing", "null")

    def of_neg(self, node):
        if node[1][0] == "num":
            inner = self.value(node[1])
            return Value("-" + inner.code if inner.code != "0" else "0", "number", 8, constant="-" + inner.code)
        value = self.value(node[1])
        if value.type == "null":
            value = self.null("number")
        if value.type not in ("number", "duration", "period"):
            return self.ill_typed(f"-{value.type}", Value(f"-{value.at(9)}", value.type, 8, value.free))
        return Value(f"-{value.at(9)}", value.type, 8, value.free)

    def template(self, pieces):
        """A text made of texts and values; what holds quotes itself goes into a function of its own."""
        code, flat = "", []
        for piece in pieces:
            flat += piece.text if isinstance(piece, Value) and piece.text else [piece]
        for piece in flat:
            if isinstance(piece, Value):
                if '"' in piece.code:
                    piece = self.pack.function(self.owner, "part", piece)
                code += "{" + piece.code + "}"
            else:
                code += quoted(piece)[1:-1]
        return Value(f'"{code}"', "text", free=free(*[p for p in flat if isinstance(p, Value)]), text=flat)

    def of_plus(self, node):
        a, b = self.value(node[1]), self.value(node[2])
        a, b = self.beside(a, b), self.beside(b, a)
        kinds = (a.type, b.type)
        if is_text(a.type) and is_text(b.type):
            return self.template([a, b])
        if b.type in ("date", "timestamp", "instant", "time") and a.type in ("duration", "period"):
            a, b = b, a
            kinds = (a.type, b.type)
        return self.moved(a, "+", b, kinds)

    def beside(self, value, other):
        """Null takes the type of the other side."""
        if value.type != "null":
            return value
        if other.type in ("number", "text", "duration", "period"):
            return self.null(other.type)
        return self.null("number" if other.type == "null" else "duration")

    def moved(self, a, sign, b, kinds):
        same = kinds[0] if kinds[0] == kinds[1] and kinds[0] in ("number", "duration", "period") else None
        if same or (a.type in ("date", "timestamp", "instant", "time") and b.type == "duration") or (
            a.type in ("date", "timestamp", "instant") and b.type == "period"
        ):
            return Value(f"{a.at(6)} {sign} {b.at(7)}", a.type, 6, free(a, b))
        return self.ill_typed(f"{a.type} {sign} {b.type}", Value(f"{a.at(6)} {sign} {b.at(7)}", a.type, 6, free(a, b)))

    def of_minus(self, node):
        a, b = self.value(node[1]), self.value(node[2])
        if a.type == "null" or b.type == "null":
            a, b = self.beside(a, b), self.beside(b, a)
        kinds = (a.type, b.type)
        if kinds in (("date", "date"), ("timestamp", "timestamp"), ("instant", "instant"), ("time", "time")):
            return Value(f"{a.at(6)} - {b.at(7)}", "duration", 6, free(a, b))
        if "date" in kinds and "instant" in kinds:
            a, b = self.midnight(a), self.midnight(b)
            return Value(f"{a.at(6)} - {b.at(7)}", "duration", 6, free(a, b))
        return self.moved(a, "-", b, kinds)

    @staticmethod
    def midnight(value):
        """A date beside a moment with an offset is its first moment, in UTC."""
        return Value(f'at({value.code}, "00:00:00")', "instant", 9, value.free) if value.type == "date" else value

    def of_times(self, node):
        a, b = self.value(node[1]), self.value(node[2])
        a = self.null("number") if a.type == "null" else a
        b = self.null("number") if b.type == "null" else b
        if a.type == "number" and b.type in ("duration", "period"):
            a, b = b, a
        if a.type in ("number", "duration", "period") and b.type == "number":
            return Value(f"{a.at(7)} * {b.at(8)}", a.type, 7, free(a, b))
        return self.ill_typed(f"{a.type} * {b.type}", Value(f"{a.at(7)} * {b.at(8)}", a.type, 7, free(a, b)))

    def of_over(self, node):
        a, b = self.value(node[1]), self.value(node[2])
        a = self.null(b.type if b.type in ("duration", "period") else "number") if a.type == "null" else a
        b = self.null("number") if b.type == "null" else b
        kinds = (a.type, b.type)
        if kinds in (("number", "number"), ("duration", "number")):
            return Value(f"{a.at(7)} / {b.at(8)}", a.type, 7, free(a, b))
        if kinds in (("duration", "duration"), ("period", "period")):
            return Value(f"{a.at(7)} / {b.at(8)}", "number", 7, free(a, b))
        if kinds == ("period", "number"):
            raise Untranslatable("a period divided by a number")
        return self.ill_typed(f"{a.type} / {b.type}", Value(f"{a.at(7)} / {b.at(8)}", a.type, 7, free(a, b)))

    def of_power(self, node):
        a, b = self.value(node[1]), self.value(node[2])
        a = self.null("number") if a.type == "null" else a
        b = self.null("number") if b.type == "null" else b
        self.pack.needs("power")
        value = Value(f"power({a.code}, {b.code})", "number", 9, free(a, b))
        return value if (a.type, b.type) == ("number", "number") else self.ill_typed(f"{a.type} ** {b.type}", value)

    def of_logic(self, node):
        a, b = self.boolean(node[1]), self.boolean(node[2])
        level = 3 if node[0] == "and" else 2
        return Value(f"{a.at(level)} {node[0]} {b.at(level + 1)}", "boolean", level, free(a, b))

    def of_comparison(self, node):
        return self.compared(node[0], self.value(node[1]), self.value(node[2]))

    def compared(self, sign, a, b):
        if "range" in (a.type, b.type):
            raise Untranslatable(RANGES)
        if "function" in (a.type, b.type):
            raise Untranslatable(FUNCTION_VALUES)
        if a.type == "null" or b.type == "null":
            value = b if a.type == "null" else a
            if sign not in ("=", "!="):
                value = self.null("number") if value.type == "null" else value
                other = self.null(value.type)
                return Value(f"{value.at(6)} {sign} {other.code}", "boolean", 5, value.free)
            if is_kind(value.type, "context"):
                raise Untranslatable(CONTEXTS)
            value = self.null("text") if value.type == "null" else value
            return Value(f"{value.at(9)} {'missing' if sign == '=' else 'exists'}", "boolean", 5, value.free)
        if is_kind(a.type, "context") or is_kind(b.type, "context"):
            if sign not in ("=", "!=") or not all(is_kind(t, "context") or is_kind(t, "record") for t in (a.type, b.type)):
                return self.ill_typed("a context beside another value", self.plain_comparison(sign, a, b))
            a, b = self.alike([a, b])
        if is_list(a.type) != is_list(b.type):
            if sign in ("=", "!="):
                raise Untranslatable(LISTS)
            return self.ill_typed("a list has no order", self.plain_comparison(sign, a, b))
        are_texts, are_lists = is_text(a.type) and is_text(b.type), is_list(a.type) and is_list(b.type)
        if "any" not in (a.type, b.type) and not are_texts and not are_lists:
            if is_moment(a.type) and is_moment(b.type) and a.type != b.type:
                raise Untranslatable("a local date and time beside one with an offset")
            if a.type != b.type:
                return self.ill_typed(f"{a.type} {sign} {b.type}", self.plain_comparison(sign, a, b))
            if sign not in ("=", "!=") and a.type == "boolean":
                return self.ill_typed("booleans have no order", self.plain_comparison(sign, a, b))
        if is_list(a.type):
            if sign not in ("=", "!="):
                return self.ill_typed("lists have no order", self.plain_comparison(sign, a, b))
            if "null" not in (a.type[1], b.type[1]):
                self.compared("=", Value("x", a.type[1], constant=""), Value("y", b.type[1], constant=""))
            self.pack.needs("equality of lists")
        if is_text(a.type) and is_text(b.type) and a.type != b.type and a.constant is None and b.constant is None:
            a, b = self.as_type(a, "text"), self.as_type(b, "text")
        return self.plain_comparison(sign, a, b)

    @staticmethod
    def plain_comparison(sign, a, b):
        sign = "==" if sign == "=" else sign
        return Value(f"{a.at(6)} {sign} {b.at(6)}", "boolean", 5, free(a, b))

    def of_between(self, node):
        values = [self.value(n) for n in node[1:]]
        kind = next((v.type for v in values if v.type != "null"), "number")
        for value in values:
            if value.type != "null":
                self.compared("<=", values[0] if values[0].type != "null" else value, value)
        x, a, b = [self.null(kind) if v.type == "null" else v for v in values]
        return Value(f"{x.at(6)} between {a.at(6)} and {b.at(6)}", "boolean", 5, free(x, a, b))

    def any_of(self, tests):
        if not tests:
            return self.value(("bool", False))
        if len(tests) == 1:
            return tests[0]
        return Value(" or ".join(t.at(3) for t in tests), "boolean", 2, free(*tests))

    def inside(self, value, interval):
        """Whether a value lies in an interval, as an expression."""
        low, high = self.value(interval[2]), self.value(interval[3])
        if "null" in (value.type, low.type, high.type):
            raise Untranslatable(RANGES, "an interval with null")
        first = self.compared(">=" if interval[1] else ">", value, low)
        second = self.compared("<=" if interval[4] else "<", value, high)
        if interval[1] and interval[4]:
            return Value(f"{value.at(6)} between {low.at(6)} and {high.at(6)}", "boolean", 5, free(value, low, high))
        return Value(f"{first.code} and {second.code}", "boolean", 3, free(first, second))

    # Conditionals, lists

    def of_if(self, node):
        condition = self.boolean(node[1])
        a, b = self.value(node[2]), self.value(node[3])
        if a.type == "null" and b.type == "null":
            return a
        if any(is_kind(t, "context") for t in (a.type, b.type)):
            a, b = self.alike([a, b])
        kind = a.type if a.type != "null" else b.type
        if "null" not in (a.type, b.type) and a.type != b.type:
            if not (is_text(a.type) and is_text(b.type)) and not is_list(a.type):
                raise Untranslatable(self.BRANCHES)
            kind = "text" if is_text(a.type) else kind
            a, b = self.as_type(a, kind), self.as_type(b, kind)
        return Value(f"if {condition.code} then {a.code} else {b.code}", kind, 0, free(condition, a, b))

    def of_list(self, node):
        values = [self.value(n) for n in node[1]]
        if values and any(is_kind(v.type, "context") for v in values):
            values = self.alike(values)
        kinds = {repr(v.type): v.type for v in values if v.type != "any"}
        if len(kinds) > 1 and all(map(is_list, kinds.values())):
            kinds.pop(repr(("list", "null")), None)
        if len(kinds) > 1 or "'null'" in kinds:
            raise Untranslatable(self.MIXED)
        kind = next(iter(kinds.values())) if kinds else values[0].type if values else "null"
        if is_list(kind):
            self.pack.needs("lists of lists")
        return Value("[" + ", ".join(v.code for v in values) + "]", ("list", kind), 9, free(*values))
