"""Runs the samples of `docs/scale.md`, Beyond one machine: three servers behind nginx by a partition key, and a standby.

    python3 Tests/python/scale_out.py .build/release/truths .build/release/truths-server

Each customer's orders are decided as one server decides all of them, by one server of three; a server that is killed under load is
followed by one over its standby, which has every decision that was acknowledged before the standby's last entry, and goes on.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

SAMPLES = Path(__file__).resolve().parents[2] / "docs/embedding/server"
ACTOR = {"type": "user", "user_id": "ann", "device_id": "desk", "org_id": "acme", "roles": ["clerk"]}
RULES = """\
pack shop:
  version: 1.0.0
  summary: Orders of customers

fact order.placed:
  summary: An order stands
  key: [customer_id, order_id]
  fields:
    customer_id: text
    order_id: text

intent place_order:
  summary: A customer wants something
  fields:
    customer_id: text
    order_id: text

truth ordering:
  summary: A customer has three orders at most
  when:
    - intent: place_order
  requires:
    - customer_id exists and order_id exists
    - order.placed missing else "Order {order_id} stands already"
    - count(o in order.placed where o.customer_id == customer_id) < 3 else "{customer_id} has three orders"
  produces:
    - fact.order.placed
    - trace.order.placing
"""


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Server:
    def __init__(self, command: str, rules: Path, ledger: Path, port: int = 0, public: str | None = None) -> None:
        # A server has the folder of its ledger for itself.
        ledger.parent.mkdir(exist_ok=True)
        words = [command, str(rules), "--ledger", str(ledger), "--listen", f"127.0.0.1:{port}", "--actor", json.dumps(ACTOR)]
        if public:
            words += ["--public-url", public]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout
        self.url = "http://" + json.loads(self.process.stdout.readline())["http"]

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def order(url: str, customer: str, number: int) -> tuple[int, dict]:
    body = {"action": "place_order", "customer_id": customer, "order_id": f"{customer}-{number}"}
    headers = {"Content-Type": "application/json", "Partition-Key": customer, "Idempotency-Key": f"{customer}-{number}"}
    request = urllib.request.Request(url + "/jobs", json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as fault:
        return fault.code, {}
    except OSError:
        return 0, {}


def decided(ledger: Path) -> set[str]:
    """Customers whose orders a ledger has."""
    entries = [json.loads(line) for line in ledger.read_text().splitlines()]
    return {entry["payload"]["customer_id"] for entry in entries if entry["entry_type"] == "proposal"}


def shards(truths: str, command: str, folder: Path, rules: Path) -> None:
    proof = subprocess.run([truths, "check", "--partition-by", "customer_id"], cwd=rules, capture_output=True, text=True, check=True)
    assert "pinned to customer_id" in proof.stdout + proof.stderr, proof
    customers = [f"c{number}" for number in range(24)]
    one = Server(command, rules, folder / "one.jsonl")
    alone = {(customer, number): order(one.url, customer, number)[1]["decision"] for number in range(4) for customer in customers}
    one.kill()
    assert sorted(alone.values()).count("accepted") == 72 and sorted(set(alone.values())) == ["accepted", "rejected"], alone
    ports = {8080 + place: free_port() for place in range(4)}
    url = f"http://127.0.0.1:{ports[8080]}"
    servers = [Server(command, rules, folder / f"{place}/ledger.jsonl", ports[8080 + place], url) for place in (1, 2, 3)]
    configuration = (SAMPLES / "nginx.conf").read_text()
    for old, new in ports.items():
        configuration = configuration.replace(f":{old}", f":{new}")
    (folder / "nginx.conf").write_text(f"pid {folder}/nginx.pid; error_log {folder}/error.log;\n" + configuration)
    nginx = subprocess.Popen(["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", "daemon off;"])
    try:
        for _ in range(100):
            if order(url, "", 0)[0] == 400:
                break
            time.sleep(0.1)
        apart = {(customer, number): order(url, customer, number)[1].get("decision") for number in range(4) for customer in customers}
        assert apart == alone, "three servers decide otherwise than one"
        places = [decided(folder / f"{place}/ledger.jsonl") for place in (1, 2, 3)]
        assert all(places) and set().union(*places) == set(customers) and sum(map(len, places)) == len(customers), places
        servers[0].kill()
        for customer in customers:
            status, _ = order(url, customer, 0)
            assert status == (502 if customer in places[0] else 200), (customer, status)
    finally:
        nginx.terminate()
        nginx.wait()
        for server in servers:
            server.kill()
    print("three servers by customer_id: 96 orders decided as by one, each customer's in one ledger")


def standby(truths: str, command: str, folder: Path, rules: Path) -> None:
    primary = Server(command, rules, folder / "primary.jsonl")
    copy = folder / "standby.jsonl"
    follower = subprocess.Popen([sys.executable, SAMPLES / "standby.py", primary.url, copy])
    told = {}
    for number in range(3):
        for customer in range(20):
            told[f"d{customer}", number] = order(primary.url, f"d{customer}", number)[1]
    size = told["d19", 2]["head"]["size"]
    for _ in range(200):
        if copy.exists() and len(copy.read_bytes().splitlines()) >= size:
            break
        time.sleep(0.1)
    primary.kill()
    assert follower.wait(30) in (0, 1), "the standby says that the primary rewrote its ledger"
    head = told["d19", 2]["head"]["head"]
    subprocess.run([truths, "verify", "--ledger", copy, "--truths", rules, "--head", head], check=True, stdout=subprocess.DEVNULL)
    lines = copy.read_bytes().splitlines()
    heir = Server(command, rules, copy)
    for (customer, number), before in told.items():
        status, answer = order(heir.url, customer, number)
        assert status == 200 and answer["decision_id"] == before["decision_id"], (customer, number, status, answer)
    assert order(heir.url, "d0", 3)[1]["decision"] == "rejected", "the heir forgot what stood"
    heir.kill()
    # A server that tells other entries than it has is noticed: this copy has another first entry.
    other = folder / "other.jsonl"
    other.write_bytes(b"\n".join([lines[0].replace(b"d0", b"d1"), *lines[1:]]) + b"\n")
    again = Server(command, rules, folder / "primary.jsonl")
    stream = json.loads(urllib.request.urlopen(again.url + "/events?since_seq=0").read())
    place = {"seq": stream["current_seq"], "stream": stream["events"][-1]["stream_id"]}
    other.with_suffix(".place").write_text(json.dumps(place))
    late = subprocess.Popen([sys.executable, SAMPLES / "standby.py", again.url, other], stderr=subprocess.PIPE, text=True)
    order(again.url, "e0", 0)
    assert late.wait(30) == 2, late.stderr.read() if late.stderr else ""
    again.kill()
    print("a standby: 60 decisions under one head, and a server that goes on from it; a copy that differs is noticed")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        rules = folder / "rules"
        (rules / "truths/shop").mkdir(parents=True)
        (rules / "truths/shop/shop.truths").write_text(RULES, encoding="utf-8")
        truths, command = (str(Path(word).resolve()) for word in sys.argv[1:3])
        standby(truths, command, folder, rules)
        if shutil.which("nginx"):
            shards(truths, command, folder, rules)
        else:
            print("three servers: skipped, there is no nginx")
