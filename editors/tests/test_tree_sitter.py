"""The grammar of clauses: pieces and their trees, every file of this repository, the clauses of the reference, and colours.

It needs the packages tree-sitter and tree-sitter-yaml, which `.ci/setup ci` puts into .build/python, and a C compiler.
"""

import ctypes
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

EDITORS = pathlib.Path(__file__).resolve().parents[1]
ROOT = EDITORS.parent
GRAMMAR = EDITORS / "tree-sitter"
COMPILER = shutil.which(os.environ.get("CC", "cc"))
sys.path.append(str(ROOT / ".build/python"))
try:
    import tree_sitter
    import tree_sitter_yaml
except ImportError:
    tree_sitter = None

# Folders whose files are right.
FOLDERS = ["truths", "jtbd", "examples", "docs/embedding", "Tests/Mistakes/bases"]

PIECES = {
    "amount > 0 and not x empty": "(clause condition: (logical (test (name) (number)) (negated (test (name)))))",
    "a.if == the b.c(k = 1).d":
        "(clause condition: (test (member (name) member: (property)) (member (call function: (member (current (name)) "
        "member: (property)) (assignment name: (property) value: (number))) member: (property))))",
    "'a else \"b: c\"'": "(quote) (clause condition: (name) (otherwise_reason (text (characters)))) (quote)",
    '>-\n  a not in [1]\n  else "x"\n':
        "(fold) (clause condition: (test (name) (list (number))) (otherwise_reason (text (characters))))",
    'a → reject("{b + 1} {{c}}")':
        "(clause condition: (name) (arrow) (call function: (function) (text (interpolation (arithmetic (name) (number))) "
        "(characters) (escape) (characters) (escape))))",
    'a else requires_approval(2 of boss by b or "x" not by c, "t")':
        "(clause condition: (name) (otherwise_reason (approval (quorum (number)) (who role: (role) (name)) (who role: (text"
        " (characters))) (exclusion (name)) (text (characters)))))",
    "a or b and c": "(clause condition: (logical (name) (logical (name) (name))))",
    "a + b * c - d": "(clause condition: (arithmetic (arithmetic (name) (arithmetic (name) (name))) (name)))",
    "a between 1 and 2 or b": "(clause condition: (logical (test (name) (number) (number)) (name)))",
    'c matches "[A-Z]{2}\\"" → "{a}" == b':
        "(clause condition: (test (name) (pattern)) (arrow) (test (text (interpolation (name))) (name)))",
    "no x in l where x > 1 satisfies x":
        "(clause condition: (quantified (variable) source: (name) (filter (test (name) (number))) (name)))",
    "sum(x for l in m for x in l where x > 0 by x desc, y desc)":
        "(clause condition: (call function: (function) (comprehension (name) (loop (variable) source: (name)) (loop "
        "(variable) source: (name)) (filter (test (name) (number))) (order (name))) (falling (name))))",
    "if a then missing else -b * 2": "(clause condition: (conditional (name) (nothing) (arithmetic (negative (name)) (number))))",
    "l[1] with (a = 1, b = c)":
        "(clause condition: (changed (index (name) (number)) (assignment name: (property) value: (number)) (assignment "
        "name: (property) value: (name))))",
    'start → open → paid else "x"':
        "(clause condition: (name) (arrow) (name) (arrow) (name) (otherwise_reason (text (characters))))",
    'otherwise → tier = "plain", fee = missing':
        "(clause condition: (otherwise) (arrow) (assignment name: (property) value: (text (characters))) (assignment name: "
        "(property) value: (nothing)))",
    "truth order.placing": "(declaration (kind) name: (path (segment) (segment)))",
    'role "head librarian"': "(declaration (kind) name: (text (characters)))",
    "order.placed as o": "(match (member (name) member: (property)) (variable))",
    "fact.a.b for l in lines where l.x":
        "(comprehension (member (member (name) member: (property)) member: (property)) (loop (variable) source: (name)) "
        "(filter (member (name) member: (property))))",
    'list of decimal in eur? min 0 named "x" = []':
        "(typed (test (of (name) (name)) (name)) (number) (text (characters)) default: (list))",
    "2026-01-31T10:00:00Z": "(clause condition: (moment))",
    "|\n  w | z → output\n  [0..5) | not (a, b) → 5\n":
        "(grid (literal) (name) (bar) (name) (arrow) (name) (number) (number) (bar) (name) (name) (arrow) (number))",
}

SAMPLE = """policy limit: {type: decimal in eur, default: now}
truth placing:
  summary: a and b
  when:
    - intent: place_order
    - fact: order.seen as o
    - if: o.x > 1
  let:
    net: a * 2
    note: "due {{soon}} {a}"
  requires:
    - net > 0
      and x
    - 'a else "b: c"'
    - id: shop.one
      rule: >-
        net < 9
  moves:
    - order: start → open
  produces:
    - fact.order.placed where x:
        y: z + 1
    - trace.a.b
lifecycle order:
  transitions: [open → paid]
table fee:
  inputs: {net: decimal}
  output: decimal
  grid: |
    net → output
    -   → 1
"""
INJECTED = [
    "policy limit", "decimal in eur", "now", "truth placing", "order.seen as o", "o.x > 1", "a * 2", '"due {{soon}} {a}"',
    "net > 0\n      and x", "'a else \"b: c\"'", ">-\n        net < 9", "start → open", "fact.order.placed where x", "z + 1",
    "trace.a.b", "lifecycle order", "open → paid", "table fee", "decimal", "decimal", "|\n    net → output\n    -   → 1",
]

