"""Writes expressions of FEEL, as `feel.py` reads them, as expressions of Truths, with their types.

What cannot be said raises `Untranslatable` with a reason; the reasons are the rows of the table that `dmn.py` prints.
"""

from decimal import Decimal

import date_functions  # noqa: F401, it declares functions
import list_functions  # noqa: F401
from functions import CALLS
from literals import literal
from loops import Loops
from values import (CONTEXTS, FUNCTION_VALUES, ILL_TYPED, LISTS, RANGES, TEXT_FOR_ENUM, TYPE_TESTS, UNREAD, Untranslatable,
                    Value, free, is_kind, is_list, is_moment, is_text, name_of, quoted, written)


class Scope:
    """What names mean: values, types of calls, and what makes declarations for the pack."""

    def __init__(self, pack, names=None, parent=None):
        self.pack = pack
        self.names = dict(parent.names) if parent else {}
        self.names.update(names or {})

    def all_names(self):
        return list(self.names)

    def bind(self, words, type):
        taken = {v.code for v in self.names.values() if isinstance(v, Value)}
        name = name_of(words, taken)
        return name, Value(name, type, free={name: type})


class Translator(Loops):
    def __init__(self, scope, owner):
        self.scope = scope
        self.pack = scope.pack
        self.owner = owner

    def inner(self, names):
        return Translator(Scope(self.pack, names, self.scope), self.owner)

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
        if is_kind(value.type, "context") or is_kind(type, "record"):
            raise Untranslatable(CONTEXTS)
        raise Untranslatable(ILL_TYPED, f"{value.type} for {type}")

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
        method = getattr(self, "of_" + {"+": "plus", "-": "minus", "*": "times", "/": "over", "**": "power", "and": "logic",
                                        "or": "logic", "=": "comparison", "!=": "comparison", "<": "comparison",
                                        "<=": "comparison", ">": "comparison", ">=": "comparison", "some": "quantified",
                                        "every": "quantified"}.get(kind, kind), None)
        if method is None:
            raise Untranslatable(UNREAD, kind)
        return method(node)

    def of_num(self, node):
        number = Decimal(node[1])
        text = format(number.normalize(), "f")
        _, digits, exponent = number.normalize().as_tuple()
        if len(digits) > 15 or abs(number) >= 10**15 or exponent < -12:
            raise Untranslatable("a literal of more than 15 digits or 12 places, or a number of 10^15 or more")
        return Value(text, "number", constant=text)

    def of_str(self, node):
        return Value(quoted(node[1]), "text", text=[node[1]], constant=node[1])

    def of_bool(self, node):
        word = "true" if node[1] else "false"
        return Value(word, "boolean", constant=word)

    def of_null(self, node):
        return Value("missing", "null")

    def of_at(self, node):
        result = literal(node[1])
        if result is None:
            raise Untranslatable(ILL_TYPED, f"@{node[1]!r} is no value")
        return result

    def of_name(self, node):
        found = self.scope.names.get(" ".join(node[1].split()))
        if callable(found):
            found = found()
        if isinstance(found, Value):
            return found
        if found is not None:
            raise Untranslatable(FUNCTION_VALUES)
        if node[1] in CALLS:
            raise Untranslatable(FUNCTION_VALUES)
        raise Untranslatable(ILL_TYPED, f"no {node[1]}")

    def of_neg(self, node):
        if node[1][0] == "num":
            inner = self.value(node[1])
            return Value("-" + inner.code if inner.code != "0" else "0", "number", 8, constant="-" + inner.code)
        value = self.value(node[1])
        if value.type == "null":
            value = self.null("number")
        if value.type not in ("number", "duration", "period"):
            raise Untranslatable(ILL_TYPED)
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
        raise Untranslatable(ILL_TYPED, f"{a.type} {sign} {b.type}")

    def of_minus(self, node):
        a, b = self.value(node[1]), self.value(node[2])
        if a.type == "null" or b.type == "null":
            a, b = self.beside(a, b), self.beside(b, a)
        kinds = (a.type, b.type)
        if kinds in (("date", "date"), ("timestamp", "timestamp"), ("instant", "instant"), ("time", "time")):
            return Value(f"{a.at(6)} - {b.at(7)}", "duration", 6, free(a, b))
        if "date" in kinds and (is_moment(a.type) or is_moment(b.type)):
            raise Untranslatable("a date beside a date and time, which DMN converts")
        return self.moved(a, "-", b, kinds)

    def of_times(self, node):
        a, b = self.value(node[1]), self.value(node[2])
        a = self.null("number") if a.type == "null" else a
        b = self.null("number") if b.type == "null" else b
        if a.type == "number" and b.type in ("duration", "period"):
            a, b = b, a
        if a.type in ("number", "duration", "period") and b.type == "number":
            return Value(f"{a.at(7)} * {b.at(8)}", a.type, 7, free(a, b))
        raise Untranslatable(ILL_TYPED, f"{a.type} * {b.type}")

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
        raise Untranslatable(ILL_TYPED, f"{a.type} / {b.type}")

    def of_power(self, node):
        a, b = self.value(node[1]), self.value(node[2])
        a = self.null("number") if a.type == "null" else a
        b = self.null("number") if b.type == "null" else b
        if (a.type, b.type) != ("number", "number"):
            raise Untranslatable(ILL_TYPED, f"{a.type} ** {b.type}")
        self.pack.needs("power")
        return Value(f"power({a.code}, {b.code})", "number", 9, free(a, b))

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
            raise Untranslatable(CONTEXTS)
        if is_list(a.type) != is_list(b.type):
            raise Untranslatable(LISTS if sign in ("=", "!=") else ILL_TYPED)
        are_texts, are_lists = is_text(a.type) and is_text(b.type), is_list(a.type) and is_list(b.type)
        if "any" not in (a.type, b.type) and not are_texts and not are_lists:
            if is_moment(a.type) and is_moment(b.type) and a.type != b.type:
                raise Untranslatable("a local date and time beside one with an offset")
            if a.type != b.type:
                raise Untranslatable(ILL_TYPED, f"{a.type} {sign} {b.type}")
            if sign not in ("=", "!=") and a.type == "boolean":
                raise Untranslatable(ILL_TYPED, "booleans have no order")
        if is_list(a.type):
            if sign not in ("=", "!="):
                raise Untranslatable(ILL_TYPED, "lists have no order")
            if "null" not in (a.type[1], b.type[1]):
                self.compared("=", Value("x", a.type[1], constant=""), Value("y", b.type[1], constant=""))
            self.pack.needs("equality of lists")
        if is_text(a.type) and is_text(b.type) and a.type != b.type and a.constant is None and b.constant is None:
            a, b = self.as_type(a, "text"), self.as_type(b, "text")
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

    # Tests

    def tested(self, value, test):
        """Whether a value passes one unary test, as an expression."""
        if test[0] == "test":
            return self.compared(test[1], value, self.value(test[2]))
        if test[0] == "interval":
            low, high = self.value(test[2]), self.value(test[3])
            if "null" in (value.type, low.type, high.type):
                raise Untranslatable(RANGES, "an interval with null")
            first = self.compared(">=" if test[1] else ">", value, low)
            second = self.compared("<=" if test[4] else "<", value, high)
            if test[1] and test[4]:
                return Value(f"{value.at(6)} between {low.at(6)} and {high.at(6)}", "boolean", 5, free(value, low, high))
            return Value(f"{first.code} and {second.code}", "boolean", 3, free(first, second))
        if test[0] == "list" and (any(t[0] in ("test", "interval", "list") for t in test[1]) or value.type == "null"):
            return self.any_of([self.tested(value, t) for t in test[1]])
        if test[0] == "list" and not test[1]:
            return self.value(("bool", False))
        other = self.value(test)
        if other.type == "range":
            raise Untranslatable(RANGES)
        if other.type == "boolean" and "?" in repr(test):
            return other
        if is_list(other.type) and not is_list(value.type):
            if other.type[1] != "null" and value.type != "null":
                self.compared("=", Value("x", value.type, constant=""), Value("y", other.type[1], constant=""))
            value = self.null(other.type[1]) if value.type == "null" else value
            return Value(f"{value.at(6)} in {other.at(6)}", "boolean", 5, free(value, other))
        if is_list(value.type) and not is_list(other.type):
            if value.constant == "column":
                return Value(f"{value.at(6)} contains {other.at(6)}", "boolean", 5, free(value, other))
            raise Untranslatable(LISTS)
        return self.compared("=", value, other)

    def any_of(self, tests):
        if not tests:
            return self.value(("bool", False))
        if len(tests) == 1:
            return tests[0]
        return Value(" or ".join(t.at(3) for t in tests), "boolean", 2, free(*tests))

    def of_in(self, node):
        value = self.value(node[1])
        return self.any_of([self.tested(value, test) for test in node[2]])

    def of_interval(self, node):
        raise Untranslatable(RANGES)

    of_test = of_range = of_interval

    # Contexts, calls

    def of_context(self, node):
        entries, inner, seen = {}, self, set()
        for key, body in node[1]:
            if key in seen:
                raise Untranslatable(ILL_TYPED, "an entry twice")
            seen.add(key)
            try:
                entries[key] = inner.value(body)
            except Untranslatable as reason:
                if reason.reason != FUNCTION_VALUES or body[0] != "function":
                    raise
                entries[key] = Lambda(body, inner)
            inner = inner.inner({key: entries[key]})
        values = [v for v in entries.values() if isinstance(v, Value)]
        return Value("", ("context", entries), 9, free(*values))

    def of_function(self, node):
        raise Untranslatable(FUNCTION_VALUES)

    def of_boxed(self, node):
        return self.pack.model.boxed(node, self)

    def of_instance(self, node):
        raise Untranslatable(TYPE_TESTS)

    def of_call(self, node):
        target, arguments = node[1], node[2]
        if target[0] == "function":
            return Lambda(target, self).call(self, arguments)
        if target[0] == "path":
            container = self.value(target[1])
            found = container.type[1].get(target[2]) if is_kind(container.type, "context") else None
            if found is None or isinstance(found, Value):
                raise Untranslatable(ILL_TYPED if found is None and not is_kind(container.type, "record") else FUNCTION_VALUES)
            return found.call(self, arguments)
        if target[0] in ("call", "filter"):
            raise Untranslatable(FUNCTION_VALUES)
        if target[0] != "name":
            raise Untranslatable(ILL_TYPED, "a call of what is no function")
        name = " ".join(target[1].split())
        found = self.scope.names.get(name)
        if found is not None and not isinstance(found, Value) and hasattr(found, "call"):
            return found.call(self, arguments)
        if found is not None and name not in CALLS:
            if callable(found):
                found = found()
            is_function = isinstance(found, Value) and not isinstance(found.type, tuple) and found.type in ("any", "function")
            raise Untranslatable(FUNCTION_VALUES if is_function else ILL_TYPED)
        if name not in CALLS:
            raise Untranslatable(ILL_TYPED, f"no function {name}")
        return CALLS[name](self, arguments)


class Lambda:
    """A function of FEEL in a context or called where it stands: its body is written out at each call."""

    def __init__(self, node, translator):
        self.node = node
        self.translator = translator

    def call(self, caller, arguments):
        params, body = self.node[1], self.node[2]
        if body[0] == "external":
            raise Untranslatable("functions in Java")
        if len(arguments) != len(params) or any(n and n not in params for n, _ in arguments):
            raise Untranslatable(ILL_TYPED)
        names = {n or params[i]: caller.value(a) for i, (n, a) in enumerate(arguments)}
        return self.translator.inner(names).value(body)
