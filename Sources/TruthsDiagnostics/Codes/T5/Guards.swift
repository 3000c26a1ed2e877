import TruthsText

/// A truth that guards only proposals naming its pack, while another truth accepts the intent without that guard.
///
/// Detected in `Sources/TruthsCheck/Lints/PackGuards.swift`.
package enum EvadableGuard: DiagnosticKind {
  package static let id = DiagnosticID("T5020", .warning)

  /// A guard that proposals avoid by naming another pack.
  ///
  /// - Parameters:
  ///   - pack: the pack that the guard names, at its place.
  ///   - other: the truth that fires without the pack.
  ///   - evading: another pack that a proposal of the intent may name.
  package static func finding(
    _ pack: some PlacedName, guarding truth: String, intent: String, other: String, evading: String
  ) -> Diagnostic {
    make(
      "a proposal of `\(intent)` with `pack: \(evading)` avoids `\(truth)`, and `\(other)` accepts it anyway",
      at: pack.span,
      help: "remove `- pack: \(pack.text)` here, so that the clauses apply to every proposal of `\(intent)`")
  }
}
