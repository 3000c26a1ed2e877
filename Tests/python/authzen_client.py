"""Asks a server as a policy enforcement point of AuthZEN 1.0 does that knows nothing of it: with Python's own HTTP client.

    python3 Tests/python/authzen_client.py .build/release/truths-server

The 37 cases of the certification scenario, by their numbers there, and the facts of the published interop scenarios (todo list,
gateways, search, identity provider), as `examples/authzen` states them in its own form.
"""

import contextlib
import http.client
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples/authzen"
GATEWAY = {"type": "system", "user_id": "gateway", "device_id": "edge", "org_id": "acme", "roles": ["pep"]}
PUBLIC = "https://pdp.example"


class Server:
    """A server over an example, for as long as its process runs."""

    def __init__(self, program, example, *options):
        self.folder = tempfile.TemporaryDirectory()
        self.ledger = Path(self.folder.name) / "ledger.jsonl"
        shutil.copy(EXAMPLES / example / "context.jsonl", self.ledger)
        self.process = subprocess.Popen(
            [program, EXAMPLES / example, "--ledger", self.ledger, "--actor", json.dumps(GATEWAY), *options],
            stdout=subprocess.PIPE, text=True)
        ready = self.process.stdout.readline()
        assert ready, "the server does not start"
        self.connection = http.client.HTTPConnection(json.loads(ready)["http"], timeout=30)

    def end(self):
        self.connection.close()
        self.process.terminate()
        self.process.wait(20)
        self.folder.cleanup()

    def request(self, method, path, body=None, headers=None):
        """Status, headers and body of an answer."""
        self.connection.request(method, path, body, headers or {})
        answer = self.connection.getresponse()
        return answer.status, answer.headers, answer.read()

    def send(self, path, body, **headers):
        """Status, headers and parsed body of the answer to JSON."""
        status, fields, data = self.request(
            "POST", path, json.dumps(body), {"Content-Type": "application/json"} | headers)
        kind = "application/json" if status == 200 else "application/problem+json"
        assert fields["Content-Type"] == kind, fields["Content-Type"]
        return status, fields, json.loads(data)

    def decide(self, subject, action, resource, context=None, **more):
        body = {"subject": subject, "action": action, "resource": resource} | more
        if context is not None:
            body["context"] = context
        status, _, answer = self.send("/access/v1/evaluation", body)
        assert status == 200 and isinstance(answer["decision"], bool), answer
        assert isinstance(answer.get("context", {}), dict), answer
        return answer["decision"]

    def decide_all(self, body):
        status, _, answer = self.send("/access/v1/evaluations", body)
        assert status == 200 and "decision" not in answer, answer
        assert all(isinstance(one["decision"], bool) for one in answer["evaluations"]), answer
        return [one["decision"] for one in answer["evaluations"]]

    def refuses(self, path, body):
        status, _, answer = self.send(path, body)
        assert status == 400 and answer["status"] == 400, (path, body, answer)

    def search(self, target, **body):
        status, _, answer = self.send(f"/access/v1/search/{target}", body)
        assert status == 200 and isinstance(answer["results"], list), answer
        return answer

    def found(self, target, **body):
        """The names or ids of all results, each of the type that was asked for."""
        results = self.search(target, **body)["results"]
        if target == "action":
            assert all(set(one) == {"name"} for one in results), results
            return [one["name"] for one in results]
        assert all(one["type"] == body[target]["type"] and set(one) == {"type", "id"} for one in results), results
        return [one["id"] for one in results]


def user(name, **properties):
    return {"type": "user", "id": name} | ({"properties": properties} if properties else {})


def action(name, **properties):
    return {"name": name} | ({"properties": properties} if properties else {})


def record(name, **properties):
    return {"type": "record", "id": name} | ({"properties": properties} if properties else {})


ALICE, BOB, ADMIN = user("alice"), user("bob"), user("bob", role="admin")
READ, WRITE = action("read"), action("write")
ONE, TWO, ARCHIVED = record("record-1"), record("record-2"), record("record-2", status="archived")
ACTIVE = record("record-1", status="active")
CONTEXT = {"time": "2025-06-27T18:03-07:00", "ip": "192.168.1.1"}
EVALUATION, EVALUATIONS = "/access/v1/evaluation", "/access/v1/evaluations"


