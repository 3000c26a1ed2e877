package import TruthsText

/// A declaration in the wrong sort of file.
package enum WrongFile: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0022", "wrong-file", .error,
    title: "a declaration in the wrong sort of file",
    why: "Jobs stand in .jtbd files and everything else in .truths files, so that both are found by their names.",
    mend: "Move the declaration.",
    wrong: [.declarations("jtbd send_parcel:\n  verb: Send\n")],
    right: [.declarations("enum size: [small, large]\n")])

  /// `jtbd` in a .truths file, or another kind in a .jtbd file.
  package static func found(_ kind: String, isJobFile: Bool, at span: Span) -> Diagnostic {
    isJobFile
      ? make("a .jtbd file holds `jtbd` declarations only", at: span, help: "move the \(kind) into a .truths file")
      : make("`jtbd` stands in .jtbd files only", at: span, help: "move it into a .jtbd file below `jtbd/`")
  }
}
