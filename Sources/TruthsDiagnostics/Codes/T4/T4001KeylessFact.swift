package import TruthsText

/// A fact type has no key.
package enum KeylessFact: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4001", "keyless-fact", .warning,
    title: "a fact type has no key",
    why:
      "Without a key all its fields identify a fact: it can never change, only stand beside another, and no look-up "
      + "finds one of them.",
    mend: "Name the fields that identify a fact under `key`.",
    wrong: [
      .order(
        declarations: """
          fact stock.counted:
            external: true
            fields:
              place: text
          """, requires: ["stock.counted"])
    ],
    right: [
      .order(
        declarations: """
          fact stock.counted:
            key: [place]
            external: true
            fields:
              place: text
              amount: integer
          """, requires: ["stock.counted(place = order_id)"])
    ])

  /// A fact type without `key`.
  package static func found(_ name: some PlacedName, at key: Span) -> Diagnostic {
    make("fact type `\(name.text)` has no key", at: key, help: "name the fields that identify one: `key: […]`")
  }
}
