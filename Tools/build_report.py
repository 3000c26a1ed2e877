"""What each module takes to build: lines of Swift, processor seconds, and how these compare with a module that never changes.

    Tools/build_report.py TIMES [--check | --write]

TIMES is what Tools/timed-swiftc noted of one build. Machines differ, so the committed figures (Benchmarks/build.json) count in the
time that ArgumentParser takes, whose version is exact: 1.00 is as long. With --check the status is 1 where all modules together take
a fifth more than the committed figure (one run differs from the next by up to a tenth); with --write the figures are committed anew.
"""

import argparse
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BASELINE = ROOT / "Benchmarks/build.json"
UNIT = "ArgumentParser"
TOLERANCE = 1.20


def read(path):
    """Processor seconds by module, and the seconds from the first begin to the last end."""
    seconds, begins, ends = {}, [], []
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        module, used, begin, end = line.split()
        seconds[module] = float(used)
        begins.append(float(begin))
        ends.append(float(end))
    return seconds, max(ends) - min(begins)


def lines(module):
    return sum(path.read_bytes().count(b"\n") for path in (ROOT / "Sources" / module).rglob("*.swift"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("times")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    seconds, wall = read(arguments.times)
    if UNIT not in seconds:
        sys.exit(f"{arguments.times} has no {UNIT}: was everything built anew?")
    unit = seconds[UNIT]
    ours = {module: used / unit for module, used in seconds.items() if (ROOT / "Sources" / module).is_dir()}
    known = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    print(f"{'module':24}{'lines':>8}{'seconds':>9}{'lines/s':>9}{'× unit':>9}{'committed':>11}")
    for module in sorted(ours, key=ours.get, reverse=True):
        count, used = lines(module), seconds[module]
        print(f"{module:24}{count:8}{used:9.1f}{count / used:9.0f}{ours[module]:9.2f}{known.get(module, 0):11.2f}")
    total, committed = sum(ours.values()), sum(known.values())
    print(f"all: {sum(seconds[module] for module in ours):.0f} s of processor in {wall:.0f} s, {total:.2f} × {UNIT} ({unit:.1f} s)")
    if arguments.write:
        BASELINE.write_text(json.dumps({module: round(ours[module], 2) for module in sorted(ours)}, indent=2) + "\n")
    if arguments.check and ours.keys() != known.keys():
        print(f"other modules than committed: {', '.join(sorted(ours.keys() ^ known.keys()))}; make build-report REPORT=--write")
    if arguments.check and total > committed * TOLERANCE:
        print(f"the build takes {total / committed - 1:+.0%} over the committed {committed:.2f}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
