package import TruthsText

/// A declaration is not YAML.
package enum YAMLSyntax: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0010", "yaml-syntax", .error,
    title: "a declaration is not YAML",
    why: "Nothing behind the fault can be read for certain; the other declarations of the file are.",
    mend: "Mend the indentation, brackets or quotes at the place shown.",
    wrong: [DiagnosticSample("enum size: [small, large\n")],
    right: [DiagnosticSample("enum size: [small, large]\n")])

  /// What libyaml says, where it says it, and what it was reading.
  package static func found(_ problem: String, at span: Span, context: (words: String, span: Span)?) -> Diagnostic {
    let notes = context.map { [Diagnostic.Note($0.words, at: $0.span)] } ?? []
    return make("this is not YAML: \(problem)", at: span, notes: notes)
  }
}
