package import TruthsText

/// T8401: a file that does not have the form of a bundle.
///
/// Detected in `Sources/Truths/Bundle/TruthPack.swift`.
package enum BundleShapeFault: DiagnosticKind {
  package static let id = DiagnosticID("T8401", .error)

  /// A file whose content is not a bundle.
  package static func notABundle(at span: Span) -> Diagnostic {
    make("a bundle is an object, as `truths build` writes it", at: span, label: "this is none")
  }

  /// A required member that is missing.
  package static func missing(_ name: String, at span: Span) -> Diagnostic {
    make("the bundle has no `\(name)`", at: span)
  }

  /// A member that no bundle has.
  package static func unknown(_ name: String, known: [String], at span: Span) -> Diagnostic {
    make("`\(name)` is not a member of a bundle", at: span, help: NearestHelp(to: name, among: known).help)
  }

  /// A member of the wrong form.
  ///
  /// - Parameter wanted: the expected form, `an object`.
  package static func wrongForm(_ name: String, wanted: String, at span: Span) -> Diagnostic {
    make("`\(name)` is not \(wanted)", at: span)
  }

  /// A source whose name is not the name of a truth or job file.
  package static func notASource(_ path: String, at span: Span) -> Diagnostic {
    make("`\(path)` is neither a .truths nor a .jtbd file", at: span)
  }
}

/// T8402: a bundle of another format version.
///
/// Detected in `Sources/Truths/Bundle/TruthPack.swift`.
package enum BundleVersionFault: DiagnosticKind {
  package static let id = DiagnosticID("T8402", .error)

  /// - Parameters:
  ///   - version: the version of the bundle.
  ///   - known: the supported version.
  package static func unknown(_ version: String, known: Int, at span: Span) -> Diagnostic {
    make("bundles of version \(version) are not read, only those of version \(known)", at: span)
  }
}

/// T8403: a bundle that contradicts its own sources.
///
/// Detected in `Sources/Truths/Bundle/TruthPack.swift`.
package enum BundleMismatch: DiagnosticKind {
  package static let id = DiagnosticID("T8403", .error)

  /// A difference between the bundle and its sources: in a declaration, or in the governing set of an intent.
  ///
  /// - Parameter part: `declarations` or `governing`.
  package static func differing(_ name: String, in part: String, at span: Span) -> Diagnostic {
    make("`\(name)` in `\(part)` differs from what the sources give", at: span)
  }

  /// A declaration or governing set that the sources do not have.
  package static func extra(_ name: String, in part: String, at span: Span) -> Diagnostic {
    make("the sources give no `\(name)`, which is in `\(part)`", at: span)
  }

  /// A declaration or governing set of the sources that the bundle lacks.
  package static func missing(_ name: String, in part: String, at span: Span) -> Diagnostic {
    make("the sources give `\(name)`, which `\(part)` does not have", at: span)
  }

  /// A truths hash that differs from the computed one.
  package static func hash(_ stated: String, recomputed: String, at span: Span) -> Diagnostic {
    make("the truths hash is `\(recomputed)`, not `\(stated)`", at: span)
  }

  /// Sources with errors, from which a bundle cannot have been built.
  ///
  /// - Parameters:
  ///   - errors: the number of errors, in words.
  ///   - first: the message of the first error.
  ///   - place: the place of the first error.
  package static func faulty(_ errors: String, first: String, place: String, at span: Span) -> Diagnostic {
    make("the sources have \(errors), so no bundle can be made", at: span, help: "\(place): \(first)")
  }
}
