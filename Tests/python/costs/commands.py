"""What is run on a shape, by its kind."""

import json

#: Statuses of the command that are an answer (command-line §3). 3 is a fault of ours or of the system, and a signal is negative.
ANSWERS = {0, 1, 2, 4, 5, 6, 64, 65, 66}

RUN = ["--proposal", "proposal.json", "--context", "context.jsonl"]

ORIGIN = ["--now", "2026-01-31T09:00:00Z", "--actor", "actor.json"]

COMMANDS = {
    "check": ["check"],
    "check --format json": ["check", "--format", "json"],
    "check --format sarif": ["check", "--format", "sarif"],
    "check --fix": ["check", "--fix"],
    "check --certificate": ["check", "--certificate"],
    "check --partition-by": ["check", "--partition-by", "s"],
    "fmt": ["fmt", "--diff"],
    "migrate": ["migrate", "--diff"],
    "build": ["build"],
    "doc": ["doc", "--no-diagrams"],
    "doc --format html": ["doc", "--format", "html"],
    "capabilities": ["capabilities"],
    "explain --plan": ["explain", "--plan", "demo.acting"],
    "run": ["run", *RUN, "--format", "human", "--verbose", "--proof"],
    "run --format json": ["run", *RUN, "--format", "json"],
    "why-not": ["why-not", *RUN],
    "suggest": ["suggest", "--context", "context.jsonl"],
    "eval": ["eval"],
    "eval --coverage": ["eval", "--coverage"],
    "diff": ["diff", "truths", "truths"],
    "diff with less": ["diff", "less", "truths"],
    "new fixture": ["new", "fixture", "demo.more", "--intent", "act"],
    "expr": ["expr", "n + 1", *RUN],
    "lsp": ["lsp"],
    "propose": ["propose", "--document", "d={document}"],
    "run --document": ["run", *RUN, "--document", "d={document}", "--format", "human"],
    "run a batch": ["run", "--proposal", "batch.jsonl", "--context", "context.jsonl", "--format", "json"],
    "run --actor": ["run", *RUN, "--actor", "actor.json", "--now", "2024-01-31T09:00:00Z"],
    "run --ledger": ["run", "--proposal", "batch.jsonl", "--ledger", "ledger.jsonl", *ORIGIN, "--format", "json"],
    "run on a ledger": ["run", "--proposal", "proposal.json", "--context", "ledger.jsonl", *ORIGIN, "--format", "human"],
    "run --ledger, one more": ["run", "--proposal", "proposal.json", "--ledger", "ledger.jsonl", *ORIGIN, "--format", "human"],
    "verify": ["verify", "--ledger", "ledger.jsonl"],
    "verify --no-replay": ["verify", "--ledger", "ledger.jsonl", "--no-replay"],
    "explain a ledger": ["explain", "--ledger", "ledger.jsonl"],
    "why": ["why", "--ledger", "ledger.jsonl", "--format", "json"],
    "why --format html": ["why", "--ledger", "ledger.jsonl", "--format", "html"],
    "replay": ["replay", "--ledger", "ledger.jsonl", "--set", "heavy=35", "--format", "ndjson"],
    "replay --cascade": ["replay", "--ledger", "ledger.jsonl", "--set", "heavy=35", "--cascade", "--format", "ndjson"],
    "inbox": ["inbox", "--ledger", "ledger.jsonl", "--actor", "actor.json", "--now", "2026-02-01T09:00:00Z"],
    "suggest from a ledger": ["suggest", "--context", "ledger.jsonl"],
    "import csv": ["import", "csv", "t.csv"],
    "import dmn": ["import", "dmn", "m.dmn"],
}

#: What is run on each kind of shape.
KINDS = {
    "set": ["check", "fmt", "build", "doc", "run", "why-not", "eval", "lsp"],
    "proposal": ["run", "run --format json", "why-not", "expr", "suggest", "run --actor"],
    "fixtures": ["check", "eval", "eval --coverage", "lsp"],
    "batch": ["run a batch"],
    "document": ["propose", "run --document"],
    "ledger": [
        "run on a ledger",
        "verify",
        "verify --no-replay",
        "explain a ledger",
        "why",
        "why --format html",
        "replay",
        "replay --cascade",
        "inbox",
        "suggest from a ledger",
        "run --ledger, one more",
    ],
    "csv": ["import csv"],
    "dmn": ["import dmn"],
}


#: What growth is measured of, and what is not run far beyond all limits: a session over one long line takes long in a debug build.
SLOW = {"lsp"}

#: What ends with 65 where a set has errors, after no more than `check` does.
OF_SOUND_SETS = {"build", "doc", "explain --plan", "why-not", "eval", "diff with less"}


#: What is also run on a set far beyond all limits; and what is run on large sets besides.
ALSO_BEYOND = ["migrate", "explain --plan", "diff with less"]
ALSO_LARGE = [
    "check --format json",
    "check --format sarif",
    "check --fix",
    "check --certificate",
    "check --partition-by",
    "doc --format html",
    "capabilities",
    "suggest",
    "eval --coverage",
    "diff",
    "expr",
    "new fixture",
]


def of(kind, is_beyond=False, is_large=False):
    """The commands of a kind of shape."""
    more = ALSO_BEYOND if is_beyond or is_large else []
    return KINDS[kind] + (more + (ALSO_LARGE if is_large else []) if kind == "set" else [])


def session(files):
    """What an editor says to `truths lsp` over the first file of truths: all that it can ask of a whole file, and of one place."""
    path = "truths/demo/demo.truths"
    text = files[path].decode("utf-8", "replace") if isinstance(files[path], bytes) else files[path]
    document = {"uri": "file://{folder}/" + path}
    line = text.count("\n", 0, text.find("  requires:")) + 2 if "  requires:" in text else 3
    place = {"textDocument": document, "position": {"line": line, "character": 12}}
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": text.count("\n") + 1, "character": 0}}
    asked = [
        ("textDocument/" + name, {"textDocument": document})
        for name in ("documentSymbol", "foldingRange", "semanticTokens/full", "codeLens", "documentLink")
    ]
    asked += [
        ("textDocument/" + name, place)
        for name in ("hover", "definition", "references", "completion", "signatureHelp", "prepareRename")
    ]
    asked += [
        ("textDocument/inlayHint", {"textDocument": document, "range": whole}),
        ("textDocument/codeAction", {"textDocument": document, "range": whole, "context": {"diagnostics": []}}),
        ("textDocument/formatting", {"textDocument": document, "options": {"tabSize": 2, "insertSpaces": True}}),
        ("textDocument/selectionRange", {"textDocument": document, "positions": [place["position"]]}),
    ]
    messages = [
        {"id": 1, "method": "initialize", "params": {"rootUri": "file://{folder}", "capabilities": {}}},
        {"method": "initialized", "params": {}},
        {
            "method": "textDocument/didOpen",
            "params": {"textDocument": {**document, "languageId": "truths", "version": 1, "text": text}},
        },
    ]
    messages += [{"id": place + 2, "method": method, "params": params} for place, (method, params) in enumerate(asked)]
    messages += [{"id": 99, "method": "shutdown"}, {"method": "exit"}]
    return messages


def framed(messages, folder):
    bodies = [json.dumps({"jsonrpc": "2.0", **message}).replace("{folder}", folder).encode() for message in messages]
    return b"".join(b"Content-Length: %d\r\n\r\n" % len(body) + body for body in bodies)
