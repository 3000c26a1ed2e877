"""Reads FEEL, the expression language of DMN, into tuples: ('num', '1.5'), ('+', left, right), ('call', name, args), …

Names of FEEL may hold blanks and operators, so the reader is given the names in scope and takes the longest that fits.
"""

import re

from dmn.tokens import KEYWORDS, NUMBER, Tokens
from shared.reader import Unreadable


class Reader(Tokens):
    # Expressions

    def whole(self):
        result = self.expression()
        if self.at < len(self.text):
            raise Unreadable(f"rest {self.text[self.at:self.at + 30]!r}")
        return result

    def expression(self):
        left = self.conjunction()
        while self.take("or"):
            left = ("or", left, self.conjunction())
        return left

    def conjunction(self):
        left = self.comparison()
        while self.take("and"):
            left = ("and", left, self.comparison())
        return left

    def comparison(self):
        left = self.addition()
        while True:
            for sign in ("!=", "<=", ">=", "=", "<", ">"):
                if self.take(sign):
                    left = (sign, left, self.addition())
                    break
            else:
                if self.take("between"):
                    low = self.addition()
                    self.want("and")
                    left = ("between", left, low, self.addition())
                elif self.take("in"):
                    left = ("in", left, self.tests_behind_in())
                else:
                    return left

    def tests_behind_in(self):
        start = self.at
        if self.take("("):
            try:
                tests = [self.test()]
                while self.take(","):
                    tests.append(self.test())
                if self.take(")") and (self.at >= len(self.text) or not self.peek(".")):
                    return tests
            except Unreadable:
                pass
            self.at = start
        return [self.test()]

    def addition(self):
        left = self.product()
        while True:
            if self.take("+"):
                left = ("+", left, self.product())
            elif self.peek("-") and self.take("-"):
                left = ("-", left, self.product())
            else:
                return left

    def product(self):
        left = self.power()
        while True:
            if self.peek("**"):
                return left
            if self.take("*"):
                left = ("*", left, self.power())
            elif self.take("/"):
                left = ("/", left, self.power())
            else:
                return left

    def power(self):
        left = self.sign()
        while self.take("**"):
            left = ("**", left, self.sign())
        return left

    def sign(self):
        if self.take("-"):
            return ("neg", self.sign())
        value = self.postfix()
        if self.take("instance"):
            self.want("of")
            start = self.at
            depth = 0
            end = re.compile(r"\)|,|\band\b|\bor\b|\bthen\b|\belse\b")
            while self.at < len(self.text):
                is_word = self.text[start : self.at].endswith(("date ", "years ", "days "))
                if depth == 0 and not is_word and end.match(self.text, self.at):
                    break
                depth += {"<": 1, ">": -1}.get(self.text[self.at], 0)
                self.at += 1
            return ("instance", value, self.text[start : self.at].strip())
        return value

    def postfix(self):
        value = self.primary()
        while True:
            if self.peek("..") :
                return value
            if self.take("."):
                value = ("path", value, self.name())
            elif self.take("["):
                value = ("filter", value, self.expression())
                self.want("]")
            elif self.peek("("):
                value = ("call", value, self.arguments())
            else:
                return value

    def arguments(self):
        self.want("(")
        result = []
        while not self.take(")"):
            match = re.compile(r"([^\W\d][\w ]*?)\s*:").match(self.text, self.at)
            name = None
            if match:
                name = " ".join(match.group(1).split())
                self.at = match.end()
                self.skip()
            result.append((name, self.range_or_expression()))
            if not self.take(","):
                self.want(")")
                break
        return result

    def range_or_expression(self):
        start = self.at
        if self.peek("[") or self.peek("(") or self.peek("]") or self.peek("<") or self.peek(">") or self.peek("="):
            try:
                return self.test()
            except Unreadable:
                self.at = start
        return self.expression()

    def primary(self):
        text = self.text
        match = NUMBER.match(text, self.at)
        if match:
            self.at = match.end()
            self.skip()
            return ("num", match.group())
        if self.peek("@"):
            self.at += 1
            self.skip()
            return ("at", self.string())
        if self.peek('"'):
            return ("str", self.string())
        for word, value in (("true", ("bool", True)), ("false", ("bool", False)), ("null", ("null",))):
            if self.take(word):
                return value
        if self.peek("if") and not self.known_longer("if"):
            self.take("if")
            condition = self.expression()
            self.want("then")
            then = self.expression()
            self.want("else")
            return ("if", condition, then, self.expression())
        for word in ("for", "some", "every"):
            if self.peek(word) and not self.known_longer(word):
                return self.iteration(word)
        if self.peek("function") and self.take("function"):
            self.want("(")
            params = []
            while not self.take(")"):
                params.append(self.words([r"\s*:", r"\s*,", r"\s*\)"]))
                self.skip()
                if self.take(":"):
                    self.words([r",", r"\)"])
                self.take(",")
            if self.take("external"):
                return ("function", params, ("external", self.expression()))
            self.names = sorted(set(self.names) | set(params), key=len, reverse=True)
            return ("function", params, self.expression())
        if self.peek("{"):
            return self.context()
        if self.peek("["):
            return self.bracket()
        if self.peek("]"):
            return self.interval()
        if self.peek("("):
            start = self.at
            self.take("(")
            value = self.range_or_expression()
            if self.peek(".."):
                self.at = start
                return self.interval()
            self.want(")")
            return value
        name = self.name()
        if name in KEYWORDS:
            raise Unreadable(f"{name} where a value was expected")
        return ("name", name)

    def known_longer(self, word):
        known = self.known()
        return known is not None and len(known[0]) > len(word)

    def iteration(self, word):
        self.take(word)
        bindings = []
        while True:
            variable = self.words([r"\s+in\b"])
            self.skip()
            self.want("in")
            source = self.range_or_expression()
            if self.take(".."):
                source = ("range", source, self.expression())
            bindings.append((variable, source))
            self.names = sorted(set(self.names) | {variable, "partial"}, key=len, reverse=True)
            if not self.take(","):
                break
        self.want("return" if word == "for" else "satisfies")
        return (word, bindings, self.expression())

    def context(self):
        self.want("{")
        entries = []
        while not self.take("}"):
            if self.peek('"'):
                key = self.string()
            else:
                key = self.words([r"\s*:"])
                self.skip()
            self.want(":")
            entries.append((key, self.range_or_expression()))
            self.names = sorted(set(self.names) | {key}, key=len, reverse=True) if key else self.names
            if not self.take(","):
                self.want("}")
                break
        return ("context", entries)

    def bracket(self):
        """A list, or an interval that begins with `[`."""
        start = self.at
        self.want("[")
        items = []
        while not self.take("]"):
            items.append(self.range_or_expression())
            if self.peek(".."):
                self.at = start
                return self.interval()
            if not self.take(","):
                self.want("]")
                break
        return ("list", items)

    def interval(self):
        opened = self.text[self.at]
        if opened not in "[](":
            raise Unreadable("no interval")
        self.at += 1
        self.skip()
        low = self.addition()
        self.want("..")
        high = self.addition()
        closed = self.text[self.at : self.at + 1]
        if closed not in ("]", ")", "["):
            raise Unreadable("an interval without an end")
        self.at += 1
        self.skip()
        return ("interval", opened == "[", low, high, closed == "]")

    # Unary tests

    def test(self):
        for sign in ("<=", ">=", "!=", "<", ">", "="):
            if self.take(sign):
                return ("test", sign, self.addition())
        if self.peek("[") or self.peek("]") or self.peek("("):
            start = self.at
            try:
                return self.interval()
            except Unreadable:
                self.at = start
        return self.expression()

    def tests(self):
        """What stands in a cell: None for any value, ('not', tests) or a list of tests."""
        if not self.text.strip() or self.text.strip() == "-":
            return None
        start = self.at
        if self.take("not") and self.take("("):
            tests = [self.test()]
            while self.take(","):
                tests.append(self.test())
            if self.take(")") and self.at == len(self.text):
                return ("not", tests)
        self.at = start
        tests = [self.test()]
        while self.take(","):
            tests.append(self.test())
        if self.at < len(self.text):
            raise Unreadable(f"rest {self.text[self.at:self.at + 30]!r}")
        return tests


def read(text, names=()):
    return Reader(text, names).whole()


def read_tests(text, names=()):
    return Reader(text, names).tests()
