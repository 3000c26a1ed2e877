"""Shapes of what is repeated: each kind of declaration, and each member of one that may have several of something."""

from project import Project, numbered, quoted
from shape import EXPRESSION, GRID, Shape

TABLE = "table big:\n  inputs:\n    x: integer\n  output: integer\n"
TABLE_OF_TWO = "table big:\n  inputs:\n    x: integer\n    y: integer\n  output: integer\n"

#: Entries of a truth by the section that they are in; `#` is the number of an entry, `@` that of the next.
IN_TRUTH = {
    "lets": ("let", "l#: n + #"),
    "lets that read the next": ("let", "l#: l@ + 1"),
    "requirements": ("requires", "n > -#"),
    "requirements with texts": ("requires", quoted('n > -# else "not #"')),
    "requirements with ids": ("requires", "{id: demo.c#, rule: n > -#}"),
    "one requirement": ("requires", "n > 0"),
    "requirements of presence": ("requires", "item.known(k = s) exists"),
    "sums": ("requires", "n + m > # - n"),
    "requirements with or": ("requires", "n > # or m > #"),
    "requirements over lists": ("requires", "some v in ls satisfies v > #"),
    "requirements of arrows": ("requires", quoted("n > # → m > #")),
    "invariants": ("invariants", quoted('n > # → reject("{n} is above #")')),
    "warnings": ("invariants", quoted('n > # → warn("{n}")')),
    "approvals": ("invariants", "n > # → requires_approval(r#)"),
    "consents": ("invariants", "n > # → requires_consent"),
    "look-ups in invariants": ("invariants", quoted('item.known(k = s) → reject("#")')),
    "traces": ("produces", "trace.demo.t#"),
    "one fact": ("produces", "fact.act.done"),
    "facts for each": ("produces", "fact.act.done for v# in ls where v# > 0"),
    "ensures": ("ensures", "act.done.n > -#"),
    "ensures with old": ("ensures", "item.known(k = s).n == old(item.known(k = s).n)"),
    "enforces": ("enforces", "act.1"),
    "ifs": ("when", "if: n > -#"),
    "ifs of presence": ("when", "if: item.known(k = s) exists"),
    "intents in when": ("when", "intent: act"),
    "packs in when": ("when", "pack: demo"),
    "unknown ifs": ("when", "if: missing# > 1"),
    "moves": ("moves", "way: s# → s@"),
    "comments behind clauses": ("requires", "n > 0 # said"),
    "ignores": ("requires", "n > 0\n    # truths:ignore T430# never"),
}

#: Whole declarations.
DECLARATIONS = {
    "enums": "enum e#: [a, b]\n",
    "records": "record r#:\n  fields:\n    x: integer\n",
    "roles": "role r#:\n",
    "policies": "policy p#:\n  type: integer\n  default: 1\n",
    "intents": "intent i#:\n  fields:\n    x: integer\n",
    "facts": "fact item.f#:\n  key: [k]\n  external: true\n  fields:\n    k: text\n",
    "truths of one intent": (
        "truth t#:\n  when:\n    - intent: act\n  requires:\n    - n > -#\n  produces:\n    - trace.demo.t#\n"
    ),
    "truths of one intent that clash": (
        'truth t#:\n  when:\n    - intent: act\n  invariants:\n    - n > # → reject("{n}")\n  produces:\n    - trace.demo.t#\n'
    ),
    "truths on one fact": (
        "truth t#:\n  when:\n    - fact: item.known\n    - if: trigger.n > #\n  produces:\n    - trace.demo.t#\n"
    ),
    "truths with intents": (
        "intent i#:\n  fields:\n    x: integer\n\ntruth t#:\n  when:\n    - intent: i#\n  requires:\n    - x > #\n"
        "  produces:\n    - trace.demo.t#\n"
    ),
    "invariants of all": 'invariant i#:\n  applies_to: all\n  rule: item.known(k = "#") missing\n',
    "invariants of the state": "invariant i#:\n  applies_to: state\n  rule: every v in item.known satisfies v.n > -#\n",
    "tables": "table t#:\n  inputs:\n    x: integer\n  output: integer\n  rows:\n    - x > 5 → 1\n    - otherwise → 2\n",
    "functions": "function f#:\n  inputs:\n    x: integer\n  output: integer\n  value: x + #\n",
    "calendars": "calendar c#:\n  weekend: [sunday]\n",
    "lifecycles": "lifecycle l#:\n  key: [k]\n  initial: a\n  transitions:\n    - a → b\n  terminal: [b]\n",
    "sources": "source s#:\n  document: d#\n  each: rows[]\n  produces:\n    - fact.item.known\n",
    "blueprints": "blueprint b#:\n  outcome: It is done\n  packs: [demo]\n  steps:\n    - act\n",
    "unknown kinds": "thing t#:\n  x: 1\n",
    "lines that declare nothing": "word#\n",
    "declarations of one name": "policy same:\n  type: integer\n  default: 1\n",
    "empty truths": "truth t#:\n",
    "views": (
        "fact view.v#:\n  key: [k]\n  derived: true\n  fields:\n    k: text\n\ntruth t#:\n  when:\n    - fact: item.known\n"
        "  produces:\n    - fact.view.v#\n"
    ),
}

