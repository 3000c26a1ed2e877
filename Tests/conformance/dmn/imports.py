"""Runs `truths import dmn` over the models of the DMN compatibility kit: python3 -m dmn.imports KIT TRUTHS [--keep DIR] [--only TEXT] [--all]

Each model is imported with its test cases into a project of its own; `check`, `fmt --check` and `eval` must pass there.
A model comes over whole where nothing was left out and every test case passes; without --all only models with decision tables count.
"""

import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as XML
from collections import Counter

from dmn.tables import children, local
from shared.json_values import load, same


def models(kit):
    for level in ("compliance-level-2", "compliance-level-3"):
        for folder in sorted(glob.glob(os.path.join(kit, "TestCases", level, "*", ""))):
            tests = {}
            for path in sorted(glob.glob(os.path.join(folder, "*.xml"))):
                root = XML.parse(path).getroot()
                name = next((m.text.strip() for m in children(root, "modelName") if m.text), "")
                tests.setdefault(name, []).append(path)
            for path in sorted(glob.glob(os.path.join(folder, "*.dmn"))):
                if os.path.basename(path) in tests:
                    yield path, tests[os.path.basename(path)]


def is_near(result):
    """Whether numbers alone differ, behind the eighth place: the kit writes many of them rounded."""
    found = result.get("mismatches", [])

    def value(text):
        """What stands behind the words of a mismatch, such as `got 1 fact: […]`."""
        if " fact" not in text:
            return load(text)
        found = load(text[re.search(r"[{\[]", text).start():])
        return found[0] if isinstance(found, list) else found

    try:
        return result["outcome"] == "failed" and found and all(same(value(m["expected"]), value(m["got"])) for m in found)
    except (ValueError, KeyError, IndexError, AttributeError):
        return False


class Imported:
    def __init__(self, path, tests, arguments):
        self.label = os.path.basename(os.path.dirname(path))
        self.folder = os.path.join(arguments.keep, self.label + "-" + os.path.basename(path)[:-4])
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        self.tool = arguments.truths
        self.tables = sum(1 for e in XML.parse(path).getroot().iter() if local(e) == "decisionTable")
        self.cases = sum(len(children(XML.parse(t).getroot(), "testCase")) for t in tests)
        command = ["import", "dmn", path, "--write", "."]
        for test in tests:
            command += ["--tests", test]
        made = self.run(*command)
        self.notes = [re.sub(r"^truths: .*?\.(dmn|xml):", "", line) for line in made.stderr.splitlines()]
        self.faults, self.warnings, self.passed, self.near, self.failed = [], [], 0, 0, 0
        if made.returncode == 65 and "no part of the model could be translated" in made.stderr:
            return
        if made.returncode != 0:
            self.faults.append(f"import: exit {made.returncode}")
            return
        self.check()

    def run(self, *command):
        return subprocess.run([self.tool, *command], cwd=self.folder, capture_output=True, text=True)

    def check(self):
        found = self.run("check", "--format", "json")
        for finding in json.loads(found.stdout or "[]"):
            kind = self.faults if finding["severity"] == "error" else self.warnings
            kind.append(f"check: {finding['code']} {finding['message']}")
        if self.run("fmt", "--check").returncode != 0:
            self.faults.append("fmt --check")
        if not os.path.exists(os.path.join(self.folder, "Fixtures")):
            return
        try:
            report = json.loads(self.run("eval", "--format", "json").stdout)["fixtures"]
        except (ValueError, KeyError):
            self.faults.append("eval")
            return
        for result in report:
            if result["outcome"] == "passed":
                self.passed += 1
            elif is_near(result):
                self.near += 1
            else:
                self.failed += 1
                found = [f"expected {m.get('expected')}, got {m.get('got')}" for m in result.get("mismatches", [])]
                self.notes.append(f"fails: {result['id']}: {'; '.join(found) or json.dumps(result)[:300]}")

    @property
    def outcome(self):
        if self.faults:
            return "faulty"
        if self.passed + self.near == 0:
            return "not"
        left_out = any("left out" in n or "which the pack does not have" in n for n in self.notes)
        return "partly" if left_out or self.failed or self.passed + self.near < self.cases else "whole"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kit", help="a checkout of github.com/dmn-tck/tck")
    parser.add_argument("truths", help="the binary")
    parser.add_argument("--keep", help="a folder that keeps the projects")
    parser.add_argument("--only", default="", help="only models whose path holds this")
    parser.add_argument("--all", action="store_true", help="also models without decision tables")
    parser.add_argument("--verbose", action="store_true", help="also list every warning of check")
    arguments = parser.parse_args()
    arguments.truths = os.path.abspath(arguments.truths)
    temporary = None if arguments.keep else tempfile.mkdtemp()
    arguments.keep = os.path.abspath(arguments.keep or temporary)
    counts, cases, warnings = Counter(), Counter(), Counter()
    for path, tests in models(os.path.abspath(arguments.kit)):
        if arguments.only not in path:
            continue
        if not arguments.all and not any(local(e) == "decisionTable" for e in XML.parse(path).getroot().iter()):
            continue
        model = Imported(path, [os.path.abspath(t) for t in tests], arguments)
        counts[model.outcome] += 1
        cases.update(all=model.cases, passed=model.passed, near=model.near, failed=model.failed)
        warnings.update(w.split()[1] for w in model.warnings)
        print(f"{model.outcome:7} {model.label}: {model.passed + model.near} of {model.cases} test cases")
        for line in model.faults + model.notes + (model.warnings if arguments.verbose else []):
            print(f"          {line}")
    print(f"\nmodels: {dict(counts)}\ntest cases: {dict(cases)}\nwarnings of check: {dict(warnings)}")
    if temporary:
        shutil.rmtree(temporary)
    return 1 if counts["faulty"] else 0


if __name__ == "__main__":
    sys.exit(main())
