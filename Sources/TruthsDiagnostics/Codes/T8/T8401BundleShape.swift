package import TruthsText

/// T8401: a bundle that is not in the form of a bundle.
package enum T8401BundleShape: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8401", "bundle-shape", .error,
    title: "a bundle is not in the form of a bundle",
    why:
      "Only what `truths build` wrote can be taken for a truth set; a file that was made or changed otherwise is not believed.",
    mend: "Build the bundle again, with `truths build --output FILE`.",
    wrong: [BundleSamples.bundle(more: "\n  \"source\": {},")], right: [BundleSamples.bundle()])

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
