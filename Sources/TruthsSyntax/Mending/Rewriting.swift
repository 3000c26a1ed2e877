/// A form of another language, and how it is written here: a pattern of pieces with a template for what replaces them.
///
/// A pattern is a row of elements with spaces between: `^` and `$` are the ends of the text, `$a` is anything balanced without
/// commas, `*a` the same with commas, `%a` one operand, `#text`, `#number` and `#word` one piece of that kind, `@name` one of a
/// set of words. Any other element is that piece, in whatever letters. In the template `$a` stands for what was matched.
struct Rewriting: Sendable {
  let pattern: [Element]
  let template: [Part]

  enum Element: Sendable {
    case start, end
    case balanced(Character, commas: Bool)
    case operand(Character)
    case kind(Pieces.Kind, Character)
    case words([String])
  }

  enum Part: Sendable {
    case literal(String)
    case capture(Character)
  }

  init(_ pattern: String, _ template: String) {
    let elements = pattern.split(separator: " ")
    self.pattern = elements.enumerated().map { place, element in
      Self.element(element, isLast: place == elements.count - 1)
    }
    var parts: [Part] = []
    var rest = template[...]
    while let sign = rest.firstIndex(of: "$") {
      parts.append(.literal(String(rest[..<sign])))
      rest = rest[rest.index(after: sign)...]
      if let name = rest.popFirst() { parts.append(.capture(name)) }
    }
    self.template = parts + [.literal(String(rest))]
  }

  private static func element(_ word: Substring, isLast: Bool) -> Element {
    guard let first = word.first, let last = word.last else { return .end }
    switch first {
    case "^" where word.count == 1: return .start
    case "$": return word.count == 1 && isLast ? .end : .balanced(last, commas: false)
    case "*" where word.count == 2: return .balanced(last, commas: true)
    case "%" where word.count == 2: return .operand(last)
    case "#": return .kind(word == "#text" ? .text : word == "#number" ? .number : .word, word.dropFirst().first ?? last)
    case "@": return .words(ForeignForms.sets[String(word.dropFirst())] ?? [])
    default: return .words([String(word)])
    }
  }

  /// The text with every place rewritten that the pattern matches; `nil` where there is none.
  func applied(to text: String) -> String? {
    let pieces = Pieces(text)
    var matcher = Matcher(pieces: pieces, pattern: pattern)
    var result = ""
    var done = 0
    var index = 0
    var isChanged = false
    while index < pieces.all.count {
      matcher.captures = [:]
      guard let end = matcher.match(0, at: index), end > index else {
        index += 1
        continue
      }
      result += pieces.string(done..<pieces.all[index].range.lowerBound)
      for part in template {
        switch part {
        case .literal(let words): result += words
        case .capture(let name): result += matcher.captures[name].map(pieces.string(of:)) ?? ""
        }
      }
      done = pieces.all[end - 1].range.upperBound
      index = end
      isChanged = true
    }
    return isChanged ? result + pieces.string(done..<pieces.bytes.count) : nil
  }
}

/// A text cut into words, numbers, texts and signs.
struct Pieces {
  enum Kind: Sendable { case word, number, text, sign }

  let bytes: [UInt8]
  private(set) var all: [(kind: Kind, range: Range<Int>)] = []

  private static let signs = [
    "==>", "->>", "===", "!==", "=>", "->", "→", "<=", ">=", "==", "!=", "<>", "&&", "||", "??", "?.", "..", ":=",
  ].map { Array($0.utf8) }

