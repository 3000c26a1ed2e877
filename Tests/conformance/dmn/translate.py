"""Writes expressions of FEEL, as `feel.py` reads them, as expressions of Truths, with their types.

What cannot be said raises `Untranslatable` with a reason; the reasons are the rows of the table that `dmn.py` prints.
"""


from dmn import date_functions  # noqa: F401, it declares functions
from dmn import list_functions  # noqa: F401
from dmn.functions import CALLS
from dmn.loops import Loops
from dmn.reasons import ILL_TYPED, JAVA, TYPE_TESTS
from dmn.records import Records
from shared.literals import literal
from shared.operators import Operators
from shared.values import FUNCTION_VALUES, LISTS, RANGES, Untranslatable, Value, free, is_kind, is_list


class Translator(Records, Loops, Operators):
    def ill_typed(self, detail, value):
        raise Untranslatable(ILL_TYPED, detail)

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

    # Tests

    def tested(self, value, test):
        """Whether a value passes one unary test, as an expression."""
        if test[0] == "test":
            return self.compared(test[1], value, self.value(test[2]))
        if test[0] == "interval":
            return self.inside(value, test)
        if test[0] == "list" and (any(t[0] in ("test", "interval", "list") for t in test[1]) or value.type == "null"):
            return self.any_of([self.tested(value, t) for t in test[1]])
        if test[0] == "list" and not test[1]:
            return self.value(("bool", False))
        other = self.value(test)
        if other.type == "range":
            raise Untranslatable(RANGES)
        if other.type == "boolean" and "?" in repr(test):
            return other
        if is_list(other.type) and is_kind(value.type, "context"):
            value = self.as_type(value, other.type[1])
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
            raise Untranslatable(JAVA)
        if len(arguments) != len(params) or any(n and n not in params for n, _ in arguments):
            raise Untranslatable(ILL_TYPED)
        names = {n or params[i]: caller.value(a) for i, (n, a) in enumerate(arguments)}
        return self.translator.inner(names).value(body)
