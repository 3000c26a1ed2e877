"""Runs `truths check` and `truths eval` on packs that were written, and reads what they report."""

import argparse
import json
import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager

from shared.json_values import dump, load, same
from shared.pack import FEATURES, probe_pack


# What `check` says of an expression that a translator wrote, in the words of the tables.
REFUSALS = {
    "T1036": "no time zone has this name",
    "T3002": "a quotient by zero",
    "T3019": "a value that is certain to be missing",
}


def why_refused(error, more=()):
    known = {**REFUSALS, **dict(more)}.get(error["code"])
    return f"refused by check{': ' + known if known else ''} ({error['code']})"


@contextmanager
def arguments_of(doc, source):
    """The arguments that all suites take; packs are kept in a folder only where one is named."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kit", help=f"a checkout of {source}")
    parser.add_argument("truths", help="the binary")
    parser.add_argument("--keep", help="a folder that keeps the packs and fixtures")
    parser.add_argument("--only", default="", help="only what has this in its path or name")
    parser.add_argument("--verbose", action="store_true", help="also list what is not translated, one by one")
    arguments = parser.parse_args()
    temporary = None if arguments.keep else tempfile.mkdtemp()
    tool = Tool(os.path.abspath(arguments.truths), os.path.abspath(arguments.keep or temporary))
    try:
        yield arguments, tool
    finally:
        if temporary:
            shutil.rmtree(temporary)


class Tool:
    """The binary, and a folder in which each pack has its own."""

    def __init__(self, truths, keep):
        self.truths, self.keep = truths, keep
        self.features = self.find_features()

    def find_features(self):
        """What this build knows, by trying it."""
        text, owners = probe_pack()
        self.write("probe", "probe", text)
        lacks = {owners.get(f["line"]) for f in self.errors("probe")}
        return {f for f in FEATURES if f not in lacks}

    def write(self, folder, pack, text, fixtures=()):
        """The files of a pack; the fixtures are JSON already."""
        place = os.path.join(self.keep, folder)
        shutil.rmtree(place, ignore_errors=True)
        files = {f"truths/{pack}/{pack}.truths": text, f"Fixtures/{pack}.json": "[\n" + ",\n".join(fixtures) + "\n]\n"}
        for path, content in files.items():
            os.makedirs(os.path.dirname(os.path.join(place, path)))
            with open(os.path.join(place, path), "w") as file:
                file.write(content)

    def call(self, folder, *arguments):
        return subprocess.run([self.truths, *arguments], cwd=os.path.join(self.keep, folder), capture_output=True, text=True)

    def errors(self, folder):
        found = self.call(folder, "check", "--format", "json", "truths")
        return [f for f in json.loads(found.stdout or "[]") if f["severity"] == "error"]

    def results(self, folder):
        """What `eval` says of each fixture, by its id, and of all of them where it says nothing."""
        found = self.call(folder, "eval", "--format", "json")
        try:
            return {f["id"]: f for f in json.loads(found.stdout)["fixtures"]}, ""
        except (ValueError, KeyError):
            return {}, "did not run: " + (found.stderr or found.stdout)[:300]


def difference(result):
    """What a fixture that failed expected and got."""
    found = [f"{m.get('path', '')}: expected {m.get('expected')}, got {m.get('got')}" for m in result.get("mismatches", [])]
    return "; ".join(found) or json.dumps(result)[:300]


def is_near(fact, result):
    """Whether numbers alone differ, behind the eighth place."""
    if result["outcome"] != "failed":
        return False
    for mismatch in result.get("mismatches", []):
        try:
            expected, got = mismatch["expected"], mismatch["got"]
            if " fact: [" in got:
                got = got[got.index("["):]
                wanted = load(dump(fact))
                if not any(same(wanted, {**{k: None for k in wanted}, **found}) for found in load(got)):
                    return False
            elif not same(load(expected), load(got)):
                return False
        except (ValueError, KeyError):
            return False
    return True
