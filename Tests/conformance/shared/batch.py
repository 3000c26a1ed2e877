"""Expressions of a suite as fields of facts in one pack, and what the tool says of each."""

from dataclasses import dataclass, field

from shared.json_values import dump
from shared.operators import Operators
from shared.pack import Pack
from shared.tool import difference, is_near, why_refused
from shared.values import Value, is_kind, is_list

ERROR = object()  # the suite expects an error
MISTYPED = "operands or arguments of types that do not go together: `check` refuses it"


class Checked(Operators):
    """A translator that also writes what is ill typed, so that `check` can refuse it."""

    def ill_typed(self, detail, value):
        self.pack.ill_typed[self.owner] = detail
        return value


@dataclass
class Test:
    """One expression. `outcome` is ("passed",), ("refused", …), ("differs", detail) or ("untranslated", reason, detail)."""

    label: str
    expects: object  # JSON, None where there is no value, or ERROR
    value: Value = None
    inputs: dict = field(default_factory=dict)  # name → (type, JSON)
    outcome: tuple = None
    group: str = ""

    def expects_value(self):
        return self.expects is not None and self.expects is not ERROR


class Batch:
    """Several tests in one pack."""

    def __init__(self, tool, name):
        self.tool, self.name = tool, name
        self.pack = Pack(name, tool.features)
        self.pack.ill_typed = {}
        self.tests = {}

    def add(self, number, test):
        self.tests[number] = test

    def run(self):
        self.settle([n for n, t in self.tests.items() if t.outcome is None])
        return list(self.tests.values())

    def settle(self, numbers):
        """Takes out what `check` refuses, and evaluates the rest; what cannot be told apart is tried alone."""
        while numbers:
            owners = self.write(numbers)
            errors = self.tool.errors(self.name)
            found = {owners.get(e["line"]): e for e in reversed(errors)}
            refused = [n for n in numbers if n in found]
            for number in refused:
                self.refuse(self.tests[number], number, found[number])
            numbers = [n for n in numbers if n not in found]
            if errors and not refused:
                if len(numbers) == 1:
                    self.refuse(self.tests[numbers[0]], numbers[0], errors[0])
                    return
                self.settle(numbers[: len(numbers) // 2])
                numbers = numbers[len(numbers) // 2 :]
            elif not errors:
                self.evaluate(numbers)
                return

    def refuse(self, test, number, error):
        detail = f"{error['code']}: {error['message']}: {test.value.code}"
        if not test.expects_value():
            test.outcome = ("refused", error["code"], detail)
        else:
            reason = MISTYPED if number in self.pack.ill_typed else why_refused(error)
            test.outcome = ("untranslated", reason, detail)

    def write(self, numbers):
        more, fixtures = [], []
        for number in numbers:
            test = self.tests[number]
            more += self.pack.question(number, number, {n: t for n, (t, _) in test.inputs.items()}, self.outputs(test))
            fixtures.append(self.fixture(number, test))
        kept = self.pack.declarations
        self.pack.declarations = [d for d in kept if d[0] is None or d[0] in numbers]
        text, owners = self.pack.text(more)
        self.pack.declarations = kept
        self.tool.write(self.name, self.name, text, fixtures)
        return owners

    @staticmethod
    def outputs(test):
        """The fields of the fact; of a map its names as well, since a fixture compares the members alone that it expects."""
        value = test.value
        if not is_kind(value.type, "map"):
            return {"result": value}
        return {"result": value, "names": Value(f"keys({value.code})", ("list", "text"), 9, value.free)}

    def fact(self, number, test):
        expected = test.expects if test.expects_value() else None
        fact = {"type": f"outcome_{number}.made", "result": expected}
        if is_kind(test.value.type, "map"):
            fact["names"] = None if expected is None else sorted(name for name, v in expected.items() if v is not None)
        return fact

    def fixture(self, number, test):
        payload = {"case_id": str(number), **{n: v for n, (_, v) in test.inputs.items() if v is not None}}
        return dump({
            "id": f"{self.name}.test_{number}",
            "description": test.label,
            "proposal": {"action": f"evaluate_{number}", "payload": payload},
            "expected": {"decision": "accepted", "facts": [self.fact(number, test)]},
        })

    def evaluate(self, numbers):
        report, fault = self.tool.results(self.name)
        for number in numbers:
            test = self.tests[number]
            result = report.get(f"{self.name}.test_{number}")
            if number in self.pack.ill_typed:
                test.outcome = ("differs", f"check accepts {self.pack.ill_typed[number]}: {test.value.code}")
            elif result is None:
                test.outcome = ("differs", fault or "did not run")
            elif result["outcome"] == "passed" or is_near(self.fact(number, test), result):
                test.outcome = ("passed",)
            else:
                test.outcome = ("differs", f"{difference(result)}: {test.value.code}")


def result_of(value, pack):
    """The value of an expression as a field has it: null is missing, an empty list is one of texts."""
    if value.type == "null":
        return Value(pack.null("text"), "text")
    if is_list(value.type) and value.type[1] == "null":
        return Value(value.code, ("list", "text"), value.level, value.free)
    return value
