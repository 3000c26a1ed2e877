package import TruthsText

/// An undeclared role.
///
/// Detected in `Sources/TruthsCheck/Lints/RoleLints.swift`.
package enum UnknownRole: DiagnosticKind {
  package static let id = DiagnosticID("T1056", .error)

  /// A role that no declaration names, with the nearest known role.
  package static func finding(_ role: String, at span: Span, among known: [String]) -> Diagnostic {
    let near = NearestHelp(to: role, among: known)
    // A role that is not a plain name would need the quotes of its place.
    let isPlain = near.nearest?.utf8.allSatisfy { $0 != 0x20 && $0 < 0x80 } ?? false
    return make(
      "no role is called `\(short(role))`", at: span, help: near.help ?? "declare `role \(short(role)):` with a summary",
      fixes: isPlain ? near.fixes(at: span) : [])
  }
}

/// A role that is also the name of something in scope.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Approvals.swift`.
package enum RoleIsName: DiagnosticKind {
  package static let id = DiagnosticID("T1057", .warning)

  /// A role in an approval that is also a name in scope; it is read as the role.
  package static func finding(_ role: String, at span: Span) -> Diagnostic {
    make(
      "this waits for a person with the role `\(short(role))`, and `\(short(role))` is a name here too", at: span,
      help: "if you mean the person whom `\(short(role))` names, write `by \(short(role))`")
  }
}
