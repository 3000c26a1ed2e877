"""Decides generated proposals that are meant to cost as much as they can, and holds each to 2 s and 512 MB (limits §4).

A case is a set of up to 100 truths with loops within loops, joins, views, tables and texts that grow, a context of up to 1,000
facts and a proposal of up to 1 MiB. Each has to end with a decision, or with its limit named. A case is made of its number alone:

    python3 Benchmarks/hostile.py .build/release/truths 1000        # cases 0 to 999
    python3 Benchmarks/hostile.py .build/release/truths 1 --from 17 --keep /tmp/case
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

SECONDS = 2.0
BYTES = 512 << 20


class Case:
    def __init__(self, number):
        self.chance = random.Random(number)
        self.variables = 0

    def pick(self, *options):
        return self.chance.choice(options)

    def variable(self):
        self.variables += 1
        return f"v{self.variables}"

    # Expressions by their types. `bound` has the variables in reach with their types; `depth` is how deep there may be loops.

    def text(self, bound, depth):
        names = [name for name, kind in bound if kind == "text"]
        lines = [name for name, kind in bound if kind == "line"]
        facts = [name for name, kind in bound if kind == "fact"]
        options = ["s"] + names + [f"{name}.id" for name in lines] + [f"{name}.g" for name in facts]
        name = self.chance.choice(options[-3:] if self.chance.random() < 0.8 else options)
        other = self.chance.choice(options)
        if depth <= 0:
            return name
        return self.pick(name, name, f'"{{{name}}}{{{other}}}"', f"lower({name})", f"upper({name})", f"trim({name})")

    def number(self, bound, depth):
        names = [name for name, kind in bound if kind == "number"]
        names += [f"{name}.n" for name, kind in bound if kind == "fact"]
        names += [f"{name}.qty" for name, kind in bound if kind == "line"]
        name = self.chance.choice(names + ["n"])
        if depth <= 0:
            return name
        return self.pick(
            name, f"{name} + n", f"{name} * 3", f"length({self.text(bound, 0)})", f"length({self.list(bound, depth - 1)})",
            self.aggregate(bound, depth - 1))

    def list(self, bound, depth):
        lines = [name for name, kind in bound if kind == "line"]
        if depth <= 0:
            return self.chance.choice(["ls", "ms"] + [f"{name}.tags" for name in lines])
        inner = self.list(bound, depth - 1)
        return self.pick(inner, f"distinct({inner})", f"({inner} + ls)", f"first({inner}, 500)", self.collected(bound, depth - 1))

    def loop(self, bound, depth):
        variable = self.variable()
        kind, source = self.pick(("text", None), ("text", None), ("line", "lines"), ("fact", "item.known"), ("number", "ns"))
        return f"{variable} in {source or self.list(bound, min(depth, 1))}", (variable, kind)

    def loops(self, bound, depth):
        words = []
        for _ in range(self.chance.randint(1, 3)):
            word, new = self.loop(bound, depth)
            words.append(f"for {word}")
            bound = bound + [new]
        return " ".join(words), bound

    def collected(self, bound, depth):
        loops, inside = self.loops(bound, depth)
        order = f" by {self.text(inside, 0)}" if self.chance.random() < 0.2 else ""
        return f"list({self.text(inside, 1)} {loops}{order})"

    def aggregate(self, bound, depth):
        loops, inside = self.loops(bound, depth)
        where = f" where {self.condition(inside, depth)}" if self.chance.random() < 0.7 else ""
        if self.chance.random() < 0.5:
            return f"count({loops.removeprefix('for ')}{where})"
        return f"sum({self.number(inside, 0)} {loops}{where})"

    def condition(self, bound, depth):
        text = lambda: self.text(bound, 1)
        plain = [
            f"{text()} == {text()}", f'{text()} like "*a*b*"', f"{text()} in {self.list(bound, 0)}",
            f"{self.number(bound, 0)} > 3", f"{self.list(bound, 0)} contains {text()}", f"is_sorted({self.list(bound, 0)})"]
        if depth <= 0:
            return self.chance.choice(plain)
        word, new = self.loop(bound, depth)
        inner = self.condition(bound + [new], depth - 1)
        quantified = f"({self.pick('some', 'no', 'every')} {word} satisfies {inner})"
        return self.pick(quantified, quantified, f"{self.aggregate(bound, depth - 1)} > 2", self.chance.choice(plain))

    # Declarations

    def truth(self, number):
        lets = [f"    l{number}_{place}: {self.pick(self.collected, self.list, self.text, self.number)([], 2)}" for place in
                range(self.chance.randint(0, 2))]
        clauses = [f"    - ({self.condition([], self.chance.randint(1, 4))})" for _ in range(self.chance.randint(1, 3))]
        lines = [f"truth t{number}:", "  when:", "    - intent: act"]
        if lets:
            lines += ["  let:"] + lets
        lines += ["  requires:", "    - s exists and n exists and ls exists and ms exists and ns exists and lines exists"] + clauses
        lines += ["  produces:", f"    - trace.demo.t{number}"]
        if self.chance.random() < 0.3:
            source = self.pick("ls", "ms", "distinct(ls + ms)")
            lines += [f"    - fact.item.made for k in {source}:", '        k: "{k}' + str(number) + '"', "        g: s"]
        return lines

    def on_facts(self, number):
        width = self.chance.randint(1, 6)
        lines = [f"truth d{number}:", "  when:"]
        bound = []
        for place in range(width):
            kind = self.pick("item.known", "item.known", "item.made")
            lines.append(f"    - fact: {kind} as a{place}")
            if kind == "item.known":
                bound.append((f"a{place}", "fact"))
        conditions = [f"a{place}.k == a{place - 1}.g" for place in range(1, width) if self.chance.random() < 0.5]
        if self.chance.random() < 0.4 and bound:
            names = [name for name, _ in bound]
            conditions.append(f'{self.chance.choice(names)}.g like "*a*"')
        if conditions:
            lines.append(f"    - if: {' and '.join(conditions)}")
        lines += ["  produces:", f"    - fact.item.paired{number}:", "        a: a0.k", f"    - trace.demo.d{number}"]
        fact = [f"fact item.paired{number}:", "  key: [a]", "  fields:", "    a: text", ""]
        return fact + lines

    def pack(self):
        lines = """pack demo:
  summary: What costs much

