"""The TextMate grammar over every pack of the repository, over single lines, and over the words that the reference names."""

import pathlib
import re
import time
import unittest

from textmate import Grammar

ROOT = pathlib.Path(__file__).resolve().parents[2]
GRAMMAR = Grammar(ROOT / "editors/vscode/syntaxes/truths.tmLanguage.json")
PACKS = [path for kind in ("truths/**/*.truths", "jtbd/**/*.jtbd", "examples/**/*.truths", "examples/**/*.jtbd")
         for path in sorted(ROOT.glob(kind))]

TRUTH = "truth t:\n"
CLAUSE = TRUTH + "  requires:\n    - "
FIELD = "fact a.b:\n  fields:\n    "

# A text, a piece of its last line (of its nth occurrence there, written behind @), and what its innermost scope begins with.
EXPECTED = [
    # Files and declarations
    ("# about it", "about", "comment.line"),
    ("pack shop:", "pack", "storage.type.declaration"),
    ("pack shop:", "shop", "entity.name.type.pack"),
    ("truth ordering:", "ordering", "entity.name.function.truth"),
    ('role "head librarian":', '"head librarian"', "entity.name.type.role"),
    ("enum size: [small, large]", "small", "variable.other.name"),
    ("pakc shop:", "pakc", "variable.other.unknown"),
    ("what is this", "what", "invalid.illegal.line"),
    ("# truths:ignore T6001 the courier keeps it until 2027-01-31", "truths:ignore", "keyword.other.ignore"),
    ("# truths:ignore T6001 the courier keeps it until 2027-01-31", "T6001", "constant.other.code"),
    ("# truths:ignore T6001 the courier keeps it until 2027-01-31", "2027-01-31", "constant.other.date"),
    ("# truths:ignore T6001", "T6001", "constant.other.code"),
    ("  # truths:ignore T4012 because", "because", "comment.line"),
    # Members
    (TRUTH + "  requires:", "requires", "entity.name.tag"),
    (TRUTH + "  requirs:", "requirs", "variable.other.unknown"),
    ('intent a:\n  named: "a.b"', "named", "entity.name.tag"),
    ('enum e:\n  values: [b]\n  named:\n    b: "x.y"', "b", "variable.other.property"),
    ("intent a:\n  required: [order_id]", "required", "entity.name.tag"),
    (TRUTH + "  required:", "required", "variable.other.unknown"),
    ("fact a.b:\n  requires:", "requires", "variable.other.unknown"),
    (TRUTH + "  id: trust.audit.promises", "trust.audit.promises", "constant.other.id"),
    (TRUTH + "  enforces: [send_invoice.1]", "send_invoice.1", "constant.other.id"),
    (TRUTH + "  summary: Nobody # but us", "Nobody", "string.unquoted"),
    (TRUTH + "  summary: Nobody # but us", "but us", "comment.line"),
    (TRUTH + "  summary: Room#5 is taken", "#5 is", "string.unquoted"),
    (TRUTH + '  summary: "What: was"', "What: was", "string.quoted"),
    (TRUTH + "  summary: >-\n    and not or", "and not or", "string.unquoted"),
    (TRUTH + "  when:\n    - intent: buy", "intent", "entity.name.tag"),
    (TRUTH + "  when:\n  - intent: buy", "intent", "entity.name.tag"),
    (TRUTH + "  when:\n    - fact: a.b as x", "as", "keyword.control.loop"),
    (TRUTH + "  when: [fact: a.b as x]", "fact", "entity.name.tag"),
    (TRUTH + "  when:\n    - if: x > 1", ">", "keyword.operator.comparison"),
    (TRUTH + "  moves:\n    - order: start → open", "order", "entity.name.type.lifecycle"),
    (TRUTH + "  moves:\n    - order: start → open", "start", "variable.language"),
    (TRUTH + "  moves:\n    - level(order_id = next): start → open", "level", "entity.name.type.lifecycle"),
    (TRUTH + "  moves:\n    - order(order_id = next): start → open", "next", "variable.other"),
    (TRUTH + "  moves:\n    - order(order_id = next): start → open", "start", "variable.language"),
    (TRUTH + "  moves:\n    - order: start → open", "→", "keyword.operator.arrow"),
    (TRUTH + '  moves:\n    - order: start → open else "No {order_id}"', "else", "keyword.control.conditional"),
    (TRUTH + '  moves:\n    - order: start → open else "No {order_id}"', "No ", "string.quoted"),
    (TRUTH + "  produces:\n    - fact.order.placed", "fact", "storage.type.output"),
    (TRUTH + "  produces:\n    - fact.order.placed", "order.placed", "entity.name.type.output"),
    (TRUTH + "  produces:\n    - fact.a.b for x in l where x > 1", "where", "keyword.control.loop"),
    (TRUTH + "  produces:\n    - correction.a.b:\n        amount: left + 1", "amount", "variable.other.property"),
    (TRUTH + "  produces:\n    - correction.a.b:\n        amount: left + 1", "+", "keyword.operator.arithmetic"),
    (TRUTH + "  produces: [trace.going]", "trace", "storage.type.output"),
    (TRUTH + "  let:\n    left: a - b", "left", "variable.other.property"),
    ("policy p:\n  default: 17:00", "17:00", "constant.other.date"),
    ("policy p: {type: decimal in eur, default: 500}", "eur", "constant.other.unit"),
    (CLAUSE + "a > 40%", "40%", "constant.numeric"),
    (CLAUSE + "a * 40 % and b", "40 %", "constant.numeric"),
    (CLAUSE + "100% - a > b", "100%", "constant.numeric"),
    (CLAUSE + "40 % a > b", "%", "keyword.operator.arithmetic"),
    (CLAUSE + "100 % -a > b", "%", "keyword.operator.arithmetic"),
    (CLAUSE + 'a else "There is: no order"', "There is: no order", "string.quoted.double"),
    ("policy p: {type: decimal in eur, default: 500}", "500", "constant.numeric"),
    ("calendar c:\n  holidays: [2024-05-01, 12-25, closing_days]", "12-25", "constant.other.date"),
    ("calendar c:\n  holidays: [2024-05-01, 12-25, closing_days]", "closing_days", "variable.other.name"),
    ("source s:\n  each: tasks[].rows[]", "tasks[].rows[]", "string.unquoted.path"),
    ("table t:\n  hit: collect sum", "collect", "support.constant"),
    ("table t:\n  rows:\n    - otherwise → 1", "otherwise", "keyword.control.conditional"),
    ("table t:\n  grid: |\n    [0..5) | - → 7", "5", "constant.numeric"),
    ("table t:\n  grid: |\n    [0..5) | - → 7", "|", "punctuation.separator.cell"),
    ("table t:\n  grid: |\n    [0..5) | - → 7", "-", "constant.language"),
    ("table t:\n  grid: |\n    a | b\n\n  output: text", "output", "entity.name.tag"),
    ("jtbd j:\n  guardrails:\n    - must_not: be and not be\n      enforced_by: a.b", "enforced_by", "entity.name.tag"),
    ("jtbd j:\n  guardrails:\n    - must_not: be and not be\n      enforced_by: a.b", "a.b", "constant.other.id"),
    ("jtbd j:\n  guardrails:\n    - must_not: be and not be", "not", "string.unquoted"),
    ("fact a.b:\n  external: {by: [system]}", "by", "entity.name.tag"),
    (FIELD + "card: {type: text?, sensitive: true}", "sensitive", "entity.name.tag"),
    (FIELD + "card: {type: text?, sensitive: true}", "text", "support.type"),
    (FIELD + "card:\n      sensitive: true", "true", "constant.language"),
    # Types
    (FIELD + "size: decimal in eur?", "size", "variable.other.property"),
    (FIELD + "n: decimal in eur?", "decimal", "support.type"),
    (FIELD + "n: decimal in eur?", "eur", "constant.other.unit"),
    (FIELD + "n: decimal in eur?", "?", "keyword.operator.optional"),
    (FIELD + "n: list of line", "list", "storage.type.container"),
    (FIELD + "n: list of line", "line", "entity.name.type"),
    (FIELD + 'n: text named "typeName"', "named", "keyword.other.named"),
    (FIELD + "n: decimal in eur min -5 max 10 = 1", "min", "keyword.other.range"),
    (FIELD + "n: decimal in eur min -5 max 10 = 1", "10", "constant.numeric"),
    (FIELD + 'n: text named "typeName"', "typeName", "string.quoted"),
    (FIELD + 'n: date = "2024-05-01"', "2024-05-01", "constant.other.date"),
    (FIELD + "n: kind = plain  # that", "plain", "constant.other.value"),
    (FIELD + "n: kind = plain  # that", "that", "comment.line"),
    (FIELD + "key: text", "key", "variable.other.property"),
    ("record r:\n  fields: {a: text, b: 'list of text = []'}", "b", "variable.other.property"),
    ("record r:\n  fields: {a: text, b: 'list of text = []'}", "list", "storage.type.container"),
    # Clauses
    (CLAUSE + "a and not b", "and", "keyword.operator.logical"),
    (CLAUSE + "a.and > 1", ".and", "variable.other.p"),
    (CLAUSE + "a >= 10.5", "10.5", "constant.numeric"),
    (CLAUSE + "a >= 10.5", ">=", "keyword.operator.comparison"),
    (CLAUSE + "a1 > 2", "a1", "variable.other"),
    (CLAUSE + "d >= \"2026-01-01\"", "2026-01-01", "constant.other.date"),
    (CLAUSE + "t < \"P30D\"", "P30D", "constant.other.date"),
    (CLAUSE + "a → b", "→", "keyword.operator.arrow"),
    (CLAUSE + "a -> b", "->", "keyword.operator.arrow"),
    (CLAUSE + 'a → reject("no {x.y + 1}!")', "reject", "keyword.control.effect"),
    (CLAUSE + 'a → reject("no {x.y + 1}!")', "no ", "string.quoted"),
    (CLAUSE + 'a → reject("no {x.y + 1}!")', "x.y", "variable.other.path"),
    (CLAUSE + 'a → reject("no {x.y + 1}!")', "1", "constant.numeric"),
    (CLAUSE + 'a → reject("no {x.y + 1}!")', "!", "string.quoted"),
    (CLAUSE + 'a else "{{x}}"', "{{", "constant.character.escape"),
    (CLAUSE + 'a else "{pad_left(c, 8, "0")}!"', "pad_left", "support.function"),
    (CLAUSE + 'a else "{pad_left(c, 8, "0")}!"', "!", "string.quoted"),
    (CLAUSE + 'a else "\\u{1F600}"', "\\u{1F600}", "constant.character.escape"),
    (CLAUSE + "a → requires_approval", "requires_approval", "keyword.control.effect"),
    (CLAUSE + "a → requires_approval(2 of board not by x)", "of", "keyword.control.loop"),
    (CLAUSE + 'w matches "[A-Z]{2}-a"', "A", "string.regexp"),
    (CLAUSE + 'w contains matching "x{2}"', "2", "string.regexp"),
    (CLAUSE + "every l in lines where l.a satisfies l.b > 0", "satisfies", "keyword.control.loop"),
    (CLAUSE + "every l in lines where l.a satisfies l.b > 0", "l.b", "variable.other.path"),
    (CLAUSE + "count(o in order.placed) <= 9", "count", "support.function"),
    (CLAUSE + "fee_of(x).tier == gold", "fee_of", "entity.name.function.call"),
    (CLAUSE + "fee_of(x).tier == gold", ".tier", "variable.other.property"),
    (CLAUSE + "old(a.b.c) == 1", "old", "keyword.other.old"),
    (CLAUSE + "actor.user_id != x", "actor", "variable.language"),
    (CLAUSE + "now > x", "now", "variable.language"),
    (CLAUSE + "customer.known(customer_id = x)", "customer_id", "variable.parameter"),
    (CLAUSE + "the customer.known exists", "the", "keyword.control.loop"),
    (CLAUSE + "list(x for x in l by x desc) == m", "desc", "keyword.control.loop"),
    (CLAUSE + "if a then 1 else missing", "then", "keyword.control.conditional"),
    (CLAUSE + "a && b", "&&", "invalid.illegal"),
    (CLAUSE + "a > 0  # why", "why", "comment.line"),
    (CLAUSE + 'a > 0 else "b #5"', "b #5", "string.quoted"),
    (CLAUSE + "'a > 0 else \"not this: {b}\"'", "not this: ", "string.quoted"),
    (CLAUSE + "id: shop.named\n      rule: a exists", "rule", "entity.name.tag"),
    (CLAUSE + "id: shop.named\n      rule: a exists", "exists", "keyword.operator.test"),
    (CLAUSE + "id: shop.named", "shop.named", "constant.other.id"),
    (CLAUSE + ">-\n      a > 0\n      and b < 1", "and", "keyword.operator.logical"),
    # A text that is not closed ends with its entry, its member or its declaration.
    (CLAUSE + 'a else "open\n    - b and c', "and", "keyword.operator.logical"),
    (CLAUSE + 'a else "open {x\n  produces:', "produces", "entity.name.tag"),
    (CLAUSE + 'reject(("open\nfact a.b:', "fact", "storage.type.declaration"),
    (CLAUSE + "a\n# between\n    - b and c", "and", "keyword.operator.logical"),
]


