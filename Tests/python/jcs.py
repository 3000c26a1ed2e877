"""JSON as `truths` reads and hashes it: exact numbers, no name twice, and the canonical form of RFC 8785.

It shares no code with the Swift implementation; that is its purpose.
"""

import hashlib
import json
from decimal import Decimal


def parse(text):
    """The value of a JSON text. Numbers are exact; a name that stands twice is an error."""
    return json.loads(text, parse_int=Decimal, parse_float=Decimal, parse_constant=_no_constant, object_pairs_hook=_members)


def _no_constant(name):
    raise ValueError(f"JSON has no number {name}")


def _members(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name stands twice in one object")
    return members


def canonical(value):
    """The bytes of RFC 8785."""
    return _text(value).encode("utf-8")


def _text(value):
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, (int, Decimal)):
        return _number(Decimal(value))
    if isinstance(value, list):
        return "[" + ",".join(_text(element) for element in value) + "]"
    names = sorted(value, key=lambda name: name.encode("utf-16-be"))
    return "{" + ",".join(_string(name) + ":" + _text(value[name]) for name in names) + "}"


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def _string(text):
    def escaped(character):
        if character in _ESCAPES:
            return _ESCAPES[character]
        return f"\\u{ord(character):04x}" if ord(character) < 0x20 else character

    return '"' + "".join(escaped(character) for character in text) + '"'


def _number(number):
    """ECMAScript's Number::toString, for numbers of at most 15 significant digits, which a double holds apart."""
    sign, digits, exponent = number.as_tuple()
    text = "".join(map(str, digits)).lstrip("0")
    stripped = text.rstrip("0")
    exponent += len(text) - len(stripped)
    if not stripped:
        return "0"
    point = len(stripped) + exponent
    if len(stripped) > 15 or not -12 <= exponent or point > 15:
        raise ValueError(f"{number} is past the limits of data")
    if exponent >= 0:
        body = stripped + "0" * exponent
    elif point > 0:
        body = stripped[:point] + "." + stripped[point:]
    elif point > -6:
        body = "0." + "0" * -point + stripped
    else:
        body = stripped[0] + ("." + stripped[1:] if len(stripped) > 1 else "") + f"e-{1 - point}"
    return ("-" if sign else "") + body


def sha256(data):
    """The digest of bytes, as 64 lower-case hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def hash_of(value):
    """`sha256:` and the digest of a value's canonical form."""
    return "sha256:" + sha256(canonical(value))


def first16(value):
    """The first 16 digits of the digest of a value's canonical form."""
    return sha256(canonical(value))[:16]


def merkle_head(leaves):
    """The tree head of RFC 9162 §2.1.1 over leaves given as bytes, as `sha256:…`."""
    return "sha256:" + _head([hashlib.sha256(b"\x00" + leaf).digest() for leaf in leaves]).hex()


def _head(hashes):
    if not hashes:
        return hashlib.sha256(b"").digest()
    # Level by level, an odd hash at the end goes up as it is: the same tree as the RFC's recursion.
    while len(hashes) > 1:
        pairs = [hashlib.sha256(b"\x01" + left + right).digest() for left, right in zip(hashes[::2], hashes[1::2])]
        hashes = pairs + hashes[len(pairs) * 2 :]
    return hashes[0]
