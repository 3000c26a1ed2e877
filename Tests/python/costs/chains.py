"""Shapes of what leads on: declarations of which each names the next, types in types, facts that are joined, many fields."""

from project import Project, numbered
from shape import CALLS, EXPRESSION, JOINS, LETS, Limit, Shape

FUNCTION = "function f#:\n  inputs:\n    x: integer\n  output: integer\n  value: "
TABLE = "table t#:\n  inputs:\n    x: integer\n  output: integer\n  rows:\n"


def chain(text, last, clause=None):
    """Declarations of which each names the next one, and the last none."""

    def make(count):
        project = Project().declare(*(numbered(text, place) for place in range(count)), numbered(last, count))
        return project.clause(clause) if clause else project

    return make


def lets(text, clause, kind, value):
    """`let`s that read the next one, and the last of them a field."""

    def make(count):
        project = Project().add("let", *(numbered(text, place) for place in range(count)))
        return project.clause(clause).field(f"l{count}", kind, value)

    return make


def fields(kind="integer", clause=None):
    """Fields of the intent, each with a clause."""

    def make(count):
        project = Project()
        for place in range(count):
            project.field(f"f{place}", kind, 1)
            if clause:
                project.clause(numbered(clause, place))
        return project

    return make


def joined(condition):
    """A truth that fires on many facts together."""

    def make(count):
        lines = ["truth joining:", "  when:"] + [f"    - fact: item.known as p{place}" for place in range(count)]
        if condition:
            lines += [f"    - if: p{place}.k == p{place - 1}.k" for place in range(1, count)]
        lines += ["  produces:", "    - fact.pair.made:", "        k: p0.k", "    - trace.demo.joining", ""]
        return Project().declare("fact pair.made:\n  key: [k]\n  fields:\n    k: text\n", "\n".join(lines))

    return make


def table(cell, kind):
    """A table of many inputs, of which each row asks one."""

    def make(count):
        inputs = "".join(f"    x{place}: {kind}\n" for place in range(count))
        rows = "".join(f"    - x{place}{cell} → {place}\n" for place in range(count))
        return Project().declare(f"table wide:\n  inputs:\n{inputs}  output: integer\n  rows:\n{rows}")

    return make


def onward(place, count):
    return [place + 1] if place + 1 < count else []


def around(place, count):
    return [(place + 1) % count]


def both_ways(place, count):
    return sorted({(place + 1) % count, (place - 1) % count})


def derivations(links, views=False):
    """Truths on facts, of which each makes what others fire on: those at the places that `links` gives."""

    def make(count):
        project = Project()
        derived = "  derived: true\n" if views else ""
        for place in range(count):
            project.declare(f"fact step.f{place}:\n  key: [k]\n{derived}  fields:\n    k: text\n")
        for place in range(-1, count):
            source = "item.known" if place < 0 else f"step.f{place}"
            for other in [0] if place < 0 else links(place, count):
                name = f"t{place + 1}_{other}"
                trace = "" if views else f"    - trace.demo.{name}\n"
                project.declare(f"truth {name}:\n  when:\n    - fact: {source}\n  produces:\n    - fact.step.f{other}\n{trace}")
        return project.clause(f"step.f{count - 1}(k = s) exists or n > 0")

    return make


def records(count_of_fields):
    """Record types of which each holds the next one, in as many fields."""

    def make(count):
        lines = "".join(f"    f{field}: r@\n" for field in range(count_of_fields))
        project = Project().declare(*(numbered(f"record r#:\n  fields:\n{lines}", place) for place in range(count)))
        project.declare(f"record r{count}:\n  fields:\n    x: integer\n")
        return project.field("top", "r0", {"f0": 1}).clause("top exists and top == top")

    return make


def circle(count):
    texts = (f"record r{place}:\n  fields:\n    f: list of r{(place + 1) % count}\n" for place in range(count))
    return Project().declare(*texts).field("top", "r0", {"f": []}).clause("top exists and top == top")


def levels(count):
    """Each level reads the one below once, in a `not` beside tests of whether a field is there."""
    inner = "x0 exists and x0 > 0"
    project = Project().field("x0", "integer", 1)
    for place in range(1, count):
        field = f"x{place}"
        project.field(field, "integer", 1)
        inner = f"({field} missing or not ({field} exists and not ({inner}) or {field} missing) and {field} exists)"
    return project.clause(inner)


def shapes():
    yield Shape("nested lets", lets("l#: l@ + 1", "l0 > 0", "integer", 1), limit=LETS, is_deep=True)
    yield Shape("nested lets, read twice", lets("l#: l@ + l@", "l0 > 0", "integer", 1), limit=LETS, is_deep=True)
    yield Shape("nested lets of and", lets("l#: l@ and (b or l@)", "l0", "boolean", True), limit=LETS, is_deep=True)
    last = FUNCTION + "x\n"
    yield Shape("nested functions", chain(FUNCTION + "f@(x) + 1\n", last, "f0(n) > 0"), limit=CALLS, is_deep=True)
    yield Shape(
        "nested functions, called twice", chain(FUNCTION + "f@(x) + f@(x)\n", last, "f0(n) > 0"), limit=CALLS, is_deep=True
    )
    rows = "    - t@(x) > 1 → t@(x)\n    - otherwise → 0\n"
    yield Shape("nested tables", chain(TABLE + rows, TABLE + "    - otherwise → x\n", "t0(n) > 0"), limit=CALLS, is_deep=True)
    yield Shape("nested records", records(1), is_deep=True)
    yield Shape("nested records, twice in each", records(2), is_deep=True)
    lists = chain("record r#:\n  fields:\n    f: list of r@\n", "record r#:\n  fields:\n    x: integer\n")
    yield Shape("nested lists of records", lists, is_deep=True)
    yield Shape("records in a circle", circle, is_deep=True)
    yield Shape("a chain of truths on facts", derivations(onward), is_deep=True)
    yield Shape("a circle of truths on facts", derivations(around), is_deep=True)
    yield Shape("a circle both ways", derivations(both_ways), is_deep=True)
    yield Shape("a chain of views", derivations(onward, views=True), most=4_000, is_deep=True)
    yield Shape("many facts in when", joined(False), limit=JOINS, is_deep=True)
    yield Shape("many facts that are joined", joined(True), limit=JOINS, is_deep=True)
    yield Shape("levels of not, and, or and exists", levels, limit=Limit(EXPRESSION.words, 24), is_deep=True)
    yield Shape("many fields", fields())
    yield Shape("many fields that clauses compare", fields(clause="f# > 0"))
    yield Shape("many fields that clauses do not hold of", fields(clause="f# > 5"))
    yield Shape("many fields of or", fields(clause="f# > 5 or f# < 0"))
    yield Shape("many booleans", fields("boolean", "f#"))
    yield Shape("a table of booleans", table("", "boolean"))
    yield Shape("a table of numbers", table(" > 0", "integer"))
