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

  /// Names that types of ours have in other languages.
  private static let customary = [
    "string": "text", "str": "text", "char": "text", "int": "integer", "long": "integer", "number": "decimal", "float": "decimal",
    "double": "decimal", "bool": "boolean", "datetime": "timestamp", "object": "json",
  ]

  /// A word where a type is wanted.
  package static func found(_ name: some PlacedName, among candidates: [String]) -> Diagnostic {
    let near = customary[name.text].map { NearestHelp(nearest: $0) } ?? NearestHelp(to: name.text, among: candidates)
    return make("no type is called `\(name.text)`", at: name.span, help: near.help, fixes: near.fixes(at: name.span))
  }
}
