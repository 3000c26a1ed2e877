"""Shapes of mistakes: as many names as wanted that nothing declares, beside as many that something does."""

from project import Project
from shape import Shape

#: A name that is misspelt in each place of the language; `#` is its number.
CLAUSES = {
    "fields": "fieldd_# > 1",
    "fields of a record": "line.qtyy# > 1",
    "facts": "item.knwon# exists",
    "fields of a fact": "item.known(k = s).nn# > 1",
    "keys of a fact": "item.known(kk# = s) exists",
    "functions": "twicee#(n) > 1",
    "values of an enum": "kind == redd#",
    "variables": "some v in ls satisfies vv# > 1",
    "actors": "actor.rolees# exists",
    "envelopes": "proposal.pakc# exists",
    "fields of with": "(line with (qtyy# = 1)).qty > 0",
}

DECLARED = {
    "types": "record r#:\n  fields:\n    x: integerr#\n",
    "intents": "truth t#:\n  when:\n    - intent: actt#\n  produces:\n    - trace.demo.t\n",
    "facts in when": "truth t#:\n  when:\n    - fact: item.knownn#\n  produces:\n    - trace.demo.t\n",
    "facts that are produced": "truth t#:\n  when:\n    - intent: act\n  produces:\n    - fact.act.donee#\n",
    "members": "record r#:\n  fieldss#:\n    x: integer\n",
    "kinds": "recordd r#:\n  fields:\n    x: integer\n",
    "packs": "pack p#:\n  uses: [demoo#]\n",
    "intents of an invariant": "invariant i#:\n  applies_to: [actt#]\n  rule: b\n",
    "keys": "fact item.f#:\n  key: [kk#]\n  external: true\n  fields:\n    k: text\n",
    "guardrails": "invariant i#:\n  applies_to: [act]\n  enforces: [jobb#.1]\n  rule: b\n",
    "steps": "blueprint b#:\n  outcome: Done\n  packs: [demo]\n  steps:\n    - actt#\n",
}


def misspelt(text):
    """As many clauses with a wrong name, and as many fields whose names are near."""

    def make(count):
        project = Project()
        for place in range(count):
            project.field(f"field_{place}", "integer")
        return project.clause(*(text.replace("#", str(place)) for place in range(count)))

    return make


def declared(text):
    def make(count):
        project = Project().declare(
            *(
                f"policy int_{place}:\n  type: integer\n  default: 1\n\nintent act_{place}:\n  fields:\n    x: integer\n"
                for place in range(count)
            )
        )
        return project.declare(*(text.replace("#", str(place)) for place in range(count)))

    return make


def roles(count):
    project = Project().declare(*(f"role role_{place}:\n" for place in range(count)))
    return project.clause(*(f"n > 5 → requires_approval(rolee_{place})" for place in range(count)), section="invariants")


def values(count):
    """Values of an enum in clauses, beside as many that it has."""
    project = Project().declare("enum big: [" + ", ".join(f"value_{place}" for place in range(count)) + "]\n").field("e", "big")
    return project.clause(*(f"e == valuee_{place}" for place in range(count)))


def states(count):
    lifecycle = "lifecycle big:\n  key: [s]\n  initial: s0\n  transitions:\n" + "".join(
        f"    - s{place} → s{place + 1}\n" for place in range(count)
    )
    return Project().declare(lifecycle).add("moves", *(f"big: s{place}x → s{place + 1}x" for place in range(count)))


def shapes():
    for name, text in CLAUSES.items():
        yield Shape(f"misspelt {name}", misspelt(text))
    for name, text in DECLARED.items():
        yield Shape(f"misspelt {name}", declared(text))
    yield Shape("misspelt roles", roles)
    yield Shape("misspelt values of a large enum", values)
    yield Shape("misspelt states", states)
