import TruthsCheck
import TruthsProgram
import TruthsText

/// The tokens of a clause or expression, with the types of its operands as far as they follow from names and signatures.
///
/// It reads text that is not yet valid, so it goes by tokens and not by a tree.
struct ClauseReader {
  /// The meaning of an operand.
  enum Operand {
    case value(ValueType)
    case lifecycle(Int)
  }

  let tokens: [ClauseScan.Token]
  let bytes: [UInt8]

  func text(_ place: Int) -> String {
    tokens.indices.contains(place) ? String(decoding: bytes[tokens[place].range], as: UTF8.self) : ""
  }

  private func isWord(_ place: Int) -> Bool {
    guard tokens.indices.contains(place) else { return false }
    return tokens[place].kind == .word || tokens[place].kind == .keyword
  }

  private func touches(_ place: Int) -> Bool {
    place > 0 && tokens[place - 1].range.upperBound == tokens[place].range.lowerBound
  }

  // MARK: Operands

  /// Returns the operand that ends with a token, and its first token.
  ///
  /// - Complexity: O(tokens before it).
  func operand(endingAt end: Int, _ names: VisibleNames) -> (meaning: Operand?, start: Int) {
    guard tokens.indices.contains(end) else { return (nil, end) }
    if isWord(end) { return path(endingAt: end, names) }
    switch text(end) {
    case ")":
      guard let open = opening(of: end) else { return (nil, end) }
      guard open > 0, isWord(open - 1), touches(open) else { return (operand(endingAt: end - 1, names).meaning, open) }
      let start = pathStart(endingAt: open - 1)
      return (names.result(of: joined(start..<open), firstArgument: { argument(from: open + 1, names) }), start)
    case "]":
      guard let open = opening(of: end), open > 0, touches(open) else { return (nil, end) }
      let list = operand(endingAt: open - 1, names)
      guard case .value(.list(let element))? = list.meaning else { return (nil, list.start) }
      return (.value(element), list.start)
    default: return (nil, end)
    }
  }

  private func argument(from start: Int, _ names: VisibleNames) -> Operand? {
    endOfOperand(from: start).flatMap { operand(endingAt: $0, names).meaning }
  }

  private func path(endingAt end: Int, _ names: VisibleNames) -> (meaning: Operand?, start: Int) {
    let start = pathStart(endingAt: end)
    // `stock.counted(sku = s).amount`: members of what a call gives.
    if start > 1, text(start - 1) == ".", touches(start), [")", "]"].contains(text(start - 2)) {
      let base = operand(endingAt: start - 2, names)
      let words = stride(from: start, through: end, by: 2).map(text)
      return (base.meaning.flatMap { names.member(words, of: $0) }, base.start)
    }
    let isCurrent = start > 0 && text(start - 1) == "the"
    return (names.type(of: joined(start..<(end + 1))).map { .value($0) }, isCurrent ? start - 1 : start)
  }

  private func pathStart(endingAt end: Int) -> Int {
    var start = end
    while start > 1, text(start - 1) == ".", isWord(start - 2), touches(start), touches(start - 1) { start -= 2 }
    return start
  }

  private func joined(_ range: Range<Int>) -> String { range.map(text).joined() }

  private func opening(of close: Int) -> Int? {
    var depth = 0
    for place in (0...close).reversed() where tokens[place].kind == .sign {
      switch text(place) {
      case ")", "]": depth += 1
      case "(", "[":
        depth -= 1
        if depth == 0 { return place }
      default: break
      }
    }
    return nil
  }

  // MARK: Loops

  /// Returns the variables of loops with the types of their elements: `s` of `every s in stops`, `sum(s.amount for s in stops)`.
  func loops(_ names: VisibleNames) -> [(name: String, type: ValueType, range: Range<Int>)] {
    var (found, names) = ([(name: String, type: ValueType, range: Range<Int>)](), names)
    for place in tokens.indices where text(place) == "in" && place > 1 && tokens[place - 1].kind == .word {
      guard isLoop(place, names) else { continue }
      // What a source reads of a document has no type, and its name is visible all the same.
      let source = endOfOperand(from: place + 1).flatMap { operand(endingAt: $0, names).meaning }
      let type = element(source) ?? .unknown
      found.append((text(place - 1), type, tokens[place - 1].range))
      names.bind(text(place - 1), type, at: tokens[place - 1].range)
    }
    return found
  }

  /// Returns whether an `in` follows a loop's variable, and is no test: `count(s in stops)`, `for s in stops, t in s.parts`.
  private func isLoop(_ place: Int, _ names: VisibleNames) -> Bool {
    switch text(place - 2) {
    case "some", "every", "no", "for": true
    case "(": text(place - 3) == "count"
    case ",": !names.own.contains { $0.name == text(place - 1) }
    default: false
    }
  }

  private func element(_ source: Operand?) -> ValueType? {
    switch source {
    case .value(.list(let element)): element
    case .value(.fact(let index)): .fact(index)
    default: nil
    }
  }

  /// Returns the last token of the operand that begins at a token.
  private func endOfOperand(from start: Int) -> Int? {
    guard isWord(start) else { return nil }
    var end = text(start) == "the" ? start + 1 : start
    while end + 1 < tokens.count, touches(end + 1) {
      switch text(end + 1) {
      case "." where isWord(end + 2): end += 2
      case "(", "[":
        guard let close = closing(of: end + 1) else { return nil }
        end = close
      default: return end
      }
    }
    return end
  }

  private func closing(of open: Int) -> Int? {
    var depth = 0
    for place in open..<tokens.count where tokens[place].kind == .sign {
      switch text(place) {
      case "(", "[": depth += 1
      case ")", "]":
        depth -= 1
        if depth == 0 { return place }
      default: break
      }
    }
    return nil
  }

  // MARK: Calls

  /// An unfinished call at the end of the tokens: its name, and the number of its complete arguments.
  struct Call {
    /// The path before the bracket; empty for a bracket alone.
    var name: String
    var open: Int
    var argument: Int
  }

  /// The innermost bracket that is open at the end of the tokens.
  var call: Call? {
    var (depth, commas) = (0, 0)
    for place in tokens.indices.reversed() where tokens[place].kind == .sign {
      switch text(place) {
      case ")", "]": depth += 1
      case "[":
        if depth == 0 { return nil }
        depth -= 1
      case "(" where depth > 0: depth -= 1
      case "(":
        let isNamed = place > 0 && isWord(place - 1) && (touches(place) || text(place - 1) == "with")
        let name = isNamed ? joined(pathStart(endingAt: place - 1)..<place) : ""
        return Call(name: name, open: place, argument: commas)
      case "," where depth == 0: commas += 1
      default: break
      }
    }
    return nil
  }
}
