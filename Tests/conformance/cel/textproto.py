"""Reads the text form of Protocol Buffers into lists of (name, value): the file format of CEL's conformance tests.

A value is a Message, a str (of a string or bytes field, unescaped), or a Word (a number, an enum value, true, false).
"""

import re

STRING = r"""(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
TOKEN = re.compile(rf"\s+|#[^\n]*|{STRING}|(?P<word>-?[\w.+-]+)|(?P<sign>[{{}}<>\[\]:,;/])", re.S)
ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{1,2}|[0-7]{1,3}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.S)
SIMPLE = {"n": 10, "r": 13, "t": 9, "a": 7, "b": 8, "f": 12, "v": 11, "\\": 92, "'": 39, '"': 34, "?": 63}


class Word(str):
    """What stands without quotes."""


class Message(list):
    """The fields of a message, in order."""

    def all(self, name):
        return [v for n, v in self if n == name]

    def get(self, name, default=None):
        return next((v for n, v in self if n == name), default)

    def has(self, name):
        return any(n == name for n, _ in self)


def unescape(text):
    """The bytes of a literal."""
    result, at = bytearray(), 0
    for match in ESCAPE.finditer(text):
        result += text[at : match.start()].encode()
        at, code = match.end(), match[1]
        if code[0] == "x":
            result.append(int(code[1:], 16))
        elif code[0] in "uU":
            result += chr(int(code[1:], 16)).encode("utf-8", "surrogatepass")
        elif code[0].isdigit():
            result.append(int(code, 8) & 255)
        else:
            result.append(SIMPLE[code])
    return bytes(result + text[at:].encode())


class Reader:
    def __init__(self, text):
        self.tokens = []
        at = 0
        while at < len(text):
            match = TOKEN.match(text, at)
            if not match:
                raise ValueError(f"no token at {text[at:at + 40]!r}")
            if match.lastgroup:
                self.tokens.append((match.lastgroup, match.group()))
            at = match.end()
        self.tokens.append(("end", ""))
        self.at = 0

    def peek(self):
        return self.tokens[self.at][1]

    def take(self, *signs):
        if self.peek() in signs and self.tokens[self.at][0] == "sign":
            self.at += 1
            return True
        return False

    def message(self, closing=()):
        result = Message()
        while self.tokens[self.at][0] != "end" and not self.take(*closing):
            name = self.name()
            self.take(":")
            if self.take("["):
                while not self.take("]"):
                    result.append((name, self.value()))
                    self.take(",")
            else:
                result.append((name, self.value()))
            self.take(",", ";")
        return result

    def name(self):
        if not self.take("["):
            self.at += 1
            return self.tokens[self.at - 1][1]
        words = []
        while not self.take("]"):
            words.append(self.peek())
            self.at += 1
        return "[" + "".join(words) + "]"

    def value(self):
        if self.take("{"):
            return self.message("}")
        if self.take("<"):
            return self.message(">")
        kind, text = self.tokens[self.at]
        self.at += 1
        if kind != "string":
            return Word(text)
        found = unescape(text[1:-1])
        while self.tokens[self.at][0] == "string":
            found += unescape(self.peek()[1:-1])
            self.at += 1
        try:
            return found.decode()
        except UnicodeDecodeError:
            return found


def read(path):
    with open(path, encoding="utf-8") as file:
        return Reader(file.read()).message()