#: Members, as what is before them, one of them, what is behind, and what is between.
MEMBERS = {
    "values of an enum that is declared": ("enum big:\n  values: [", "v#", "]\n", ", "),
    "fields of a record that is declared": ("record big:\n  fields:\n", "    f#: integer\n"),
    "fields of a fact": ("fact big.known:\n  key: [f0]\n  external: true\n  fields:\n", "    f#: integer\n"),
    "keys of a fact": ("fact big.known:\n  external: true\n  key: [", "f#", "]\n  fields:\n    f0: text\n", ", "),
    "names in external": ("fact big.known:\n  key: [f]\n  external: {by: [", "r#", "]}\n  fields:\n    f: text\n", ", "),
    "rows of a table": (
        TABLE + "  rows:\n",
        "    - x == # → @\n",
        "    - otherwise → 0\n",
    ),
    "rows of intervals": (
        TABLE + "  rows:\n",
        "    - x < # → @\n",
        "    - otherwise → 0\n",
    ),
    "rows without an end": (TABLE + "  rows:\n", "    - x == # → @\n"),
    "rows of hit unique": (
        TABLE + "  hit: unique\n  rows:\n",
        "    - x == # → @\n",
    ),
    "rows of hit any": (
        TABLE_OF_TWO + "  hit: any\n  rows:\n",
        "    - x > # and y < # → 1\n",
    ),
    "rows of hit collect": (
        TABLE + "  hit: collect\n  rows:\n",
        "    - x > # → @\n",
    ),
    "lines of a grid": (
        TABLE + "  grid: |\n    x → output\n",
        "    # → @\n",
        "    otherwise → 0\n",
    ),
    "lines of a grid that overlap": (
        TABLE_OF_TWO + "  hit: unique\n  grid: |\n    x | y → output\n",
        "    >= # | < # → @\n",
    ),
    "alternatives of a cell": (
        TABLE + "  grid: |\n    x → output\n    ",
        "#",
        " → 1\n    otherwise → 0\n",
        ", ",
    ),
    "outputs of a table": (
        "table big:\n  inputs:\n    x: integer\n  outputs:\n",
        "    o#: integer\n",
        "  rows:\n    - otherwise → missing\n",
    ),
    "inputs of a table": (
        "table big:\n  inputs:\n",
        "    x#: integer\n",
        "  output: integer\n  rows:\n    - x0 > 1 → 1\n    - otherwise → 0\n",
    ),
    "inputs of a function": ("function big:\n  inputs:\n", "    x#: integer\n", "  output: integer\n  value: 1\n"),
    "lets of a function": (
        "function big:\n  inputs:\n    x: integer\n  output: integer\n  let:\n",
        "    l#: x + #\n",
        "  value: x\n",
    ),
    "holidays": ("calendar big:\n  holidays: [", "2024-01-01", "]\n", ", "),
    "transitions": ("lifecycle big:\n  key: [k]\n  initial: s0\n  transitions:\n", "    - s# → s@\n"),
    "states of a chain": ("lifecycle big:\n  key: [k]\n  initial: s0\n  transitions:\n    - ", "s#", "\n", " → "),
    "terminal states": (
        "lifecycle big:\n  key: [k]\n  initial: s0\n  transitions:\n    - any → s0\n  terminal: [",
        "s#",
        "]\n",
        ", ",
    ),
    "steps of a blueprint": ("blueprint big:\n  outcome: Done\n  packs: [demo]\n  steps:\n", "    - act\n"),
    "outputs of a source": ("source big:\n  document: d\n  each: rows[]\n  produces:\n", "    - fact.item.known\n"),
    "words of a fact type": ("fact big", ".w#", ":\n  key: [k]\n  external: true\n  fields:\n    k: text\n"),
    "words of a path": ("source big:\n  document: d\n  each: a", ".w#", "[]\n  produces:\n    - fact.item.known\n"),
    "lists of a type": ("record big:\n  fields:\n    x: ", "list of ", "text\n"),
    "maps of a type": ("record big:\n  fields:\n    x: ", "map of ", "text\n"),
    "intents of a truth": ("truth big:\n  when:\n    - intent: [", "act", "]\n  produces:\n    - trace.demo.big\n", ", "),
    "intents of an invariant": ("invariant big:\n  applies_to: [", "act", "]\n  rule: n > 0\n", ", "),
    "uses": ("pack other:\n  uses: [", "p#", "]\n", ", "),
    "lines of a summary": ("role big:\n  summary: |\n", "    line #\n"),
    "words of a trace": ("truth big:\n  when:\n    - intent: act\n  produces:\n    - trace", ".w#", "\n"),
    "values of a default": ("policy big:\n  type: list of integer\n  default: [", "#", "]\n", ", "),
    "values of a list": ("policy big:\n  type: list of integer\n  default:\n", "    - #\n"),
    "values of a record": ("policy big:\n  type: line\n  default:\n", "    f#: 1\n"),
}

