#!/usr/bin/env python3
"""Makes a ledger of many decisions with `truths run --ledger`, and holds each command that reads it against a limit of memory.

    ledger_soak.py .build/release/truths [--decisions 20000] [--folder FOLDER] [--library dist/libtruths.so.1]

One proposal in fifty is rejected, one in a thousand waits for an approval, all others are accepted and leave a fact. The limit is
128 MiB and 900 bytes a decision: the facts and what is kept of each run, not the entries, of which a decision has some 2,800
bytes. Each command prints a line, its processor time and its memory, and what it found is compared with what was proposed. It exits with 1 where
something differs or takes more. The ledger stands in FOLDER, which must not be there, else in a folder that is removed.

With --library, the ledger is exported as Parquet and imported again by the Python package, which must give the same bytes, within
384 MiB however large it is, and what was imported is what the commands behind read. Where pyarrow is not installed, that is left out.
"""

import argparse
import filecmp
import importlib.util
import os
import subprocess
import sys
import tempfile

TRUTHS = """
pack demo:
  version: 1.0.0
  summary: Parcels on their way

policy heavy:
  summary: What one person may carry
  type: decimal in kg
  default: 30

fact depot.closed:
  summary: A depot takes nothing more
  key: [depot_id]
  external: true
  fields:
    depot_id: text

fact parcel.sent:
  summary: A parcel is on its way
  key: [parcel_id]
  fields:
    parcel_id: text
    weight: decimal in kg

intent send_parcel:
  summary: Somebody sends a parcel
  fields:
    parcel_id: text
    depot_id: text
    weight: decimal in kg

truth sending:
  summary: A parcel leaves from an open depot, and somebody agrees to a heavy one
  when:
    - intent: send_parcel
  requires:
    - parcel_id exists
    - depot_id exists
    - weight > 0
  invariants:
    - depot.closed → reject("Depot {depot_id} is closed")
    - weight > heavy → requires_approval(forwarder)
  produces:
    - fact.parcel.sent
    - trace.demo.sending
"""

ORIGIN = [
    "--now", "2026-01-31T09:00:00Z", "--actor",
    '{"type":"user","user_id":"ann","device_id":"desk","org_id":"acme","roles":["clerk"]}',
]


def weight(number):
    if number % 1000 == 7:
        return 35
    return 0 if number % 50 == 3 else 1 + number % 30


def proposal(number):
    return '{"action":"send_parcel","parcel_id":"p%d","depot_id":"d%d","weight":%d}\n' % (number, number % 40, weight(number))


PACKAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "bindings", "python", "src")


