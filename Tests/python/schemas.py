"""Holds schemas/ to the files of this repository, to the samples of docs/diagnostics and to recorded outputs.

    python3 Tests/python/schemas.py .build/release/truths

Every file validates. So does all that the command prints for programs in the sessions of Tests/Corpus and docs/reference, which are
run anew, and when it is asked about each example. Of the samples of docs/diagnostics the right ones validate, and of the wrong ones
those whose fault a schema can see do not: SEEN lists their codes.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

ROOT = Path(__file__).resolve().parents[2]

# Codes of docs/diagnostics whose wrong sample a schema refuses.
SEEN = set("""
    T0001 T0002 T0004 T0007 T0009 T0014 T0020 T0022 T0023 T0024 T0026 T0027 T0028 T0029 T0030 T0040 T0050
    T8006 T8020 T8021 T8022 T8023 T8024 T8103 T8200 T8201 T8202 T8204 T8205 T8210 T8212
""".split())


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
    """The schema of a file by its path; None where it is not for programs, or is the facts of a set."""
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


def sessions():
    """The recorded sessions of the command line, each with its steps: `file PATH` and `$ COMMAND`, with the text below."""
    for path in sorted((ROOT / "Tests/Corpus").rglob("*.txt")):
        steps = []
        for text in path.read_text().split("\n"):
            if text.startswith("-- ") and text.endswith(" --") and len(text) > 6:
                steps.append((text[3:-3], []))
            elif steps:
                steps[-1][1].append(text)
        yield path.relative_to(ROOT), [(head, "\n".join(lines) + "\n") for head, lines in steps]
    for path in sorted((ROOT / "docs/reference").glob("*.md")):
        for part in re.split(r"^In a new directory:$", path.read_text(), flags=re.MULTILINE):
            yield path.relative_to(ROOT), list(page_steps(part))


    for example in sorted((ROOT / "examples").glob("*/proposal.json")):
        yield example.relative_to(ROOT), [(f"$ {line}", "") for line in example_lines(example.parent)]


# What is asked of each example: of its set, of its proposal, and of a ledger that this is decided in.
QUESTIONS = [
    "check --certificate", "capabilities", "build", "eval --format json", "eval --coverage-format json --output results",
    "run GIVEN --format json", "run GIVEN --format ndjson", "why-not GIVEN --margins", "suggest --context CONTEXT",
    "run GIVEN --ledger ledger.jsonl --now 2026-01-31T09:00:00Z --actor proposal", "inbox --ledger ledger.jsonl",
    "why --ledger ledger.jsonl", "why 1 --ledger ledger.jsonl", "replay --ledger ledger.jsonl", "replay --ledger ledger.jsonl --format ndjson",
]  # fmt: skip


def example_lines(folder):
    """The commands that are asked of an example; one with truths of its own is a project."""
    project = folder if (folder / "truths").is_dir() else ROOT
    yield f"cp -r {project}/truths . && (cp -r {project}/jtbd {project}/Fixtures . || true)"
    given = f"--context {folder}/context.jsonl --proposal {folder}/proposal.json"
    for question in QUESTIONS:
        yield "truths " + question.replace("GIVEN", given).replace("CONTEXT", f"{folder}/context.jsonl")


def page_steps(text):
    """The steps of a page of the reference; a file that is written again goes on."""
    written = {}
    for info, block in re.findall(r"^```(\S+(?: \S+)?)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        _, _, path = info.partition(" ")
        if path:
            written[path] = written[path] + "\n" + block if path in written else block
            yield f"file {path}", written[path]
        elif info == "console":
            for line in re.findall(r"^\$ (.*)$", block, re.MULTILINE):
                yield f"$ {line}", ""


# Keeps what each run of the command prints: most sessions show a part of it.
SHIM = """#!/bin/bash
log="$(mktemp "$LOG/XXXXXXXX")"
printf '%s\\0' "$PWD" "$@" > "$log.arguments"
"$TRUTHS" "$@" | tee -p "$log"
exit "${PIPESTATUS[0]}"
"""


def invocations(truths):
    """Runs every recorded session; gives the arguments of each run of the command, with what it printed or wrote."""
    with tempfile.TemporaryDirectory() as scratch:
        shim, log = Path(scratch, "bin/truths"), Path(scratch, "log")
        shim.parent.mkdir()
        shim.write_text(SHIM)
        shim.chmod(0o755)
        environment = {"PATH": f"{shim.parent}:/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "LOG": str(log), "TRUTHS": truths}
        for place, steps in sessions():
            with tempfile.TemporaryDirectory() as around:
                folder = Path(around, "here")
                folder.mkdir()
                for head, text in steps:
                    kind, _, rest = head.partition(" ")
                    if kind == "file":
                        Path(folder, rest).parent.mkdir(parents=True, exist_ok=True)
                        Path(folder, rest).write_text(text)
                    if kind != "$":
                        continue
                    log.mkdir()
                    subprocess.run(
                        ["/bin/bash", "-c", rest], cwd=folder, env=environment | {"HOME": str(folder)}, stdin=subprocess.DEVNULL,
                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)  # fmt: skip
                    for arguments in sorted(log.glob("*.arguments")):
                        directory, *words = arguments.read_text().split("\0")[:-1]
                        yield f"{place}: $ {rest[:100]}", words, written(arguments.with_suffix(""), directory, words)
                    shutil.rmtree(log)


def written(printed, directory, words):
    """What a run of the command printed, and what it wrote for programs; by the option that says where, "" on standard output."""
    texts = {"": printed.read_text(errors="replace")}
    for option in ("--output", "--coverage-output", "--mutate-output"):
        path = Path(directory, value(words, option) or "-")
        if path.is_file():
            texts[option] = path.read_text(errors="replace")
    return texts


def value(words, option):
    """The value of an option; None where it is not given."""
    for place, word in enumerate(words):
        if word == option and place + 1 < len(words):
            return words[place + 1]
        if word.startswith(option + "="):
            return word.partition("=")[2]
    return None


# The schema of what a command prints as JSON, and of a line where it prints lines. Without a format, on no terminal, these are it.
PRINTED = {
    "run": ("run", "event"), "approve": ("run", None), "deny": ("run", None), "consent": ("run", None), "adopt": ("run", None),
    "why": ("why", None), "why-not": ("why-not", None), "replay": ("replay", "flip"), "diff": ("diff", None),
    "inbox": ("inbox", None), "capabilities": ("capabilities", None), "build": ("truthpack", None), "propose": ("proposal", None),
    "suggest": (None, "suggestion"),
}  # fmt: skip


def schema(words):
    """The schema of what a run of the command prints; None where it is not for programs, or is the facts of a set."""
    command, form = words[0] if words else "", value(words, "--format")
    if "--fact" in words or "--help" in words:
        return None
    if command == "check":
        if "--certificate" in words:
            return "certificate"
        return None if form != "json" else "partition" if "--partition-by" in words else "findings"
    if command in ("eval", "expr"):
        return command if form == "json" else None
    whole, line = PRINTED.get(command, (None, None))
    return whole if form == "json" else line if form == "ndjson" else (whole or line) if form is None else None


def held(words, texts):
    """The schema of each text with its option, where there is one."""
    form, output = schema(words), value(words, "--output")
    if form:
        yield form, texts.get("--output" if output else "", "")
    for name, option in (("coverage", "--coverage"), ("mutation", "--mutate")):
        if value(words, f"{option}-format") == "json":
            # Standard output has it alone where the results went to a file.
            text = texts.get(f"{option}-output") or (texts[""] if output and not value(words, f"{option}-output") else "")
            yield name, text


def values(text):
    """The JSON of a text, value by value; None where it is none, such as the words about wrong use."""
    decoder, place, found = json.JSONDecoder(), 0, []
    text = text.strip()
    while place < len(text):
        try:
            value, place = decoder.raw_decode(text, place)
        except json.JSONDecodeError:
            return found
        found.append(value)
        while place < len(text) and text[place].isspace():
            place += 1
    return found


def outputs(schemas, truths):
    for place, words, texts in invocations(truths):
        for name, text in held(words, texts):
            # Of long batches the first lines.
            for one in values(text)[:100]:
                # Findings keep a command from printing anything else.
                is_findings = isinstance(one, list) and (name != "inbox" or any("code" in item for item in one))
                schemas.hold("findings" if is_findings else name, one, place)


def main():
    schemas = Schemas()
    files(schemas)
    seen = diagnostics(schemas)
    outputs(schemas, str(Path(sys.argv[1]).resolve()))
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
