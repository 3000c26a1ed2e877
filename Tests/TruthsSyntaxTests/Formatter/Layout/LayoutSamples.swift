/// Files before and after formatting.
enum LayoutSamples {
  typealias Sample = LayoutTests.Sample

  static let layouts: [Sample] = [
    .init(
      "two spaces a level, whatever it was",
      "truth t:\n     when:\n     - intent:   i\n     requires:\n          -   a\n          - b\n",
      "truth t:\n  when:\n    - intent: i\n  requires:\n    - a\n    - b\n"),
    .init(
      "lists that are not indented", "truth t:\n  when:\n  - intent: i\n  requires:\n  - a\n",
      "truth t:\n  when:\n    - intent: i\n  requires:\n    - a\n"),
    .init(
      "a dash alone on its line", "truth t:\n  when:\n    -\n      intent: i\n  requires:\n    -\n      a\n",
      "truth t:\n  when:\n    - intent: i\n  requires:\n    - a\n"),
    .init(
      "a value under its key", "truth t:\n  summary:\n    why\n  when:\n    - intent:\n        i\n",
      "truth t:\n  summary: why\n  when:\n    - intent: i\n"),
    .init(
      "braces become blocks", "truth t: {when: [{intent: i}, {pack: p}], requires: []}\n",
      "truth t:\n  when:\n    - intent: i\n    - pack: p\n  requires: []\n"),
    .init(
      "a field in its long form is a block, its type as elsewhere",
      "record r:\n  fields:\n    a: {type: text  named \"b\" ,sensitive:  true}\n    c: {sensitive: true, type: 'list  of text?'}\n",
      "record r:\n  fields:\n    a:\n      type: text named \"b\"\n      sensitive: true\n"
        + "    c:\n      sensitive: true\n      type: list of text?\n"),
    .init(
      "names in JSON stand in double quotes",
      "intent i:\n  named:   a.b\n\nenum e:\n  values: [x, y]\n  named: {x:  'x.y'}\n",
      "intent i:\n  named: \"a.b\"\n\nenum e:\n  values: [x, y]\n  named:\n    x: \"x.y\"\n"),
    .init(
      "a clause with an id is best as a block",
      "truth t:\n  when:\n    - intent: i\n  requires:\n    - {id: a.b, rule: 'x in [1, 2]'}\n",
      "truth t:\n  when:\n    - intent: i\n  requires:\n    - id: a.b\n      rule: x in [1, 2]\n"),
    .init(
      "sources",
      "source s:\n   document:  d\n   each: 'a[].b[]'\n   closed:   true\n"
        + "   let: {x: 'not  y'}\n   produces:\n   - fact.a.b  for c in d where (c.e exists):\n       f: \"g\"\n",
      "source s:\n  document: d\n  each: a[].b[]\n  closed: true\n"
        + "  let:\n    x: not y\n  produces:\n    - fact.a.b for c in d where c.e exists:\n        f: \"g\"\n"),
    .init(
      "proposals of a source",
      "source s:\n  document: d\n  produces:\n   - proposal.a  for b in c:\n      d: e\n",
      "source s:\n  document: d\n  produces:\n    - proposal.a for b in c:\n        d: e\n"),
    .init(
      "every element of a document that is a list",
      "source s:\n  document: d\n  each: []\n  produces:\n    - fact.a.b\n"),
    .init(
      "short lists in brackets stay", "pack p:\n  uses: [ a,b ,\n     c ]\nenum e: [ x, \"3-way\" ]\n",
      "pack p:\n  uses: [a, b, c]\n\nenum e: [x, \"3-way\"]\n"),
    .init(
      "long lists in brackets become blocks",
      "enum e: [aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb, cccccccccccccccccccccccccccccccccccccc]\n",
      """
      enum e:
        - aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        - bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
        - cccccccccccccccccccccccccccccccccccccc

      """),
    .init("lists in blocks stay", "pack p:\n  uses:\n    - a\n"),
    .init(
      "empty lines: one at most, none at a beginning",
      "truth t:\n\n  when:\n\n    - intent: i\n\n\n    - pack: p\n\n  requires:\n    - a\n\n\n",
      "truth t:\n  when:\n    - intent: i\n\n    - pack: p\n\n  requires:\n    - a\n"),
    .init(
      "fields under a fact",
      "truth t:\n  when:\n    - intent: i\n  produces:\n    - fact.a.b  for x in y where not z:\n       due:   total*2\n",
      "truth t:\n  when:\n    - intent: i\n  produces:\n    - fact.a.b for x in y where not z:\n        due: total * 2\n"),
    .init("a pack without parts", "pack p:\n\n\n", "pack p:\n"),
  ]

  static let empty: [Sample] = [
    .init(
      "a comment in the brackets of an empty list stays with it",
      "truth t:\n  when:\n    - intent: i\n  requires: [ # none\n  ]\n  produces:\n    - trace.a.b\n",
      "truth t:\n  when:\n    - intent: i\n  requires: # none\n    []\n  produces:\n    - trace.a.b\n"),
    .init(
      "a comment below the bracket of an empty mapping stays with it, and one beside its end too",
      "intent i:\n  fields: {\n    # none\n  } # yet\n  summary: a\n",
      "intent i:\n  fields:\n    # none\n    {} # yet\n  summary: a\n"),
  ]

  static let files: [Sample] = [
    .init(
      "one empty line between declarations", "pack p:\n  version: 1\nfact a.b:\n  key: [x]\n\n\n\nfact c.d: {}\n",
      "pack p:\n  version: 1\n\nfact a.b:\n  key: [x]\n\nfact c.d: {}\n"),
    .init(
      "behind a declaration of one line the next of its kind may stand at once",
      "enum a: [x]\nenum b: [y]\n\n\nenum c: [z]\nenum d:\n  ordered: [x]\nenum e: [x]\nfact a.b: {}\n",
      "enum a: [x]\nenum b: [y]\n\nenum c: [z]\nenum d:\n  ordered: [x]\n\nenum e: [x]\n\nfact a.b: {}\n"),
    .init("a root key with single spaces", "pack \t p:\n", "pack p:\n"),
    .init(
      "a byte order mark and line ends stay, no blanks at the end", "\u{FEFF}pack p:\r\n  version: 1 \t\r\n",
      "\u{FEFF}pack p:\r\n  version: 1\r\n"),
    .init(
      "lines end as the first one that is not empty does", "\n# a\r\npack p:\n  version: 1\n\n\nenum b:   [c]\r",
      "# a\r\npack p:\r\n  version: 1\r\n\r\nenum b: [c]\r\n"),
    .init(
      "a carriage return alone ends lines too", "pack p:\r  summary: |\r    a\r    b\r# c\r",
      "pack p:\r  summary: |-\r    a\r    b\r\r# c\r"),
    .init("a line break at the end", "pack p:\n  version: 1", "pack p:\n  version: 1\n"),
    .init("no marks of a document", "# a\n---\npack p:\n  version: 1\n...\n# b\n", "# a\npack p:\n  version: 1\n\n# b\n"),
  ]
}
