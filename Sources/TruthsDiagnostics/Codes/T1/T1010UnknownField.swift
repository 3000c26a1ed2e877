/// There is no field of that name.
package enum UnknownField: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1010", "unknown-field", .error,
    title: "there is no field of that name",
    why: "A misspelt field would be missing for ever, and what reads it would never hold.",
    mend: "Write a field that the record, fact or entry has.",
    wrong: [
      .order(
        declarations: """
          record line:
            fields:
              sku: text
          """, fields: ["line: line"], requires: ["line.skew not empty"])
    ],
    right: [
      .order(
        declarations: """
          record line:
            fields:
              sku: text
          """, fields: ["line: line"], requires: ["line.sku not empty"])
    ])

  /// A word behind a dot, a field under `produces`, or a key field, that `owner` does not have.
  package static func found(_ name: some PlacedName, of owner: String, among fields: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: fields)
    let known = fields.prefix(8).map { "`\($0)`" }.joined(separator: ", ") + (fields.count > 8 ? " …" : "")
    return make(
      "`\(owner)` has no field `\(name.text)`", at: name.span, help: near.help ?? (fields.isEmpty ? nil : "it has \(known)"),
      fixes: near.fixes(at: name.span))
  }

  /// A word behind a dot of a value without members.
  package static func noMembers(_ name: some PlacedName, type: String) -> Diagnostic {
    make("a value of type `\(type)` has no field `\(name.text)`", at: name.span)
  }

  /// A word behind a lifecycle's name that is not `state`.
  package static func ofLifecycle(_ name: some PlacedName, lifecycle: String) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: ["state"])
    return make(
      "lifecycle `\(lifecycle)` has no `\(name.text)`", at: name.span, help: near.help ?? "write `\(lifecycle).state`",
      fixes: near.fixes(at: name.span))
  }

  /// `F(x = …)` where `x` is no key field of `F`.
  package static func notAKey(_ name: some PlacedName, of fact: String, keys: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: keys)
    let known = keys.isEmpty ? "it has no key" : "its key is " + keys.map { "`\($0)`" }.joined(separator: ", ")
    return make(
      "`\(name.text)` is not in the key of `\(fact)`", at: name.span, help: near.help ?? known, fixes: near.fixes(at: name.span))
  }
}
