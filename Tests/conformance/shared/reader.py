"""What readers of expression languages have in common: signs, words, and operators by their precedence."""

import re


class Unreadable(Exception):
    """The expression is outside what this reader knows."""


class Reader:
    """A place in the text. `OPERATORS` has, for each binary operator, its precedence and whether it goes to the left."""

    OPERATORS = {}
    COMMENT = re.compile(r"\s+|//[^\n]*")
    WORD = re.compile(r"[A-Za-z_]\w*")

    def __init__(self, text):
        self.text = text
        self.at = 0
        self.signs = sorted(self.OPERATORS, key=len, reverse=True)
        self.skip()

    def skip(self):
        while match := self.COMMENT.match(self.text, self.at):
            self.at = match.end()

    def peek(self, token):
        if not self.text.startswith(token, self.at):
            return False
        after = self.text[self.at + len(token) : self.at + len(token) + 1]
        return not (token[-1].isalnum() and (after.isalnum() or after == "_"))

    def take(self, token):
        if not self.peek(token):
            return False
        self.at += len(token)
        self.skip()
        return True

    def want(self, token):
        if not self.take(token):
            raise Unreadable(f"expected {token!r} at {self.text[self.at:self.at + 20]!r}")

    def match(self, pattern):
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
            self.skip()
        return found

    def word(self):
        found = self.match(self.WORD)
        if not found:
            raise Unreadable(f"no name at {self.text[self.at:self.at + 20]!r}")
        return found.group()

    def end(self):
        if self.at < len(self.text):
            raise Unreadable(f"rest {self.text[self.at:self.at + 30]!r}")

    def operator(self):
        return next((sign for sign in self.signs if self.peek(sign)), None)

    def binary(self, limit=0):
        """Operands joined by operators that bind at least so closely."""
        left = self.operand()
        while (sign := self.operator()) is not None:
            precedence, is_left = self.OPERATORS[sign]
            if precedence < limit or self.stops_at(sign):
                break
            self.take(sign)
            left = self.join(sign, left, self.binary(precedence + is_left))
        return left

    def stops_at(self, sign):
        return False

    def join(self, sign, left, right):
        return (sign, left, right)

    def series(self, closing, item):
        """Items with commas between them, up to the closing sign."""
        items = []
        while not self.take(closing):
            items.append(item())
            if not self.take(","):
                self.want(closing)
                break
        return items
