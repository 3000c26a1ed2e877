"""What `truths lsp` takes over a large set: 1,000 files with 9,900 truths, and as many fixtures.

    python3 Benchmarks/editor.py .build/release/truths

Prints medians and 95th percentiles in milliseconds, and as parts of a check of the whole set (`truths check`) on the same machine.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PACKS = 100
FILES = 9
TRUTHS = 11
# How often what is measured is asked.
ROUNDS = 40


def vocabulary(pack):
    uses = "" if pack == 0 else "  uses: [p0]\n"
    text = f"pack p{pack}:\n  version: 1.0.0\n{uses}\npolicy limit:\n  type: decimal\n  default: 100\n"
    for file in range(FILES):
        text += (
            f"\nfact x{pack}.done{file}:\n  key: [order_id]\n  fields:\n    order_id: text\n    amount: decimal\n\n"
            f"intent act{pack}_{file}:\n  fields:\n    order_id: text\n    amount: decimal\n    size: integer\n"
        )
    return text


def truths(pack, file):
    parts = []
    for number in range(TRUTHS):
        fact = f"    - fact.x{pack}.done{file}\n" if number == 0 else ""
        # One fact is read in a thousand places, for the rename.
        common = "    - not the x0.done0 exists\n" if (pack * FILES + file) * TRUTHS + number < 1_000 else ""
        parts.append(
            f"truth rule_{file}_{number}:\n  when:\n    - intent: act{pack}_{file}\n  let:\n    double: amount * 2\n  requires:\n"
            f"    - order_id exists\n    - amount > {number}\n    - not the x{pack}.done{file} exists\n{common}"
            f'  invariants:\n    - double > limit → reject("too much")\n  produces:\n{fact}    - trace.rule_{file}_{number}\n'
        )
    return "\n".join(parts)


def fixtures(pack, file):
    action = f"act{pack}_{file}"
    return [
        {
            "id": f"p{pack}.{action}.{number}",
            "proposal": {"action": action, "order_id": f"o{number}", "amount": number + 20, "size": 1},
            "expected": {"decision": "accepted"},
        }
        for number in range(TRUTHS)
    ]


def write(root):
    for pack in range(PACKS):
        folder = root / f"truths/p{pack}"
        folder.mkdir(parents=True)
        (folder / f"p{pack}.truths").write_text(vocabulary(pack), encoding="utf-8")
        for file in range(FILES):
            (folder / f"p{pack}.r{file}.truths").write_text(truths(pack, file), encoding="utf-8")
        folder = root / f"Fixtures/p{pack}"
        folder.mkdir(parents=True)
        for file in range(FILES):
            (folder / f"act{pack}_{file}.json").write_text(json.dumps(fixtures(pack, file), indent=1), encoding="utf-8")


class Server:
    """A server, and what it has said."""

    def __init__(self, program, root):
        self.process = subprocess.Popen([program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root)
        self.last = 0
        self.request("initialize", {"capabilities": {}, "rootUri": root.as_uri()})
        self.notify("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def request(self, method, parameters):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": parameters})
        while (message := self.read()).get("id") != self.last or "method" in message:
            pass
        return message.get("result")

    def notify(self, method, parameters):
        self.send({"method": method, "params": parameters})

    def findings(self):
        while (message := self.read()).get("method") != "textDocument/publishDiagnostics":
            pass
        return message["params"]

    def memory(self):
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) // 1024
        return 0


class Document:
    """A document of which one word is written wrong, in turns in two ways, so that findings come after each change."""

    def __init__(self, server, root, path, word):
        self.server, self.uri = server, (root / path).as_uri()
        self.text = (root / path).read_text(encoding="utf-8")
        before = self.text[: self.text.index(word)]
        self.line = before.count("\n")
        self.column = len(before) - before.rfind("\n") - 1
        self.word, self.version = word, 1
        server.notify(
            "textDocument/didOpen",
            {"textDocument": {"uri": self.uri, "languageId": "truths", "version": 1, "text": self.text}},
        )

    def replace(self, new):
        self.version += 1
        end = {"line": self.line, "character": self.column + len(self.word)}
        change = {"range": {"start": {"line": self.line, "character": self.column}, "end": end}, "text": new}
        self.word = new
        self.server.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": self.uri, "version": self.version}, "contentChanges": [change]},
        )

    def keystrokes(self, first, second, findings):
        """How long each change takes until `findings` returns."""
        self.replace(first)
        findings()
        times = []
        for number in range(ROUNDS):
            start = time.perf_counter()
            self.replace(second if number % 2 == 0 else first)
            findings()
            times.append(time.perf_counter() - start)
            time.sleep(0.02)
        return times


def timed(act, rounds=ROUNDS):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        act()
        times.append(time.perf_counter() - start)
    return times


def main():
    program = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        write(root)
        rows = []
        check = timed(lambda: subprocess.run([program, "check", "--quiet"], cwd=root, check=True), rounds=5)
        rows.append(("check of the whole set", check))
        start = time.perf_counter()
        server = Server(program, root)
        path = "truths/p50/p50.r3.truths"
        document = Document(server, root, path, "amount > 0")
        document.replace("amuont > 0")
        server.findings()
        rows.append(("start to the first findings", [time.perf_counter() - start]))
        rows.append(("findings after a keystroke in a clause", document.keystrokes("ammount > 0", "amuont > 0", server.findings)))
        document.replace("amount > 0")
        server.findings()
        # A field, and the name of a truth that is typed anew.
        for what, path, word, first, second in (
            ("a field", "truths/p50/p50.truths", "amount: decimal", "amuont: decimal", "ammount: decimal"),
            ("a new name", "truths/p50/p50.r4.truths", "truth rule_4_10:", "truth rule_4_9:", "truth rule_4_8:"),
        ):
            other = Document(server, root, path, word)
            rows.append((f"findings after a keystroke in {what}", other.keystrokes(first, second, server.findings)))
            other.replace(word)
            server.findings()
        # The name of a fact that a thousand truths read, in a file that all packs use. Findings of a hundred files come after a
        # key, so those of a file that reads the name are asked for.
        reader = {"textDocument": {"uri": (root / "truths/p0/p0.r0.truths").as_uri()}}
        pulled = lambda: server.request("textDocument/diagnostic", reader)
        shared = Document(server, root, "truths/p0/p0.truths", "fact x0.done0:")
        times = shared.keystrokes("fact x0.doen0:", "fact x0.don0:", pulled)
        assert pulled()["items"], "a name that is missing is not found"
        rows.append(("findings of a reader after a keystroke in a shared name", times))
        shared.replace("fact x0.done0:")
        assert not pulled()["items"], "a name that is there is not found"
        place = {"textDocument": {"uri": document.uri}, "position": {"line": document.line, "character": document.column + 2}}
        for method in ("hover", "completion", "definition"):
            rows.append((method, timed(lambda: server.request(f"textDocument/{method}", place))))

        # The next key comes when the findings about the last one are there, as when somebody types.
        times = []
        for number in range(ROUNDS):
            start = time.perf_counter()
            document.replace("ammount > 0" if number % 2 else "amuont > 0")
            server.request("textDocument/completion", place)
            times.append(time.perf_counter() - start)
            server.request("textDocument/diagnostic", {"textDocument": {"uri": document.uri}})
        rows.append(("completion right after a key", times))
        document.replace("amount > 0")
        time.sleep(2)
        fact = Document(server, root, "truths/p0/p0.truths", "x0.done0")
        place = {"textDocument": {"uri": fact.uri}, "position": {"line": fact.line, "character": fact.column + 2}}
        renamed = server.request("textDocument/rename", {**place, "newName": "x0.finished"})
        edits = sum(len(one) for one in (renamed or {}).get("changes", {}).values())
        rows.append((f"rename of a fact in {edits:,} places",
                     timed(lambda: server.request("textDocument/rename", {**place, "newName": "x0.finished"}), rounds=10)))
        base = sorted(check)[len(check) // 2]
        print("| what | median, ms | p95, ms | of a check |\n|---|---|---|---|")
        for name, times in rows:
            times = sorted(times)
            middle, high = times[len(times) // 2], times[min(len(times) - 1, int(len(times) * 0.95))]
            print(f"| {name} | {middle * 1000:.1f} | {high * 1000:.1f} | {middle / base:.3f} |")
        print(f"\nMemory at its highest: {server.memory()} MB")
        server.request("shutdown", None)
        server.notify("exit", None)
        server.process.wait(30)


if __name__ == "__main__":
    main()
