import TruthsText

/// Reads what scalars say, by their places.
enum ScalarReader {
  /// A scalar as it is to be written; `nil` where it cannot be read, which has been reported.
  static func written(_ scalar: YAMLScalar, at place: ScalarPlace) -> WrittenScalar? {
    let text = scalar.text
    switch place {
    case .head: return .word(NodePath.words(scalar).joined(separator: " "))
    case .clause: return expression(Grammar.clause(text, allowsEffects: true)) { formatted($0) }
    case .expression: return expression(Grammar.expression(text)) { formatted($0) }
    case .type: return expression(Grammar.type(text)) { formatted($0) }
    case .fieldType:
      return expression(Grammar.fieldType(text)) { formatted($0.0) + ($0.1.map { " = " + formatted($0) } ?? "") }
    case .output: return expression(Grammar.output(text)) { $0.map { formatted($0) } }
    case .artifact: return expression(Grammar.artifact(text)) { $0?.map(\.text).joined(separator: " → ") }
    case .stateChain: return expression(Grammar.stateChain(text)) { $0.map { formatted($0) } }
    case .row: return expression(Grammar.row(text)) { $0.map { formatted($0) } }
    case .match: return expression(Grammar.match(text)) { $0.map { formatted($0) } }
    case .value: return value(scalar)
    case .enumValue:
      let isName = NameShape.isName(scalar.string.utf8) && !ReservedWords.contains(scalar.string)
      return isName ? .word(scalar.string) : .text(scalar.string)
    case .prose:
      let isQuoted = scalar.style == .singleQuoted || scalar.style == .doubleQuoted
      return .prose(text.string(text.trimmed), isQuoted: isQuoted, isLiteral: scalar.style == .literal)
    case .word:
      let isBlock = scalar.style == .literal || scalar.style == .folded
      return .word(text.string(isBlock ? text.trimmed : text.range))
    }
  }

  private static func expression<Tree>(_ result: Grammar.Result<Tree>, _ write: (Tree) -> String?) -> WrittenScalar? {
    result.diagnostics.isEmpty ? write(result.tree).map { .expression($0) } : nil
  }

  /// What stands in a value place. A date and the like without quotes is a text too, and stays without.
  private static func value(_ scalar: YAMLScalar) -> WrittenScalar? {
    let text = scalar.text
    let span = text.span(text.range.lowerBound, text.range.upperBound)
    let (tree, diagnostics) = Grammar.value(text, scalar: span, allowsMissing: true)
    guard diagnostics.isEmpty else { return nil }
    switch tree.kind {
    case .text where scalar.style != .doubleQuoted: return .word(text.string(text.trimmed))
    case .text(let literal): return .text(content(literal))
    case .expression, .list, .missing: return .expression(formatted(tree))
    }
  }

  /// A text as YAML gives it to the grammar: braces doubled, expressions in braces, nothing escaped.
  private static func content(_ literal: TextLiteral) -> String {
    literal.parts.map { part in
      switch part {
      case .literal(let stretch):
        stretch.unicodeScalars.map { $0 == "{" ? "{{" : $0 == "}" ? "}}" : String($0) }.joined()
      case .interpolation(let expr): "{\(formatted(expr))}"
      }
    }.joined()
  }
}
