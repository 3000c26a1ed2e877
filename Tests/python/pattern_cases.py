"""Writes patterns of RFC 9485 (I-Regexp) and texts, each with whether the whole text matches, and whether a part of it does.

    pattern_cases.py --seed 1 --count 2000

A line is a JSON list: the pattern, the text, and the two answers of Python's `re`. PatternComparisonTests holds what Truths says to
them.
"""

import argparse
import json
import random
import re

LETTERS = ["a", "b", "c", "A", "0", "9", " ", "-", "_", ",", "@", "é", "中", "😀", "\n", "\r", "\"", "'", "/", "&", "~"]
ESCAPED = ["(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}", "n", "r", "t"]
PLAIN = {"n": "\n", "r": "\r", "t": "\t"}


def escape(chance):
    character = chance.choice(ESCAPED)
    return "\\" + character, re.escape(PLAIN.get(character, character))


def class_character(chance):
    if chance.random() < 0.2:
        written, python = escape(chance)
        return written, python, PLAIN.get(written[1:], written[1:])
    letter = chance.choice([letter for letter in LETTERS if letter != "-"])
    return letter, re.escape(letter), letter


def scalar_class(chance):
    written, python = "", ""
    if chance.random() < 0.15:
        written, python = "-", re.escape("-")
    for _ in range(chance.randint(1, 3)):
        first, first_python, low = class_character(chance)
        last, last_python, high = class_character(chance)
        if chance.random() < 0.4 and low <= high:
            written, python = written + first + "-" + last, python + first_python + "-" + last_python
        else:
            written, python = written + first, python + first_python
    if chance.random() < 0.15:
        written, python = written + "-", python + re.escape("-")
    if chance.random() < 0.3:
        return "[^" + written + "]", "[^" + python + "]"
    # A `^` at the beginning would negate.
    return ("[" + written + "]", "[" + python + "]") if not written.startswith("^") else ("[^" + written[1:] + "a]", "[^" + python[1:] + "a]")


def atom(chance, depth):
    choice = chance.random()
    if depth > 0 and choice < 0.25:
        written, python = alternatives(chance, depth - 1)
        return "(" + written + ")", "(?:" + python + ")"
    if choice < 0.4:
        return scalar_class(chance)
    if choice < 0.5:
        return ".", "[^\\n\\r]"
    if choice < 0.58:
        return escape(chance)
    letter = chance.choice([letter for letter in LETTERS if letter not in "^$"])
    return letter, re.escape(letter)


def piece(chance, depth):
    """What repeats without end is not repeated without end: Python's engine tries every way through it."""
    written, python = atom(chance, depth)
    least = chance.randint(0, 3)
    signs = ["", "", "", "?", f"{{{least}}}"]
    if not re.search(r"[*+]|,\}", python):
        signs += ["*", "+", f"{{{least},}}", f"{{{least},{least + chance.randint(0, 2)}}}"]
    sign = chance.choice(signs)
    return written + sign, python + sign


def branch(chance, depth):
    pieces = [piece(chance, depth) for _ in range(chance.randint(0 if chance.random() < 0.1 else 1, 3))]
    return "".join(written for written, _ in pieces), "".join(python for _, python in pieces)


def alternatives(chance, depth):
    branches = [branch(chance, depth) for _ in range(chance.choice([1, 1, 2, 3]))]
    return "|".join(written for written, _ in branches), "|".join(python for _, python in branches)


def text(chance):
    return "".join(chance.choice(LETTERS) for _ in range(chance.randint(0, 6)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    for _ in range(options.count):
        written, python = alternatives(chance, 2)
        compiled, tried = re.compile(python), text(chance)
        print(json.dumps([written, tried, bool(compiled.fullmatch(tried)), bool(compiled.search(tried))], ensure_ascii=False))


if __name__ == "__main__":
    main()
