package import TruthsText

/// A word that is taken.
package enum ReservedWord: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0024", "reserved-word", .error,
    title: "a word that is taken",
    why: "The language uses the word itself, so that a name of that spelling could not be told from it.",
    mend: "Choose another name. After a dot any word is a name: `trigger.missing`.",
    wrong: [.declarations("record line:\n  fields:\n    exists: boolean\n")],
    right: [.declarations("record line:\n  fields:\n    is_there: boolean\n")])

  /// A reserved word where a name is given.
  package static func asName(_ word: String, at span: Span, help: String = "choose another name") -> Diagnostic {
    make("`\(short(word))` is a word of the language and cannot be a name", at: span, help: help)
  }

  /// A reserved word where a value is read.
  package static func inExpression(_ word: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(word))` is a word of the language, not a name", at: span,
      help: "it stands behind what it tests: `x \(word)`; a field of that name is `trigger.\(word)`")
  }
}
