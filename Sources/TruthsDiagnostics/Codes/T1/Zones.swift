package import TruthsText

/// An unknown time zone.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Calendar.swift`.
package enum UnknownZone: DiagnosticKind {
  package static let id = DiagnosticID("T1036", .error)

  /// - Parameters:
  ///   - enumeration: the enum with that value, where the zone is not written itself.
  ///   - names: the names of all zones.
  package static func finding(_ name: String, of enumeration: String?, at span: Span, among names: [String]) -> Diagnostic {
    let nearest = nearestName(to: name, among: names)
    guard let enumeration else {
      let near = NearestHelp(nearest: nearest.map { "\"\($0)\"" })
      return make(
        "no time zone is called `\(short(name))`", at: span, help: near.help ?? "write a name such as `\"Europe/Berlin\"`",
        fixes: near.fixes(at: span))
    }
    return make(
      "`\(short(name))` of `\(enumeration)` is not a time zone, so this may have no rules", at: span,
      help: nearest.map { "did you mean `\"\($0)\"` there?" }
        ?? "give `\(enumeration)` names such as `\"Europe/Berlin\"` alone")
  }
}
