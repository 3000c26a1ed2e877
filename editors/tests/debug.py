"""Plays a session with `truths debug` as nvim-dap and VS Code do: the messages of the Debug Adapter Protocol over pipes. TRUTHS names the program; where it is
missing this says so and ends with 0.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

TRUTHS = """pack shop:
  version: 1.0.0

fact order.placed:
  key: [order_id]
  fields:
    order_id: text
    total: decimal in eur

record line:
  fields:
    sku: text
    quantity: integer

policy limit: {type: decimal in eur, default: 100}

intent place_order:
  fields:
    order_id: text
    amount: decimal in eur
    lines: list of line

function with_tax:
  inputs:
    net: decimal in eur
  output: decimal in eur
  value: net * 1.2

table discount_of:
  inputs:
    count: integer
  output: decimal
  rows:
    - count > 10 → 0.2
    - count > 1 → 0.1
    - otherwise → 0

truth ordering:
  when:
    - intent: place_order
  let:
    count: sum(l.quantity for l in lines)
    total: with_tax(amount) * (1 - discount_of(count))
  requires:
    - order_id exists
    - amount > 0
    - every l in lines satisfies l.quantity > 0
  invariants:
    - total > limit → reject("Above the limit")
  produces:
    - fact.order.placed:
        total: total
    - trace.shop.ordering
