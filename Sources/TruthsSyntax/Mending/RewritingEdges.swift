import TruthsText

extension Rewriting {
  /// The ends of a match whose result binds less than an operand.
  ///
  /// An end is open if the operand there may be a part of a longer one in the text: of `a + b in 1..5` the `b`, of
  /// `exists b + 1` too. A match does not take such a part.
  struct Edges: Sendable {
    private let isOpenBefore: Bool
    private let isOpenBehind: Bool
    /// Whether the result joins conditions by `or`, so that a `not` before it may belong to the first of them.
    private let isDisjunction: Bool

    /// Returns `nil` if the template is no expression, or one operand, or takes the whole text.
    init?(of pattern: [Element], _ template: String) {
      var (isAtStart, isAtEnd) = (false, false)
      if case .start? = pattern.first { isAtStart = true }
      if case .end? = pattern.last { isAtEnd = true }
      guard !(isAtStart && isAtEnd), let level = Self.level(of: template, pattern), level != .postfix else { return nil }
      isDisjunction = level == .or
      isOpenBefore = !isAtStart && (pattern.first?.isMatchedText ?? false)
      // `not (a) == b` may be `not` of the comparison.
      var isPrefixed = false
      if case .words(let words)? = pattern.first { isPrefixed = words.contains("not") }
      isOpenBehind = !isAtEnd && (isPrefixed || pattern.last?.isMatchedText ?? false)
    }

    /// Returns how tightly the result binds; `nil` if it is no expression.
    private static func level(of template: String, _ pattern: [Element]) -> ExpressionWriter.Level? {
      let isText = pattern.contains { if case .kind(.text, _) = $0 { true } else { false } }
      var words = ""
      var rest = template[...]
      while let sign = rest.firstIndex(of: "$") {
        words += rest[..<sign]
        rest = rest[rest.index(after: sign)...]
        words += rest.popFirst() == "t" && isText ? "\"t\"" : "x"
      }
      let bytes = Array((words + rest).utf8)
      var text = ClauseText(file: .init(0), bytes: bytes, range: bytes.indices, style: .bare)
      text.isTrial = true
      let reading = Grammar.expression(text)
      guard reading.diagnostics.isEmpty else { return nil }
      switch reading.tree.kind {
      case .quantified: return .any
      default: return ExpressionWriter.level(reading.tree)
      }
    }

    private static let binding: Set<String> = [
      "+", "-", "*", "/", "%", ".", "?.", "??", "~", "=", "==", "===", "!=", "!==", "<>", "<", "<=", ">", ">=", "in", "like",
      "contains", "between", "matches", "exists", "missing", "empty", "is", "..",
    ]
    /// Reserved words that end an operand or a condition, after which another one cannot begin.
    private static let endings: Set<String> = ["true", "false", "exists", "missing", "empty"]

    /// Whether the text around a match leaves the match whole.
    func allow(_ match: Range<Int>, of pieces: Pieces) -> Bool {
      let before = match.lowerBound > 0 ? pieces.small[match.lowerBound - 1] : nil
      if let before {
        if isDisjunction, isOpenBefore, before == "not" { return false }
        if isOpenBefore, Self.binding.contains(before) { return false }
        if !isOpenBefore, endsOperand(match.lowerBound - 1, of: pieces) { return false }
      }
      let next = match.upperBound < pieces.all.count ? pieces.small[match.upperBound] : nil
      return !(isOpenBehind && next.map(Self.binding.contains) ?? false)
    }

    private func endsOperand(_ index: Int, of pieces: Pieces) -> Bool {
      switch pieces.all[index].kind {
      case .word: !ReservedWords.contains(pieces.small[index]) || Self.endings.contains(pieces.small[index])
      case .number, .text: true
      case .sign: pieces.depth(index) < 0
      }
    }
  }
}

extension Rewriting.Element {
  /// Whether the element stands for an expression.
  fileprivate var isMatchedText: Bool {
    switch self {
    case .balanced, .path, .operand, .sum: true
    default: false
    }
  }
}
