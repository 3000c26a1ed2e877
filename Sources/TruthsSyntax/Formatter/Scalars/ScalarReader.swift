import TruthsText

/// Reads the content of scalars by their places.
enum ScalarReader {
  /// Reads a scalar for writing; `nil` if it cannot be read, which has been reported.
  static func written(_ scalar: YAMLScalar, at place: ScalarPlace) -> WrittenScalar? {
    let text = scalar.text
    switch place {
    case .head: return .word(NodePath.words(scalar).joined(separator: " "))
    case .clause: return expression(Grammar.clause(text, allowsEffects: true)) { formatted($0) }
    case .expression: return expression(Grammar.expression(text)) { formatted($0) }
    case .type: return expression(Grammar.type(text)) { formatted($0) }
    case .fieldType:
      return expression(Grammar.fieldType(text)) { formatted($0.type, $0.range, jsonName: $0.jsonName, initial: $0.initial) }
    case .output: return expression(Grammar.output(text)) { $0.map { formatted($0) } }
    case .artifact: return expression(Grammar.artifact(text)) { $0?.map(\.text).joined(separator: " → ") }
    case .stateChain: return expression(Grammar.stateChain(text)) { $0.map { formatted($0) } }
    case .move: return expression(Grammar.move(text)) { $0.map { formatted($0.chain, reason: $0.reason) } }
    case .instance where text.bytes[text.range].contains(0x28):
      return expression(Grammar.instance(text)) { $0.map { formatted(MoveEntry.instance($0.lifecycle, $0.keys)) } }
    case .row: return expression(Grammar.row(text)) { $0.map { formatted($0) } }
    case .match: return expression(Grammar.match(text)) { $0.map { formatted($0) } }
    case .grid: return GridLayout(text).map { .lines($0.lines) }
    case .value: return value(scalar)
    case .enumValue:
      // A value that begins with a capital keeps its form, because version 1 required quotes.
      let isName = scalar.style == .plain ? NameShape.isValue(scalar.string.utf8) : NameShape.isName(scalar.string.utf8)
      return isName && !ReservedWords.contains(scalar.string) ? .word(scalar.string) : .text(scalar.string)
    case .jsonName: return .text(scalar.string)
    case .prose:
      let isQuoted = scalar.style == .singleQuoted || scalar.style == .doubleQuoted
      return .prose(text.string(text.trimmed), isQuoted: isQuoted, isLiteral: scalar.style == .literal)
    case .word, .instance:
      let isBlock = scalar.style == .literal || scalar.style == .folded
      return .word(text.string(isBlock ? text.trimmed : text.range))
    }
  }

  private static func expression<Tree>(_ result: Grammar.Result<Tree>, _ write: (Tree) -> String?) -> WrittenScalar? {
    result.diagnostics.isEmpty ? write(result.tree).map { .expression($0) } : nil
  }

  /// Reads a value place. A date or time without quotes is a text, too, and stays without quotes.
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

  /// Returns the content of a text as YAML gives it to the grammar: doubled braces, expressions in braces, nothing escaped.
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

/// A scalar as the formatter writes it: its content, and the styles in which it may be written.
enum WrittenScalar: Equatable {
  /// A part of the grammar: plain if YAML allows it, otherwise in single quotes, because double quotes make a text of a value.
  case expression(String)
  /// A text of a value place, or a value of an enum that is no name: always in double quotes.
  case text(String)
  /// Text for people. The author's quotes are kept, and so is a block that keeps its lines.
  case prose(String, isQuoted: Bool, isLiteral: Bool)
  /// Lines that are kept unchanged: a grid.
  case lines([String])
  /// Any other text: plain if YAML allows it, otherwise in double quotes.
  case word(String)

  /// The content without quotes.
  var content: String {
    switch self {
    case .expression(let text), .text(let text), .prose(let text, _, _), .word(let text): text
    case .lines(let lines): lines.joined(separator: "\n")
    }
  }

  /// The surrounding YAML style.
  enum Context {
    case block, flow
  }

  /// Returns the scalar on one line.
  func inline(_ context: Context) -> String {
    switch self {
    case .expression(let text): YAMLText.isPlain(text, context) ? text : YAMLText.singleQuoted(text)
    case .text(let text): YAMLText.doubleQuoted(text)
    case .prose(let text, isQuoted: true, _): YAMLText.quoted(text)
    case .lines: YAMLText.doubleQuoted(content)
    case .prose(let text, _, _), .word(let text): YAMLText.isPlain(text, context) ? text : YAMLText.quoted(text)
    }
  }

  /// Returns the scalar as a block of lines under a header; `nil` if it must be on one line.
  ///
  /// - Parameter room: columns of the first line, and of each line of a block.
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
      // A block has no quotes, so the decision must ignore them; otherwise formatting again would put the text on one line.
      let unquoted = Self.prose(text, isQuoted: false, isLiteral: isLiteral).inline(.block)
      if unquoted.unicodeScalars.count <= room.line || !YAMLText.isPrintable(text) { return nil }
      let lines = FoldedLines.prose(text, width: room.block)
      return lines.count > 1 ? ScalarBlock(header: ">-", lines: lines) : nil
    }
  }

  /// Returns the block of a text with several lines: unchanged, or with each paragraph filled.
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
