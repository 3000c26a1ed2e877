"""The words of FEEL: names that may hold blanks, numbers, strings."""

import functools
import re

from shared.reader import Reader, Unreadable

PROPERTIES = ["time offset", "start included", "end included"]

KEYWORDS = set("and between else every false for function if in instance null or return satisfies some then true".split())
LETTER = r"[^\W\d]|[?]|[\U00010000-\U0010FFFF]|[\u00B7\u0300-\u036F\u203F-\u2040]"
NAME = re.compile(rf"(?:{LETTER})(?:{LETTER}|\w)*")
NUMBER = re.compile(r"(?:\d+(?:\.(?!\.)\d+)?|\.\d+)(?:[eE][+-]?\d+)?")


def unescape(text):
    """The characters of a FEEL string; pairs of surrogates are one character."""
    names = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "'": "'", "\\": "\\"}

    def one(match):
        code = match.group(1)
        if code[0] == "u" or code[0] == "U":
            return chr(int(code[1:], 16))
        return names.get(code, "\\" + code)

    text = re.sub(r"\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{6}|.)", one, text, flags=re.S)
    return text.encode("utf-16", "surrogatepass").decode("utf-16")


@functools.lru_cache(maxsize=None)
def name_pattern(name):
    """A name with any white space between its parts."""
    if name.isidentifier():
        return re.compile(re.escape(name))
    words = [r"\s*".join(re.escape(part) for part in re.findall(r"\w+|[^\w\s]", word)) for word in name.split()]
    return re.compile(r"\s+".join(words))


class Tokens(Reader):
    """A place in the text, and what stands there."""

    COMMENT = re.compile(r"\s+|//[^\n]*|/\*.*?\*/", re.S)

    def __init__(self, text, names):
        self.names = sorted({" ".join(n.split()) for n in list(names) + PROPERTIES}, key=len, reverse=True)
        super().__init__(text)

    def known(self):
        """The longest name in scope that stands here."""
        first = self.text[self.at : self.at + 1]
        for name in self.names:
            if name[:1] != first:
                continue
            match = name_pattern(name).match(self.text, self.at)
            if match:
                after = self.text[match.end() : match.end() + 1]
                if not (name[-1].isalnum() and (after.isalnum() or after == "_")):
                    return name, match.end()
        return None

    def name(self, is_new=False):
        """A name; a new one, such as a variable that is bound here, may be of several words."""
        known = None if is_new else self.known()
        match = NAME.match(self.text, self.at)
        if known and (not match or known[1] >= match.end()):
            self.at = known[1]
            self.skip()
            return known[0]
        if not match:
            raise Unreadable(f"no name at {self.text[self.at:self.at + 20]!r}")
        self.at = match.end()
        self.skip()
        return match.group()

    def words(self, until):
        """Words up to one of the tokens, as a name."""
        start = self.at
        match = re.compile("|".join(until)).search(self.text, self.at)
        if not match:
            raise Unreadable("a name without an end")
        self.at = match.start()
        return " ".join(self.text[start : self.at].split())

    def string(self):
        match = re.compile(r'"((?:[^"\\]|\\.)*)"', re.S).match(self.text, self.at)
        if not match:
            raise Unreadable("a string without an end")
        self.at = match.end()
        self.skip()
        return unescape(match.group(1))
