#!/usr/bin/env python3
"""Replays the DMN compatibility kit against `truths`: dmn.py KIT TRUTHS [--keep DIR] [--only TEXT] [--verbose]

Each model becomes a pack, each test case a fixture. What cannot be translated is counted under its reason.
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
from collections import Counter, defaultdict

import feel
from cases import Number, cases_of, dump, kind_of, load, same, written as json_value
from literals import NO_VALUE
from model import Model
from pack import FEATURES, probe_pack, yaml
from tables import local
from values import ILL_TYPED, TEXT_FOR_ENUM, UNREAD, Untranslatable, Value, is_kind, is_list, name_of, written

SERVICE = "decision services"
# What `check` says of an expression that the translator wrote, in the words of the table.
REFUSALS = {
    "T1036": "refused by check: no time zone has this name",
    "T2002": "refused by check: places of `round` that are not whole",
    "T2007": "refused by check: a period times a number that is not whole",
    "T3002": "refused by check: a quotient by zero",
    "T3019": "refused by check: a day, time or date that is certain to be missing",
}


def flattened(value, pack, path=()):
    """The results of a decision as values of one field each: a context gives one for each entry."""
    if is_kind(value.type, "context"):
        for name, inner in value.type[1].items():
            if isinstance(inner, Value):
                yield from flattened(inner, pack, path + (name,))
        return
    element = value.type[1] if is_list(value.type) else value.type
    if is_kind(element, "record") and element[1].startswith("#"):
        for member, type in pack.members(element).items():
            own = pack.member_name(element, member)
            if is_list(value.type):
                yield path + ("[]", member), Value(f"list(row.{own} for row in {value.code})", ("list", type))
            else:
                yield path + (member,), Value(f"{value.code}.{own}", type)
        return
    yield path, value


def expected_at(expected, path):
    """What the kit expects at a path of `flattened`."""
    for step, name in enumerate(path):
        if expected is None:
            return None
        if name == "[]":
            rest = path[step + 1]
            return [v.get(rest) if isinstance(v, dict) else None for v in expected] if isinstance(expected, list) else expected
        expected = expected.get(name) if isinstance(expected, dict) else expected
    return expected


class Replay:
    """One model with its test cases."""

    def __init__(self, path, cases, arguments, features):
        self.path, self.cases, self.arguments, self.features = path, cases, arguments, features
        self.label = os.path.basename(os.path.dirname(path))
        self.name = name_of("m " + os.path.basename(path)[:-4])
        self.folder = os.path.join(arguments.keep, self.name)
        self.refused = {}
        self.enums = True
        self.outcomes = {}  # index of a case → ("passed",), ("differs", detail) or ("untranslated", reason, detail)

    def expects_null(self, index):
        return all(v is None for v in self.cases[index].results.values())

    def run(self):
        for _ in range(12):
            try:
                owners = self.write()
            except (Untranslatable, feel.Unreadable) as reason:
                why = getattr(reason, "reason", UNREAD)
                self.outcomes = {i: ("untranslated", why, str(reason)) for i in range(len(self.cases))}
                return
            if self.enums and any(o[1] == TEXT_FOR_ENUM for o in self.outcomes.values()):
                self.enums = False
                continue
            if not any(k not in self.outcomes for k in range(len(self.cases))):
                return
            found = self.call("check", "--format", "json", "truths")
            errors = [f for f in json.loads(found.stdout or "[]") if f["severity"] == "error"]
            if not errors:
                break
            if not self.refuse(errors, owners):
                break
        self.evaluate()

    def call(self, *arguments):
        return subprocess.run([self.arguments.truths, *arguments], cwd=self.folder, capture_output=True, text=True)

    def refuse(self, errors, owners):
        """Takes out the decisions that `check` refused; whether there were any."""
        before = len(self.refused)
        for error in errors:
            owner = owners.get(error["line"])
            if owner is None or owner in self.refused:
                continue
            why = REFUSALS.get(error["code"], "refused by check")
            self.refused[owner] = (f"{why} ({error['code']})", f"{error['message']} (line {error['line']})")
        return len(self.refused) > before

    def write(self):
        self.outcomes = {}
        model = self.model = Model(self.path, self.name, self.features, self.refused, self.enums)
        if model.imports:
            raise Untranslatable("imports of other models")
        kinds = {}
        for case in self.cases:
            for name, value in case.inputs.items():
                if kind_of(value):
                    kinds.setdefault(name, kind_of(value))
        self.kinds = kinds
        model.set_inputs(kinds)
        groups, more, fixtures = {}, [], []
        self.fields = {}
        for index, case in enumerate(self.cases):
            try:
                if case.kind != "decision":
                    raise Untranslatable(SERVICE if case.kind == "decisionService" else "a test of a business knowledge model")
                key = tuple(sorted(case.results))
                if key not in groups:
                    groups[key] = self.group(model, key, len(groups) + 1, more)
                if isinstance(groups[key], Untranslatable):
                    raise groups[key]
                fixtures.append(self.fixture(model, index, case, groups[key]))
            except Untranslatable as reason:
                self.outcomes[index] = ("untranslated", reason.reason, reason.detail)
        text, owners = model.pack.text(more)
        shutil.rmtree(self.folder, ignore_errors=True)
        place = os.path.join(self.folder, "truths", self.name)
        os.makedirs(place)
        os.makedirs(os.path.join(self.folder, "Fixtures"))
        with open(os.path.join(place, self.name + ".truths"), "w") as file:
            file.write(text)
        with open(os.path.join(self.folder, "Fixtures", self.name + ".json"), "w") as file:
            file.write("[\n" + ",\n".join(fixtures) + "\n]\n")
        return owners

    def group(self, model, key, number, more):
        """An intent, a fact and a truth for the decisions that a test case asks for together."""
        owner = f"group {number}"
        if owner in self.refused:
            return Untranslatable(*self.refused[owner])
        try:
            fields, taken = [], {"case_id"}
            for name in key:
                if name not in model.decisions:
                    raise Untranslatable(SERVICE if name in model.services else UNREAD, f"no decision {name}")
                for path, value in flattened(model.decision(name).call(), model.pack):
                    field = name_of(" ".join((name,) + tuple(p for p in path if p != "[]")), taken)
                    taken.add(field)
                    fields.append((name, path, field, value))
            lines = [f"intent evaluate_{number}:", "  fields:", "    case_id: text"]
            lines += [f"    {n}: {written(t)}" for n, t in model.input_types.values()]
            more.append((owner, lines))
            lines = [f"fact outcome_{number}.made:", "  key: [case_id]", "  fields:", "    case_id: text"]
            lines += [f"    {field}: {written(v.type)}?" for _, _, field, v in fields]
            more.append((owner, lines))
            lines = [f"truth evaluating_{number}:", "  when:", f"    - intent: evaluate_{number}", "  requires:"]
            lines += ["    - case_id exists", "  produces:"]
            lines += [f"    - fact.outcome_{number}.made:"] + [f"        {field}: {yaml(v.code)}" for _, _, field, v in fields]
            more.append((owner, lines + [f"    - trace.{model.pack.name}.evaluating_{number}"]))
            return number, fields
        except Untranslatable as reason:
            return reason

    def fixture(self, model, index, case, group):
        number, fields = group
        payload = {"case_id": str(index)}
        for name, value in case.inputs.items():
            if name in model.input_types:
                own, type = model.input_types[name]
                if value is not None and model.is_untyped(name) and kind_of(value) != self.kinds.get(name):
                    raise Untranslatable("an input of several types")
                found = json_value(value, type, model.pack)
                if found is not None:
                    payload[own] = found
        expected = {"type": f"outcome_{number}.made"}
        for name, path, field, value in fields:
            expected[field] = self.expectation(expected_at(case.results[name], path), value.type, model.pack)
        self.fields[index] = expected
        fixture = {
            "id": f"{self.name}.case_{index}",
            "description": f"{os.path.basename(case.file)} {case.id}",
            "proposal": {"action": f"evaluate_{number}", "payload": payload},
            "expected": {"decision": "accepted", "facts": [expected]},
        }
        return dump(fixture)

    @staticmethod
    def expectation(value, type, pack):
        try:
            return json_value(value, type, pack)
        except Untranslatable:
            return "not of this type: " + repr(value)

    # Results

    def evaluate(self):
        found = self.call("eval", "--format", "json")
        try:
            report = json.loads(found.stdout)["fixtures"]
        except (ValueError, KeyError):
            report = []
        report = {f["id"]: f for f in report}
        for index in range(len(self.cases)):
            if index in self.outcomes:
                continue
            result = report.get(f"{self.name}.case_{index}")
            if result is None:
                self.outcomes[index] = ("differs", "did not run: " + (found.stderr or found.stdout)[:300])
            elif finer := self.finer(index):
                self.outcomes[index] = ("differs", f"{finer}: expected digits behind the milliseconds, got none")
            elif result["outcome"] == "passed" or self.is_near(index, result):
                self.outcomes[index] = ("passed",)
            else:
                found = result.get("mismatches", [])
                details = [f"{m.get('path', '')}: expected {m.get('expected')}, got {m.get('got')}" for m in found]
                self.outcomes[index] = ("differs", "; ".join(details) or json.dumps(result)[:300])

    def finer(self, index):
        """A time or duration that the kit wants finer than in milliseconds: a fixture reads it as the tool does, without them."""
        for name, value in self.fields[index].items():
            if isinstance(value, str) and not isinstance(value, Number) and re.search(r"\d:\d\d\.\d{4,}|\d\.\d{4,}S$", value):
                return f"{name} {value}"
        return None

    def is_near(self, index, result):
        """Whether numbers alone differ, behind the eighth place."""
        if result["outcome"] != "failed":
            return False
        for mismatch in result.get("mismatches", []):
            try:
                expected, got = mismatch["expected"], mismatch["got"]
                if " fact: [" in got:
                    got = got[got.index("["):]
                    wanted = load(dump(self.fields[index]))
                    if not any(same(wanted, {**{k: None for k in wanted}, **fact}) for fact in load(got)):
                        return False
                elif not same(load(expected), load(got)):
                    return False
            except (ValueError, KeyError):
                return False
        return True


def features_of(arguments):
    """What this build of the tool knows, by trying it."""
    text, owners = probe_pack()
    place = os.path.join(arguments.keep, "probe", "truths", "probe")
    os.makedirs(place, exist_ok=True)
    with open(os.path.join(place, "probe.truths"), "w") as file:
        file.write(text)
    command = [arguments.truths, "check", "--format", "json"]
    found = subprocess.run(command, cwd=os.path.join(arguments.keep, "probe"), capture_output=True, text=True)
    lacks = {owners.get(f["line"]) for f in json.loads(found.stdout or "[]") if f["severity"] == "error"}
    return {f for f in FEATURES if f not in lacks}


def models(arguments):
    for level in ("compliance-level-2", "compliance-level-3"):
        for folder in sorted(glob.glob(os.path.join(arguments.kit, "TestCases", level, "*", ""))):
            files = defaultdict(list)
            for path in sorted(glob.glob(os.path.join(folder, "*.xml"))):
                name, cases = cases_of(path)
                files[name].extend(cases)
            for path in sorted(glob.glob(os.path.join(folder, "*.dmn"))):
                cases = files.get(os.path.basename(path), [])
                if cases:
                    yield path, cases


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kit", help="a checkout of github.com/dmn-tck/tck")
    parser.add_argument("truths", help="the binary")
    parser.add_argument("--keep", help="a folder that keeps the packs and fixtures")
    parser.add_argument("--only", default="", help="only models whose path holds this")
    parser.add_argument("--verbose", action="store_true", help="also list what is not translated, case by case")
    arguments = parser.parse_args()
    arguments.truths = os.path.abspath(arguments.truths)
    temporary = None if arguments.keep else tempfile.mkdtemp()
    arguments.keep = os.path.abspath(arguments.keep or temporary)
    features = features_of(arguments)
    replays = [Replay(path, cases, arguments, features) for path, cases in models(arguments) if arguments.only in path]
    for replay in replays:
        replay.run()
    report(replays, arguments)
    if temporary:
        shutil.rmtree(temporary)
    return 0


def outcome_of(replay):
    """What is said of a whole model."""
    kinds = {o[0] for o in replay.outcomes.values()}
    if kinds == {"passed"}:
        return "passed"
    if "differs" in kinds:
        return "differs"
    rest = [(i, o) for i, o in replay.outcomes.items() if o[0] != "passed"]
    if all(is_refused(o[1]) and replay.expects_null(i) for i, o in rest):
        return "refused"
    return "untranslated"


def is_refused(reason):
    """Whether `check` refuses what the test case asks for."""
    return reason in (ILL_TYPED, NO_VALUE) or reason.startswith("refused by check")


def report(replays, arguments):
    cases, nulls, whole, models_of = Counter(), Counter(), Counter(), defaultdict(set)
    for replay in replays:
        whole[outcome_of(replay)] += 1
        for index, outcome in sorted(replay.outcomes.items()):
            cases[outcome[0]] += 1
            label = f"{replay.label} {replay.cases[index].id}"
            if outcome[0] == "differs":
                print(f"differs: {label}: {outcome[1]}")
            if outcome[0] == "untranslated":
                cases[outcome[1]] += 1
                models_of[outcome[1]].add(replay.label)
                nulls[outcome[1]] += replay.expects_null(index)
                if arguments.verbose:
                    print(f"not translated: {label}: {outcome[1]}: {outcome[2]}")
    refused = sum(nulls[r] for r in models_of if is_refused(r))
    print("\n| | models | test cases |\n|---|---|---|")
    print(f"| all | {len(replays)} | {sum(len(r.cases) for r in replays)} |")
    print(f"| pass (models: whole) | {whole['passed']} | {cases['passed']} |")
    print(f"| differ (models: some case) | {whole['differs']} | {cases['differs']} |")
    print(f"| `check` refuses an error for which DMN gives null (models: the rest passes) | {whole['refused']} | {refused} |")
    rest = cases["untranslated"] - refused
    print(f"| not translatable (models: some case, and none differs) | {whole['untranslated']} | {rest} |")
    print("\n| reason | models | test cases | of these, the kit expects null |\n|---|---|---|---|")
    for reason in sorted(models_of, key=lambda r: (-cases[r], r)):
        print(f"| {reason} | {len(models_of[reason])} | {cases[reason]} | {nulls[reason]} |")
    print("\n| model with decision tables | tables | test cases | pass | not translatable |\n|---|---|---|---|---|")
    for replay in replays:
        if tables := sum(1 for e in XML.parse(replay.path).getroot().iter() if local(e) == "decisionTable"):
            passed = sum(1 for o in replay.outcomes.values() if o[0] == "passed")
            why = "; ".join(sorted({o[1] for o in replay.outcomes.values() if o[0] != "passed"}))
            print(f"| {replay.label} | {tables} | {len(replay.cases)} | {passed} | {why} |")


if __name__ == "__main__":
    sys.exit(main())
