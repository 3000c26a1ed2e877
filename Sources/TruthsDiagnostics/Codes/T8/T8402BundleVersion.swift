package import TruthsText

/// T8402: a bundle in a form of another version.
package enum T8402BundleVersion: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8402", "bundle-version", .error,
    title: "a bundle is of another version",
    why: "What a bundle of another version means is not known here, and must not be guessed.",
    mend: "Use the tool that built the bundle, or build it again from its sources with this one.",
    wrong: [BundleSamples.bundle(version: 2)], right: [BundleSamples.bundle()])

  /// - Parameters:
  ///   - version: what stands in the bundle.
  ///   - known: the version that is read.
  package static func unknown(_ version: String, known: Int, at span: Span) -> Diagnostic {
    make("bundles of version \(version) are not read, only those of version \(known)", at: span)
  }
}
