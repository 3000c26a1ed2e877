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

  /// The spaces before a file's first key, where others stand at the beginning of their lines.
  package static func indented(_ blanks: Span) -> Diagnostic {
    make(
      "this is not YAML: the first key is indented, and keys below it are not", at: blanks,
      help: "begin every declaration at the beginning of its line")
  }
}