COLOURS = [
    ('every l in lines satisfies l.x >= now → reject("a {b}\\n")',
     "every keyword, l variable.parameter, in keyword.operator, lines variable, satisfies keyword, l variable, . "
     "punctuation.delimiter, x variable.other.member, >= operator, now variable.builtin, → operator, reject "
     'function.macro, ( punctuation.bracket, " string, a  string, { punctuation.special, b variable, } '
     'punctuation.special, \\n string.escape, " string, ) punctuation.bracket'),
    ("truth placing", "truth keyword, placing type"),
    ("round(1.5) missing",
     "round function, ( punctuation.bracket, 1.5 constant.numeric, ) punctuation.bracket, missing keyword.operator"),
]


def language(library):
    """The grammar of a compiled parser."""
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype, capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    function = ctypes.CDLL(library).tree_sitter_truths_clause
    function.restype = ctypes.c_void_p
    return tree_sitter.Language(capsule(function(), b"tree_sitter.Language", None))


@unittest.skipUnless(tree_sitter and COMPILER, "tree-sitter, tree-sitter-yaml and a C compiler are needed")
class TreeSitterTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            library = f"{folder}/truths_clause.so"
            command = [
                COMPILER, "-O1", "-Wall", "-Werror", "-Wno-unused-but-set-variable", "-shared", "-fPIC", "-I", GRAMMAR / "src",
                GRAMMAR / "src/parser.c", "-o", library]
            subprocess.run(command, check=True)
            cls.clauses = language(library)
        cls.yaml = tree_sitter.Language(tree_sitter_yaml.language())
        cls.injections = tree_sitter.Query(cls.yaml, (GRAMMAR / "queries/truths/injections.scm").read_text(encoding="utf-8"))

    def tree(self, text):
        return tree_sitter.Parser(self.clauses).parse(text.encode()).root_node

    def injected(self, text):
        """The scalars of a file that are read as clauses, in order."""
        root = tree_sitter.Parser(self.yaml).parse(text.encode()).root_node
        self.assertFalse(root.has_error)
        matches = tree_sitter.QueryCursor(self.injections).matches(root)
        nodes = {node.start_byte: node for _, captures in matches for node in captures["injection.content"]}
        return [nodes[start].text.decode() for start in sorted(nodes)]

    def test_pieces(self):
        for text, expected in PIECES.items():
            with self.subTest(text):
                self.assertEqual(str(self.tree(text)), f"(source {expected})")

    def test_scalars(self):
        self.assertEqual([one.rstrip() for one in self.injected(SAMPLE)], INJECTED)

    def test_files(self):
        count = 0
        for folder in FOLDERS:
            for path in sorted((ROOT / folder).rglob("*.*")):
                if path.suffix not in (".truths", ".jtbd"):
                    continue
                for piece in self.injected(path.read_text(encoding="utf-8")):
                    count += 1
                    self.assertFalse(self.tree(piece).has_error, f"{path.relative_to(ROOT)}: {piece}")
        self.assertGreater(count, 7000)

    def test_clauses_of_the_reference(self):
        count = 0
        for path in sorted((ROOT / "docs/reference").glob("*.md")):
            for block in re.findall(r"```clause\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL):
                for line in block.splitlines():
                    clause, _, value = line.rpartition(" → ")
                    # What is refused as it is written may be anything; a line without a value is a clause as a whole.
                    if re.match(r"T00\d\d$", value):
                        continue
                    is_whole = not clause or re.match(r"(reject|warn|requires_\w+)\(|amount > 10", value)
                    count += 1
                    self.assertFalse(self.tree(line if is_whole else clause).has_error, f"{path.name}: {line}")
        self.assertGreater(count, 400)

    def test_what_is_wrong_is_marked(self):
        for text in ("amount > > 5", "a b c", "sum(", "\"open", "0 < x < 10"):
            self.assertTrue(self.tree(text).has_error, text)

    def test_colours(self):
        query = tree_sitter.Query(self.clauses, (GRAMMAR / "queries/truths_clause/highlights.scm").read_text(encoding="utf-8"))
        for text, expected in COLOURS:
            captures = tree_sitter.QueryCursor(query).captures(self.tree(text))
            found = sorted((node.start_byte, node.text.decode(), name) for name, nodes in captures.items() for node in nodes)
            self.assertEqual(", ".join(f"{piece} {name}" for _, piece, name in found), expected)
            # Editors differ in which of two patterns counts.
            self.assertEqual(len({start for start, _, _ in found}), len(found), text)

    def test_every_word_has_a_colour(self):
        grammar = json.loads((GRAMMAR / "src/grammar.json").read_text(encoding="utf-8"))
        words = set(re.findall(r'"STRING", "value": "([a-z_]+)"', json.dumps(grammar)))
        page = (ROOT / "docs/reference/clauses.md").read_text(encoding="utf-8")
        section = re.search(r"### 2\.1 Words\n(.*?)\n##", page, re.DOTALL)[1]
        lists = re.findall(r"`([a-z ]+ [a-z ]+ [a-z ]+)`", section.replace("\n", " "))
        # `old` and `coalesce` are called like functions; the names of the last list are no keywords.
        self.assertEqual({word for one in lists[:2] for word in one.split()} - words, {"old", "coalesce"})
        coloured = set(re.findall(r'"([a-z_]+)"', (GRAMMAR / "queries/truths_clause/highlights.scm").read_text(encoding="utf-8")))
        self.assertEqual(words - coloured, {"true", "false", "otherwise"})


class GeneratedTests(unittest.TestCase):
    def test_the_parser_is_made_of_the_grammar(self):
        written = (GRAMMAR / "src/grammar.sha256").read_text().strip()
        made = hashlib.sha256((GRAMMAR / "grammar.js").read_bytes()).hexdigest()
        self.assertEqual(written, made, "editors/tree-sitter/generate makes src/ anew")


if __name__ == "__main__":
    unittest.main()
