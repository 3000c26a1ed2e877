import TruthsText

/// A guard hangs on the pack that a proposal names, beside a truth that does not.
///
/// Detected in `Sources/TruthsCheck/Lints/PackGuards.swift`.
package enum EvadableGuard: DiagnosticKind {
  package static let id = DiagnosticID("T5020", .warning)

  /// - Parameters:
  ///   - pack: the pack that the guard names, at the place where it does.
  ///   - intent: the intent.
  ///   - other: the truth that fires without it.
  ///   - evading: another pack that a proposal of the intent may name; `nil` where there is none yet.
  package static func found(
    _ pack: some PlacedName, guarding truth: String, intent: String, other: String, evading: String?
  ) -> Diagnostic {
    let way =
      evading.map { "a proposal of `\(intent)` that says `pack: \($0)` passes by `\(truth)`" }
      ?? "`\(truth)` guards `\(intent)` for pack `\(pack.text)` alone"
    return make(
      "\(way), and `\(other)` accepts without it", at: pack.span,
      help: "leave `- pack: \(pack.text)` out here, so that the clauses hold for every proposal of `\(intent)`")
  }
}
