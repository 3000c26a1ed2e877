"""What the translators hand on: expressions of Truths with their types, and reasons why something cannot be said."""

import re
from dataclasses import dataclass, field

TEXT_FOR_ENUM = "a text that is no literal, where an enum is wanted (§4)"
CONTEXTS = "a context that is made or changed by the names of its entries, or has none"
FUNCTION_VALUES = "functions as values"
RANGES = "ranges as values"
OFFSETS = "a time with an offset or a zone; parts or text of a date and time with one"
LISTS = "lists of mixed types or with null; one element in place of a list, and back"
NUMBERS = "a number of more than 15 digits or 12 places, or of 10^15 or more (§4)"
UNREAD = "not read by the translator"

RESERVED = set("""and or not in contains like exists missing empty some every no satisfies where for else true false if then
proposal actor now start any entry the with matches matching between old trigger sum min max list count mean first last type
by desc case_id""".split())


class Untranslatable(Exception):
    def __init__(self, reason, detail=""):
        super().__init__(reason)
        self.reason = reason
        self.detail = detail


class Kind(str):
    """A type with a note of what it is in the other language: a number that is an int, an instant that counts seconds."""

    def __new__(cls, type, note):
        self = super().__new__(cls, type)
        self.note = note
        return self


@dataclass
class Value:
    code: str
    type: object
    level: int = 9  # 9 a primary, 7 a product, 6 a sum, 5 a comparison, 4 not, 3 and, 2 or, 0 if
    free: dict = field(default_factory=dict)  # the variables in it with their types
    text: list = None  # of a text, its pieces: str, or Value in braces
    literal: str = None  # how it is written where its type is expected
    constant: object = None

    def at(self, level):
        return self.code if self.level >= level else f"({self.code})"


def free(*values):
    result = {}
    for value in values:
        result.update(value.free)
    return result


def quoted(text, braces=True):
    result = ""
    for c in text:
        if c in '"\\':
            result += "\\" + c
        elif c == "\n":
            result += "\\n"
        elif c == "\t":
            result += "\\t"
        elif c in "{}" and braces:
            result += c + c
        elif ord(c) < 32 or 127 <= ord(c) < 160 or c in "\u2028\u2029\ufeff":
            result += f"\\u{{{ord(c):X}}}"
        else:
            result += c
    return f'"{result}"'


def written(type):
    """A type as a declaration writes it."""
    if isinstance(type, tuple):
        if type[0] in ("list", "map"):
            return f"{type[0]} of {written(type[1])}"
        if type[0] == "context":
            raise Untranslatable(CONTEXTS)
        return type[1]
    if type in ("function", "range"):
        raise Untranslatable(FUNCTION_VALUES if type == "function" else RANGES)
    return {"number": "decimal", "instant": "timestamp", "null": "text", "any": "text"}.get(type, type)


def is_list(type):
    return isinstance(type, tuple) and type[0] == "list"


def is_kind(type, kind):
    return isinstance(type, tuple) and type[0] == kind


def is_text(type):
    return type == "text" or is_kind(type, "enum")


def is_moment(type):
    return type in ("timestamp", "instant")


def name_of(words, taken=()):
    """A name of the language made of words of another one."""
    name = re.sub(r"[^a-z0-9]+", "_", words.lower()).strip("_")
    if not name or not name[0].isalpha():
        name = "v_" + name if name else "v"
    if name in RESERVED:
        name += "_value"
    base, number = name, 2
    while name in taken:
        name, number = f"{base}_{number}", number + 1
    return name
