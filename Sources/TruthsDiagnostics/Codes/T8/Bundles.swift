package import TruthsText

/// T8401: a bundle that is not in the form of a bundle.
///
/// Detected in `Sources/Truths/Bundle/TruthPack.swift`.
package enum BundleShapeFault: DiagnosticKind {
  package static let id = DiagnosticID("T8401", .error)

  /// A file that holds something else.
  package static func notABundle(at span: Span) -> Diagnostic {
    make("a bundle is an object, as `truths build` writes it", at: span, label: "this is none")
  }

  /// A member that must be there.
  package static func missing(_ name: String, at span: Span) -> Diagnostic {
    make("the bundle has no `\(name)`", at: span)
  }

  /// A member that no bundle has.
  package static func unknown(_ name: String, known: [String], at span: Span) -> Diagnostic {
    make("`\(name)` is not a member of a bundle", at: span, help: NearestHelp(to: name, among: known).help)
  }

  /// A member of another form.
  ///
  /// - Parameter wanted: what it should be, `an object`.
  package static func wrongForm(_ name: String, wanted: String, at span: Span) -> Diagnostic {
    make("`\(name)` is not \(wanted)", at: span)
  }

  /// A source whose name is not that of a truth or job file.
  package static func notASource(_ path: String, at span: Span) -> Diagnostic {
    make("`\(path)` is neither a .truths nor a .jtbd file", at: span)
  }
}

/// T8402: a bundle in a form of another version.
///
/// Detected in `Sources/Truths/Bundle/TruthPack.swift`.
package enum BundleVersionFault: DiagnosticKind {
  package static let id = DiagnosticID("T8402", .error)

  /// - Parameters:
  ///   - version: what stands in the bundle.
  ///   - known: the version that is read.
  package static func unknown(_ version: String, known: Int, at span: Span) -> Diagnostic {
    make("bundles of version \(version) are not read, only those of version \(known)", at: span)
  }
}

/// T8403: a bundle that says something else than its sources.
///
/// Detected in `Sources/Truths/Bundle/TruthPack.swift`.
package enum BundleMismatch: DiagnosticKind {
  package static let id = DiagnosticID("T8403", .error)

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
