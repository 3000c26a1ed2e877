package import TruthsText

/// `not` before a test that has a word of its own.
package enum MisplacedNot: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0053", "misplaced-not", .error,
    title: "`not` before a test that has a word of its own",
    why: "`not` stands before what it denies; only `not in` and `not empty` are tests.",
    mend: "Write `missing` for `not exists`, `exists` for `not missing`, and `not x contains y`.",
    wrong: [.truth("  requires:\n    - weight not missing\n")],
    right: [.truth("  requires:\n    - weight exists\n")])

  /// `not exists` or `not missing`.
  package static func found(_ word: String, instead: String, at span: Span) -> Diagnostic {
    make(
      "there is no test `not \(word)`", at: span, help: "write `\(short(instead))`",
      fixes: [.init("write `\(short(instead))`", [.init(span, instead)], isSafe: true)])
  }

  /// `x not contains y`, `x not like y`.
  package static func found(_ word: String, operand: Span, at span: Span) -> Diagnostic {
    make(
      "there is no test `not \(word)`", at: span, help: "write `not` before the whole comparison",
      fixes: [
        .init("move `not` to the front", [.init(operand.atStart, "not "), .init(span, word)], isSafe: true)
      ])
  }
}