class Soak:
    def __init__(self, truths, library, folder, decisions):
        self.truths = os.path.abspath(truths)
        self.library = library and os.path.abspath(library)
        self.folder = folder
        self.decisions = decisions
        self.limit = 128 + decisions * 900 / (1 << 20)
        self.faults = 0

    def fault(self, text):
        self.faults += 1
        print(f"FAULT: {text}", flush=True)

    def run(self, what, arguments, status):
        """Runs a command, and holds its memory against the limit. Returns what it printed first and last, and how many lines."""
        return self.measure(what, [self.truths, *arguments], status, self.limit)

    def measure(self, what, arguments, status, limit):
        """Runs a program likewise."""
        output = os.path.join(self.folder, "out")
        environment = {**os.environ, "PYTHONPATH": PACKAGE, "TRUTHS_LIBRARY": self.library or ""}
        with open(output, "wb") as out:
            process = subprocess.Popen(arguments, cwd=self.folder, stdout=out, env=environment)
            _, ended, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(ended)
        seconds, mebibytes = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
        print(f"{what:28} {seconds:8.1f} s {mebibytes:8.0f} MiB of {limit:.0f}", flush=True)
        if process.returncode != status:
            self.fault(f"{what} ended with {process.returncode}, not {status}")
        if mebibytes > limit:
            self.fault(f"{what} took more than {limit:.0f} MiB")
        first, last, lines = "", "", 0
        with open(output, encoding="utf-8") as out:
            for line in out:
                first = first or line.rstrip("\n")
                last = line.rstrip("\n")
                lines += 1
        os.remove(output)
        return first, last, lines

    def expect(self, what, found, wanted):
        if found != wanted:
            self.fault(f"{what}: {found!r} is not {wanted!r}")

    def parquet(self, entries):
        """Exports the ledger, and goes on with what is imported."""
        if not self.library:
            return
        if importlib.util.find_spec("pyarrow") is None:
            print("pyarrow is not installed: the ledger is not exported", flush=True)
            return
        ledger, again, parquet = (os.path.join(self.folder, name) for name in ("ledger.jsonl", "again.jsonl", "ledger.parquet"))
        module = [sys.executable, "-m", "truths"]
        export = [*module, "export", "--ledger", "ledger.jsonl", "--to", "parquet"]
        first, _, _ = self.measure("export --to parquet", export, 0, 384)
        self.expect("export", first, f"ledger.parquet: {entries} entries")
        size = os.path.getsize(parquet)
        print(f"{'the Parquet file':28} {size / (1 << 20):8.0f} MiB, {size / self.decisions:.0f} bytes a decision", flush=True)
        first, _, _ = self.measure("import", [*module, "import", "ledger.parquet", "--ledger", "again.jsonl"], 0, 384)
        self.expect("import", first, f"again.jsonl: {entries} entries")
        self.expect("the same bytes again", filecmp.cmp(ledger, again, shallow=False), True)
        os.remove(parquet)
        os.replace(again, ledger)

    def all(self):
        os.makedirs(os.path.join(self.folder, "truths", "demo"), exist_ok=True)
        with open(os.path.join(self.folder, "truths", "demo", "demo.truths"), "w", encoding="utf-8") as file:
            file.write(TRUTHS)
        with open(os.path.join(self.folder, "batch.jsonl"), "w", encoding="utf-8") as file:
            file.writelines(proposal(number) for number in range(self.decisions))
        with open(os.path.join(self.folder, "one.json"), "w", encoding="utf-8") as file:
            file.write(proposal(self.decisions + 8))
        counts = [weight(number) for number in range(self.decisions)]
        rejected, waiting = counts.count(0), counts.count(35)
        accepted = self.decisions - rejected - waiting

        batch = ["run", "--proposal", "batch.jsonl", "--ledger", "ledger.jsonl", "--format", "json", *ORIGIN]
        _, _, lines = self.run("run --ledger, a batch", batch, 5 if waiting else 1 if rejected else 0)
        self.expect("decisions that were printed", lines, self.decisions)
        size = os.path.getsize(os.path.join(self.folder, "ledger.jsonl"))
        print(f"{'the ledger':28} {size / (1 << 20):8.0f} MiB, {size / self.decisions:.0f} bytes a decision", flush=True)

        self.parquet(4 * accepted + 4 * rejected + 5 * waiting)
        first, head, _ = self.run("verify", ["verify", "--ledger", "ledger.jsonl"], 0)
        self.expect("verify", first.startswith("holds: "), True)
        self.expect("verify", first.split(", ")[-1], f"{self.decisions} decisions repeated")
        first, last, _ = self.run("verify --no-replay", ["verify", "--ledger", "ledger.jsonl", "--no-replay"], 0)
        self.expect("the head", last, head)
        _, _, lines = self.run("explain", ["explain", "--ledger", "ledger.jsonl"], 0)
        self.expect("lines of explain", lines, self.decisions + 2)
        first, _, _ = self.run("explain --last", ["explain", "--ledger", "ledger.jsonl", "--last"], 0)
        self.expect("explain --last", first.startswith("Entry "), True)
        wanted = ["replay", "--ledger", "ledger.jsonl", "--set", "heavy=40", "--format", "ndjson"]
        _, _, lines = self.run("replay --set heavy=40", wanted, 0)
        self.expect("flips", lines, waiting)
        one = ["run", "--proposal", "one.json", "--ledger", "ledger.jsonl", "--format", "human", *ORIGIN]
        first, _, _ = self.run("run --ledger, one more", one, 0)
        self.expect("one more", first.startswith("Accepted"), True)
        first, last, _ = self.run("verify --continues", ["verify", "--ledger", "ledger.jsonl", "--continues", head.split()[1].rstrip(",")], 0)
        self.expect("entries", last.split(", ")[-1], f"{4 * (accepted + 1) + 4 * rejected + 5 * waiting} entries")
        return self.faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("truths")
    parser.add_argument("--decisions", type=int, default=20_000)
    parser.add_argument("--folder")
    parser.add_argument("--library", metavar="libtruths.so.1")
    given = parser.parse_args()
    if given.folder:
        os.makedirs(given.folder)
        return min(1, Soak(given.truths, given.library, given.folder, given.decisions).all())
    with tempfile.TemporaryDirectory() as folder:
        return min(1, Soak(given.truths, given.library, folder, given.decisions).all())


if __name__ == "__main__":
    sys.exit(main())
