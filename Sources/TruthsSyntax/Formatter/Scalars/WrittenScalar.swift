/// A scalar as the formatter writes it: what it says, and which ways of writing it say the same.
enum WrittenScalar: Equatable {
  /// A part of the grammar: plain where YAML lets it be, else in single quotes, since in a value place double ones make a text.
  case expression(String)
  /// A text of a value place, or a value of an enum that is no name: always in double quotes.
  case text(String)
  /// Words for people. Quotes that the author wrote are kept, and so is a block that keeps its lines.
  case prose(String, isQuoted: Bool, isLiteral: Bool)
  /// Anything else: plain where YAML lets it be, else in double quotes.
  case word(String)

  /// What it says, without quotes.
  var content: String {
    switch self {
    case .expression(let text), .text(let text), .prose(let text, _, _), .word(let text): text
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
    case .prose(let text, _, _), .word(let text): YAMLText.isPlain(text, context) ? text : YAMLText.quoted(text)
    }
  }

  /// The scalar as a block of lines under a header; `nil` where it has to stand on one line.
  ///
  /// - Parameter room: how many columns the first line has, and how many each line of a block.
  func block(room: (line: Int, block: Int)) -> ScalarBlock? {
    switch self {
    case .word, .text: return nil
    case .expression(let text):
      if inline(.block).unicodeScalars.count <= room.line { return nil }
      let lines = FoldedLines.clause(text, width: room.block)
      return lines.count > 1 ? ScalarBlock(header: ">-", lines: lines) : nil
    case .prose(let text, let isQuoted, let isLiteral):
      if text.utf8.contains(0x0A) {
        if isQuoted || !YAMLText.isPrintable(text, besides: ["\n", "\t"]) { return nil }
        return Self.lines(text, isLiteral: isLiteral, width: room.block)
      }
      if inline(.block).unicodeScalars.count <= room.line || !YAMLText.isPrintable(text) { return nil }
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
