/// Declarations of small sets in which facts follow from facts, as text.
enum ClosingRules {
  /// The set of one pack with an intent `go` that always may; without a truth on it where a declaration is one.
  static func set(_ declarations: [String]) -> String {
    let hasTruth = declarations.contains { $0.contains("- intent: go") }
    let head = """
      pack demo:
        version: 1.0.0

      intent go:
        fields:
          k: text?

      """
    return ([head] + declarations + (hasTruth ? [] : [going()])).joined(separator: "\n")
  }

  /// The truth on intent `go`.
  static func going(requires: [String] = [], invariants: [String] = []) -> String {
    let requires = requires.isEmpty ? "" : "  requires:\n" + requires.map { "    - \($0)\n" }.joined()
    let invariants = invariants.isEmpty ? "" : "  invariants:\n" + invariants.map { "    - \($0)\n" }.joined()
    return "truth going:\n  when:\n    - intent: go\n\(requires)\(invariants)  produces:\n    - trace.demo.going\n"
  }

  static func external(_ name: String, _ fields: [String], key: [String]) -> String {
    fact(name, fields, key: key, "  external: true\n")
  }

  /// A fact type that truths produce.
  static func produced(_ name: String, _ fields: [String], key: [String], isView: Bool = false) -> String {
    fact(name, fields, key: key, isView ? "  derived: true\n" : "")
  }

  private static func fact(_ name: String, _ fields: [String], key: [String], _ more: String) -> String {
    let key = key.isEmpty ? "" : "  key: [\(key.joined(separator: ", "))]\n"
    return "fact \(name):\n\(key)\(more)  fields:\n" + fields.map { "    \($0)\n" }.joined()
  }

  /// Returns fact types whose only field is the key `k`.
  static func facts(_ names: String...) -> [String] { names.map { produced($0, ["k: text"], key: ["k"]) } }

  /// Returns a truth on facts.
  ///
  /// - Parameters:
  ///   - facts: the matched facts, with variables if needed: `item.kept as i`.
  ///   - makes: the lines below `produces`; those that continue an entry are indented.
  ///   - moves: a chain of states of a lifecycle.
  static func truth(
    _ name: String, on facts: [String], lets: [String] = [], if condition: String? = nil, makes: [String],
    moves: String? = nil, of lifecycle: String = "door", isView: Bool = false
  ) -> String {
    var text = "truth \(name):\n  when:\n" + facts.map { "    - fact: \($0)\n" }.joined()
    if let condition { text += "    - if: \(condition)\n" }
    if !lets.isEmpty { text += "  let:\n" + lets.map { "    \($0)\n" }.joined() }
    if let moves { text += "  moves:\n    - \(lifecycle): \(moves)\n" }
    text += "  produces:\n" + makes.map { $0.hasPrefix(" ") ? "    \($0)\n" : "    - \($0)\n" }.joined()
    return isView ? text : text + "    - trace.demo.\(name)\n"
  }

  /// A lifecycle that ends.
  static let door = """
    lifecycle door:
      key: [k]
      initial: one
      transitions:
        - start → one
        - start → two
        - one → two
        - any → gone
      terminal: [two, gone]

    """

  /// A lifecycle that goes to and fro.
  static let lamp = """
    lifecycle lamp:
      key: [k]
      initial: off
      transitions:
        - off → on
        - on → off
        - any → gone
      terminal: [gone]

    """
}
