"""The project that every shape grows in one place: one pack with an intent, a truth, and what an expression may read."""

import json

FIELDS = {
    "n": "integer",
    "m": "decimal",
    "b": "boolean",
    "s": "text",
    "d": "date",
    "kind": "kind",
    "line": "line",
    "ls": "list of integer",
    "ts": "list of text",
    "lines": "list of line",
}

PROPOSAL = {
    "action": "act",
    "proposal_id": "p1",
    "n": 1,
    "m": 1.5,
    "b": True,
    "s": "a",
    "d": "2024-01-31",
    "kind": "red",
    "line": {"id": "a", "qty": 1},
    "ls": [1, 2],
    "ts": ["a", "b"],
    "lines": [{"id": "a", "qty": 1}],
}

DECLARATIONS = """pack demo:
  version: 1.0.0
  summary: A project of one shape

enum kind: [red, green, blue]

record line:
  fields:
    id: text
    qty: integer

fact item.known:
  key: [k]
  external: true
  fields:
    k: text
    g: text
    n: integer

fact act.done:
  key: [s]
  fields:
    s: text
    n: integer

table rate_of:
  inputs:
    n: integer
  output: integer
  rows:
    - n > 5 → 2
    - otherwise → 1

function twice:
  inputs:
    n: integer
  output: integer
  value: n * 2
"""

#: How many declarations a file has: it may have 100,000 values, and a declaration has up to some 30.
CHUNK = 2_000

SECTIONS = ("when", "let", "requires", "invariants", "moves", "produces", "ensures", "enforces")


def quoted(text):
    """A clause as a scalar of YAML, whatever it holds."""
    return "'" + text.replace("'", "''") + "'"


def numbered(text, place):
    """A text of a place: `#` is its number, `@` that of the next one."""
    return text.replace("#", str(place)).replace("@", str(place + 1))


def many(text, count, joint=""):
    """A text for each place below a number."""
    return joint.join(numbered(text, place) for place in range(count))


class Project:
    """The files of one project. A shape adds to its members what it repeats, nests or misspells."""

    def __init__(self):
        self.fields = dict(FIELDS)
        self.proposal = dict(PROPOSAL)
        self.declarations = [DECLARATIONS]
        self.entries = {
            "when": ["intent: act"],
            "requires": [" and ".join(f"{name} exists" for name in FIELDS)],
            "produces": ["fact.act.done", "trace.demo.acting"],
        }
        self.context = [{"type": "item.known", "k": "a", "g": "a", "n": 1}]
        self.fixtures = None
        self.files = {}

    def add(self, section, *entries):
        """Adds entries to a section of the truth, each as YAML."""
        self.entries.setdefault(section, []).extend(entries)
        return self

    def clause(self, *expressions, section="requires"):
        """Adds expressions to a section, as quoted scalars."""
        return self.add(section, *(quoted(expression) for expression in expressions))

    def declare(self, *texts):
        self.declarations.extend(texts)
        return self

    def field(self, name, kind, value=None):
        """Adds a field to the intent, and its value to the proposal."""
        self.fields[name] = kind
        if value is not None:
            self.proposal[name] = value
        return self

    def truth(self):
        lines = ["truth acting:"]
        for section in SECTIONS:
            if section not in self.entries:
                continue
            lines.append(f"  {section}:")
            sign = "" if section == "let" else "- "
            lines += [f"    {sign}{entry}" for entry in self.entries[section]]
        return "\n".join(lines) + "\n"

    def intent(self):
        return "intent act:\n  fields:\n" + "".join(f"    {name}: {kind}\n" for name, kind in self.fields.items())

    def written(self):
        """The texts of the files by their paths."""
        parts = self.declarations[:CHUNK] + [self.intent(), self.truth()]
        rest = range(CHUNK, len(self.declarations), CHUNK)
        fixture = {
            "id": "demo.first",
            "context": {"facts": self.context},
            "proposal": self.proposal,
            "expected": {"decision": "accepted"},
        }
        files = {
            "truths/demo/demo.truths": "\n".join(parts),
            "proposal.json": json.dumps(self.proposal),
            "context.jsonl": "".join(json.dumps(fact) + "\n" for fact in self.context),
            "Fixtures/demo/demo.json": json.dumps([fixture] if self.fixtures is None else self.fixtures),
        }
        more = {f"truths/demo/demo.more{start}.truths": "\n".join(self.declarations[start : start + CHUNK]) for start in rest}
        return {**files, **more, **self.files}
