/// The declarations of sets in which an `if` on facts has no value.
enum UnknownText {
  private static let members = [
    "g: text?", "h: text?", "n: decimal?", "a: decimal?", "b: decimal?", "c: decimal?", "z: decimal?", "s: text?",
    "l: list of decimal?", "mw: map of decimal?", "d: date?", "ca: decimal in cur?", "cur: coin?", "is: list of line?",
    "more: list of line?",
  ]

  static func vocabulary(_ key: UnknownKey) -> String {
    let names = key == .part ? "k, h" : "k"
    let second = key == .part ? ["h: text"] : []
    let view = ["k: text"] + second + ["w: decimal", "t: text?"]
    return """
      pack demo:
        version: 1.0.0

      enum coin: [eur, usd]

      role lead: {}

      record line:
        fields:
      \(lines(["q: integer", "g: decimal", "y: text"]))
      lifecycle door:
        key: [k]
        initial: one
        transitions:
          - one → two
        terminal: [two]

      table rate:
        inputs: {x: decimal}
        output: decimal
        rows:
          - x < 50 → 1
          - otherwise → missing

      table twice:
        inputs: {x: decimal}
        output: decimal
        hit: unique
        rows:
          - x * x > 4 → 1
          - x * 2 > 6 → 2
          - otherwise → 3

      function over:
        inputs: {x: decimal}
        output: boolean
        value: x > 10

      function known_of:
        inputs: {x: text}
        output: boolean
        value: '\(key.fact("x"))'

      fact seed.sown:
        key: [k]
        fields:
      \(lines(["k: text"] + members))
      fact other.seen:
        key: [k]
        external: true
        fields:
      \(lines(["k: text", "n: decimal"]))
      fact note.made:
        key: [k]
        fields:
      \(lines(["k: text", "told: boolean?"]))
      fact heavy.of:
        key: [\(names)]
        derived: true
        fields:
      \(lines(view))
      fact heavier.of:
        key: [k]
        derived: true
        fields:
      \(lines(["k: text"]))
      intent go:
        fields:
          k: text

      intent sow:
        fields:
      \(lines(["k: text"] + members.map { $0.replacing("?", with: "") }))
      truth sowing:
        when:
          - intent: sow
        requires:
          - k exists
        produces:
          - fact.seed.sown

      """
  }

  static let going = truth("goes", ["intent: go"], outputs: [UnknownOutput("trace.goes")])

  private static func lines(_ lines: [String]) -> String { lines.map { "    \($0)\n" }.joined() }

  /// A truth.
  ///
  /// - Parameters:
  ///   - condition: its `let`s and its `if`; none where that is empty.
  ///   - section: one of its lists of clauses, with a clause.
  static func truth(
    _ name: String, _ when: [String], _ condition: (lets: [String], text: String) = ([], ""),
    section: (name: String, clause: String)? = nil, outputs: [UnknownOutput]
  ) -> String {
    var text = "truth \(name):\n  when:\n" + when.map { "    - \($0)\n" }.joined()
    if !condition.text.isEmpty { text += "    - if: '\(condition.text)'\n" }
    if !condition.lets.isEmpty { text += "  let:\n" + lines(condition.lets) }
    if let section { text += "  \(section.name):\n    - '\(section.clause)'\n" }
    text += "  produces:\n"
    for output in outputs {
      let fields = output.fields.map { "        \($0)\n" }.joined()
      text += "    - '\(output.head)'\(fields.isEmpty ? "" : ":")\n\(fields)"
    }
    return text
  }
}

/// An entry below `produces`.
struct UnknownOutput {
  var head: String
  var fields: [String]

  init(_ head: String, _ fields: [String] = []) { (self.head, self.fields) = (head, fields) }
}
