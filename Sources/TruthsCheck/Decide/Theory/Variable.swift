import TruthsText

/// A number that the constraints speak of: the value of a number, date (days), timestamp or duration (milliseconds), the place of
/// an enum's value, the length of a list, or the place of a text among the texts of a question.
struct Variable: Sendable {
  enum Kind: Hashable, Sendable {
    case number
    case whole
    /// Any place in the order of texts; ``TextRanks`` gives numbers to those written down.
    case text
    /// A text written down.
    case textConstant(Text)
  }

  var kind: Kind
  /// What its values never pass.
  var lower: Rational?
  var upper: Rational?
  /// The number that a witness takes where nothing is asked of it.
  var usual: Rational = .one

  var isWhole: Bool {
    if case .whole = kind { return true }
    return false
  }

  /// Whether it is the place of a text.
  fileprivate var isOfText: Bool {
    switch kind {
    case .text, .textConstant: true
    case .number, .whole: false
    }
  }
}

/// The places of the texts written down in a question. Whatever texts the variables stand for, numbers between these places can
/// be found in the same order; so a contradiction among the numbers is one among the texts.
struct TextRanks {
  private(set) var ranks = NumberMap<Rational>()
  /// The texts by place; the empty text, which nothing precedes, has place 0.
  private(set) var texts: [Text] = [""]
  /// Whether texts are compared by their order, and not for equality alone.
  private(set) var isOrdered = false

  init(_ formulas: [Formula], _ variables: [Variable]) {
    if !variables.contains(where: \.isOfText) { return }
    var found: [Int: Text] = [:]
    for formula in formulas {
      formula.forEachLiteral { literal in
        guard case .constraint(let constraint) = literal else { return }
        for factor in constraint.factors {
          switch variables[factor.variable].kind {
          case .textConstant(let text): found[factor.variable] = text
          case .text: if constraint.comparison != .equal, constraint.comparison != .notEqual { isOrdered = true }
          default: break
          }
        }
      }
    }
    if found.isEmpty { return }
    texts = Set(found.values).union([""]).sorted()
    let places = Dictionary(texts.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    for (variable, text) in found { ranks[variable] = Rational(Int128(places[text] ?? 0)) }
  }
}
