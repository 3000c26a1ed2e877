package import TruthsText

/// A correction may keep the old value of a field that it writes.
package enum MayKeepOldValue: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T3006", "may-keep-old-value", .warning,
    title: "a correction may keep the old value of a field that it writes",
    why:
      "Where the value that a correction writes is missing, an optional field stays as it was: nothing is erased by what was "
      + "only left out. Whoever meant to erase it would not notice.",
    mend: "Require the value; to take the field away on purpose, write `missing` under the correction: `note: missing`.",
    wrong: [.noteCorrection(requires: [])],
    right: [.noteCorrection(requires: ["note exists"]), .noteCorrection(requires: [], note: "missing")])

  /// An optional field of a correction whose written value may be missing.
  package static func found(_ field: String, fact: some PlacedName, at span: Span) -> Diagnostic {
    make(
      "this may be missing, and then `\(fact.text)` keeps the `\(field)` that it has", at: span,
      help: "require the value, or take the field away with `\(field): missing`")
  }
}

extension DiagnosticSample {
  /// An intent that corrects the note of an order.
  fileprivate static func noteCorrection(requires: [String], note: String = "note") -> DiagnosticSample {
    .order(
      declarations: """
        fact order.noted:
          key: [order_id]
          fields:
            order_id: text
            note: text?

        intent open_order:
          fields:
            order_id: text

        truth order_opening:
          when:
            - intent: open_order
          requires:
            - order_id exists
          produces:
            - fact.order.noted
            - trace.order.opening
        """,
      fields: ["note: text"], requires: requires, output: ["- correction.order.noted:", "    note: \(note)"])
  }
}
