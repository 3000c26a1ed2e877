package import TruthsText

/// T8403: a bundle that says something else than its sources.
package enum T8403BundleMismatch: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8403", "bundle-mismatch", .error,
    title: "a bundle is not what its sources give",
    why:
      "The hash stands for the truths that decide; where they differ, somebody changed one of them, and neither is believed.",
    mend: "Build the bundle again from the sources that are meant, with `truths build --output FILE`.",
    wrong: [BundleSamples.bundle(source: "2.0.0")], right: [BundleSamples.bundle()])

  /// A declaration, or what governs an intent, that the sources give otherwise.
  ///
  /// - Parameter part: `declarations` or `governing`.
  package static func other(_ name: String, in part: String, at span: Span) -> Diagnostic {
    make("the sources give another `\(name)` than stands in `\(part)`", at: span)
  }

  /// One that the sources do not give.
  package static func extra(_ name: String, in part: String, at span: Span) -> Diagnostic {
    make("the sources give no `\(name)`, which stands in `\(part)`", at: span)
  }

  /// One that the sources give and that is not there.
  package static func missing(_ name: String, in part: String, at span: Span) -> Diagnostic {
    make("the sources give `\(name)`, which `\(part)` does not have", at: span)
  }

  /// Another hash.
  package static func hash(_ stated: String, recomputed: String, at span: Span) -> Diagnostic {
    make("the truths hash is `\(recomputed)`, not `\(stated)`", at: span)
  }

  /// Sources from which no bundle can have been built.
  ///
  /// - Parameters:
  ///   - errors: how many, in words.
  ///   - first: the message of the first one.
  ///   - place: where that stands.
  package static func faulty(_ errors: String, first: String, place: String, at span: Span) -> Diagnostic {
    make("the sources have \(errors), so that no bundle comes of them", at: span, help: "\(place): \(first)")
  }
}
