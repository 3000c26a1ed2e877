/// A form of another language with its equivalent here: a pattern of pieces, and a template that replaces them.
///
/// A pattern is a list of elements with spaces between them: `^` and `$` are the ends of the text, `$a` is any balanced text
/// without commas, `*a` any balanced text with commas, `%a` one operand, `+a` operands with `+ - * /` between them, `!a` words
/// with dots between them, `#text`, `#number` and `#word` one piece of that kind, and `@name` a word of a set. Any other element
/// is that piece itself, in capital or small letters. In the template, `$a` stands for the matched text.
///
/// What is moved binds as it did: of an expression, every matched text and the result are in brackets (``Grouping``), unless it
/// is certain that they need none.
struct Rewriting: Sendable {
  let pattern: [Element]
  let template: [Part]
  /// Words of which a text must contain one for the pattern to match: those of its first literal element.
  private let needed: [String]
  /// The binding of the result; `nil` if it needs no brackets: it is one operand, takes the whole text, or is no expression.
  private let edges: Edges?

  enum Element: Sendable {
    case start, end
    case balanced(Character, commas: Bool)
    case path(Character)
    case operand(Character)
    case sum(Character)
    case kind(Pieces.Kind, Character)
    case words([String])
  }

  enum Part: Sendable {
    case literal(String)
    case capture(Character, Position)
  }

  /// The position of a matched text in a template.
  enum Position: Sendable {
    /// Between words or signs that bind less than any operator, or in a text: it stays as it is.
    case delimited
    /// Behind a dot, which takes no expression in brackets.
    case member
    /// Beside operators.
    case open
  }

  /// - Parameter isExpression: whether what is matched and the result are expressions; those of types and states are not.
  init(_ pattern: String, _ template: String, isExpression: Bool = true) {
    let elements = pattern.split(separator: " ")
    let parsed = elements.enumerated().map { place, element in Self.element(element, isLast: place == elements.count - 1) }
    self.pattern = parsed
    needed = parsed.lazy.compactMap { if case .words(let words) = $0 { words } else { nil } }.first ?? []
    edges = isExpression ? Edges(of: parsed, template) : nil
    let isWhole = (first: edges != nil || elements.first == "^", last: edges != nil || elements.last == "$")
    var parts: [Part] = []
    var rest = template[...]
    while let sign = rest.firstIndex(of: "$") {
      parts.append(.literal(String(rest[..<sign])))
      rest = rest[rest.index(after: sign)...]
      guard let name = rest.popFirst() else { break }
      let before = template[..<sign]
      let position = isExpression ? Self.position(before, rest.prefix { $0 != "$" }, isWhole, isLast: rest.isEmpty) : .delimited
      parts.append(.capture(name, position))
    }
    self.template = parts + [.literal(String(rest))]
  }

  private static let openers: Set<String> = ["if", "then", "else", "where", "satisfies", "→", "(", "[", ","]
  private static let closers: Set<String> = ["then", "else", "where", "satisfies", "for", "→", ")", "]", ","]

  /// Returns the position of a matched text in a template.
  ///
  /// - Parameter isWhole: whether nothing outside of the result binds its first and its last part.
  private static func position(
    _ before: Substring, _ behind: Substring, _ isWhole: (first: Bool, last: Bool), isLast: Bool
  ) -> Position {
    let isInText = before.count { $0 == "\"" } % 2 == 1
    if isInText { return .delimited }
    if before.last == "." { return .member }
    let (left, right) = (Pieces(String(before)), Pieces(String(behind)))
    let opens = left.small.last.map(openers.contains) ?? isWhole.first
    let closes = right.small.first.map(closers.contains) ?? (isLast && isWhole.last)
    return opens && closes ? .delimited : .open
  }

  private static func element(_ word: Substring, isLast: Bool) -> Element {
    guard let first = word.first, let last = word.last else { return .end }
    switch first {
    case "^" where word.count == 1: return .start
    case "$": return word.count == 1 && isLast ? .end : .balanced(last, commas: false)
    case "!" where word.count == 2 && last != "=": return .path(last)
    case "*" where word.count == 2: return .balanced(last, commas: true)
    case "%" where word.count == 2: return .operand(last)
    case "+" where word.count == 2: return .sum(last)
    case "#": return .kind(word == "#text" ? .text : word == "#number" ? .number : .word, word.dropFirst().first ?? last)
    case "@": return .words(ForeignForms.sets[String(word.dropFirst())] ?? [])
    default: return .words([String(word)])
    }
  }

  /// Returns the text with every match of the pattern rewritten, with brackets that must be settled; `nil` without a match.
  func applied(to pieces: Pieces) -> String? {
    guard pieces.small.contains(where: needed.contains) else { return nil }
    var matcher = FormMatcher(pieces: pieces, pattern: pattern)
    var result = ""
    var done = 0
    var index = 0
    while index < pieces.all.count {
      matcher.captures = [:]
      guard let end = matcher.match(0, at: index), end > index, edges?.allow(index..<end, of: pieces) ?? true,
        let words = replacement(matcher.captures, of: pieces)
      else {
        index += 1
        continue
      }
      result += pieces.string(done..<pieces.all[index].range.lowerBound)
      let ends: Set<UInt8> = [0x29, 0x22, Grouping.closing]
      let clings = result.utf8.last.map { isWordByte($0) || ends.contains($0) } ?? false
      if clings, words.utf8.first.map({ isLetter($0) || $0 == Grouping.opening }) ?? false { result += " " }
      result += words
      done = pieces.all[end - 1].range.upperBound
      index = end
    }
    return done > 0 ? result + pieces.string(done..<pieces.bytes.count) : nil
  }

  /// Returns the template with the matched texts; `nil` if a matched text cannot be written at its place.
  private func replacement(_ captures: [Character: Range<Int>], of pieces: Pieces) -> String? {
    var result = ""
    for part in template {
      switch part {
      case .literal(let words): result += words
      case .capture(let name, let position):
        guard let range = captures[name] else { continue }
        let text = pieces.string(of: range)
        let isOperand = pieces.operand(at: range.lowerBound) == range.upperBound
        switch position {
        case .open where !isOperand && !range.isEmpty: result += Grouping.grouped(text)
        case .member where !pieces.isOneComparison(range): return nil
        default: result += text
        }
      }
    }
    return edges == nil ? result : Grouping.grouped(result)
  }

  /// Applies the rewriting up to nine times, until nothing matches, because forms are nested in forms.
  func exhausted(on pieces: Pieces) -> String? {
    guard var result = applied(to: pieces) else { return nil }
    for _ in 0..<8 {
      guard let next = applied(to: Pieces(result)), next != result else { break }
      result = next
    }
    return result
  }
}
