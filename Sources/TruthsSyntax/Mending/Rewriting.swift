/// A form of another language with its equivalent here: a pattern of pieces, and a template that replaces them.
///
/// A pattern is a list of elements with spaces between them: `^` and `$` are the ends of the text, `$a` is any balanced text
/// without commas, `*a` any balanced text with commas, `%a` one operand, `!a` words with dots between them, `#text`, `#number`
/// and `#word` one piece of that kind, and `@name` a word of a set. Any other element is that piece itself, in capital or small
/// letters. In the template, `$a` stands for the matched text.
struct Rewriting: Sendable {
  let pattern: [Element]
  let template: [Part]
  /// Words of which a text must contain one for the pattern to match: those of its first literal element.
  private let needed: [String]

  enum Element: Sendable {
    case start, end
    case balanced(Character, commas: Bool)
    case path(Character)
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
    needed = self.pattern.lazy.compactMap { if case .words(let words) = $0 { words } else { nil } }.first ?? []
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
    case "!" where word.count == 2 && last != "=": return .path(last)
    case "*" where word.count == 2: return .balanced(last, commas: true)
    case "%" where word.count == 2: return .operand(last)
    case "#": return .kind(word == "#text" ? .text : word == "#number" ? .number : .word, word.dropFirst().first ?? last)
    case "@": return .words(ForeignForms.sets[String(word.dropFirst())] ?? [])
    default: return .words([String(word)])
    }
  }

  /// Returns the text with every match of the pattern rewritten; `nil` without a match.
  func applied(to pieces: Pieces) -> String? {
    guard pieces.small.contains(where: needed.contains) else { return nil }
    var matcher = FormMatcher(pieces: pieces, pattern: pattern)
    var result = ""
    var done = 0
    var index = 0
    while index < pieces.all.count {
      matcher.captures = [:]
      guard let end = matcher.match(0, at: index), end > index else {
        index += 1
        continue
      }
      result += pieces.string(done..<pieces.all[index].range.lowerBound)
      let clings = result.utf8.last.map { isWordByte($0) || $0 == 0x29 || $0 == 0x22 } ?? false
      if clings, case .literal(let words)? = template.first, words.utf8.first.map(isLetter) ?? false { result += " " }
      for part in template {
        switch part {
        case .literal(let words): result += words
        case .capture(let name): result += matcher.captures[name].map(pieces.string(of:)) ?? ""
        }
      }
      done = pieces.all[end - 1].range.upperBound
      index = end
    }
    return done > 0 ? result + pieces.string(done..<pieces.bytes.count) : nil
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
