"""Writes calculations with numbers, each with Python's answer: `+ - * /` by `decimal` with 34 digits, the rest by fractions.

    number_cases.py --seed 1 --count 20000

A line is the operation, its operands and the answer, with tabs between; a number is `coefficient/scale`, and `-` is no answer.
NumberComparisonTests holds what Truths says to them.
"""

import argparse
import decimal
import math
import random
import sys
from fractions import Fraction

DIGITS = 34
DECIMAL128 = decimal.Context(
    prec=DIGITS, rounding=decimal.ROUND_HALF_EVEN, Emin=-6143, Emax=6144, capitals=1, clamp=0, flags=[], traps=[])


def number(chance, wide=True):
    """Often short, often all nines or zeros, at times with 34 digits or very large or small."""
    digits = chance.choice([1, 2, 5, 15, 17, 33, 34]) if wide else chance.randint(1, 15)
    style = chance.randrange(4)
    if style == 0:
        coefficient = 10**digits - 1 - chance.randint(0, 1)
    elif style == 1:
        coefficient = 10**(digits - 1) + chance.randint(0, 1)
    elif style == 2:
        coefficient = 5 * 10**(digits - 1)
    else:
        coefficient = chance.randrange(10**digits)
    scale = chance.randint(0, 40) if wide else chance.randint(0, 12)
    if wide and chance.random() < 0.1:
        scale = chance.randint(-6110, 6140)
    return decimal.Decimal(coefficient if chance.random() < 0.6 else -coefficient).scaleb(-scale, context=decimal.Context(prec=99))


def written(value):
    """`coefficient/scale`; `-` for what is too large, `0/0` for what is too small."""
    if value is None or not value.is_finite():
        return "-"
    sign, digits, exponent = value.as_tuple()
    coefficient = int("".join(map(str, digits)))
    if coefficient == 0 or len(digits) - 1 + exponent < -6143:
        return "0/0"
    return f"{'-' if sign else ''}{coefficient}/{-exponent}"


def rounded(value, cut=False):
    """A fraction with 34 digits, half-even; `cut` says that the exact number is larger in size by less than its last part."""
    if value == 0:
        return decimal.Decimal(0)
    size = abs(value)
    exponent = len(str(size.numerator)) - len(str(size.denominator)) - DIGITS
    while size / Fraction(10)**exponent >= 10**DIGITS:
        exponent += 1
    while size / Fraction(10)**exponent < 10**(DIGITS - 1):
        exponent -= 1
    scaled = size / Fraction(10)**exponent
    whole = scaled.numerator // scaled.denominator
    rest = scaled - whole
    if rest > Fraction(1, 2) or rest == Fraction(1, 2) and (cut or whole % 2 == 1):
        whole += 1
    if len(str(whole)) - 1 + exponent > 6144:
        return None
    return decimal.Decimal(whole if value > 0 else -whole).scaleb(exponent, context=decimal.Context(prec=99))


def arithmetic(operation):
    def make(chance):
        one, other = number(chance), number(chance)
        return [one, other], getattr(DECIMAL128, operation)(one, other) if operation != "divide" or other else None
    return make


def remainder(chance):
    one, other = number(chance), number(chance)
    if other == 0:
        return [one, other], None
    dividend, divisor = Fraction(one), Fraction(other)
    return [one, other], rounded(dividend - divisor * math.trunc(dividend / divisor))


def power(chance):
    base = number(chance, wide=chance.random() < 0.5)
    if chance.random() < 0.5:
        base = decimal.Decimal(1) + number(chance, wide=False).scaleb(-13)
    exponent = chance.choice([0, 1, 2, 3, -1, -2, chance.randint(-12, 12), chance.randint(-400, 400)])
    if base == 0:
        return [base, exponent], decimal.Decimal(1) if exponent == 0 else decimal.Decimal(0) if exponent > 0 else None
    # What is far too large or small is not worked out.
    size = base.adjusted() * exponent
    if size > 7000:
        return [base, exponent], None
    if size < -8000:
        return [base, exponent], decimal.Decimal(0)
    return [base, exponent], rounded(Fraction(base)**exponent)


def square_root(chance):
    value = number(chance)
    square = DECIMAL128.multiply(value, value)
    if chance.random() < 0.3 and square.is_finite() and square.adjusted() > -6000:
        value = square
    if value < 0:
        return [value], None
    fraction = Fraction(value)
    shift = max(0, 60 - value.adjusted() // 2)
    square = fraction * Fraction(10)**(2 * shift)
    root = math.isqrt(square.numerator // square.denominator)
    return [value], rounded(Fraction(root, 10**shift), cut=Fraction(root)**2 != square)


def terms(chance):
    """Terms that may cancel each other, far apart at times."""
    values = [number(chance, wide=chance.random() < 0.7) for _ in range(chance.randint(1, 6))]
    values += [-value for value in values if chance.random() < 0.5]
    chance.shuffle(values)
    return values


def total(chance):
    values = terms(chance)
    return values, rounded(sum(map(Fraction, values)))


def mean(chance):
    values = terms(chance)
    return values, rounded(sum(map(Fraction, values)) / len(values))


def leaving(chance):
    """More than 12 places are rounded to 12 places or 15 digits, whichever is coarser; else at most 15 digits stay as they are."""
    value = number(chance)
    if chance.random() < 0.7:
        value = decimal.Decimal(chance.randrange(10**chance.randint(1, 34))).scaleb(-chance.randint(0, 34))
    exact = value.normalize(decimal.Context(prec=99))
    if exact == 0:
        return [value], decimal.Decimal(0)
    digits, exponent = len(exact.as_tuple().digits), exact.as_tuple().exponent
    if -exponent <= 12:
        return [value], exact if digits + max(0, exponent) <= 15 else None
    if exact.adjusted() >= 15:
        return [value], None
    kept = exact.quantize(decimal.Decimal(1).scaleb(-min(12, 14 - exact.adjusted())), context=decimal.Context(prec=99))
    return [value], kept if abs(kept) < 10**15 else None


CASES = {
    "add": arithmetic("add"), "subtract": arithmetic("subtract"), "multiply": arithmetic("multiply"), "divide": arithmetic("divide"),
    "remainder": remainder, "power": power, "sqrt": square_root, "sum": total, "mean": mean, "leaving": leaving,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True)
    options = parser.parse_args()
    sys.set_int_max_str_digits(0)
    chance = random.Random(options.seed)
    names = sorted(CASES)
    for place in range(options.count):
        name = names[place % len(names)]
        operands, answer = CASES[name](chance)
        fields = [str(operand) if isinstance(operand, int) else written(operand) for operand in operands]
        print("\t".join([name, *fields, written(answer)]))


main()
