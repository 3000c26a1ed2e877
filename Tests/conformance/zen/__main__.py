"""Replays the expression tests of Zen against `truths`: python3 -m zen KIT TRUTHS [--keep DIR] [--only TEXT] [--verbose]

KIT is a checkout of github.com/gorules/zen. Each row of its tables of expressions becomes a field of a fact.
"""

import csv
import os
import sys

from shared.aim import report
from shared.batch import Batch, Test, result_of
from shared.json_values import Number, moment_text, plain_number
from shared.operators import Scope
from shared.reader import Unreadable
from shared.shapes import json_of
from shared.tool import arguments_of
from shared.values import UNREAD, Untranslatable, Value, name_of
from zen.moments import printed
from zen.read import read, read_json, read_test
from zen.reasons import OUTSIDE
from zen.translate import ZenTranslator, path_of

TABLES = ("standard", "unary", "date")
SIZE = 100


def rows(kit, table):
    """The rows that the suite runs: those with three columns that are no comment."""
    path = os.path.join(kit, "core", "expression", "tests", "data", table + ".csv")
    with open(path, newline="") as file:
        found = list(csv.reader(file, delimiter=";"))[1:]
    return [[cell.strip() for cell in row] for row in found if len(row) == 3 and not row[0].startswith("#")]


def maps_in(node):
    """The names of received objects whose keys or values are asked for: they are maps."""
    if not isinstance(node, (tuple, list)):
        return set()
    is_asked = len(node) == 3 and node[0] == "call" and node[1] in ("keys", "values") and node[2] and node[2][0][0] == "name"
    return set.union({node[2][0][1]} if is_asked else set(), *map(maps_in, node))


def reads_in(node, name):
    """The paths of members that an expression reads of a received object."""
    if not isinstance(node, (tuple, list)):
        return []
    if len(node) == 3 and node[0] == "path":
        inner = node
        while inner[0] == "path":
            inner = inner[1]
        if inner == ("name", name):
            return [path_of(node)[1:]]
    return [path for inner in node for path in reads_in(inner, name)]


def expected(value):
    """JSON as the tool writes it: numbers within its digits, moments in UTC."""
    if isinstance(value, Number):
        return Number(plain_number(value))
    if isinstance(value, str):
        return moment_text(value)
    if isinstance(value, list):
        return [expected(v) for v in value]
    if isinstance(value, dict):
        return {n: expected(v) for n, v in value.items()}
    return value


def translate(test, expression, given, is_test, pack, owner):
    node = (read_test if is_test else read)(expression)
    maps, names = maps_in(node), {}
    for name, value in (read_json(given) if given else {}).items():
        if value is None:
            continue
        translator = ZenTranslator(Scope(pack), owner)
        type = translator.receive(name, value, name in maps and isinstance(value, dict), reads_in(node, name))
        own = name_of(name, pack.taken | set(test.inputs))
        test.inputs[own] = (type, json_of(value, type, pack))
        names[name] = Value(own, type, free={own: type})
    value = printed(ZenTranslator(Scope(pack, names), owner).value(node))
    if value.type == "null" and test.expects_value():
        raise Untranslatable(UNREAD, "null where a value is expected")
    test.inputs |= pack.received.get(owner, {})
    test.value = result_of(value, pack)
    test.expects = json_of(test.expects, test.value.type, pack)


def batches(arguments, tool):
    for table in TABLES:
        found = rows(arguments.kit, table)
        for start in range(0, len(found), SIZE):
            batch = Batch(tool, f"{table}_{start // SIZE + 1}")
            for number, (expression, given, output) in enumerate(found[start : start + SIZE], start + 1):
                label = f"{table}.csv {expression}" + (f" with {given}" if given else "")
                test = Test(label, expected(read_json(output)), group=table)
                if arguments.only not in label:
                    continue
                try:
                    translate(test, expression, given, table == "unary", batch.pack, number)
                except (Untranslatable, Unreadable) as reason:
                    test.outcome = ("untranslated", getattr(reason, "reason", UNREAD), getattr(reason, "detail", str(reason)))
                batch.add(number, test)
            yield batch


def main():
    with arguments_of(__doc__, "github.com/gorules/zen") as (arguments, tool):
        tests = [test for batch in batches(arguments, tool) for test in batch.run()]
        report("Zen", tests, arguments, "table", outside=OUTSIDE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