#: Lists and maps in one another are the depth of a type.
LIMITS = {"lists of a type": EXPRESSION, "maps of a type": EXPRESSION}


def entries(section, text):
    return lambda count: Project().add(section, *(numbered(text, place) for place in range(count)))


def repeated(text):
    return lambda count: Project().declare(*(numbered(text, place) for place in range(count)))


def members(before, line, behind="", joint=""):
    return lambda count: Project().declare(before + joint.join(numbered(line, place) for place in range(count)) + behind)


def packs(uses):
    """Packs with a file each, which use the next one or none."""

    def make(count):
        project = Project()
        for place in range(count):
            used = f"  uses: [p{(place + 1) % count}]\n" if uses else ""
            policy = "policy x:\n  type: integer\n  default: 1\n"
            project.files[f"truths/p{place}/p{place}.truths"] = f"pack p{place}:\n  version: 1.0.0\n{used}\n{policy}"
        return project

    return make


def files(count):
    project = Project()
    for place in range(count):
        project.files[f"truths/demo/demo.f{place}.truths"] = f"policy p{place}:\n  type: integer\n  default: 1\n"
    return project


def grid(count):
    heading = " | ".join(f"x{place}" for place in range(count))
    cells = " | ".join("[1..5)" for _ in range(count))
    inputs = "".join(f"    x{place}: integer\n" for place in range(count))
    lines = f"    {heading} → output\n    {cells} → 1\n    otherwise → 2\n"
    return Project().declare(f"table wide:\n  inputs:\n{inputs}  output: integer\n  grid: |\n{lines}")


def written_fields(count):
    fields = "".join(f"    f{place}: integer\n" for place in range(count))
    written = "".join(f"        f{place}: n\n" for place in range(count))
    project = Project().declare("fact big.made:\n  key: [k]\n  fields:\n    k: text\n" + fields)
    return project.add("produces", "fact.big.made:\n" + written + "        k: s")


JOB = """jtbd act:
  verb: Act
  object: Thing
  outcome: It is done
  triggers:
    - item_known
  artifacts:
    - act.done
  guardrails:
    - must_not: act twice
      enforced_by: demo.acting
"""


def job(change):
    """A file of jobs, changed for a size."""

    def make(count):
        project = Project()
        project.files["jtbd/demo/demo.jtbd"] = change(count)
        return project

    return make


def shapes():
    for name, (section, text) in IN_TRUTH.items():
        yield Shape(f"many {name}", entries(section, text), is_deep=section == "when")
    for name, text in DECLARATIONS.items():
        yield Shape(f"many {name}", repeated(text))
    for name, parts in MEMBERS.items():
        yield Shape(f"many {name}", members(*parts), limit=LIMITS.get(name), is_deep=name in LIMITS or "words" in name)
    yield Shape("many packs", packs(False))
    yield Shape("packs that use the next", packs(True), is_deep=True)
    yield Shape("many files", files)
    yield Shape("many columns of a grid", grid, limit=GRID, is_deep=True)
    yield Shape("many fields that are written", written_fields)
    yield Shape("many jobs", job(lambda count: "\n".join(JOB.replace("act:", f"act{place}:", 1) for place in range(count))))
    yield Shape("many triggers", job(lambda count: JOB.replace("    - item_known\n", "    - item_known\n" * count)))
    yield Shape("many artifacts", job(lambda count: JOB.replace("    - act.done\n", "    - act.done\n" * count)))
    yield Shape("a chain of artifacts", job(lambda count: JOB.replace("act.done", " → ".join(["act.done"] * count))))
    yield Shape("many guardrails", job(lambda count: JOB + "    - must_not: act\n      enforced_by: demo.acting\n" * count))
