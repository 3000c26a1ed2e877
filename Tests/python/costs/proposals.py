"""Shapes of what is decided on: proposals, contexts, batches and documents that are large, deep or at fault."""

import json

from project import Project, many
from shape import DATA, Shape

NESTED = {"lists": ("[", "1", "]"), "objects": ('{"a":', "1", "}"), "lists without an end": ("[", "1", "")}

#: Members of a proposal by how they grow.
MEMBERS = {
    "many elements": lambda count: {"ls": list(range(count))},
    "many wrong elements": lambda count: {"ls": [f"x{place}" for place in range(count)]},
    "many records": lambda count: {"lines": [{"id": f"a{place}", "qty": place} for place in range(count)]},
    "many wrong records": lambda count: {"lines": [{"idd": "a", "qty": "x"} for _ in range(count)]},
    "many unknown fields": lambda count: {f"fieldd_{place}": place for place in range(count)},
    "many roles of an actor": lambda count: {
        "actor": {"type": "user", "user_id": "ann", "roles": [f"r{place}" for place in range(count)]}
    },
    "a long text": lambda count: {"s": "a" * count},
    "a long name": lambda count: {"n" * count: 1},
    "a long action": lambda count: {"action": "act" * count},
}

#: Proposals as they are written, by what is before, repeated and behind.
WRITTEN = {
    "many repeated members": ('{"action": "act"', ', "n": 1', "}"),
    "a long number": ('{"action": "act", "n": ', "1", "}"),
    "a long exponent": ('{"action": "act", "n": 1e', "1", "}"),
    "many escapes": ('{"action": "act", "s": "', "\\u0041", '"}'),
    "many spaces": ('{"action": "act"', " ", "}"),
    "many commas": ('{"action": "act"', ",", "}"),
}

#: Clauses that go through all facts of the context.
OVER_FACTS = {
    "that are looked through": "some v in item.known satisfies v.k == s",
    "that are counted": "count(v in item.known where v.n > 1) >= 0",
    "that are ordered": "first(v.n for v in item.known by v.g, v.n desc) >= 0",
    "that are listed": "length(list(v.k for v in item.known)) >= 0",
}

ROW = {"k": "k", "g": "a", "n": 1}


def changed(change):
    """A project that is changed for a size."""

    def make(count):
        project = Project()
        change(project, count)
        return project

    return make


def file(path, write):
    """A project with a file of its own."""
    return lambda count: {**Project().written(), path: write(count)}


def around(before, part, behind):
    return lambda count: before + part * count + behind


def nested(opening, core, closing):
    return lambda count: opening * count + core + closing * count


def inside(before, value, behind):
    return lambda count: before + value(count) + behind


def unknown_beside_known(project, count):
    for place in range(count):
        project.field(f"field_{place}", "integer")
        project.proposal[f"fieldd_{place}"] = place


def enum_values(declared):
    """Values that an enum does not have; `declared` tells how many it has, by the size."""

    def change(project, count):
        project.declare(f"enum big: [{many('value_#', declared(count), ', ')}]\n").field("es", "list of big")
        project.proposal["es"] = [f"valuee_{place}" for place in range(count)]

    return change


def compared_fields(value):
    """Fields that are each below a limit, or each above it."""

    def change(project, count):
        for place in range(count):
            project.field(f"f{place}", "integer", value).clause(f"f{place} < 5")

    return change


def texts_in_reasons(project, count):
    """Clauses whose reasons quote a text that grows with their number."""
    project.proposal["s"] = "x" * (count * 20)
    project.clause(*(f'n > {place + 5} else "{{s}}{{s}}{{s}} {place}"' for place in range(count)))


def texts_in_a_reason(project, count):
    project.proposal["s"] = "x" * (count * 20)
    project.clause('n > 5 else "' + "{s}" * count + '"')


def texts_in_clauses(project, count):
    project.clause("s == lower(s)", 'length("{s}{s}") > 0', 'not (s like "*b*c*")', 'not (s contains matching "(a|b)*c")')
    project.proposal["s"] = "ab" * (count * 10)


def facts(clause, change=None):
    def make(project, count):
        project.clause(clause)
        project.context = [{"type": "item.known", **ROW, "k": f"k{place}"} for place in range(count)] + project.context
        for fact in project.context:
            fact.update(change or {})

    return make


def misspelt_facts(project, count):
    project.context += [{"type": "item.known", "k": f"k{place}", "g": "a", "nn": 1} for place in range(count)]


def document(write, name="d.json", each="rows[]"):
    source = f"source sheet:\n  document: d\n  each: {each}\n  produces:\n    - fact.item.known\n"
    return lambda count: {**Project().declare(source).written(), name: write(count)}


def rows(row):
    return lambda count: json.dumps({"rows": [{**row, "k": f"k{place}"} for place in range(count)]})


def batch(line):
    return file("batch.jsonl", lambda count: many(line + "\n", count))


def shapes():
    for name, parts in NESTED.items():
        value = nested(*parts)
        places = {
            "a proposal of": file("proposal.json", inside('{"action": "act", "ls": ', value, "}")),
            "a proposal that is": file("proposal.json", value),
            "a context of": file("context.jsonl", inside('{"type": "item.known", "k": ', value, "}\n")),
            "an actor that is": file("actor.json", value),
        }
        for place, make in places.items():
            yield Shape(f"{place} nested {name}", make, "proposal", limit=DATA, is_deep=True)
        yield Shape(f"a document of nested {name}", document(value), "document", limit=DATA, is_deep=True)
    for name, make in MEMBERS.items():
        yield Shape(
            f"a proposal with {name}", changed(lambda project, count, make=make: project.proposal.update(make(count))), "proposal"
        )
    for name, parts in WRITTEN.items():
        yield Shape(f"a proposal with {name}", file("proposal.json", around(*parts)), "proposal")
    yield Shape("many unknown fields beside known ones", changed(unknown_beside_known), "proposal")
    yield Shape("many wrong values of an enum", changed(enum_values(lambda count: 200)), "proposal")
    yield Shape("many wrong values of a large enum", changed(enum_values(lambda count: count)), "proposal")
    yield Shape("many fields below a limit", changed(compared_fields(1)), "proposal")
    yield Shape("many fields above a limit", changed(compared_fields(9)), "proposal")
    # A text of a proposal has at most 256 KiB.
    yield Shape("texts in reasons", changed(texts_in_reasons), "proposal", most=12_000)
    yield Shape("texts in one reason", changed(texts_in_a_reason), "proposal", most=12_000)
    yield Shape("texts in clauses", changed(texts_in_clauses), "proposal", most=12_000)
    for name, clause in OVER_FACTS.items():
        yield Shape(f"many facts {name}", changed(facts(clause)), "proposal")
    yield Shape("many facts of one key", changed(facts("n > 0", {"k": "a"})), "proposal")
    yield Shape("many facts of an unknown type", changed(facts("n > 0", {"type": "item.knwon"})), "proposal")
    yield Shape("many wrong facts", changed(misspelt_facts), "proposal")
    proposal = json.dumps({**Project().proposal, "proposal_id": "p#"})
    yield Shape("a batch", batch(proposal), "batch")
    yield Shape("a batch of faults", batch("["), "batch")
    yield Shape("a batch of unknown actions", batch('{"action": "actt#"}'), "batch")
    yield Shape("a document of many rows", document(rows(ROW)), "document")
    yield Shape("a document of wrong rows", document(rows({"kk": "a", "g": 1})), "document")
    lines = document(lambda count: many(json.dumps({**ROW, "k": "k#"}) + "\n", count), "d.jsonl", "[]")
    yield Shape("a document of lines", lines, "document")
