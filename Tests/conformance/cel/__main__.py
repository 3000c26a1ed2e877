"""Replays CEL's conformance tests against `truths`: python3 -m cel KIT TRUTHS [--keep DIR] [--only TEXT] [--verbose]

KIT is a checkout of github.com/google/cel-spec. Each test becomes a field of a fact.
"""

import sys
from itertools import groupby

from cel.read import read
from cel.reasons import BYTES, DEDUCED, KEYS, OUTSIDE, PROTOBUF, RUN_TIME
from cel.tests import json_of, tests
from cel.translate import CelTranslator
from shared.aim import report
from shared.batch import Batch, ERROR, MISTYPED, Test, result_of
from shared.operators import Scope
from shared.reader import Unreadable
from shared.tool import arguments_of
from shared.values import Kind, UNREAD, Untranslatable, Value, is_list, name_of

SIZE = 150


def own_type(type):
    """A type of CEL as the translator has it."""
    if type in ("int", "uint", "double"):
        return Kind("number", type)
    if type in ("boolean", "text", "instant", "duration", "null", "message"):
        return type
    if is_list(type):
        return ("list", own_type(type[1]))
    if isinstance(type, tuple) and type[0] == "map":
        if type[1] != "text":
            raise Untranslatable(KEYS)
        return ("map", own_type(type[2]))
    raise Untranslatable(BYTES if type == "bytes" else RUN_TIME)


def type_in(value):
    """The type of a value that is bound, where it is not declared."""
    kind, inner = value
    if kind == "list":
        return ("list", type_in(inner[0]) if inner else "null")
    if kind == "map":
        return ("map", type_in(inner[0][0]), type_in(inner[0][1])) if inner else ("map", "text", "text")
    return kind


def names_of(given, pack, test):
    """What is declared or bound, as fields; a declared name that is not bound is missing."""
    names = {}
    for name in {**given.types, **given.bindings}:
        value = given.bindings.get(name)
        if name in ("true", "false", "null") or name not in given.expression.replace(" ", "") and not given.container:
            continue
        try:
            type = own_type(given.types.get(name) or type_in(value))
            if type == "message" or value is not None and value[0] in ("message", "type"):
                names[name] = Value("message", "message")
                continue
            if type == "null":
                names[name] = Value("missing", "null")
                continue
            if isinstance(type, tuple) and type[0] == "map":
                pack.needs("maps")
            own = name_of("sent " + name, pack.taken | set(test.inputs))
            test.inputs[own] = (type, json_of(value) if value is not None else None)
            names[name] = Value(own, type, free={own: type})
        except Untranslatable as reason:
            names[name] = reason
    return {"#container": given.container, "#file": given.file, "#functions": given.functions, "#globals": names}


def translate(given, expected, test, pack, owner):
    if not given.is_evaluated:
        raise Untranslatable(DEDUCED)
    node = read(given.expression)
    if "('message',)" in repr(node):
        raise Untranslatable(PROTOBUF)
    names = names_of(given, pack, test)
    value = CelTranslator(Scope(pack, names), owner).value(node)
    test.expects = ERROR if expected is ERROR else json_of(expected) if expected is not None else None
    test.inputs |= {name: sent for name, sent in pack.received.get(owner, {}).items() if name in value.free}
    test.value = result_of(value, pack)


def kind_of(expected):
    """Whether a value is expected, before it is known whether it can be written."""
    return expected if expected in (None, ERROR) else None if expected[0] == "null" else expected


def batches(arguments, tool):
    number = 0
    for file, found in groupby(tests(arguments.kit), lambda t: t.file):
        found = [t for t in found if arguments.only in t.label]
        for start in range(0, len(found), SIZE):
            batch = Batch(tool, f"{file}_{start // SIZE + 1}")
            for given in found[start : start + SIZE]:
                number += 1
                expected = given.expected()
                test = Test(f"{given.label} {given.expression}", kind_of(expected), group=file)
                try:
                    translate(given, expected, test, batch.pack, number)
                except (Untranslatable, Unreadable) as reason:
                    test.outcome = ("untranslated", getattr(reason, "reason", UNREAD), getattr(reason, "detail", str(reason)))
                batch.add(number, test)
            yield batch, found[start : start + SIZE]


def settled(batch, found):
    """The tests with their outcomes; what CEL's checker refuses as well, or `dyn` hides from it, needs types at run time."""
    results = batch.run()
    for number, test, given in zip(batch.tests, results, found):
        is_dynamic = not given.is_checked or number in batch.pack.dynamic
        if test.outcome[0] == "untranslated" and test.outcome[1] == MISTYPED and is_dynamic:
            test.outcome = ("untranslated", RUN_TIME, test.outcome[2])
    return results


def is_core(test):
    return not test.group.endswith("_ext") and test.group != "optionals"


def main():
    with arguments_of(__doc__, "github.com/google/cel-spec") as (arguments, tool):
        results = [test for batch, found in batches(arguments, tool) for test in settled(batch, found)]
        parts = {" without extensions": is_core, " without `dyn`": lambda test: "dyn(" not in test.label}
        report("CEL", results, arguments, "file", OUTSIDE, parts)
    return 0


if __name__ == "__main__":
    sys.exit(main())