def basic(server):
    """Sections 2.2 to 2.6."""
    decide = server.decide
    yield "2.2.1", decide(ALICE, READ, ONE)
    yield "2.2.2", not decide(BOB, WRITE, ONE)
    yield "2.2.3", decide(ALICE, READ, ONE, CONTEXT)
    yield "2.2.4", not decide(ALICE, WRITE, ARCHIVED)
    yield "2.2.5", decide(ADMIN, WRITE, ARCHIVED)
    yield "2.2.6", decide(ALICE, action("delete", soft=True), ONE)
    yield "2.2.7", not decide(ALICE, action("delete", soft=False), ONE)
    yield "2.2.8", decide(
        user("alice", department="Sales", role="manager"), action("read", method="GET"),
        record("record-1", status="active", owner="bob"))
    yield "2.2.9", decide(ALICE, READ, ONE, foo="bar", futureField={"nested": True})
    # The form of a decision is what `decide` asserts.
    yield "2.3", decide(ALICE, WRITE, ONE) and decide(BOB, READ, ONE)
    whole = {"subject": ALICE, "action": READ, "resource": ONE}
    for missing in whole:
        server.refuses(EVALUATION, {name: value for name, value in whole.items() if name != missing})
    for name, value in [
        ("subject", {"id": "alice"}), ("subject", {"type": "user"}), ("action", {}), ("resource", {"id": "record-1"}),
        ("resource", {"type": "record"}), ("subject", "alice"), ("action", {"name": 123}),
    ]:
        server.refuses(EVALUATION, whole | {name: value})
    for kind, body in [("text/plain", json.dumps(whole)), ("application/json", "{"), ("application/json", "")]:
        assert server.request("POST", EVALUATION, body, {"Content-Type": kind})[0] == 400, (kind, body)
    assert server.request("POST", EVALUATION, json.dumps(whole))[0] == 400
    yield "2.4", True
    _, fields, _ = server.send(EVALUATION, whole, **{"X-Request-ID": "bfe9eb29"})
    status, _, _ = server.send(EVALUATION, whole)
    refused = server.request("POST", EVALUATION, "{", {"Content-Type": "application/json", "X-Request-ID": "r-2"})
    yield "2.5", fields["X-Request-ID"] == "bfe9eb29" and status == 200 and refused[1]["X-Request-ID"] == "r-2"
    yield "2.6", {decide(BOB, WRITE, ONE) for _ in range(5)} == {False} and {decide(ALICE, READ, ONE) for _ in range(5)} == {True}


def batch(server):
    """Section 3."""
    decide_all = server.decide_all
    yield "3.2.1", len(decide_all({"subject": ALICE, "action": READ, "evaluations": [{"resource": ONE}, {"resource": TWO}]})) == 2
    ordered = {"subject": BOB, "resource": ONE, "evaluations": [{"action": READ}, {"action": WRITE}]}
    yield "3.2.2", decide_all(ordered) == [True, False]
    yield "3.2.3", decide_all(
        {"subject": ALICE, "action": WRITE, "evaluations": [{"resource": ACTIVE}, {"resource": ARCHIVED}]}) == [True, False]
    yield "3.2.4", decide_all(
        {"action": WRITE, "resource": ARCHIVED, "evaluations": [{"subject": ALICE}, {"subject": ADMIN}]}) == [False, True]
    yield "3.2.5", decide_all({"evaluations": [
        {"subject": ALICE, "action": READ, "resource": ONE}, {"subject": BOB, "action": WRITE, "resource": ONE},
    ]}) == [True, False]
    yield "3.2.6", decide_all({"subject": ALICE, "action": READ, "context": {"time": "2025-06-27T18:03-07:00"}, "evaluations": [
        {"resource": ONE}, {"resource": TWO, "context": {"time": "2025-06-27T19:00-07:00", "source": "batch-override"}},
    ]})[0]
    yield "3.2.7", decide_all(
        {"subject": ALICE, "action": WRITE, "resource": ACTIVE, "evaluations": [{}, {"resource": ARCHIVED}]}) == [True, False]
    turned = ordered | {"evaluations": [{"action": WRITE}, {"action": READ}, {"action": WRITE}]}
    yield "3.3", decide_all(turned) == [False, True, False]
    whole = {"subject": ALICE, "action": READ, "resource": ONE}
    options = {"evaluations_semantic": "execute_all"}
    lacking = decide_all({"subject": ALICE, "action": READ, "options": options, "evaluations": [{"resource": ONE}, {}]})
    single = [server.send(EVALUATIONS, body) for body in (whole, whole | {"evaluations": []})]
    server.refuses(EVALUATIONS, {"subject": ALICE, "action": READ})
    yield "3.4", lacking == [True, False] and all(status == 200 and answer["decision"] is True for status, _, answer in single)


