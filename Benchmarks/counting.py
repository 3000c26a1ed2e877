"""Counts the instructions and the counted references of an operation: the same on every machine, however busy it is.

A simulated processor (valgrind) counts two runs of different length; their difference is the operation, without the set-up.
"""
import json
import os
import re
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.join(HERE, "..", ".build", "release", "TruthsBenchmarks")
RUNS = (1, 3)


def measures():
    """What there is to measure, in order."""
    return bench("list")


def bench(*words):
    """The lines of JSON that the program prints."""
    result = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise SystemExit(result.stderr)
    return [json.loads(line) for line in result.stdout.splitlines()]


def instructions(name, size):
    """Instructions of one operation."""
    few, _ = counted(name, size, RUNS[0])
    many, operations = counted(name, size, RUNS[1])
    return (many - few) / (RUNS[1] - RUNS[0]) / operations


def bare():
    """The program without what debuggers read, which some versions of valgrind stop at; made anew where the program is newer."""
    copy = PROGRAM + "-bare"
    if not os.path.exists(copy) or os.path.getmtime(copy) < os.path.getmtime(PROGRAM):
        subprocess.run(["strip", "--strip-debug", "-o", copy, PROGRAM], check=True)
    return copy


def counted(name, size, runs):
    """Instructions of a whole process, and how many operations a run of it does."""
    result = simulated(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"], name, size, runs)
    return int(re.search(r"I\s+refs:\s+([\d,]+)", result.stderr)[1].replace(",", "")), json.loads(result.stdout)["operations"]


def references(name, size):
    """How often an operation counts a reference. Threads that share an object wait for each other there."""
    few, _ = retained(name, size, RUNS[0])
    many, operations = retained(name, size, RUNS[1])
    return (many - few) / (RUNS[1] - RUNS[0]) / operations


def retained(name, size, runs):
    """Calls of swift_retain of a whole process, and how many operations a run of it does."""
    with tempfile.NamedTemporaryFile("r", encoding="utf-8", errors="replace") as file:
        result = simulated(["--tool=callgrind", f"--callgrind-out-file={file.name}"], name, size, runs)
        called, calls, names = "", 0, {}
        for line in file:
            if line.startswith(("fn=", "cfn=")):
                # A name stands where its number comes first.
                number, _, text = line.partition("=")[2].rstrip().partition(" ")
                called = names.setdefault(number, text)
            elif line.startswith("calls=") and called == "swift_retain":
                calls += int(line[6:].split()[0])
    return calls, json.loads(result.stdout)["operations"]


def simulated(tool, name, size, runs):
    """The result of a process on the simulated processor."""
    command = ["valgrind", *tool, bare(), "count", name, str(size), str(runs)]
    # Swift's hash tables are seeded by chance otherwise.
    environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if result.returncode != 0 or not re.search(r"I\s+refs:", result.stderr):
        raise SystemExit(f"{' '.join(command)}\n{result.stderr}")
    return result
