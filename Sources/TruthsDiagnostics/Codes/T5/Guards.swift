import TruthsText

/// A truth that guards only proposals naming its pack, while another truth accepts the intent without that guard.
///
/// Detected in `Sources/TruthsCheck/Lints/PackGuards.swift`.
package enum EvadableGuard: DiagnosticKind {
  package static let id = DiagnosticID("T5020", .warning)

  /// - Parameters:
  ///   - pack: the pack that the guard names, at its place.
  ///   - other: the truth that fires without the pack.
  ///   - evading: another pack that a proposal of the intent may name; `nil` without such a pack.
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
