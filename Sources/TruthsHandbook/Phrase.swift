/// A phrase of the handbook with its markup. Texts are unescaped; the writers of formats escape them.
struct Phrase: Hashable, Sendable, ExpressibleByStringInterpolation {
  var parts: [Fragment]

  indirect enum Fragment: Hashable, Sendable {
    case plain(String)
    case code(String)
    /// The name of a field, fact or other declaration, in words.
    case term(String)
    /// A value, as people write it.
    case value(String)
    case strong(Phrase)
    case link(Phrase, anchor: String)
    case lineBreak
  }

  init(_ parts: [Fragment] = []) { self.parts = parts }

  init(stringLiteral value: String) { parts = value.isEmpty ? [] : [.plain(value)] }

  init(stringInterpolation: Interpolation) { parts = stringInterpolation.parts }

  var isEmpty: Bool { parts.isEmpty }

  static func + (left: Phrase, right: Phrase) -> Phrase { Phrase(left.parts + right.parts) }

  /// Returns a phrase of a user's text, verbatim.
  static func plain(_ text: String) -> Phrase { Phrase([.plain(text)]) }
  static func code(_ text: String) -> Phrase { Phrase([.code(text)]) }
  static func term(_ text: String) -> Phrase { Phrase([.term(text)]) }
  static func value(_ text: String) -> Phrase { Phrase([.value(text)]) }
  static func link(_ phrase: Phrase, to anchor: String) -> Phrase { Phrase([.link(phrase, anchor: anchor)]) }

  struct Interpolation: StringInterpolationProtocol {
    var parts: [Fragment] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { parts.append(.plain(literal)) }
    }

    mutating func appendInterpolation(_ phrase: Phrase) { parts += phrase.parts }
    mutating func appendInterpolation(plain text: String) { parts.append(.plain(text)) }
    mutating func appendInterpolation(code text: String) { parts.append(.code(text)) }
    mutating func appendInterpolation(term text: String) { parts.append(.term(text)) }
    mutating func appendInterpolation(value text: String) { parts.append(.value(text)) }
    mutating func appendInterpolation(strong phrase: Phrase) { parts.append(.strong(phrase)) }
    mutating func appendInterpolation(_ count: Int) { parts.append(.plain(String(count))) }
  }
}

extension [Phrase] {
  /// Joins the phrases to a list: `a, b and c`.
  func listed(_ last: String = "and") -> Phrase {
    guard count > 1, let final = self.last else { return first ?? Phrase() }
    return dropLast().joined(", ") + .plain(" \(last) ") + final
  }
}

extension Collection<Phrase> {
  func joined(_ separator: String) -> Phrase {
    var result = Phrase()
    for (index, phrase) in enumerated() {
      if index > 0 { result.parts.append(.plain(separator)) }
      result.parts += phrase.parts
    }
    return result
  }

  /// The phrases on separate lines of one cell.
  var lines: Phrase { Phrase(Array(map(\.parts).joined(separator: [.lineBreak]))) }
}

extension Phrase {
  /// The phrase without links, for use inside a link, because links cannot be nested.
  var withoutLinks: Phrase {
    Phrase(
      parts.flatMap { part -> [Fragment] in
        switch part {
        case .link(let inner, _): inner.withoutLinks.parts
        case .strong(let inner): [.strong(inner.withoutLinks)]
        case .plain, .code, .term, .value, .lineBreak: [part]
        }
      })
  }

  /// The phrase without markup.
  var text: String {
    parts.map { part in
      switch part {
      case .plain(let text), .code(let text), .term(let text), .value(let text): text
      case .strong(let inner), .link(let inner, _): inner.text
      case .lineBreak: " "
      }
    }.joined()
  }
}
