package import TruthsText

/// A truth without a trace of its own.
///
/// Detected in `Sources/TruthsCheck/Lints/Governance.swift`.
package enum NoTrace: DiagnosticKind {
  package static let id = DiagnosticID("T6001", .warning)

  /// A truth without `trace.…` under `produces`.
  package static func finding(at key: Span) -> Diagnostic {
    make("this truth leaves no trace", at: key, help: "add `- trace.<what>.<happened>` under `produces`")
  }
}

/// An id that does not begin with its pack.
///
/// Detected in `Sources/TruthsCheck/Declare/DeclaredNames.swift`.
package enum ForeignID: DiagnosticKind {
  package static let id = DiagnosticID("T6002", .warning)

  /// An explicit id without its pack.
  package static func finding(_ id: some PlacedName, pack: String) -> Diagnostic {
    make("the id `\(id.text)` does not begin with `\(pack).`", at: id.span)
  }
}