"""

PROPOSAL = {"action": "place_order", "order_id": "o1", "amount": 30,
            "lines": [{"sku": "a", "quantity": 2}, {"sku": "b", "quantity": 1}]}


class Client:
    """A client that sends a request, and reads until its response has come; events are kept in order."""

    def __init__(self, program, folder):
        self.process = subprocess.Popen([program, "debug"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder)
        self.sequence = 0
        self.events = []

    def write(self, message):
        content = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(content), content))
        self.process.stdin.flush()

    def read(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def ask(self, command, **arguments):
        self.sequence += 1
        self.write({"seq": self.sequence, "type": "request", "command": command, "arguments": arguments})
        while True:
            message = self.read()
            if message["type"] == "event":
                self.events.append(message)
            elif message["request_seq"] == self.sequence:
                return message

    def body(self, command, **arguments):
        answer = self.ask(command, **arguments)
        assert answer["success"], answer
        return answer.get("body", {})

    def event(self, name):
        """The next event of a name; those before it are dropped."""
        while True:
            while self.events:
                event = self.events.pop(0)
                if event["event"] == name:
                    return event.get("body", {})
            message = self.read()
            assert message["type"] == "event", message
            self.events.append(message)

    def move(self, command):
        self.body(command, threadId=1)
        return self.event("stopped")

    def stack(self):
        return self.body("stackTrace", threadId=1)["stackFrames"]

    def values(self):
        """The values of all scopes of the top frame, by scope and name."""
        scopes = self.body("scopes", frameId=self.stack()[0]["id"])["scopes"]
        return {scope["name"]: {each["name"]: each["value"] for each in self.body(
            "variables", variablesReference=scope["variablesReference"])["variables"]} for scope in scopes}

    def evaluate(self, text):
        return self.ask("evaluate", expression=text, frameId=self.stack()[0]["id"], context="watch")


def line(text):
    return 1 + TRUTHS.split("\n").index(next(each for each in TRUTHS.split("\n") if text in each))


def launch(client, **arguments):
    client.body("initialize", adapterID="truths", linesStartAt1=True, columnsStartAt1=True, pathFormat="path")
    answer = client.ask("launch", **arguments)
    if answer["success"]:
        client.event("initialized")
    return answer


def session(client, root):
    path = str(root / "truths/shop/shop.truths")
    assert launch(client, program=str(root), proposal=str(root / "proposal.json"))["success"]
    wanted = [line("amount > 0"), line("with_tax(amount)"), 4000]
    found = client.body("setBreakpoints", source={"path": path}, breakpoints=[{"line": each} for each in wanted])["breakpoints"]
    assert [each["verified"] for each in found] == [True, True, False], found
    client.body("setExceptionBreakpoints", filters=[])
    client.body("configurationDone")
    stop = client.event("stopped")
    assert stop["reason"] == "breakpoint", stop
    assert client.body("threads")["threads"] == [{"id": 1, "name": "decision"}]

    # At the `let`: into the function, out of it, into the table.
    stack = client.stack()
    assert [each["line"] for each in stack[:2]] == [line("with_tax(amount)"), line("truth ordering")], stack
    assert stack[0]["source"]["path"] == path, stack
    assert client.values()["Lets"]["count"] == "3", client.values()
    client.move("stepIn")
    assert client.stack()[0]["name"] == "function with_tax", client.stack()
    assert client.values()["Arguments"] == {"net": "30 eur"}, client.values()
    assert client.evaluate("net * 2")["body"]["result"] == "60 eur"
    client.move("stepOut")
    assert client.stack()[0]["name"] == "table discount_of", client.stack()
    client.move("next")
    assert client.stack()[0]["line"] == line("count > 10"), client.stack()
    stop = client.move("next")
    assert "the row holds and gives 0.1" in stop["text"], stop

    # On to the clause, and back.
    stop = client.move("continue")
    assert client.stack()[0]["line"] == line("amount > 0") and "holds" in stop["text"], stop
    values = client.values()
    assert values["Step"] == {"amount": "30 eur"} and values["Lets"]["total"] == "32.4 eur", values
    assert values["Proposal"]["order_id"] == "o1", values
    assert client.evaluate("total < limit and count == 3")["body"]["result"] == "true"
    assert not client.evaluate("nothing_such")["success"]
    client.move("next")
    assert client.stack()[0]["line"] == line("every l in lines"), client.stack()
    client.move("stepIn")
    assert client.values()["Loop variables"]["l"] == "sku a, quantity 2", client.values()
    assert client.evaluate("l.quantity + 1")["body"]["result"] == "3", client.evaluate("l.quantity + 1")
    client.move("stepBack")
    client.move("stepBack")
    assert client.stack()[0]["line"] == line("amount > 0"), client.stack()
    client.move("reverseContinue")
    assert client.stack()[0]["line"] == line("with_tax(amount)"), client.stack()
    assert client.move("reverseContinue")["reason"] == "entry"

    # A condition, and the end with the decision.
    client.body("setBreakpoints", source={"path": path}, breakpoints=[{"line": line("amount > 0"), "condition": "amount > 1000"}])
    client.body("continue", threadId=1)
    output = client.event("output")["output"]
    assert output.startswith("Accepted"), output
    assert client.event("exited")["exitCode"] == 0
    client.event("terminated")
    client.body("disconnect")
    assert client.process.wait(timeout=20) == 0


def exceptions(client, root):
    (root / "large.json").write_text(json.dumps(PROPOSAL | {"amount": 3000}))
    assert launch(client, program=str(root), proposal=str(root / "large.json"))["success"]
    client.body("setExceptionBreakpoints", filters=["halted", "violated"])
    client.body("configurationDone")
    stop = client.event("stopped")
    assert stop["reason"] == "exception" and "Above the limit" in stop["text"], stop
    assert client.body("exceptionInfo", threadId=1)["exceptionId"] == "violated"
    stop = client.move("continue")
    assert stop["text"].startswith("Halted: Above the limit"), stop
    client.body("continue", threadId=1)
    client.event("terminated")
    client.body("disconnect")


def faults(client, root):
    # The wrong order, frames that are none, and bad input are told, and the session goes on.
    assert not client.ask("launch", proposal="x")["success"]
    client.write(b"{")
    client.body("initialize", adapterID="truths")
    assert client.events[0]["body"]["category"] == "stderr", client.events
    assert not client.ask("initialize")["success"]
    assert not client.ask("threads")["success"]
    assert "missing.json" in client.ask("launch", program=str(root), proposal="missing.json")["message"]
    (root / "bad.json").write_text('{"action": "place_order",\n "amount": }')
    assert "bad.json:2:12" in client.ask("launch", program=str(root), proposal=str(root / "bad.json"))["message"]
    broken = root / "broken/truths/shop"
    broken.mkdir(parents=True)
    (broken / "shop.truths").write_text(TRUTHS.replace("amount > 0", "amuont > 0"))
    answer = client.ask("launch", program=str(root / "broken"), proposal=str(root / "proposal.json"))
    assert f"truths/shop/shop.truths:{line('amount > 0')}:7: " in answer["message"], answer
    assert "did you mean `shop.small`" in client.ask("launch", program=str(root), fixture="shop.smal")["message"]
    assert client.ask("launch", program=str(root), fixture="shop.small", stopOnEntry=True)["success"]
    assert not client.ask("next")["success"]
    client.body("configurationDone")
    assert client.event("stopped")["reason"] == "entry"
    assert not client.ask("variables", variablesReference=99)["success"]
    assert not client.ask("scopes", frameId=99)["success"]
    assert not client.ask("wonder")["success"]
    client.process.stdin.close()
    assert client.process.wait(timeout=20) == 1


def main():
    program = shutil.which(os.environ.get("TRUTHS", "truths"))
    if not program:
        print("debug: skipped, there is no truths (set TRUTHS)")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        (root / "truths/shop").mkdir(parents=True)
        (root / "Fixtures/shop").mkdir(parents=True)
        (root / "truths/shop/shop.truths").write_text(TRUTHS)
        (root / "proposal.json").write_text(json.dumps(PROPOSAL))
        (root / "Fixtures/shop/shop.small.json").write_text(
            json.dumps({"id": "shop.small", "proposal": PROPOSAL, "expected": {"decision": "accepted"}}))
        for play in (session, exceptions, faults):
            client = Client(program, root)
            try:
                play(client, root)
            finally:
                client.process.kill()
                client.process.wait()
    print("debug: a session with the messages that editors send")
    return 0


if __name__ == "__main__":
    sys.exit(main())