  init(_ text: String) {
    bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      if isBlank(bytes[index]) {
        index += 1
        continue
      }
      let (kind, end) = piece(at: index)
      all.append((kind, index..<end))
      index = end
    }
  }

  private func piece(at start: Int) -> (Kind, Int) {
    let first = bytes[start]
    if isLetter(first) { return (.word, bytes[start...].firstIndex { !isWordByte($0) } ?? bytes.count) }
    if isDigit(first) {
      return (.number, bytes[start...].firstIndex { !isDigit($0) && $0 != 0x2E } ?? bytes.count)
    }
    if first == 0x22 || first == 0x27 {
      var index = start + 1
      while index < bytes.count, bytes[index] != first { index += bytes[index] == 0x5C ? 2 : 1 }
      if index < bytes.count { return (.text, index + 1) }
    }
    if let sign = Self.signs.first(where: { bytes[start...].starts(with: $0) }) { return (.sign, start + sign.count) }
    var end = start + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return (.sign, end)
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// What some pieces and the space between them say.
  func string(of pieces: Range<Int>) -> String {
    pieces.isEmpty ? "" : string(all[pieces.lowerBound].range.lowerBound..<all[pieces.upperBound - 1].range.upperBound)
  }

  /// The only byte of a sign; 0 for any other piece.
  func sign(_ index: Int) -> UInt8 {
    guard index < all.count, all[index].kind == .sign, all[index].range.count == 1 else { return 0 }
    return bytes[all[index].range.lowerBound]
  }

  /// How a piece changes the depth of brackets.
  func depth(_ index: Int) -> Int {
    switch sign(index) {
    case 0x28, 0x5B, 0x7B: 1
    case 0x29, 0x5D, 0x7D: -1
    default: 0
    }
  }

  /// The end of the brackets that open at a piece.
  func closing(_ index: Int) -> Int? {
    var open = 0
    for place in index..<all.count {
      open += depth(place)
      if open == 0 { return place + 1 }
    }
    return nil
  }

  /// The end of the operand that begins at a piece: a value with the members, keys and arguments behind it.
  func operand(at start: Int) -> Int? {
    guard start < all.count else { return nil }
    var index = start + 1
    if all[start].kind == .sign {
      guard depth(start) == 1, let end = closing(start) else { return nil }
      index = end
    } else if all[start].kind == .word, ReservedWords.contains(string(all[start].range)) {
      return nil
    }
    while index < all.count {
      if sign(index) == 0x2E, index + 1 < all.count, all[index + 1].kind == .word {
        index += 2
      } else if depth(index) == 1, all[index].range.lowerBound == all[index - 1].range.upperBound, let end = closing(index) {
        index = end
      } else {
        break
      }
    }
    return index
  }
}

/// Matches one pattern, with a bound on its steps.
private struct Matcher {
  let pieces: Pieces
  let pattern: [Rewriting.Element]
  var captures: [Character: Range<Int>] = [:]
  private var stepsLeft = 20_000

  init(pieces: Pieces, pattern: [Rewriting.Element]) {
    self.pieces = pieces
    self.pattern = pattern
  }

  /// Where the match of the pattern from an element on ends.
  mutating func match(_ element: Int, at index: Int) -> Int? {
    stepsLeft -= 1
    guard stepsLeft > 0 else { return nil }
    guard element < pattern.count else { return index }
    switch pattern[element] {
    case .start: return index == 0 ? match(element + 1, at: index) : nil
    case .end: return index == pieces.all.count ? match(element + 1, at: index) : nil
    case .balanced(let name, let commas): return balanced(name, commas, element, index)
    case .operand(let name):
      guard let end = pieces.operand(at: index) else { return nil }
      captures[name] = index..<end
      return match(element + 1, at: end)
    case .kind(let kind, let name):
      guard index < pieces.all.count, pieces.all[index].kind == kind else { return nil }
      captures[name] = index..<index + 1
      return match(element + 1, at: index + 1)
    case .words(let words):
      guard index < pieces.all.count, pieces.all[index].kind != .text,
        words.contains(pieces.string(pieces.all[index].range).lowercased())
      else { return nil }
      return match(element + 1, at: index + 1)
    }
  }

  private mutating func balanced(_ name: Character, _ commas: Bool, _ element: Int, _ start: Int) -> Int? {
    var depth = 0
    var index = start
    while index < pieces.all.count {
      depth += pieces.depth(index)
      if depth < 0 || depth == 0 && !commas && pieces.sign(index) == 0x2C { return nil }
      index += 1
      if depth > 0 { continue }
      if let end = match(element + 1, at: index) {
        captures[name] = start..<index
        return end
      }
    }
    return nil
  }
}