def innermost(text, piece):
    """The scope of a piece of the last line."""
    tokens = GRAMMAR.tokens(text)[-1]
    line = text.split("\n")[-1]
    start = line.rindex(piece)
    place = 0
    for written, scopes in tokens:
        if place <= start < place + len(written):
            return scopes[-1], scopes
        place += len(written)
    raise AssertionError(f"{piece!r} has no token in {line!r}")


class GrammarTests(unittest.TestCase):
    def test_every_line_of_every_pack_has_scopes(self):
        self.assertGreater(len(PACKS), 60)
        for path in PACKS:
            text = path.read_text(encoding="utf-8")
            for number, (line, tokens) in enumerate(zip(text.splitlines(), GRAMMAR.tokens(text)), 1):
                self.assertEqual("".join(written for written, _ in tokens), line)
                for written, scopes in tokens:
                    where = f"{path.relative_to(ROOT)}:{number}: {written!r} in {line!r}"
                    if written.strip():
                        self.assertGreater(len(scopes), 1, where)
                        self.assertFalse([one for one in scopes if one.startswith("invalid") or ".unknown" in one], where)
                        self.assertFalse(scopes[-1].startswith("meta.") and written.strip() != '"', where)

    def test_pieces_have_their_scopes(self):
        for text, piece, expected in EXPECTED:
            with self.subTest(text=text, piece=piece):
                scope, scopes = innermost(text, piece)
                self.assertTrue(scope.startswith(expected), f"{scopes}")
                self.assertTrue(all(one.endswith(".truths") or one == "source.truths" for one in scopes))

    def test_members_are_those_of_the_reference(self):
        text = (ROOT / "docs/reference/declarations.md").read_text(encoding="utf-8")
        rows = re.findall(r"^\| `(\w+)` \| (.*?) \| §", text.split("## 2.")[0], re.MULTILINE)
        self.assertEqual(len(rows), 15)
        members = {kind: set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([a-z_ ]+)`", cell)))) for kind, cell in rows}
        jobs = (ROOT / "docs/reference/files.md").read_text(encoding="utf-8").split("## 8.")[1].split("## 9.")[0]
        members["jtbd"] = {name for cell in re.findall(r"^\| (`[a-z`, ]+) \| [a-z ]", jobs, re.MULTILINE) for name in re.findall(r"[a-z]+", cell)}
        self.assertEqual(members["jtbd"], {"verb", "object", "outcome", "triggers", "artifacts", "guardrails", "summary"})
        every = set().union(*members.values())
        for kind, own in members.items():
            self.assertEqual(innermost(f"{kind} n:", kind)[0], "storage.type.declaration.truths")
            for member in every:
                scope = innermost(f"{kind} n:\n  {member}: x", member)[0]
                self.assertEqual(scope.startswith("entity.name.tag"), member in own, f"{member} of {kind}: {scope}")

    def test_words_are_those_of_the_reference(self):
        clauses = (ROOT / "docs/reference/clauses.md").read_text(encoding="utf-8")
        reserved = re.search(r"reserved everywhere, except behind a dot:\s+`([a-z ]+)`", clauses).group(1).split()
        self.assertGreater(len(reserved), 15)
        for word in reserved:
            scope = innermost(CLAUSE + f"a {word} b", word)[0]
            self.assertRegex(scope, "^(keyword|constant.language)", word)
            self.assertTrue(innermost(CLAUSE + f"a.{word} > b", word)[0].startswith("variable"), word)
        functions = (ROOT / "docs/reference/functions.md").read_text(encoding="utf-8")
        names = {name for line in functions.splitlines() if line.startswith("| `")
                 for name in re.findall(r"\b([a-z_]+)\(", line.split(" | ")[0])}
        self.assertGreater(len(names), 70)
        for name in names | {"count", "coalesce"}:
            self.assertTrue(innermost(CLAUSE + f"a > {name}(b)", name)[0].startswith("support.function"), name)
        types = (ROOT / "docs/reference/types.md").read_text(encoding="utf-8")
        for name in re.findall(r'"([a-z]+)"', re.search(r"^base +=(.*?)^```", types, re.MULTILINE | re.DOTALL).group(1)):
            if name not in ("list", "map", "of"):
                self.assertTrue(innermost(FIELD + f"n: {name}", name)[0].startswith("support.type"), name)

    def test_time_is_linear_in_the_line(self):
        for start, unit, end in [
            (CLAUSE, "a.b + ", ""), (CLAUSE, '"{x}" + ', ""), (CLAUSE + '"', "{x}", ""), (CLAUSE + '"', '\\"', ""), (CLAUSE, "(", ""),
            (CLAUSE, "a", "!"), (CLAUSE, "1", "x"), (CLAUSE, " ", "."), (CLAUSE, "- ", "."), (CLAUSE, "a.", ""), (CLAUSE, "contains ", ""),
            (CLAUSE, '"P1Y1Y', ""), ("# truths:ignore T1000 ", "until ", ""), (TRUTH + '  summary: "', '\\"', ""),
            (TRUTH + "  summary: ", "# ", ""), (FIELD + "a: ", "list of ", ""), (FIELD + "a: text = ", "[", ""), ("truth ", "a ", ""),
            ("table t:\n  grid: |\n    ", "- | ", ""), (TRUTH + "  produces:\n    - ", "fact.a.", ""), ("policy p: {", "a: b, ", ""),
        ]:
            times = []
            for count in (1_000, 8_000):
                best = min(self.time(start + unit * (count // len(unit)) + end) for _ in range(2))
                times.append(best)
            self.assertLess(times[1], 8 * 3 * times[0] + 0.05, f"{unit!r}: {times}")

    @staticmethod
    def time(text):
        begin = time.perf_counter()
        GRAMMAR.tokens(text)
        return time.perf_counter() - begin


if __name__ == "__main__":
    unittest.main()