record line:
  fields:
    id: text
    qty: integer
    tags: list of text

fact item.known:
  key: [k]
  external: true
  fields:
    k: text
    g: text
    n: integer

fact item.made:
  key: [k]
  fields:
    k: text
    g: text

intent act:
  fields:
    s: text
    n: integer
    ls: list of text
    ms: list of text
    ns: list of integer
    lines: list of line
""".split("\n")
        for number in range(self.pick(1, 1, 2, 5, 20, 60)):
            lines += self.truth(number) + [""]
        for number in range(self.pick(0, 0, 1, 2, 8)):
            lines += self.on_facts(number) + [""]
        return "\n".join(lines)

    def texts(self, count, size):
        alphabet = self.pick("ab", "abcdefghij", "é😀a")
        return ["".join(self.chance.choices(alphabet, k=self.chance.randint(1, size))) for _ in range(count)]

    def proposal(self):
        room = self.pick(1_000, 20_000, 200_000, 900_000)
        size = self.pick(2, 10, 100, 5_000)
        count = max(1, min(room // (4 * (size + 4)), 50_000))
        value = {
            "action": "act", "proposal_id": "p", "n": self.chance.randint(0, 9), "s": self.texts(1, min(room // 4, 200_000))[0],
            "ls": self.texts(count, size), "ms": self.texts(max(1, count // self.pick(1, 10)), size),
            "ns": [self.chance.randint(0, 99) for _ in range(min(count, room // 8))],
            "lines": [{"id": text, "qty": 1, "tags": self.texts(3, 4)} for text in self.texts(min(count, room // 200 + 1), 8)],
        }
        return json.dumps(value, ensure_ascii=False)

    def context(self):
        count = self.pick(0, 2, 30, 300, 1_000)
        groups = self.pick(1, 5, 1_000)
        return "".join(
            json.dumps({"type": "item.known", "k": f"k{place}", "g": f"k{place * 7 % groups}", "n": place}) + "\n"
            for place in range(count))


def write(folder, number):
    case = Case(number)
    os.makedirs(f"{folder}/truths/demo", exist_ok=True)
    for name, text in (("truths/demo/demo.truths", case.pack()), ("proposal.json", case.proposal()), ("context.jsonl", case.context())):
        with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
            file.write(text)


def run(truths, folder):
    with open(f"{folder}/out", "wb") as out, open(f"{folder}/err", "wb") as err:
        child = subprocess.Popen(
            [truths, "run", "--proposal", "proposal.json", "--context", "context.jsonl", "--format", "json"], cwd=folder,
            stdout=out, stderr=err)
        deadline = time.monotonic() + 60
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() > deadline:
                child.kill()
            time.sleep(0.005)
    code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
    return code, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("truths")
    parser.add_argument("cases", type=int)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--keep", help="a folder in which the last case stays")
    arguments = parser.parse_args()
    truths = os.path.abspath(arguments.truths)
    folder = arguments.keep or tempfile.mkdtemp()
    codes, slow, faults = {}, [], 0
    for number in range(arguments.first, arguments.first + arguments.cases):
        shutil.rmtree(folder, ignore_errors=True)
        write(folder, number)
        code, seconds, size = run(truths, folder)
        codes[code] = codes.get(code, 0) + 1
        slow = sorted(slow + [(seconds, size, number, code)], reverse=True)[:5]
        if code not in (0, 1, 2) or seconds > SECONDS or size > BYTES:
            faults += 1
            print(f"case {number}: exit {code}, {seconds:.2f} s, {size >> 20} MB", flush=True)
    if not arguments.keep:
        shutil.rmtree(folder)
    print(f"{arguments.cases} cases, {faults} outside of {SECONDS:.0f} s and {BYTES >> 20} MB; exits {dict(sorted(codes.items()))}")
    print("slowest:", ", ".join(f"{number} ({seconds:.2f} s, {size >> 20} MB, exit {code})" for seconds, size, number, code in slow))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
