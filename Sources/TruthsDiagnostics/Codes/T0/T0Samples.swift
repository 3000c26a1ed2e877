/// The small truth sets in which the samples of this family stand.
extension DiagnosticSample {
  private static let base = "pack demo:\n  summary: Shows one thing\n\n"

  private static let vocabulary =
    base + """
      intent send_parcel:
        fields:
          weight: decimal
          tags: list of text

      truth sending:
        when:
          - intent: send_parcel

      """

  /// Declarations beside that of their pack.
  static func declarations(_ text: String) -> DiagnosticSample { DiagnosticSample(base + text) }

  /// A truth, fired by an intent with `weight` and `tags`, in which one part is to be shown.
  static func truth(_ part: String) -> DiagnosticSample {
    DiagnosticSample(vocabulary + part + "  produces:\n    - trace.parcel.sending\n")
  }

  /// A truth with one requirement to show.
  static func requirement(_ clause: String) -> DiagnosticSample {
    truth("  requires:\n    - weight exists\n    - tags exists\n    - \(clause)\n")
  }

  /// A truth with one invariant to show.
  static func invariant(_ clause: String) -> DiagnosticSample {
    truth("  requires:\n    - weight exists\n    - tags exists\n  invariants:\n    - \(clause)\n")
  }
}
