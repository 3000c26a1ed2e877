package import TruthsText

/// A name may not be declared.
package enum ReservedName: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1014", "reserved-name", .error,
    title: "a name may not be declared",
    why:
      "Clauses and ledgers give these words a meaning of their own, so what is declared under that name could not be reached, "
      + "or would change what others mean.",
    mend: "Choose another name.",
    wrong: [
      .order(
        declarations: """
          fact demo.counted:
            key: [order_id]
            external: true
            fields:
              order_id: text
          """, requires: ["demo.counted"])
    ],
    right: [
      .order(
        declarations: """
          fact stock.counted:
            key: [order_id]
            external: true
            fields:
              order_id: text
          """, requires: ["stock.counted"])
    ])

  /// A declaration with one of the words `proposal actor now start any entry`.
  package static func found(_ name: some PlacedName) -> Diagnostic {
    make("`\(name.text)` means something in every clause and cannot be declared", at: name.span, help: "choose another name")
  }

  /// An enum or record with the name of a built-in type.
  package static func builtInType(_ name: some PlacedName) -> Diagnostic {
    make("`\(name.text)` is a built-in type and cannot be declared", at: name.span, help: "choose another name")
  }

  /// A table with the name of a function.
  package static func function(_ name: some PlacedName) -> Diagnostic {
    make("`\(name.text)` is a function and cannot be declared", at: name.span, help: "choose another name")
  }

  /// A field of a fact, or a key of a lifecycle, with the name under which every fact says its type.
  package static func factField(_ name: some PlacedName) -> Diagnostic {
    make(
      "every fact says under `\(name.text)` which type it has, so no field of a fact can have that name", at: name.span,
      help: "choose another name, such as `kind`")
  }

  /// A fact type whose first segment is the word that may stand before every fact type, or a lifecycle of that name.
  package static func prefix(_ name: some PlacedName) -> Diagnostic {
    make(
      "`\(name.text)` cannot be declared: `fact.` may stand before every fact type and means nothing", at: name.span,
      help: "begin with another word")
  }

  /// A fact type with the name of a lifecycle's state or history.
  package static func ofLifecycle(_ name: some PlacedName, lifecycle: String) -> Diagnostic {
    make(
      "`\(name.text)` is what lifecycle `\(lifecycle)` makes and cannot be declared", at: name.span, help: "choose another name")
  }

  /// A fact type whose first segment is a pack's name.
  package static func startsWithPack(_ name: some PlacedName, pack: String) -> Diagnostic {
    make(
      "`\(name.text)` begins with the name of pack `\(pack)`", at: name.span,
      help: "`\(pack).…` is how names of that pack are qualified; begin with another word")
  }

  /// A pack with the name that a built-in fact type begins with.
  package static func packOfBuiltInFact(_ pack: String, fact: String, at span: Span) -> Diagnostic {
    make(
      "`\(pack)` cannot be a pack: the built-in fact `\(fact)` begins with it", at: span,
      help: "choose another name for the pack, and for its folder and files")
  }
}
