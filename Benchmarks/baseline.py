#!/usr/bin/env python3
"""Holds instruction counts against the baseline that is kept beside this: more than a tenth above it fails.

A decision on a ready proposal counts one reference at most: its caller's, to the proposal, which threads do not share. They
would wait for each other at anything more; that is held too.

baseline.py            counts and compares
baseline.py --write    counts and keeps
"""
import json
import os
import sys

from counting import HERE, instructions, references

FILE = os.path.join(HERE, "baseline.json")
TOLERANCE = 0.10
COUNTED = [("accepted", 1), ("halted", 1), ("decide", 1000), ("decide-truths", 100), ("read-decide", 1000), ("record", 1000), ("events", 1000), ("record-audited", 100),
           ("load", 1000), ("check", 100), ("recheck", 100), ("fixpoint", 30), ("converge", 30), ("verify", 100)]
UNCOUNTED = [("decide", 1000), ("decide-truths", 100)]


def main():
    now = {f"{name} {size}": round(instructions(name, size)) for name, size in COUNTED}
    if sys.argv[1:] == ["--write"]:
        with open(FILE, "w", encoding="utf-8") as file:
            file.write(json.dumps(now, indent=2) + "\n")
        return
    counts = {f"{name} {size}": references(name, size) for name, size in UNCOUNTED}
    for name, count in counts.items():
        print(f"{name:20} {count:12,.2f} counted references")
    if any(round(count, 2) > 1 for count in counts.values()):
        raise SystemExit("a decision on a ready proposal counts more references than the caller's to the proposal")
    with open(FILE, encoding="utf-8") as file:
        kept = json.load(file)
    grown = []
    for name, count in now.items():
        change = count / kept[name] - 1 if name in kept else float("inf")
        print(f"{name:20} {count:12,} {change:+8.1%}")
        if change > TOLERANCE:
            grown.append(name)
    if grown or now.keys() != kept.keys():
        raise SystemExit(f"more than {TOLERANCE:.0%} above the baseline, or not in it: {', '.join(grown) or 'see the list'}; "
                         "`make bench-baseline` keeps what is so now")


main()
