#!/usr/bin/env python3
"""Writes the rules of all time zones: Sources/CFiles/files/zones.txt.

They come from the files of the package `tzdata` (RFC 9636), which is made of the main data of the IANA time zone database with its
links. What is kept is how far each zone is ahead of UTC from 1970-01-01T00:00:00Z on; ZoneRecord.swift says in what form.

    Tools/zones.py [--check] [FOLDER]

FOLDER holds the package; without it, it is where .ci/setup installs it. With --check nothing is written: the status is 1 where the
file is not what it would be.
"""

import argparse
import pathlib
import re
import struct
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "Sources/CFiles/files/zones.txt"
PACKAGES = ROOT / ".build/python"
WIDTH = 120
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def base36(number):
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = DIGITS[digit] + digits
    return digits


def block(data, start, time_size):
    """The counts of a TZif block and where it ends."""
    assert data[start : start + 4] == b"TZif", "no TZif"
    counts = struct.unpack(">6l", data[start + 20 : start + 44])
    utc, standard, leaps, times, types, characters = counts
    end = start + 44 + times * (time_size + 1) + types * 6 + characters + leaps * (time_size + 4) + standard + utc
    return counts, end


def read(path):
    """The transitions of a TZif file as pairs of seconds since 1970 and offset, the first offset, and the rule behind them."""
    data = path.read_bytes()
    _, start = block(data, 0, 4)
    (_, _, leaps, count, types, _), end = block(data, start, 8)
    assert leaps == 0, "leap seconds"
    at = start + 44
    seconds = struct.unpack(f">{count}q", data[at : at + 8 * count])
    places = data[at + 8 * count : at + 9 * count]
    at += 9 * count
    offsets = [struct.unpack(">l", data[at + 6 * place : at + 6 * place + 4])[0] for place in range(types)]
    rule = data[end:].decode("ascii").strip("\n")
    return list(zip(seconds, (offsets[place] for place in places))), offsets[0], rule


def record(path):
    """The record of a zone without its names."""
    transitions, first, rule = read(path)
    for second, offset in transitions:
        if second <= 0:
            first = offset
    later = [pair for pair in transitions if pair[0] > 0]
    kept, before = [], first
    for place, (second, offset) in enumerate(later):
        # The last one stays, whatever it changes: the rule holds from there on.
        if offset != before or place == len(later) - 1:
            kept.append((second, offset))
        before = offset
    known = list(dict.fromkeys([first] + [offset for _, offset in kept]))
    places = "".join(DIGITS[known.index(offset)] for _, offset in kept)
    spans = [second - before for before, (second, _) in zip([0] + [second for second, _ in kept], kept)]
    # Abbreviations are of no account: letters, or anything between < and >. M and J before a digit are days.
    rule = re.sub(r"<[^>]*>|[A-Za-z]{2,}", "X", rule)
    return "|".join([",".join(map(str, known)), places, ",".join(map(base36, spans)), rule])


def wrapped(text):
    """The text in lines, broken behind separators where it can be."""
    lines = [""]
    for word in re.findall(rf"[^,| ]{{0,{WIDTH - 1}}}[,| ]|[^,| ]{{1,{WIDTH}}}", text):
        if len(lines[-1]) + len(word) > WIDTH:
            lines.append("")
        lines[-1] += word
    assert "".join(lines) == text
    # No line ends with a blank: the names of a zone go on with it.
    for place in range(len(lines) - 1):
        if lines[place].endswith(" "):
            lines[place], lines[place + 1] = lines[place][:-1], " " + lines[place + 1]
    return lines


def table(folder):
    """The whole table: the release, then a record for each zone."""
    package = pathlib.Path(folder) / "tzdata"
    version = re.search(r'IANA_VERSION = "(\w+)"', (package / "__init__.py").read_text()).group(1)
    names = {}
    for name in sorted((package / "zones").read_text().split()):
        names.setdefault(record(package / "zoneinfo" / name), []).append(name)
    lines = []
    for body, same in sorted(names.items(), key=lambda item: item[1]):
        lines.append(wrapped(" ".join(same) + "|" + body + ";"))
    return version + "\n" + "".join(line + "\n" for zone in lines for line in zone)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", default=PACKAGES)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    written = table(arguments.folder)
    if arguments.check:
        if TABLE.read_text() == written:
            return 0
        print(f"{TABLE.relative_to(ROOT)} is not what Tools/zones.py writes", file=sys.stderr)
        return 1
    TABLE.write_text(written)
    return 0


if __name__ == "__main__":
    sys.exit(main())
