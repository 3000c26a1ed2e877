#!/usr/bin/env python3
"""Grows inputs by rule, and fails where a command takes more than their size explains.

    python3 Tests/python/costs/run.py .build/release/truths [--large] [--part 1/3] [--only TEXT] [--command NAME] [--jobs 2]
    python3 Tests/python/costs/run.py .build/release/truths --survive 10000

A shape is a project, or other files, of any size: as many as wanted of something that may be repeated, nested, joined or
misspelt. Each command that reads such files is run on one large size. Where it takes more than a floor of processor time, memory
or output, it is run on a half and a quarter of that, and what it takes is fitted to the size of the files: an exponent above 1.35
is a fault, and so are a signal and a command that does not end. What a limit bounds may grow faster below it (shape.py): the
greatest size below the limit has to be cheap.

With --survive the shapes that put things into one another, or all with --large, are run on a size far beyond all limits, and only
signals and commands that do not end are faults.
"""

import argparse
import concurrent.futures
import importlib
import os
import sys
from dataclasses import dataclass

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import commands  # noqa: E402
import fit  # noqa: E402
from known import KNOWN  # noqa: E402
import measure  # noqa: E402

MODULES = ("expressions", "declarations", "chains", "yaml_files", "names", "proposals", "fixtures", "imports", "ledgers")

#: The page that names every limit.
LIMITS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "docs", "reference", "limits.md")

#: The greatest exponent that n log n has at these sizes, and room for what measuring adds.
EXPONENT = 1.35


@dataclass(frozen=True)
class Effort:
    """How large sizes are, and what is little enough to be left alone."""

    size: int
    seconds: float
    mebibytes: float
    printed: float
    #: Processor time after which a command is stopped.
    most: float


SMALL = Effort(size=1_000, seconds=1.0, mebibytes=96, printed=2 << 20, most=10)
LARGE = Effort(size=20_000, seconds=2, mebibytes=256, printed=16 << 20, most=60)


class Harness:
    def __init__(self, truths, effort, survive):
        self.truths = os.path.abspath(truths)
        self.effort = effort
        self.survive = survive

    def cost(self, shape, command, size):
        """What a command takes on a size, with the size of the files."""
        with measure.Folder(shape.files(size)) as folder:
            for name in shape.before:
                made = measure.run(self.truths, folder, name, self.effort.most * 10)
                if made.status not in commands.ANSWERS:
                    return folder.size, made
            return folder.size, measure.run(self.truths, folder, command, self.effort.most)

    def faults(self, shape, names):
        """What is wrong with commands on a shape, in words."""
        if not self.survive:
            return [f"{shape.name}: `truths {name}` {fault}" for name in names if (fault := self.fault(shape, name))]
        found, has_errors = [], False
        for name in names:
            # A set with errors is not looked at further, by whatever command.
            if name in commands.SLOW or (has_errors and name in commands.OF_SOUND_SETS):
                continue
            _, cost = self.cost(shape, name, min(self.survive, shape.most or self.survive))
            has_errors = has_errors or (name == "check" and cost.status == 1)
            if cost.is_stopped:
                found.append(f"{shape.name}: `truths {name}` does not end within {self.effort.most:.0f} s")
            elif cost.status not in commands.ANSWERS:
                found.append(f"{shape.name}: `truths {name}` ends with {cost.status}")
        return found

    def fault(self, shape, command):
        """What is wrong with a command on a shape; nothing where nothing is."""
        size = shape.bounded(self.effort.size)
        bytes_, cost = self.cost(shape, command, size)
        if cost.is_stopped:
            return self.without_end(shape, command, size)
        if cost.status not in commands.ANSWERS:
            return f"ends with {cost.status} at {size:,}: {cost.complaint.strip()[-160:]}"
        if not self.above_floor(cost):
            return None
        if shape.limit:
            return None if cost.seconds < self.effort.most / 4 else f"takes {cost.seconds:.1f} s at {size:,}, below its limit"
        return self.growing(shape, command, size, (bytes_, cost))

    def above_floor(self, cost):
        effort = self.effort
        return cost.seconds > effort.seconds or cost.mebibytes > effort.mebibytes or cost.printed > effort.printed

    def without_end(self, shape, command, size):
        """The largest half of a half … of a size that does end, for the report."""
        while size > 1:
            size //= 2
            _, cost = self.cost(shape, command, size)
            if not cost.is_stopped:
                return f"does not end at {size * 2:,} within {self.effort.most:.0f} s, and takes {cost.seconds:.2f} s at {size:,}"
        return f"does not end within {self.effort.most:.0f} s"

    def growing(self, shape, command, size, largest):
        """Costs at three sizes, each the least of several runs, and what of them grows too fast."""
        points = []
        for part in (size // 4, size // 2, size):
            runs = [self.cost(shape, command, part) for _ in range(2)] + ([largest] if part == size else [])
            points.append((runs[0][0], [cost for _, cost in runs]))
        _, least = self.cost(shape, command, 1)
        faults = []
        for name, unit, floor in (
            ("seconds", "s", self.effort.seconds),
            ("mebibytes", "MiB", self.effort.mebibytes),
            ("printed", "bytes", self.effort.printed),
        ):
            values = [(files, min(getattr(cost, name) for cost in runs) - getattr(least, name)) for files, runs in points]
            found = fit.growth(values)
            if found > EXPONENT and values[-1][1] > floor / 2:
                told = ", ".join(f"{value:,.2f}" for _, value in values)
                faults.append(f"{unit} grow with the power {found:.2f}: {told} at {size // 4:,}, {size // 2:,}, {size:,}")
        return "; ".join(faults) or None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("truths")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--size", type=int)
    parser.add_argument("--seconds", type=float, help="processor time after which a command is stopped")
    parser.add_argument("--survive", type=int, metavar="SIZE")
    parser.add_argument("--part", default="1/1", metavar="N/OF", help="every so many shapes, from the nth on")
    parser.add_argument("--only", default="", metavar="TEXT")
    parser.add_argument("--command")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    effort = LARGE if given.large else SMALL
    effort = Effort(given.size or effort.size, effort.seconds, effort.mebibytes, effort.printed, given.seconds or effort.most)
    harness = Harness(given.truths, effort, given.survive)
    shapes = [shape for name in MODULES for shape in importlib.import_module(name).shapes() if given.only in shape.name]
    with open(LIMITS, encoding="utf-8") as file:
        reference = file.read()
    for words in sorted({shape.limit.words for shape in shapes if shape.limit}):
        if words not in reference:
            parser.error(f"the reference has no limit `{words}`")
    part, parts = (int(number) for number in given.part.split("/"))
    shapes = shapes[part - 1 :: parts]
    if given.survive and not given.large:
        shapes = [shape for shape in shapes if shape.is_deep]
    names = {
        shape.name: [name for name in commands.of(shape.kind, given.survive, given.large) if given.command in (None, name)]
        for shape in shapes
    }
    # Whatever one shape takes, no other waits for it.
    work = [(shape, names[shape.name]) for shape in shapes]
    if not given.survive:
        work = [(shape, [name]) for shape, listed in work for name in listed]
    faults, known = 0, 0
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        for found in pool.map(lambda pair: harness.faults(*pair), work):
            for fault in found:
                is_known = any(fault.startswith(f"{shape}: `truths {name}`") for shape, name in KNOWN)
                faults, known = faults + (not is_known), known + is_known
                print(("known: " if is_known else "") + fault, flush=True)
    print(f"{len(shapes)} shapes, {sum(map(len, names.values()))} commands, {faults} faults, and {known} that are known")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