def searches(server):
    """Section 4."""
    found = server.found
    of_record = {"action": READ, "resource": ONE}
    people = found("subject", subject={"type": "user"}, **of_record)
    yield "4.2.1", {"alice", "bob"} <= set(people)
    yield "4.2.2", found("subject", subject={"type": "user"}, **of_record, context=CONTEXT) == people
    yield "4.2.3", found("subject", subject=ALICE, **of_record) == people
    yield "4.2.4", "bob" in found("subject", subject={"type": "user"}, action=WRITE, resource=ARCHIVED)
    records = found("resource", subject=ALICE, action=READ, resource={"type": "record"})
    yield "4.3.1", "record-1" in records
    yield "4.3.2", found("resource", subject=ALICE, action=READ, resource={"type": "record"}, context=CONTEXT) == records
    yield "4.3.3", found("resource", subject=ALICE, action=READ, resource=ONE) == records
    yield "4.3.4", "record-2" in found("resource", subject=ADMIN, action=WRITE, resource={"type": "record"})
    actions = found("action", subject=ALICE, resource=ONE)
    yield "4.4.1", {"read", "write"} <= set(actions)
    yield "4.4.2", found("action", subject=ALICE, resource=ONE, context=CONTEXT) == actions
    yield "4.4.3", "write" in found("action", subject=ADMIN, resource=ARCHIVED)
    first = server.search("subject", subject={"type": "user"}, **of_record, page={"limit": 1})
    token = first["page"]["next_token"]
    second = server.search("subject", subject={"type": "user"}, **of_record, page={"token": token})
    together = [one["id"] for one in first["results"] + second["results"]]
    yield "4.5", bool(token) and second["page"]["next_token"] == "" and together == people
    nobody = found("action", subject=user("nonexistent-user"), resource=ONE)
    others = [
        found("subject", subject={"type": "spaceship"}, **of_record),
        found("subject", subject={"type": "user"}, action=READ, resource=record("none")),
        found("resource", subject=user("nonexistent-user"), action=READ, resource={"type": "record"}),
        found("resource", subject=ALICE, action=READ, resource={"type": "spaceship"}),
        found("action", subject=ALICE, resource={"type": "spaceship", "id": "1"}),
    ]
    yield "4.6", nobody == [] and others == [[]] * len(others)
    for target, body in [
        ("subject", {"subject": {"type": "user"}, "resource": ONE}),
        ("resource", {"action": READ, "resource": {"type": "record"}}),
        ("action", {"subject": ALICE}),
        ("subject", {"subject": {"type": "user"}, "action": READ, "resource": {"type": "record"}}),
        ("resource", {"subject": {"type": "user"}, "action": READ, "resource": {"type": "record"}}),
        ("action", {"subject": {"type": "user"}, "resource": ONE}),
    ]:
        server.refuses(f"/access/v1/search/{target}", body)
    yield "4.7", True


def discovery(server):
    """Section 6."""
    status, fields, data = server.request("GET", "/.well-known/authzen-configuration")
    metadata = json.loads(data)
    base = metadata.pop("policy_decision_point")
    yield "6", (
        status == 200 and fields["Content-Type"] == "application/json" and base == PUBLIC
        and metadata["access_evaluation_endpoint"] == PUBLIC + EVALUATION and len(metadata) == 5
        and all(url.startswith(f"{PUBLIC}/access/v1/") for url in metadata.values()))


def todo_list(server):
    """The todo application, and the gateways before it."""
    permitted = json.loads((EXAMPLES / "todo/permitted.json").read_text())
    people = permitted["users"]
    ids = {name: {"type": "user", "id": person["id"]} for name, person in people.items()}

    def todo(owner):
        return {"type": "todo", "id": "7240d0db-8ff0-41ec-98b2-34a096273b9f", "properties": {"ownerID": people[owner]["email"]}}

    for name, subject in ids.items():
        for other in ("beth", name):
            target = {"type": "user", "id": people[other]["email"]}
            got = server.decide(subject, action("can_read_user"), target)
            yield f"{name} reads {other}", got == (name in permitted["can_read_user"])
        for act in ("can_read_todos", "can_create_todo"):
            got = server.decide(subject, action(act), {"type": "todo", "id": "todo-1"})
            yield f"{name} {act}", got == (name in permitted[act])
        other = "morty" if name == "rick" else "rick"
        for act in ("can_update_todo", "can_delete_todo"):
            for owner, whose in ((name, "own"), (other, "other")):
                got = server.decide(subject, action(act), todo(owner))
                yield f"{name} {act} of {owner}", got == (name in permitted[act][whose])
    updating = permitted["can_update_todo"]
    for name, owners in (("rick", ("rick", "jerry")), ("morty", ("rick", "morty")), ("jerry", ("rick", "jerry"))):
        got = server.decide_all(
            {"subject": ids[name], "action": action("can_update_todo"), "resource": {},
             "evaluations": [{"resource": todo(owner)} for owner in owners]})
        wanted = [name in updating["own" if owner == name else "other"] for owner in owners]
        yield f"{name} updates several", got == wanted
    for route, names in permitted.items():
        method, _, path = route.partition(" ")
        if not path:
            continue
        for name, subject in ids.items():
            got = server.decide(subject | {"type": "identity"}, action(method), {"type": "route", "id": path})
            yield f"{name} {route}", got == (name in names)


