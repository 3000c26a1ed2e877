"""Counts the instructions of an operation: the same on every machine, however busy it is.

A simulated processor (valgrind) counts two runs of different length; their difference is the operation, without the set-up.
"""
import json
import os
import re
import subprocess

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
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", bare(), "count", name,
               str(size), str(runs)]
    # Swift's hash tables are seeded by chance otherwise.
    environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    found = re.search(r"I\s+refs:\s+([\d,]+)", result.stderr)
    if result.returncode != 0 or not found:
        raise SystemExit(f"{' '.join(command)}\n{result.stderr}")
    return int(found[1].replace(",", "")), json.loads(result.stdout)["operations"]
