"""Replays the DMN compatibility kit against `truths`: python3 -m dmn KIT TRUTHS [--keep DIR] [--only TEXT] [--verbose]

Each model becomes a pack, each test case a fixture. What cannot be translated is counted under its reason.
"""

import glob
import os
import re
import sys
import xml.etree.ElementTree as XML
from collections import Counter, defaultdict

from dmn import feel
from dmn.cases import cases_of, kind_of, written as json_value
from dmn.model import Model
from dmn.reasons import ILL_TYPED, IMPORTS, INPUT_TYPES, NO_VALUE, OUTSIDE
from dmn.tables import local
from shared.aim import aim
from shared.json_values import Number, dump
from shared.tool import arguments_of, difference, is_near, why_refused
from shared.values import TEXT_FOR_ENUM, UNREAD, Untranslatable, Value, is_kind, is_list, name_of

SERVICE = "decision services"
REFUSALS = {"T2002": "places of `round` that are not whole", "T2007": "a period times a number that is not whole"}


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


def undeclared(expected, value):
    """An entry that the kit expects of a context, and that the context does not have."""
    if not isinstance(expected, dict) or not is_kind(value.type, "context"):
        return None
    for name, inner in expected.items():
        found = value.type[1].get(name)
        if found is None and inner is not None:
            return name
        if isinstance(found, Value) and (more := undeclared(inner, found)):
            return f"{name}.{more}"
    return None


class Replay:
    """One model with its test cases."""

    def __init__(self, path, cases, tool):
        self.path, self.cases, self.tool = path, cases, tool
        self.label = os.path.basename(os.path.dirname(path))
        self.name = name_of("m " + os.path.basename(path)[:-4])
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
            errors = self.tool.errors(self.name)
            if not errors or not self.refuse(errors, owners):
                break
        self.evaluate()

    def refuse(self, errors, owners):
        """Takes out the decisions that `check` refused; whether there were any."""
        before = len(self.refused)
        for error in errors:
            owner = owners.get(error["line"])
            if owner is None or owner in self.refused:
                continue
            self.refused[owner] = (why_refused(error, REFUSALS), f"{error['message']} (line {error['line']})")
        return len(self.refused) > before

    def write(self):
        self.outcomes = {}
        model = self.model = Model(self.path, self.name, self.tool.features, self.refused, self.enums)
        if model.imports:
            raise Untranslatable(IMPORTS)
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
        self.tool.write(self.name, self.name, text, fixtures)
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
            inputs = {n: t for n, t in model.input_types.values()}
            more += model.pack.question(owner, number, inputs, {field: v for _, _, field, v in fields})
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
                    raise Untranslatable(INPUT_TYPES)
                found = json_value(value, type, model.pack)
                if found is not None:
                    payload[own] = found
        expected = {"type": f"outcome_{number}.made"}
        for name in case.results:
            if more := undeclared(case.results[name], model.decision(name).call()):
                self.outcomes[index] = ("differs", f"no entry {more}")
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
        report, fault = self.tool.results(self.name)
        for index in range(len(self.cases)):
            if index in self.outcomes:
                continue
            result = report.get(f"{self.name}.case_{index}")
            if result is None:
                self.outcomes[index] = ("differs", fault or "did not run")
            elif finer := self.finer(index):
                self.outcomes[index] = ("differs", f"{finer}: expected digits behind the milliseconds, got none")
            elif result["outcome"] == "passed" or is_near(self.fields[index], result):
                self.outcomes[index] = ("passed",)
            else:
                self.outcomes[index] = ("differs", difference(result))

    def finer(self, index):
        """A time or duration that the kit wants finer than in milliseconds: a fixture reads it as the tool does, without them."""
        for name, value in self.fields[index].items():
            if isinstance(value, str) and not isinstance(value, Number) and re.search(r"\d:\d\d\.\d{4,}|\d\.\d{4,}S$", value):
                return f"{name} {value}"
        return None


def models(kit):
    for level in ("compliance-level-2", "compliance-level-3"):
        for folder in sorted(glob.glob(os.path.join(kit, "TestCases", level, "*", ""))):
            files = defaultdict(list)
            for path in sorted(glob.glob(os.path.join(folder, "*.xml"))):
                name, cases = cases_of(path)
                files[name].extend(cases)
            for path in sorted(glob.glob(os.path.join(folder, "*.dmn"))):
                cases = files.get(os.path.basename(path), [])
                if cases:
                    yield path, cases


def main():
    with arguments_of(__doc__, "github.com/dmn-tck/tck") as (arguments, tool):
        replays = [Replay(path, cases, tool) for path, cases in models(arguments.kit) if arguments.only in path]
        for replay in replays:
            replay.run()
        report(replays, arguments)
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
    outcomes = [(o[0] == "passed", not r.expects_null(i), o[1] if o[0] == "untranslated" else None)
                for r in replays for i, o in r.outcomes.items()]
    print(f"\nDMN: {aim(outcomes, OUTSIDE)}")


if __name__ == "__main__":
    sys.exit(main())
