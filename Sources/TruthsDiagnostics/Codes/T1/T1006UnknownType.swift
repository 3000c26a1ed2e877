/// A type is not known.
package enum UnknownType: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1006", "unknown-type", .error,
    title: "a type is not known",
    why: "Nothing can be checked about a value whose type means nothing.",
    mend:
      "Write a built-in type (`text`, `integer`, `decimal`, `boolean`, `date`, `timestamp`, `duration`, `json`), an "
      + "enum or a record.",
    wrong: [
      .order(fields: ["amount: decmal"])
    ],
    right: [
      .order(fields: ["amount: decimal"])
    ])

  /// A word where a type is wanted.
  package static func found(_ name: some PlacedName, among candidates: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: candidates)
    return make("no type is called `\(name.text)`", at: name.span, help: near.help, fixes: near.fixes(at: name.span))
  }
}
