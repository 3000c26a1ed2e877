"""What a suite comes to: a table of outcomes, one of reasons, and the part of the aim that is reached.

The aim: of the results that expect a value and need neither run-time types, lambdas, imports nor protobuf, 80 % pass.
"""

from collections import Counter, defaultdict

AIM = "of the results that expect a value and need neither run-time types, lambdas, imports nor protobuf"


def aim(outcomes, outside):
    """The share that passes of (passes, expects a value, reason or None), without those whose reason is outside the aim."""
    wanted = [passes for passes, expects, reason in outcomes if expects and reason not in outside]
    passed = sum(wanted)
    share = 100 * passed / len(wanted) if wanted else 0
    return f"{AIM}, {passed} of {len(wanted)} pass: {share:.1f} %"


def report(name, tests, arguments, group, outside=(), parts=None):
    """Prints the tables of a suite whose tests are `batch.Test`s, and the aim: of all of them, and of a part by its name."""
    kinds, groups, reasons, codes = Counter(), defaultdict(Counter), defaultdict(list), defaultdict(list)
    for test in tests:
        kind = test.outcome[0]
        kinds[kind] += 1
        groups[test.group][kind] += 1
        if kind == "differs":
            print(f"differs: {test.label}: {test.outcome[1]}")
        elif kind != "passed":
            (codes if kind == "refused" else reasons)[test.outcome[1]].append(test)
            if arguments.verbose:
                print(f"{kind}: {test.label}: {test.outcome[1]}: {test.outcome[2]}")
    print(f"\n| {name} | results |\n|---|---|")
    print(f"| all | {len(tests)} |\n| pass | {kinds['passed']} |\n| differ | {kinds['differs']} |")
    print(f"| `check` refuses what the suite expects an error or null for | {kinds['refused']} |")
    print(f"| not translatable | {kinds['untranslated']} |")
    if codes:
        print("\nrefused: " + ", ".join(f"{code} {len(found)}" for code, found in sorted(codes.items())))
    print("\n| reason | results | of these, with a value | counts for the aim |\n|---|---|---|---|")
    for reason in sorted(reasons, key=lambda r: (-len(reasons[r]), r)):
        values = sum(test.expects_value() for test in reasons[reason])
        print(f"| {reason} | {len(reasons[reason])} | {values} | {'no' if reason in outside else 'yes' if values else ''} |")
    print(f"\n| {group} | results | pass | differ | refused | not translatable |\n|---|---|---|---|---|---|")
    for key, found in groups.items():
        print(f"| {key} | {sum(found.values())} | " + " | ".join(
            str(found[k]) for k in ("passed", "differs", "refused", "untranslated")) + " |")
    for words, part in {"": lambda test: True, **(parts or {})}.items():
        outcomes = [(t.outcome[0] == "passed", t.expects_value(), None if t.outcome[0] in ("passed", "differs") else t.outcome[1])
                    for t in tests if part(t)]
        print(f"\n{name}{words}: {aim(outcomes, outside)}")