def record_search(server):
    """The three searches, and the identity provider's, which is that for what may be deleted."""
    permitted = json.loads((EXAMPLES / "records/permitted.json").read_text())
    everything = sorted({one for actions in permitted.values() for ids in actions.values() for one in ids})
    acts = ("view", "edit", "delete")
    for name, actions in permitted.items():
        for act in acts:
            got = server.found("resource", subject=user(name), action=action(act), resource={"type": "record"})
            yield f"records that {name} may {act}", got == actions[act]
    for one in everything:
        for act in acts:
            got = server.found("subject", subject={"type": "user"}, action=action(act), resource=record(one))
            yield f"who may {act} {one}", got == [name for name in sorted(permitted) if one in permitted[name][act]]
        for name, actions in permitted.items():
            got = server.found("action", subject=user(name), resource=record(one))
            yield f"what {name} may do to {one}", got == [act for act in sorted(acts) if one in actions[act]]
    for name, actions in permitted.items():
        asked = {"subject": user(name), "action": action("delete"), "resource": {"type": "record"}}
        page = server.search("resource", **asked, page={"limit": 1})
        ids = [one["id"] for one in page["results"]]
        while page["page"]["next_token"]:
            page = server.search("resource", **asked, page={"token": page["page"]["next_token"]})
            ids += [one["id"] for one in page["results"]]
        yield f"the token of {name}", ids == actions["delete"]


def semantics(server):
    """What ends a batch early, and what is too large."""
    body = {"subject": BOB, "resource": ONE, "evaluations": [{"action": READ}, {"action": WRITE}, {"action": READ}]}
    yield "deny first", server.decide_all(body | {"options": {"evaluations_semantic": "deny_on_first_deny"}}) == [True, False]
    yield "permit first", server.decide_all(body | {"options": {"evaluations_semantic": "permit_on_first_permit"}}) == [True]
    server.refuses(EVALUATIONS, body | {"options": {"evaluations_semantic": "some"}})
    server.refuses(EVALUATIONS, body | {"evaluations": [{"action": READ}] * 1001})
    yield "a thousand", len(server.decide_all(body | {"evaluations": [{"action": READ}] * 1000})) == 1000
    answer = server.send(EVALUATION, {"subject": BOB, "action": WRITE, "resource": ONE, "options": {"would_pass": True}})[2]
    context = answer["context"]
    yield "reasons", (
        context["reason"] == "Admins write what is archived, and nothing else"
        and context["reason_user"] == {"403": context["reason"]}
        and "office.writing" in context["reason_admin"]["403"] and bool(context["would_pass"]) and "decision_id" not in context)


def recording(server):
    """Each evaluation is a decision of the ledger."""
    before = server.ledger.read_text().count('"entry_type":"decision"')
    bodies = [{"subject": name, "action": READ, "resource": ONE} for name in (ALICE, ALICE, user("eve"))]
    contexts = [server.send(EVALUATION, body)[2]["context"] for body in bodies]
    decisions = {context["decision_id"] for context in contexts}
    recorded = server.ledger.read_text()
    yield "recorded", len(decisions) == 3 and recorded.count('"entry_type":"decision"') == before + 3
    yield "by the subject", recorded.count('"user_id":"eve"') > 0 and contexts[2]["reason"] == "@eve does not work here"
    batch = {"action": READ, "resource": ONE, "evaluations": [{"subject": ALICE}, {"subject": BOB}, {}]}
    yield "batch", server.decide_all(batch) == [True, True, False]
    size = len(server.ledger.read_text())
    yield "search", server.found("subject", subject={"type": "user"}, action=READ, resource=ONE) == ["alice", "bob"]
    yield "searches leave nothing", len(server.ledger.read_text()) == size


def run(program, example, *parts, options=()):
    """Runs cases against a server of their own; how many there were."""
    with contextlib.closing(contextlib.ExitStack()) as stack:
        server = Server(program, example, *options)
        stack.callback(server.end)
        results = [(name, bool(passed)) for part in parts for name, passed in part(server)]
    failed = [name for name, passed in results if not passed]
    assert not failed, f"{example}: {failed}"
    return len(results)


def main():
    program = Path(sys.argv[1]).resolve()
    certified = run(program, "certification", basic, batch, searches, discovery, options=("--public-url", PUBLIC))
    assert certified == 37, certified
    interop = run(program, "todo", todo_list) + run(program, "records", record_search)
    own = run(program, "certification", semantics) + run(program, "certification", recording, options=("--record-evaluations",))
    print(f"{certified} cases of the certification, {interop} of the interop scenarios and {own} of ours pass; {sys.argv[1]}")


main()
