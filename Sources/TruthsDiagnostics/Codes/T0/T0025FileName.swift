package import TruthsText

/// A file name that does not fit its place.
package enum FileName: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0025", "file-name", .error,
    title: "a file name that does not fit its place",
    why: "A file's name gives its pack and the ids of its truths.",
    mend: "Name it `truths/<pack>/<pack>.<what>.truths`, or move it into its pack's folder.",
    wrong: [DiagnosticSample(files: [("truths/demo/other.truths", "pack other:\n  summary: Shows one thing\n")])],
    right: [DiagnosticSample("pack demo:\n  summary: Shows one thing\n")])

  /// A file in the folder of another pack.
  package static func wrongFolder(pack: String, folder: String, at span: Span) -> Diagnostic {
    make(
      "the file belongs to pack `\(short(pack))` by its name and to `\(short(folder))` by its folder", at: span,
      help: "move it to `\(pack)/`, or begin its name with `\(folder).`")
  }

  /// A segment of the file name that is no name.
  package static func badSegment(_ segment: String, stem: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(segment))` in the file name `\(short(stem))` cannot be a name", at: span,
      help: "every segment begins with a small letter and holds letters, digits and `_`")
  }
}
