#!/usr/bin/env python3
"""Measures every peer of the folder, and Truths as one more, in one go; then writes the folder's own table with all of them.

Stands beside the folder's run_all.py (`run` puts it there) and measures with its functions: each measurement in a process of its own,
pinned to one core. BUDGET is the seconds that a variant of W1 and W2 may take; SHORT=1 leaves out what alone takes minutes.
"""
import json
import os
import statistics
import subprocess
import time

import run_all
import workload

BENCH, TRUTHS = os.environ["TRUTHS_BENCH"], os.environ["TRUTHS"]
VERSION = os.environ.get("TRUTHS_VERSION", "")
NAME, CODES = "Truths", "data/truths_codes.txt"

# What takes minutes by itself and is far behind, as the folder's own results say.
LONG = {
    "w1/cedar/reparse/100000": "0.7 s a decision",
    "w1/regocpp/scan/100000": "more than 180 s",
    "w1/regorus_/scan/100000": "37 ms a decision",
    "w1/zen_/scan/100000": "80 ms a decision",
    "w1/zen_/scan-table/100000": "58 ms a decision",
    "w1/cel_rust/scan/100000": "113 ms a decision",
    "w2/regocpp/bundle/10000": "114 s to load",
    "w2/oso_/rules/10000": "4.3 s a decision",
    "w2/casbin_/policies/10000": "1.2 s a decision",
    "w3/python-naive/500": "25 s",
    "w3/python-naive/1000": "more than 120 s",
    "w3/mangle/500": "25 s",
    "w3/mangle/1000": "more than 120 s",
    "w3/durable-rules/500": "7 s",
    "w3/durable-rules/1000": "113 s",
    "w3/pyDatalog/1000": "20 s",
}


def main():
    os.makedirs("results", exist_ok=True)
    if os.path.exists(run_all.OUT):
        os.remove(run_all.OUT)
    if os.environ.get("SHORT"):
        leave_out()
    run_all.celq()
    w1()
    run_all.w1w2(["w1"], run_all.PEERS)
    w2()
    run_all.w1w2(["w2"], run_all.PEERS)
    w3()
    run_all.w3()
    w4()
    run_all.w4()
    w5()
    run_all.w5()
    run_all.report()


def leave_out():
    for key, why in LONG.items():
        workload_name, peer, *rest = key.split("/")
        row = {"key": key, "workload": workload_name, "failed": f"not run ({why})"}
        if workload_name == "w3":
            row |= {"engine": peer, "size": int(rest[-1]), "peak_mb": None}
        else:
            row |= {"peer": peer, "variant": rest[0], "size": int(rest[-1])}
        run_all.done[key] = row


def run(*words, timeout=180):
    """The rows that the program prints, with the peak of its memory."""
    code, out, err, seconds, peak = run_all.sh([BENCH, *map(str, words)], timeout)
    if code:
        raise SystemExit(f"{' '.join(map(str, words))}: {err}")
    return [{**json.loads(line), "peak_mb": peak, "process_s": seconds, "version": VERSION} for line in out.splitlines()]


def check(row, codes):
    """Holds the codes that Truths gave against the reference's, by digest."""
    with open(CODES, encoding="utf-8") as file:
        given = file.read().split(",")
    row["codes_equal_reference"] = workload.digest(given) == workload.digest(codes[:len(given)])
    row["sha256"] = workload.digest(given)


def w1():
    for facts in (*run_all.NS, 1_000_000):
        context = workload.facts(facts)
        proposals = workload.proposals(100_000, facts)
        closed, approved = workload.index(context)
        codes = [workload.decide(proposal, closed, approved) for proposal in proposals]
        for variant in ("decide", "json", "events", "record"):
            for row in run("w1", facts, variant, CODES):
                check(row, codes)
                run_all.put(f"w1/truths/{variant}/{facts}", {**row, "peer": NAME})


def w2():
    for truths in run_all.KS:
        proposals = workload.proposals(100_000, 1000, seed=0xABCD, intent=f"intent_{truths // 2}")
        closed, approved = workload.index(workload.facts(1000))
        codes = [workload.decide(proposal, closed, approved, 1000 + truths // 2) for proposal in proposals]
        for row in run("w2", truths, CODES):
            check(row, codes)
            row["note"] = "a file a truth, all read and checked; 1,000 facts in the store"
            run_all.put(f"w2/truths/{truths}", {**row, "peer": NAME})


def w3():
    for variant, name in (("fixpoint", f"{NAME}: fixed point"), ("ledger", f"{NAME}: with entries, traces, hashes")):
        for size in run_all.CH:
            rows = [run("w3", variant, size)[0] for _ in range(5)]
            seconds = statistics.median(row["seconds"] for row in rows)
            run_all.put(f"w3/truths-{variant}/{size}", {**rows[-1], "workload": "w3", "engine": name, "size": size, "seconds": seconds,
                                                        "runs": len(rows)})


def w4():
    folder = "data/truths"
    for words in (("truth", f"{folder}/one"), ("truths", "1000", f"{folder}/many"), ("context", "10", f"{folder}/context.jsonl"),
                  ("proposals", "1", "10", f"{folder}/proposal.json")):
        run("write", *words)
    files = sorted(os.path.join(f"{folder}/one/truths/money", name) for name in os.listdir(f"{folder}/one/truths/money"))
    data = [f"{folder}/context.jsonl", f"{folder}/proposal.json"]
    decide = [TRUTHS, "run", f"{folder}/one", "--context", data[0], "--proposal", data[1], "--format", "json"]
    subprocess.run(["swiftc", "-O", "-static-stdlib", "truths_smallest.swift", "-o", "native/smallest"], check=True)
    one = {f"{NAME} (truths run: reasons, traces, hashes)": decide, "Swift floor, static, same files": ["native/smallest", *files, *data]}
    for name, words in one.items():
        took = []
        for _ in range(21):
            start = time.perf_counter()
            result = subprocess.run(["taskset", "-c", run_all.CORE, *words], capture_output=True, text=True, check=False)
            took.append((time.perf_counter() - start) * 1e3)
        peak = run_all.sh(words)[4]
        run_all.put(f"w4/one/{name}", {
            "workload": "w4", "kind": "one decision, whole process", "engine": name, "ms": statistics.median(took[1:]),
            "p95_ms": sorted(took)[19], "runs": 20, "rc": 0, "answer": result.stdout[:60].replace("\n", " "), "peak_mb": peak})
    took = []
    for _ in range(5):
        code, out, err, seconds, peak = run_all.sh([TRUTHS, "check", f"{folder}/many", "--quiet"], 300)
        took.append(seconds)
    run_all.put(f"w4/parse1000/{NAME}", {
        "workload": "w4", "kind": "parse + check 1,000 files, whole process", "engine": f"{NAME} (truths check --quiet)",
        "seconds": statistics.median(took), "runs": 5, "rc": code, "answer": (out.strip() or err)[-80:], "peak_mb": peak})


def w5():
    for number, row in enumerate(run("w5", "data")):
        run_all.put(f"w5/truths#{number}", {**row, "workload": "w5"})


main()
