"""Writes calls of functions of texts and lists, and roundings, each with the answer of Python's own definitions.

    text_cases.py --seed 1 --count 20000

A line is a JSON list: the function, its arguments, and the answer; `null` is no answer. Texts have characters of every size in UTF-8,
combining ones among them. TextComparisonTests holds what Truths says to them.
"""

import argparse
import decimal
import json
import random
import re

ALPHABET = ["a", "b", "b", "@", " ", ",", "é", "e\u0301", "ß", "中", "😀", "𝄞", "👩‍👩‍👧", "\u200d", "🇩🇪", "\U0010fffd"]
MODES = {
    "half_even": decimal.ROUND_HALF_EVEN, "half_up": decimal.ROUND_HALF_UP, "half_down": decimal.ROUND_HALF_DOWN,
    "up": decimal.ROUND_UP, "down": decimal.ROUND_DOWN, "floor": decimal.ROUND_FLOOR, "ceiling": decimal.ROUND_CEILING,
}
WHOLE = decimal.Context(prec=80)


def text(chance, longest=8):
    return "".join(chance.choice(ALPHABET) for _ in range(chance.randint(0, longest)))


def piece(chance, whole):
    """Mostly a part of the text, which need not begin or end with a character as people see it."""
    if whole and chance.random() < 0.7:
        start = chance.randrange(len(whole))
        return whole[start:start + chance.randint(1, 2)]
    return text(chance, 2)


def number(chance):
    digits = chance.randint(1, 15)
    return decimal.Decimal(chance.randint(-10**digits, 10**digits)).scaleb(-chance.randint(0, min(12, digits)))


def quantized(value, places, mode):
    return value.quantize(decimal.Decimal(1).scaleb(-places), rounding=mode, context=WHOLE)


def plain(value):
    """A number without an exponent and without zeros at its end."""
    written = format(value + 0 if value else decimal.Decimal(0), "f")
    return written.rstrip("0").rstrip(".") if "." in written else written


def substring(chance):
    whole, start, count = text(chance), chance.randint(-1, 9), chance.choice([None, *range(-1, 9)])
    arguments = [whole, start] + ([] if count is None else [count])
    if start < 1 or count is not None and count < 0:
        return arguments, None
    return arguments, whole[start - 1:] if count is None else whole[start - 1:start - 1 + count]


def around(part):
    def make(chance):
        whole = text(chance)
        sought = piece(chance, whole)
        place = whole.find(sought) if sought else -1
        if place < 0:
            return [whole, sought], None
        answers = {"before": whole[:place], "after": whole[place + len(sought):], "index": place + 1}
        return [whole, sought], answers[part]
    return make


def replace(chance):
    whole = text(chance)
    sought, other = piece(chance, whole), text(chance, 2)
    return [whole, sought, other], whole.replace(sought, other) if sought else None


def split(chance):
    whole = text(chance)
    separator = piece(chance, whole)
    return [whole, separator], whole.split(separator) if separator else None


def join(chance):
    pieces, separator = [text(chance, 3) for _ in range(chance.randint(0, 4))], text(chance, 2)
    return [pieces, separator], separator.join(pieces)


def pad(side):
    def make(chance):
        whole, width, fill = text(chance), chance.randint(-2, 12), chance.choice(["0", "é", "😀", "", "ab"])
        if len(fill) != 1:
            return [whole, width, fill], None
        return [whole, width, fill], whole.rjust(width, fill) if side == "left" else whole.ljust(width, fill)
    return make


def written(chance):
    value, places = number(chance), chance.randint(-1, 13)
    if not 0 <= places <= 12 or abs(value) >= 10**15:
        return [float_free(value), places], None
    rounded = quantized(value, places, decimal.ROUND_HALF_EVEN)
    return [float_free(value), places], format(abs(rounded) if not rounded else rounded, "f")


def float_free(value):
    """A number as a text, so that no reader makes a binary one of it."""
    return {"number": plain(value)}


def rounding(chance):
    value, places, mode = number(chance), chance.randint(-15, 13), chance.choice(list(MODES))
    if not -14 <= places <= 12:
        return [float_free(value), places, mode], None
    return [float_free(value), places, mode], float_free(quantized(value, places, MODES[mode]))


def read(chance):
    written = chance.choice(["", "-", "+", " "]) + chance.choice(["0", "00", "7", "120", "123456789012345", "1234567890123456"])
    written += chance.choice(["", "", ".", ".5", ".250", ".0000000000001"]) + chance.choice(["", "", "e2", "E-3", "e+1", "e", "e99"])
    if not re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?", written):
        return [written], None
    value = decimal.Decimal(written)
    digits = value.normalize(WHOLE).as_tuple()
    fits = not value or len(digits.digits) <= 15 and digits.exponent >= -12 and abs(value) < 10**15
    return [written], float_free(value) if fits else None


def ends(chance):
    elements = [chance.randint(0, 3) for _ in range(chance.randint(0, 5))]
    first, last = chance.randint(-6, 6), chance.randint(-6, 6)
    lower = first if first >= 0 else len(elements) + first + 1
    upper = last if last >= 0 else len(elements) + last + 1
    return [elements, first, last], [element for place, element in enumerate(elements, 1) if lower <= place <= upper]


def tail(chance):
    elements, count = [chance.randint(0, 3) for _ in range(chance.randint(0, 5))], chance.randint(-1, 6)
    return [elements, count], elements[len(elements) - min(count, len(elements)):] if count > 0 else []


def sort(chance):
    elements = [text(chance, 3) for _ in range(chance.randint(0, 6))]
    return [elements], sorted(elements)


CASES = {
    "substring": substring, "before": around("before"), "after": around("after"), "index": around("index"), "replace": replace,
    "split": split, "join": join, "pad_left": pad("left"), "pad_right": pad("right"), "text": written, "round": rounding,
    "number": read, "slice": ends, "last": tail, "sort": sort,
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20000)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    for _ in range(options.count):
        name = chance.choice(list(CASES))
        arguments, answer = CASES[name](chance)
        print(json.dumps([name, arguments, answer], ensure_ascii=False))


if __name__ == "__main__":
    main()
