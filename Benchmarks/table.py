#!/usr/bin/env python3
"""Measures everything and prints one page (Markdown). Every row names the command that it comes from.

    python3 Benchmarks/table.py BEFORE

BEFORE is the page of an earlier commit, or a file that does not exist: what a row's command took then stands beside what it takes now.
"""
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

from counting import HERE, PROGRAM, bench, instructions, measures

ROOT = os.path.dirname(HERE)
TRUTHS = os.path.join(ROOT, ".build", "release", "truths")
FRAMES = os.path.join(ROOT, ".build", "test-spark", "bin", "python")
SECONDS = os.environ.get("BENCH_SECONDS", "1")
# Measures whose work two threads can do at once. `verify` is not among them: one verification uses all cores.
SHARED = [("decide", 1000), ("decide-many", 1000), ("read-decide", 1000), ("record", 1000), ("halted", 1), ("accepted", 1)]
BATCHES = [int(size) for size in os.environ.get("BENCH_BATCHES", "10000 100000 1000000").split()]


def main():
    before = earlier(sys.argv[1])
    rows = [measured(measure, int(size)) for measure in measures() for size in measure["sizes"].split()]
    with tempfile.TemporaryDirectory() as folder:
        rows += processes(folder)
    together = [shared(name, size) for name, size in SHARED]
    print("# What Truths costs\n")
    print(f"`make bench` writes this page. Commit {commit()}, {machine()}; *before* is what this page said last.")
    print("`bench` is `.build/release/TruthsBenchmarks`. Times are medians. Memory is the most that the process held with all its data.")
    print("Instructions are those of one operation.\n")
    print("| operation | size | time | before | a second | instructions | peak MB | command |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
    for row in rows:
        print(f"| {' | '.join([*row[:3], before.get(row[-1], '–'), *row[3:]])} |")
    print("\nTwo threads share one gate. The ratio is what both do together by what one does alone.\n")
    print("| operation | size | ratio | before | command |")
    print("| --- | ---: | ---: | ---: | --- |")
    for row in together:
        print(f"| {' | '.join([*row[:3], before.get(row[-1], '–'), *row[3:]])} |")
    print("\nAn editor over 1,000 files with 9,900 truths and as many fixtures (`python3 Benchmarks/editor.py .build/release/truths`).\n")
    print(printed(sys.executable, os.path.join(HERE, "editor.py"), TRUTHS))
    if os.path.exists(FRAMES):
        print("\nRows of Arrow, one core (`.build/test-spark/bin/python Benchmarks/columns.py`).\n")
        print(printed(FRAMES, os.path.join(HERE, "columns.py")))


def earlier(path):
    """Times and ratios of an earlier page, by command."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        rows = [line.strip().strip("|").split(" | ") for line in file if re.search(r"`(bench|truths) [^`]*` \|$", line.strip())]
    return {row[-1].strip(): row[2].strip() for row in rows}


def commit():
    return subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True, check=True, cwd=ROOT).stdout.strip()


def printed(*words):
    print(os.path.basename(words[1]), file=sys.stderr, flush=True)
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()


def shared(name, size):
    print(f"{name} {size}, two threads", file=sys.stderr, flush=True)
    row = bench("cores", name, size, 2, SECONDS)[0]
    return [f"`{name}`", f"{size:,}", f"{row['ratio']:.2f}", f"`bench cores {name} {size} 2 {SECONDS}`"]


def measured(measure, size):
    name = measure["name"]
    print(f"{name} {size}", file=sys.stderr, flush=True)
    row = bench("time", name, size, SECONDS)[0]
    count = f"{instructions(name, size):,.0f}" if str(size) in measure["counted"].split() else "–"
    return [measure["operation"], f"{size:,} {measure['of']}", shown(row["ns"]), f"{1e9 / row['ns']:,.0f}", count,
            f"{row['peak_kb'] / 1024:,.0f}", f"`bench time {name} {size} {SECONDS}`"]


def processes(folder):
    """What a shell sees: the start of a process, and batches through it."""
    subprocess.run([PROGRAM, "write", "truth", folder], check=True)
    subprocess.run([PROGRAM, "write", "context", "1000", f"{folder}/context.jsonl"], check=True)
    subprocess.run([PROGRAM, "write", "proposals", "1", "1000", f"{folder}/proposal.json"], check=True)
    run = [TRUTHS, "run", "--context", "context.jsonl", "--proposal"]
    rows = []
    for words, operation in [([TRUTHS, "--help"], "start of the process, nothing decided"),
                             (run + ["proposal.json", "--format", "json", "--no-ways"], "one decision as a whole process, 1,000 facts"),
                             (run + ["proposal.json", "--format", "json"], "the same with what would have to change to be accepted")]:
        print(operation, file=sys.stderr, flush=True)
        took = [process(words, folder) for _ in range(21)][1:]
        rows.append([operation, "1", shown(statistics.median(seconds for seconds, _ in took) * 1e9), "–", "–",
                     f"{took[0][1]:,.0f}", f"`{command(words)}`"])
    for size in BATCHES:
        subprocess.run([PROGRAM, "write", "proposals", str(size), "1000", f"{folder}/batch.jsonl"], check=True)
        for jobs in (1, 2):
            print(f"batch {size} jobs {jobs}", file=sys.stderr, flush=True)
            words = run + ["batch.jsonl", "--format", "json", "--jobs", str(jobs)]
            seconds, peak = process(words, folder)
            rows.append([f"a decision of a batch, {jobs} job{'s' if jobs > 1 else ''}, with reasons, traces and all hashes",
                         f"{size:,} proposals", shown(seconds / size * 1e9), f"{size / seconds:,.0f}", "–", f"{peak:,.0f}",
                         f"`bench write proposals {size} 1000 batch.jsonl; {command(words)}`"])
    return rows


def process(words, folder):
    """Seconds and peak megabytes of a process."""
    with open(os.path.join(folder, "peak"), "w+", encoding="utf-8") as file:
        start = time.perf_counter()
        subprocess.run(["/usr/bin/time", "-f", "%M", "-o", file.name, *words], cwd=folder, stdout=subprocess.DEVNULL, check=False)
        return time.perf_counter() - start, int(file.read().split()[-1]) / 1024


def command(words):
    return " ".join(["truths", *words[1:]])


def shown(nanoseconds):
    for unit, size in [("s", 1e9), ("ms", 1e6), ("µs", 1e3)]:
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}" if nanoseconds / size < 1000 else f"{nanoseconds / size:,.0f} {unit}"
    return f"{nanoseconds:.3g} ns"


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), "unknown")
    return f"{model}, {os.cpu_count()} cores"


main()
