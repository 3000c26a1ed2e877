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
      return expression(Grammar.fieldType(text)) { formatted($0.type, jsonName: $0.jsonName, initial: $0.initial) }
    case .output: return expression(Grammar.output(text)) { $0.map { formatted($0) } }
    case .artifact: return expression(Grammar.artifact(text)) { $0?.map(\.text).joined(separator: " → ") }
    case .stateChain: return expression(Grammar.stateChain(text)) { $0.map { formatted($0) } }
    case .row: return expression(Grammar.row(text)) { $0.map { formatted($0) } }
    case .match: return expression(Grammar.match(text)) { $0.map { formatted($0) } }
    case .grid: return GridLayout(text).map { .lines($0.lines) }
    case .value: return value(scalar)
    case .enumValue:
      // One that begins with a capital stays as it is written: version 1 wanted quotes.
      let isName = scalar.style == .plain ? NameShape.isValue(scalar.string.utf8) : NameShape.isName(scalar.string.utf8)
      return isName && !ReservedWords.contains(scalar.string) ? .word(scalar.string) : .text(scalar.string)
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
    case .expression, .list, .record, .missing: return .expression(formatted(tree))
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

/// A scalar as the formatter writes it: what it says, and which ways of writing it say the same.
enum WrittenScalar: Equatable {
  /// A part of the grammar: plain where YAML lets it be, else in single quotes, since in a value place double ones make a text.
  case expression(String)
  /// A text of a value place, or a value of an enum that is no name: always in double quotes.
  case text(String)
  /// Words for people. Quotes that the author wrote are kept, and so is a block that keeps its lines.
  case prose(String, isQuoted: Bool, isLiteral: Bool)
  /// Lines that stand as they are written: a grid.
  case lines([String])
  /// Anything else: plain where YAML lets it be, else in double quotes.
  case word(String)

  /// What it says, without quotes.
  var content: String {
    switch self {
    case .expression(let text), .text(let text), .prose(let text, _, _), .word(let text): text
    case .lines(let lines): lines.joined(separator: "\n")
    }
  }

  /// Where a scalar stands on its line.
  enum Context {
    case block, flow
  }

  /// The scalar on one line.
  func inline(_ context: Context) -> String {
    switch self {
    case .expression(let text): YAMLText.isPlain(text, context) ? text : YAMLText.singleQuoted(text)
    case .text(let text): YAMLText.doubleQuoted(text)
    case .prose(let text, isQuoted: true, _): YAMLText.quoted(text)
    case .lines: YAMLText.doubleQuoted(content)
    case .prose(let text, _, _), .word(let text): YAMLText.isPlain(text, context) ? text : YAMLText.quoted(text)
    }
  }

  /// The scalar as a block of lines under a header; `nil` where it has to stand on one line.
  ///
  /// - Parameter room: how many columns the first line has, and how many each line of a block.
  func block(room: (line: Int, block: Int)) -> ScalarBlock? {
    switch self {
    case .word, .text: return nil
    case .lines(let lines): return ScalarBlock(header: "|", lines: lines)
    case .expression(let text):
      if inline(.block).unicodeScalars.count <= room.line { return nil }
      let lines = FoldedLines.clause(text, width: room.block)
      return lines.count > 1 ? ScalarBlock(header: ">-", lines: lines) : nil
    case .prose(let text, let isQuoted, let isLiteral):
      if text.utf8.contains(0x0A) {
        if isQuoted || !YAMLText.isPrintable(text, besides: ["\n", "\t"]) { return nil }
        return Self.lines(text, isLiteral: isLiteral, width: room.block)
      }
      // A block has no quotes, so whether it is one must not depend on them: read again, it would stand on a line.
      let unquoted = Self.prose(text, isQuoted: false, isLiteral: isLiteral).inline(.block)
      if unquoted.unicodeScalars.count <= room.line || !YAMLText.isPrintable(text) { return nil }
      let lines = FoldedLines.prose(text, width: room.block)
      return lines.count > 1 ? ScalarBlock(header: ">-", lines: lines) : nil
    }
  }

  /// Words of several lines: as they stand, or each paragraph filled.
  private static func lines(_ text: String, isLiteral: Bool, width: Int) -> ScalarBlock {
    let pieces = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let isFlush = pieces.allSatisfy { $0.utf8.first.map(isBlank) != true && $0.utf8.last.map(isBlank) != true }
    guard !isLiteral, isFlush else { return ScalarBlock(header: "|-", lines: pieces) }
    var lines: [String] = []
    for (index, piece) in pieces.enumerated() {
      if index > 0 { lines.append("") }
      if !piece.isEmpty { lines += FoldedLines.prose(piece, width: width) }
    }
    return ScalarBlock(header: ">-", lines: lines)
  }
}

/// A block scalar without its indentation.
struct ScalarBlock: Equatable {
  var header: String
  var lines: [String]
}
