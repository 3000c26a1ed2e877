"""Shapes of the files of truths themselves: what YAML nests and repeats, also where the subset leaves it out."""

from project import DECLARATIONS, Project
from shape import NODES, Shape

LINES = {
    "comments": "# comment #\n",
    "empty lines": "\n",
    "blank lines": "  \n",
    "documents": "---\n",
    "ends of documents": "...\n",
    "directives": "%YAML 1.2\n",
    "tags": "policy p#: !!map\n  type: integer\n  default: 1\n",
    "tags of a value": "policy p#:\n  type: !!str integer\n  default: 1\n",
    "anchors": "policy p#: &a#\n  type: integer\n  default: 1\n",
    "aliases": "policy p#: *a#\n",
    "merge keys": "policy p#:\n  <<: x\n  type: integer\n  default: 1\n",
    "complex keys": "? policy p#\n: 1\n",
    "unclosed quotes": 'policy p#: "x\n',
    "unclosed brackets": "policy p#: [x\n",
    "closing brackets": "policy p#: x]\n",
    "tabs": "policy p#:\n\ttype: integer\n",
    "colons": "policy p#: a: b: c\n",
    "unknown members": "policy p#:\n  typ: integer\n  type: integer\n  default: 1\n",
    "missing members": "policy p#:\n  type: integer\n",
    "wrong shapes": "policy p#: [1, 2]\n",
    "repeated members": "policy p#:\n  type: integer\n  type: integer\n  default: 1\n",
    "texts that turn": "# a\u202eb #\n",
    "characters of control": "# a\u0001b #\n",
    "line separators": "# a\u2028b #\n",
    "indented declarations": "  policy p#:\n    type: integer\n",
    "carriage returns": "policy p#:\r\n  type: integer\r\n  default: 1\r\n",
    "lists of clauses in brackets": "truth t#:\n  when:\n    - intent: act\n  requires: [n > 0, b]\n",
    "clauses with colons": 'truth t#:\n  when:\n    - intent: act\n  requires:\n    - b else "x: y"\n',
    "clauses with comments": 'truth t#:\n  when:\n    - intent: act\n  requires:\n    - b else "x #y"\n',
    "clauses that begin with a quote": 'truth t#:\n  when:\n    - intent: act\n  requires:\n    - "a" in ts\n',
    "clauses in braces": "truth t#:\n  when:\n    - intent: act\n  requires:\n    - {id: a, rule: n in [1, 2]}\n",
    "empty clauses": "truth t#:\n  when:\n    - intent: act\n  requires:\n    -\n",
}

#: What stands on one line, by what is before, repeated, between and behind.
IN_LINE = {
    "tags on a line": ("enum big: [", "!!str a#", ", ", "]\n"),
    "anchors on a line": ("enum big: [", "&a# a#", ", ", "]\n"),
    "aliases on a line": ("enum big: [", "*a#", ", ", "]\n"),
    "commas on a line": ("enum big: [", "", ",", "]\n"),
    "quotes on a line": ("enum big: [", '"a#"', ", ", "]\n"),
    "lists in a row": ("enum big: [", "[a]", ", ", "]\n"),
    "maps in a row": ("enum big: [", "{a: b}", ", ", "]\n"),
    "spaces in a row": ("enum big: [a", " ", "", "]\n"),
    "letters of a key": ("policy p", "a", "", ":\n  type: integer\n  default: 1\n"),
    "letters of a value": ("role r:\n  summary: ", "a", "", "\n"),
    "letters in quotes": ('role r:\n  summary: "', "a", "", '"\n'),
    "escapes in quotes": ('role r:\n  summary: "', "\\x41", "", '"\n'),
    "wrong escapes in quotes": ('role r:\n  summary: "', "\\q", "", '"\n'),
    "words in a row": ("role r:\n  summary: ", "word", " ", "\n"),
    "colons on a line": ("role r:\n  summary: ", "a", ": ", "\n"),
    "signs on a line": ("role r:\n  summary: ", "&", "", "\n"),
    "lines of a plain text": ("role r:\n  summary: ", "word", "\n    ", "\n"),
    "lines in quotes": ('role r:\n  summary: "', "word", "\n    ", '"\n'),
    "names that are misspelt on a line": ("enum big: [", "A#", ", ", "]\n"),
    "values twice on a line": ("enum big: [", "a", ", ", "]\n"),
    "wrong values on a line": ("enum big: [", "a b#!", ", ", "]\n"),
    "unknown members on a line": ("policy p: {", "x#: 1", ", ", "}\n"),
}

NESTED = {
    "lists in brackets": ("enum big: ", "[", "a", "]"),
    "maps in braces": ("enum big: ", "{a: ", "b", "}"),
    "lists of dashes": ("enum big:\n  ", "- ", "a", ""),
    "question marks": ("enum big:\n  ", "? ", "a", ""),
    "brackets without an end": ("enum big: ", "[", "a", ""),
    "tags in brackets": ("enum big: ", "!!seq [", "a", "]"),
    "anchors in brackets": ("enum big: ", "&a [", "a", "]"),
    "lists of values": ("policy p:\n  type: list of integer\n  default: ", "[", "1", "]"),
}


def with_text(text):
    return lambda count: Project().declare(text(count))


def by_lines(line):
    return with_text(
        lambda count: "".join(
            line.replace("#", str(place), line.count("#") - line.startswith("#")) if not line.startswith("# ") else line
            for place in range(count)
        )
    )


def in_line(before, part, between, behind):
    return with_text(lambda count: before + between.join(part.replace("#", str(place)) for place in range(count)) + behind)


def nested(before, opening, core, closing):
    return with_text(lambda count: before + opening * count + core + closing * count + "\n")


def by_indentation(line):
    """Lines of which each is indented further: the file grows with the square of their number."""
    return with_text(lambda count: "record deep:\n" + "".join(" " * (place + 2) + line + "\n" for place in range(count)))


def bytes_of(part):
    return lambda count: {**Project().written(), "truths/demo/demo.truths": DECLARATIONS.encode() + part * count}


def shapes():
    for name, line in LINES.items():
        yield Shape(f"many {name}", by_lines(line))
    for name, parts in IN_LINE.items():
        yield Shape(f"many {name}", in_line(*parts))
    for name, parts in NESTED.items():
        yield Shape(f"nested {name}", nested(*parts), limit=NODES, is_deep=True)
    yield Shape("nested maps by indentation", by_indentation("a:"), limit=NODES, most=1_000, is_deep=True)
    yield Shape("nested lists by indentation", by_indentation("-"), limit=NODES, most=1_000, is_deep=True)
    for name, part in {
        "bytes that are no UTF-8": b"\xff",
        "zero bytes": b"\0",
        "lone returns": b"\r",
        "marks of byte order": b"\xef\xbb\xbf",
        "brackets": b"[",
        "dashes": b"- ",
        "quotes": b'"',
    }.items():
        yield Shape(f"many {name}", bytes_of(part))
