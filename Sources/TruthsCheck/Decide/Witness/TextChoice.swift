import TruthsText

/// Chooses texts for the places that a model gives to texts: equal ones for one place, in the order of the places where the
/// question asks for an order.
struct TextChoice {
  private let ranks: TextRanks
  /// By place.
  private var chosen: [Rational: Text] = [:]
  private var used: Set<Text>

  init(_ ranks: TextRanks) {
    self.ranks = ranks
    used = Set(ranks.texts)
  }

  /// The text of a place, by the name of what it is for; `nil` where none was found.
  mutating func text(at place: Rational, for name: String) -> Text? {
    if place.isInteger, let text = ranks.texts.at(place.numerator) { return text }
    if let known = chosen[place] { return known }
    let text = ranks.isOrdered ? between(place) : fresh(name)
    chosen[place] = text
    if let text { used.insert(text) }
    return text
  }

  /// A text that nothing else is.
  mutating func fresh(_ name: String) -> Text {
    var text = Text(name)
    var number = 2
    while used.contains(text) {
      text = Text("\(name)_\(number)")
      number += 1
    }
    used.insert(text)
    return text
  }

  /// A text between the neighbours of a place: the one before, and as many letters behind it as there are places to tell apart.
  private func between(_ place: Rational) -> Text? {
    let index = max(0, min(place.floor, Int128(ranks.texts.count - 1)))
    guard let before = ranks.texts.at(index) else { return nil }
    let lower = chosen.filter { $0.key < place }.max { $0.key < $1.key }?.value
    let upper = chosen.filter { $0.key > place }.min { $0.key < $1.key }?.value
    for letter in ["m", "a", "M", "A", "5", "0", "!"] {
      for count in 1...4 {
        let text = Text(before.string + String(repeating: letter, count: count))
        let isBelowNext = ranks.texts.at(index + 1).map { text < $0 } ?? true
        if isBelowNext, lower.map({ $0 < text }) ?? true, upper.map({ text < $0 }) ?? true { return text }
      }
    }
    return nil
  }
}

extension [Text] {
  fileprivate func at(_ index: Int128) -> Text? { index >= 0 && index < Int128(count) ? self[Int(index)] : nil }
}
