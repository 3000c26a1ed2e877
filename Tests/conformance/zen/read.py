"""Reads expressions of Zen into tuples, as `shared/operators.py` takes them, and JSON 5, which has the form of Zen's literals."""

import re

from shared.json_values import Number
from shared.reader import Reader, Unreadable

NUMBER = re.compile(r"(?:\d[\d_]*(?:\.(?!\.)\d+)?|\.\d+)(?:[eE][+-]?\d+)?")
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"|\'((?:[^\'\\]|\\.)*)\'', re.S)
NAMES = {"==": "=", "^": "**"}


class ZenReader(Reader):
    OPERATORS = {"or": (10, True), "and": (15, True), "==": (20, True), "!=": (20, True), "<=": (20, True), ">=": (20, True),
                 "<": (20, True), ">": (20, True), "not in": (20, True), "in": (20, True), "+": (30, True), "-": (30, True),
                 "*": (60, True), "/": (60, True), "%": (60, True), "^": (70, False), "??": (80, True)}
    COMMENT = re.compile(r"\s+")
    WORD = re.compile(r"[A-Za-z_$]\w*|\$root|#")
    is_test = False  # of the parts of a unary test, `and` and `or` are read one level higher

    def whole(self):
        parts = [self.statement()]
        while self.take(";"):
            parts.append(self.statement())
        self.end()
        return parts[0] if len(parts) == 1 and parts[0][0] != "assign" else ("statements", parts)

    def statement(self):
        value = self.expression()
        return ("assign", value, self.expression()) if self.take("=") else value

    def expression(self):
        value = self.binary()
        if self.peek("?") and not self.peek("??") and self.take("?"):
            then = self.expression()
            self.want(":")
            return ("if", value, then, self.expression())
        return value

    def stops_at(self, sign):
        return self.is_test and sign in ("and", "or")

    def join(self, sign, left, right):
        if sign == "not in":
            return ("not", ("in", left, right))
        return (NAMES.get(sign, sign), left, right)

    def operand(self):
        if self.take("not"):
            return ("not", self.binary(50))
        if self.take("-"):
            return ("neg", self.binary(200))
        if self.take("+"):
            return self.binary(200)
        return self.postfix(self.nested(self.primary))

    def nested(self, read):
        """What stands in brackets is no part of a unary test."""
        outer, self.is_test = self.is_test, False
        value = read()
        self.is_test = outer
        return value

    def postfix(self, value):
        while True:
            if self.peek(".") and not self.peek("..") and self.take("."):
                name = self.word()
                value = ("method", value, name, self.arguments()) if self.peek("(") else ("path", value, name)
            elif self.take("["):
                value = self.nested(lambda: self.place(value))
            else:
                return value

    def place(self, value):
        start = None if self.peek(":") else self.expression()
        if not self.take(":"):
            self.want("]")
            return ("index", value, start)
        end = None if self.peek("]") else self.expression()
        self.want("]")
        return ("slice", value, start, end)

    def arguments(self):
        self.want("(")
        return self.series(")", self.argument)

    def argument(self):
        value = self.expression()
        return ("as", value, self.word()) if self.take("as") else value

    def primary(self):
        if found := self.match(NUMBER):
            return ("num", found.group().replace("_", ""))
        if self.peek('"') or self.peek("'"):
            return ("str", self.string())
        if self.peek("`"):
            return self.template()
        for word, node in (("true", ("bool", True)), ("false", ("bool", False)), ("null", ("null",))):
            if self.take(word):
                return node
        if self.peek("[") or self.peek("("):
            return self.bracket()
        if self.take("{"):
            return ("object", self.series("}", self.entry))
        name = self.word()
        return ("call", name, self.arguments()) if self.peek("(") else ("name", name)

    def string(self):
        """Zen knows no escapes; the quotes of the other kind stand as they are."""
        found = self.match(STRING)
        if not found:
            raise Unreadable("a string without an end")
        return found[1] if found[1] is not None else found[2]

    def template(self):
        at, pieces = self.at + 1, []
        while self.text[at : at + 1] != "`":
            hole = self.text.startswith("${", at)
            ends = [i for i in (self.text.find("${", at + 1), self.text.find("`", at)) if i >= 0]
            if hole:
                self.at = at + 2
                self.skip()
                pieces.append(self.expression())
                if self.text[self.at : self.at + 1] != "}":
                    raise Unreadable("a template without an end")
                at = self.at + 1
            elif ends:
                pieces.append(self.text[at : min(ends)])
                at = min(ends)
            else:
                raise Unreadable("a template without an end")
        self.at = at + 1
        self.skip()
        return ("template", pieces)

    def bracket(self):
        """A list, an interval, or an expression in brackets."""
        opening = self.text[self.at]
        self.take(opening)
        if opening == "[" and self.take("]"):
            return ("list", [])
        first = self.expression()
        if self.take(".."):
            high = self.expression()
            closing = self.text[self.at : self.at + 1]
            self.take(closing) if closing in ("]", ")") else self.want("]")
            return ("interval", opening == "[", first, high, closing == "]")
        if opening == "(":
            self.want(")")
            return first
        items = [first]
        while self.take(",") and not self.peek("]"):
            items.append(self.expression())
        self.want("]")
        return ("list", items)

    def entry(self):
        if self.take("["):
            key = self.expression()
            self.want("]")
        else:
            key = ("str", self.string() if self.peek('"') or self.peek("'") else self.word())
        self.want(":")
        return key, self.expression()

    # Unary tests: what stands in a cell

    def test(self):
        value = self.nested(self.test_part)
        while True:
            if self.take("and"):
                value = ("and", value, self.nested(self.test_part))
            elif self.take("or") or self.take(","):
                value = ("or", value, self.nested(self.test_part))
            else:
                self.end()
                return value

    def test_part(self):
        self.is_test = True
        sign = self.operator()
        if sign in ("==", "!=", "<=", ">=", "<", ">", "not in", "in"):
            self.take(sign)
            return self.join(sign, ("name", "$"), self.binary())
        value = self.binary()
        if value[0] in ("list", "interval"):
            return ("in", ("name", "$"), value)
        return value if is_condition(value) else ("=", ("name", "$"), value)


TRUTHS = ("some", "all", "none", "one", "contains", "startsWith", "endsWith", "matches", "isNumeric")


def is_condition(node):
    """Whether a part of a unary test is a condition of its own, and no value to compare with."""
    return node[0] in ("=", "!=", "<", "<=", ">", ">=", "in", "not", "and", "or") or node[0] == "call" and node[1] in TRUTHS


def read(text):
    return ZenReader(text).whole()


def read_test(text):
    return ZenReader(text).test()


def plain(node):
    """The value of a literal: JSON 5."""
    kind = node[0]
    if kind == "num":
        return Number(node[1])
    if kind == "neg":
        return Number("-" + plain(node[1]))
    if kind in ("str", "bool"):
        return node[1]
    if kind == "null":
        return None
    if kind == "list":
        return [plain(n) for n in node[1]]
    if kind == "object":
        return {plain(k): plain(v) for k, v in node[1]}
    raise Unreadable(f"no JSON: {kind}")


def read_json(text):
    return plain(ZenReader(text).whole())
