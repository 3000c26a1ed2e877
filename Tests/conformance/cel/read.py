"""Reads CEL into tuples, as `shared/operators.py` takes them: ('num', '1', 'int'), ('and', a, b), ('method', target, name, …)."""

import re

from shared.reader import Reader, Unreadable

NUMBER = re.compile(r"(0[xX][0-9a-fA-F]+|\d+\.\d+(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|\d+(?:[eE][+-]?\d+)?)([uU])?")
STRING = re.compile(r"""([rR]|[bB]|[rR][bB]|[bB][rR])?("{3}|'{3}|"|')""")
ESCAPE = re.compile(r"\\([xX][0-9a-fA-F]{2}|[0-3][0-7]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.S)
SIMPLE = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
NAMES = {"||": "or", "&&": "and", "==": "="}


def unescape(text):
    def one(match):
        code = match[1]
        if code[0] in "xXuU":
            return chr(int(code[1:], 16))
        return chr(int(code, 8)) if code[0].isdigit() else SIMPLE.get(code, code)

    return ESCAPE.sub(one, text)


class CelReader(Reader):
    OPERATORS = {"||": (10, True), "&&": (20, True), "==": (30, True), "!=": (30, True), "<=": (30, True), ">=": (30, True),
                 "<": (30, True), ">": (30, True), "in": (30, True), "+": (40, True), "-": (40, True), "*": (50, True),
                 "/": (50, True), "%": (50, True)}

    def whole(self):
        value = self.expression()
        self.end()
        return value

    def expression(self):
        value = self.binary()
        if not self.take("?"):
            return value
        then = self.binary()
        self.want(":")
        return ("if", value, then, self.expression())

    def join(self, sign, left, right):
        return (NAMES.get(sign, sign), left, right)

    def operand(self):
        if self.take("!"):
            return ("not", self.operand())
        if self.take("-"):
            value = self.operand()
            return ("num", "-" + value[1], value[2]) if value[0] == "num" and value[1][0] != "-" else ("neg", value)
        return self.postfix(self.primary())

    def postfix(self, value):
        while True:
            if self.take("."):
                is_optional = self.take("?")
                if self.peek("`"):
                    end = self.text.index("`", self.at + 1)
                    name, self.at = self.text[self.at + 1 : end], end + 1
                    self.skip()
                else:
                    name = self.word()
                if is_optional:
                    value = ("optional",)
                elif self.take("("):
                    value = ("method", value, name, self.series(")", self.expression))
                else:
                    value = ("path", value, name)
            elif self.take("["):
                is_optional = self.take("?")
                value = ("index", value, self.expression())
                value = ("optional",) if is_optional else value
                self.want("]")
            elif self.peek("{") and value[0] in ("name", "path"):
                self.take("{")
                self.series("}", self.field)
                value = ("message",)
            else:
                return value

    def field(self):
        is_optional = self.take("?")
        if self.peek("`"):
            self.at = self.text.index("`", self.at + 1) + 1
            self.skip()
        else:
            self.word()
        self.want(":")
        self.expression()
        return is_optional

    def primary(self):
        if self.peek(".") and not NUMBER.match(self.text, self.at):
            self.take(".")
            return ("name", "." + self.word())
        if found := self.match(NUMBER):
            return number(found[1], found[2])
        if STRING.match(self.text, self.at):
            return self.string()
        for word, node in (("true", ("bool", True)), ("false", ("bool", False)), ("null", ("null",))):
            if self.take(word):
                return node
        if self.take("("):
            value = self.expression()
            self.want(")")
            return value
        if self.take("["):
            return ("list", self.series("]", self.item))
        if self.take("{"):
            return ("map", self.series("}", self.entry))
        name = self.word()
        return ("call", name, self.series(")", self.expression)) if self.take("(") else ("name", name)

    def item(self):
        return ("optional",) if self.take("?") and self.expression() else self.expression()

    def entry(self):
        is_optional = self.take("?")
        key = self.expression()
        self.want(":")
        value = self.expression()
        return (key, ("optional",) if is_optional else value)

    def string(self):
        match = STRING.match(self.text, self.at)
        prefix, quotes = (match[1] or "").lower(), match[2]
        at = match.end()
        while not self.text.startswith(quotes, at):
            if at >= len(self.text):
                raise Unreadable("a string without an end")
            at += 2 if self.text[at] == "\\" and "r" not in prefix else 1
        text = self.text[match.end() : at]
        self.at = at + len(quotes)
        self.skip()
        if "b" in prefix:
            return ("bytes",)
        return ("str", text if "r" in prefix else unescape(text))


def number(text, suffix):
    if text[:2] in ("0x", "0X"):
        return ("num", str(int(text, 16)), "uint" if suffix else "int")
    is_double = re.search(r"[.eE]", text)
    return ("num", text, "double" if is_double else "uint" if suffix else "int")


def read(text):
    return CelReader(text).whole()
