/// A table or function with the name of a standard function.
///
/// Detected in `Sources/TruthsCheck/Declare/TableLowering.swift`.
package enum NamedAsFunction: DiagnosticKind {
  package static let id = DiagnosticID("T1037", .warning)

  /// - Parameter kind: the declaration: `table` or `function`.
  package static func finding(_ name: some PlacedName, kind: String) -> Diagnostic {
    make(
      "the standard function `\(name.text)` cannot be called where this \(kind) is seen", at: name.span,
      help: "choose another name, such as `own_\(name.text)`")
  }
}
