"""A shape: files that grow by one rule, and what is run on them."""

from dataclasses import dataclass
from typing import Callable


@dataclass(frozen=True)
class Limit:
    """A limit of the language: words of its row in docs/reference/limits.md, and the greatest size that is surely below it."""

    words: str
    within: int


EXPRESSION = Limit("nesting of an expression", 120)
LETS = Limit("nesting of what an expression reads", 400)
CALLS = Limit("calls of tables and functions in each other", 30)
JOINS = Limit("facts that one truth fires on together", 90)
GRID = Limit("cells in a line of a grid", 98)
PATTERN = Limit("nesting of a pattern", 90)
NODES = Limit("nesting of lists and mappings", 60)
DATA = Limit("a proposal, a fixture file, a document", 60)
FEEL_BRACKETS = Limit("brackets of FEEL in one another", 60)
FEEL_OPERATORS = Limit("operators of FEEL in one another", 90)
ELEMENTS = Limit("elements of a DMN file in one another", 60)
CSV_LINES = Limit("lines of a CSV table", 4_900)
CSV_CELLS = Limit("cells in a line", 99)


@dataclass(frozen=True)
class Shape:
    """A project of every size.

    - name: as reports and `--only` have it.
    - make: the project, or its files by their paths, of a size.
    - kind: which commands run on it (`commands.py`).
    - limit: what bounds the shape; below it, cost may grow faster than the input.
    - most: the greatest size at all, where files or time would grow past reason.
    - is_deep: whether something is in something else as often as the size says.
    - before: commands that make files for the measured ones.
    """

    name: str
    make: Callable
    kind: str = "set"
    limit: Limit | None = None
    most: int | None = None
    before: tuple[str, ...] = ()
    is_deep: bool = False

    def bounded(self, size):
        """The size, or the greatest one that the shape may have where that is less."""
        bounds = [self.most, self.limit and self.limit.within]
        return min([size] + [bound for bound in bounds if bound])

    def files(self, size):
        made = self.make(size)
        return made if isinstance(made, dict) else made.written()
