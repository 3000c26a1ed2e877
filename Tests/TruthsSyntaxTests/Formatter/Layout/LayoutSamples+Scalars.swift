extension LayoutSamples {
  private static func truth(_ clause: String) -> String {
    "truth t:\n  when:\n    - intent: i\n  requires:\n    \(clause)\n"
  }

  private static func clause(_ name: String, _ before: String, _ after: String) -> Sample {
    .init(name, truth(before), truth(after))
  }

  private static func value(_ name: String, _ before: String, _ after: String) -> Sample {
    .init(name, "policy p:\n  type: text\n  default: \(before)\n", "policy p:\n  type: text\n  default: \(after)\n")
  }

  private static func prose(_ name: String, _ before: String, _ after: String) -> Sample {
    .init(name, "pack p:\n  summary: \(before)\n", "pack p:\n  summary: \(after)\n")
  }

  /// Words that fill a line without quotes.
  private static let filling = String(repeating: "word ", count: 23) + "last"

  static let scalars: [Sample] = [
    clause("one arrow, single spaces, no needless brackets", "- ( a>1 )->b", "- a > 1 → b"),
    clause("quotes only where needed", "- 'a > 1'", "- a > 1"),
    clause("a text in quotes needs none around it", "- \"a == \\\"b\\\"\"", "- a == \"b\""),
    clause("a colon needs them", "- \"a == \\\"b: it's\\\"\"", "- 'a == \"b: it''s\"'"),
    clause("a hash needs them", "- \"a == \\\"b #5\\\"\"", "- 'a == \"b #5\"'"),
    clause("a beginning of YAML's own needs them", "- \"[a] == b\"", "- '[a] == b'"),
    clause("a minus needs none", "- '- a < 1'", "- -a < 1"),
    clause("lines become one", "- |\n      a\n        and b", "- a and b"),
    clause("folded lines become one", "- >\n      a\n      and b\n", "- a and b"),
    clause("plain lines become one", "- a\n      and b", "- a and b"),
    clause("escapes are the least", "- a == \"\\u{41}\\u{0}\"", "- a == \"A\\u{0}\""),
    clause(
      "a long clause is folded before its consequence",
      "- 'aaaaaaaaaaaaaaaaaaaaaaaaaa > 1 and bbbbbbbbbbbbbbbbbbbbbbbbbbbbb > 2 and (ccccccccccccccccccccc or ddddddddddddd) "
        + "else \"this is what is said: it is long\"'",
      """
      - >-
            aaaaaaaaaaaaaaaaaaaaaaaaaa > 1 and bbbbbbbbbbbbbbbbbbbbbbbbbbbbb > 2
            and (ccccccccccccccccccccc or ddddddddddddd)
            else "this is what is said: it is long"
      """),
    clause(
      "a long text is not folded", "- a else \"\(String(repeating: "word ", count: 30))\"",
      "- >-\n      a\n      else \"\(String(repeating: "word ", count: 30))\""),
    value("a text of YAML keeps its quotes", "\"a  {b+1} {{c}}\"", "\"a  {b + 1} {{c}}\""),
    value("its escapes are the least", "\"\\u0041\\t\\x00\\\\\\\"\"", "\"A\\t\\x00\\\\\\\"\""),
    value("an expression that is a text", "'\"a\"'", "'\"a\"'"),
    value("an expression", "'a+\"b\"'", "a + \"b\""),
    value("a date needs no quotes", "'2027-01-31'", "2027-01-31"),
    value("a text that is a date keeps them", "\"2027-01-31\"", "\"2027-01-31\""),
    value("a list", "[ a+1, \"b\", 'f(c, d)', [e] ]", "[a + 1, \"b\", 'f(c, d)', [e]]"),
    value("a number", "1.50", "1.5"),
    prose("words stand as they are", "It's   so -> \"here\"", "It's   so -> \"here\""),
    prose("words in quotes stay so", "'It is so'", "\"It is so\""),
    prose("quotes alone do not fold a line", "'\(filling)'", "\"\(filling)\""),
    prose("words that hold quotes", "\"say \\\"so\\\"\"", "'say \"so\"'"),
    prose("words over lines", "It is\n    so", "It is so"),
    prose("words in lines of their own", "|\n     It is\n       so\n\n     here\n", "|-\n    It is\n      so\n\n    here"),
    prose("paragraphs", ">\n     It\n     is\n\n     so\n", ">-\n    It is\n\n    so"),
    prose(
      "long words are folded", String(repeating: "word ", count: 30) + "end",
      ">-\n    \(Array(repeating: "word", count: 19).joined(separator: " "))\n    "
        + "\(Array(repeating: "word", count: 11).joined(separator: " ")) end"),
    .init(
      "names need no quotes",
      "fact a.b:\n  key: ['x', \"y\"]\n  external: \"true\"\n  fields:\n    'x': list  of text?\n    y: decimal in eur=  1.0\n",
      "fact a.b:\n  key: [x, y]\n  external: true\n  fields:\n    x: list of text?\n    y: decimal in eur = 1\n"),
    .init(
      "values of an enum need quotes where they are no names", "enum e: ['3-way', \"x\", \"and\", 'a, b']\n",
      "enum e: [\"3-way\", x, \"and\", \"a, b\"]\n"),
    .init(
      "artifacts",
      "jtbd j:\n  verb: Send\n  artifacts:\n    - a->b  -> c.d\n  guardrails:\n    - {must_not: go, enforced_by: 'x'}\n",
      "jtbd j:\n  verb: Send\n  artifacts:\n    - a → b → c.d\n  guardrails:\n    - must_not: go\n      enforced_by: x\n"),
    .init(
      "an output with a colon in its condition",
      "truth t:\n  when:\n    - intent: i\n  produces:\n    - 'fact.a.b where c == \"d: e\"':\n        f: \"g\"\n    - \"fact.a.b\"\n",
      "truth t:\n  when:\n    - intent: i\n  produces:\n    - 'fact.a.b where c == \"d: e\"':\n        f: \"g\"\n    - fact.a.b\n"
    ),
    .init(
      "a declaration at fault is left as it stands",
      "table t:\n  inputs: {a: 'decimal', otherwise: boolean}\n  output: 'text'\n  hit: \"first\"\n  rows:\n    - a<=0->x: y\n",
      "table t:\n  inputs: {a: 'decimal', otherwise: boolean}\n  output: 'text'\n  hit: \"first\"\n  rows:\n    - a<=0->x: y\n"
    ),
    .init(
      "rows of tables",
      "table t:\n  inputs: {a: 'decimal', otherwise: boolean}\n  output: 'text'\n  hit: \"first\"\n  rows:\n"
        + "    - 'a<=0->\"x: y\"'\n    - (otherwise)->\"z\"\n    - \"otherwise->missing\"\n",
      "table t:\n  inputs:\n    a: decimal\n    otherwise: boolean\n  output: text\n  hit: first\n  rows:\n"
        + "    - 'a <= 0 → \"x: y\"'\n    - (otherwise) → \"z\"\n    - otherwise → missing\n"),
    .init(
      "ranges of fields", "intent i:\n  fields:\n    a: decimal in eur ?   min  0.50 max 10 = 1\n    b: 'integer  max - 3'\n",
      "intent i:\n  fields:\n    a: decimal in eur? min 0.5 max 10 = 1\n    b: integer max -3\n"),
    .init(
      "lifecycles",
      "lifecycle l:\n  key: ['x']\n  initial: \"a\"\n  transitions:\n  - a->b   -> c\n  - 'any → d'\n  terminal: [c, d]\n",
      "lifecycle l:\n  key: [x]\n  initial: a\n  transitions:\n    - a → b → c\n    - any → d\n  terminal: [c, d]\n"),
    .init(
      "facts and moves of a truth",
      "truth t:\n  when:\n  - fact: fact.a.b  as c\n  - fact: ['d.e', f.g as h]\n  - if: (x)\n  moves:\n  - l: start->a\n  - {m: 'a → b'}\n"
        + "  - n: \"a->b   else \\\"{ (k) }\\\"\"\n  - 'o': 'a → b else \"c: d\"'\n",
      "truth t:\n  when:\n    - fact: a.b as c\n    - fact: [d.e, f.g as h]\n    - if: x\n  moves:\n    - l: start → a\n    - m: a → b\n"
        + "    - n: a → b else \"{k}\"\n    - o: 'a → b else \"c: d\"'\n"
    ),
  ]
}
