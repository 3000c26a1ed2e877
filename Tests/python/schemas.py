"""Holds schemas/ to the files of this repository, to the samples of docs/diagnostics and to recorded outputs.

    python3 Tests/python/schemas.py

Every file validates, and so does every output that is recorded in Tests/Corpus, docs and examples. Of the samples the right ones
validate, and of the wrong ones those whose fault a schema can see do not: SEEN lists their codes, and says neither more nor less.
"""

import json
import re
import sys
from collections import Counter
from pathlib import Path

import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

ROOT = Path(__file__).resolve().parents[2]

# Codes of docs/diagnostics whose wrong sample a schema refuses.
SEEN = set()


class CoreLoader(yaml.SafeLoader):
    """YAML 1.2's core schema, which editors read by: `no`, `2024-01-01` and `12:30` are texts."""

    yaml_implicit_resolvers = {}


for tag, pattern, first in [
    ("tag:yaml.org,2002:null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("tag:yaml.org,2002:bool", r"^(?:true|True|TRUE|false|False|FALSE)$", list("tTfF")),
    ("tag:yaml.org,2002:int", r"^[-+]?[0-9]+$", list("-+0123456789")),
    ("tag:yaml.org,2002:float", r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", list("-+0123456789.")),
]:
    CoreLoader.add_implicit_resolver(tag, re.compile(pattern), first)


class TextLoader(yaml.SafeLoader):
    """As the language reads: every scalar is a text, and what is not written is null."""

    yaml_implicit_resolvers = {}


TextLoader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^$"), [""])


class Schemas:
    """The schemas by name, and what was wrong with what was held to them."""

    def __init__(self):
        self.validators = {}
        self.faults = []
        self.uses = Counter()
        for path in sorted((ROOT / "schemas").glob("*.schema.json")):
            schema = json.loads(path.read_text())
            Draft202012Validator.check_schema(schema)
            self.validators[path.name.removesuffix(".schema.json")] = Draft202012Validator(schema)

    def fault(self, name, value):
        """What a schema says against a value, or None."""
        return best_match(self.validators[name].iter_errors(value))

    def hold(self, name, value, place):
        self.uses[name] += 1
        fault = self.fault(name, value)
        if fault:
            self.faults.append(f"{place}: {name}{fault.json_path[1:]}: {fault.message[:300]}")


def documents(name, text):
    """What a file says to a reader of YAML or JSON; None where it is neither."""
    try:
        if name in ("truths", "jtbd"):
            return [yaml.load(text, Loader=CoreLoader), yaml.load(text, Loader=TextLoader)]
        if name == "context":
            return [json.loads(line) for line in text.split("\n") if line.strip()]
        return [json.loads(text)]
    except (yaml.YAMLError, json.JSONDecodeError):
        return None


def kind(path):
    """The schema of a file by its path; None where it has none."""
    if path.endswith(".truths"):
        return "truths"
    if path.endswith(".jtbd"):
        return "jtbd"
    if path.startswith("Fixtures/") and path.endswith(".json"):
        return "fixtures"
    if path.endswith("context.jsonl"):
        return "context"
    return "proposal" if path.endswith("proposal.json") else None


def given_documents(fixtures):
    """The paths of documents that fixtures name: these are no fixtures."""
    for fixture in fixtures if isinstance(fixtures, list) else [fixtures]:
        context = fixture.get("context") if isinstance(fixture, dict) else None
        given = context.get("documents", {}) if isinstance(context, dict) else {}
        yield from (path for path in given.values() if isinstance(path, str))


def files(schemas):
    """The truths, jobs, fixtures, contexts and proposals of this repository and its examples."""
    roots = [ROOT] + [folder.parent for folder in sorted((ROOT / "examples").glob("*/truths"))]
    for root in roots:
        paths = [path for folder in ("truths", "jtbd", "Fixtures") for path in sorted((root / folder).rglob("*")) if path.is_file()]
        paths += sorted(root.glob("*.json*")) if root != ROOT else sorted((ROOT / "examples").glob("*/*.json*"))
        named = set()
        for path in paths:
            if kind(str(path.relative_to(root))) == "fixtures":
                named |= {(path.parent / name).resolve() for name in given_documents(json.loads(path.read_text()))}
        for path in paths:
            name = kind(str(path.relative_to(root)))
            if name is None or path.resolve() in named:
                continue
            for document in documents(name, path.read_text()):
                schemas.hold(name, document, path.relative_to(ROOT))


def samples(text):
    """The files below each heading of a page: `Wrong` and `Right`."""
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        heading = part.split("\n", 1)[0]
        for path, content in re.findall(r"^`([^`\n]+)`\n\n```[a-z]*\n(.*?)^```$", part, re.MULTILINE | re.DOTALL):
            yield heading, path, content


def diagnostics(schemas):
    """The codes whose wrong sample no schema takes; right ones are taken."""
    seen = set()
    for page in sorted((ROOT / "docs/diagnostics").glob("T*.md")):
        for heading, path, content in samples(page.read_text()):
            name = kind(path)
            if name is None:
                continue
            read = documents(name, content)
            if heading == "Right":
                for document in read:
                    schemas.hold(name, document, f"{page.name}, right")
            elif heading == "Wrong" and read and any(schemas.fault(name, document) for document in read):
                seen.add(page.stem)
    return seen


def recorded():
    """Each command that is recorded, with what it prints."""
    for path in sorted((ROOT / "Tests/Corpus").rglob("*.txt")):
        line, output, isOpen = None, [], False
        for text in path.read_text().split("\n") + ["-- end --"]:
            if text.startswith("-- ") and text.endswith(" --"):
                if isOpen:
                    yield path.relative_to(ROOT), line, "\n".join(output)
                head = text[3:-3]
                isOpen = head.startswith("$ ")
                line, output = head[2:] if isOpen else None, []
            elif isOpen:
                output.append(text)
    for path in sorted((ROOT / "docs").rglob("*.md")):
        for block in re.findall(r"^```console\n(.*?)^```$", path.read_text(), re.MULTILINE | re.DOTALL):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                line, _, output = part.partition("\n")
                yield path.relative_to(ROOT), line, output


# The schemas that an output of a command may have, beside that of findings: of a whole value, and of a line.
WHOLE = {
    "run": ["run"], "approve": ["run"], "deny": ["run"], "consent": ["run"], "adopt": ["run"], "why": ["why"],
    "why-not": ["why-not"], "replay": ["replay"], "diff": ["diff"], "inbox": ["inbox"], "expr": ["expr"],
    "capabilities": ["capabilities"], "build": ["truthpack"], "check": ["certificate"], "eval": ["eval", "coverage", "mutation"],
}  # fmt: skip
LINES = {"run": ["run", "event"], "replay": ["flip"], "suggest": ["suggestion"], "propose": ["proposal"], "expr": ["expr"]}

# What commands print that is no object of theirs: facts, files, parts.
OTHER = re.compile(r"--fact\b|--format sarif|\| *(?:head|sed|grep|cut|tail)\b")


def values(output):
    """The JSON of an output: whole values, one behind the other, else nothing."""
    decoder, place, found = json.JSONDecoder(), 0, []
    text = output.strip()
    while place < len(text):
        if text[place] not in "{[":
            return []
        try:
            value, end = decoder.raw_decode(text, place)
        except json.JSONDecodeError:
            return []
        found.append((value, "\n" in text[place:end]))
        place = end
        while place < len(text) and text[place].isspace():
            place += 1
    return found


def outputs(schemas):
    for place, line, output in recorded():
        commands = re.findall(r"\btruths ([a-z-]+)", line)
        if not commands or OTHER.search(line):
            continue
        known = [name for command in commands for name in WHOLE.get(command, [])]
        lines = [name for command in commands for name in LINES.get(command, [])]
        for value, isLong in values(output):
            names = ["findings"] if isinstance(value, list) and "inbox" not in known else known if isLong else lines + known
            if not names:
                continue
            fits = next((name for name in names if not schemas.fault(name, value)), names[0])
            schemas.hold(fits, value, f"{place}: $ {line[:100]}")


def main():
    schemas = Schemas()
    files(schemas)
    seen = diagnostics(schemas)
    outputs(schemas)
    for code in sorted(seen ^ SEEN):
        schemas.faults.append(f"docs/diagnostics/{code}.md: " + ("refused, and not in SEEN" if code in seen else "not refused"))
    for name in schemas.validators:
        if not schemas.uses[name]:
            schemas.faults.append(f"{name}: nothing that is recorded was held to it")
    for fault in schemas.faults:
        print(fault, file=sys.stderr)
    print(", ".join(f"{name} {count}" for name, count in sorted(schemas.uses.items())))
    return 1 if schemas.faults else 0


if __name__ == "__main__":
    sys.exit(main())
