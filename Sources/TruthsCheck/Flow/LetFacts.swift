import TruthsProgram
import TruthsSyntax
import TruthsText

/// Cached facts about the `let`s of one body. `let`s read each other, and without the cache every path between them would be
/// walked.
final class LetFacts {
  enum Question: Hashable {
    /// The values that a `let` needs to have a value.
    case needed(Int)
    /// The values that exist when a boolean `let` has a result.
    case established(Int, Bool)
    /// The values that decide a boolean `let` by being missing, given a number of implications.
    case deciding(Int, Bool, implications: Int)

    var slot: Int {
      switch self {
      case .needed(let slot), .established(let slot, _), .deciding(let slot, _, _): slot
      }
    }
  }

  private let values: NumberMap<Typed>
  private var answers: [Question: SmallSet<Prerequisite>] = [:]

  init(_ checker: ClauseTypeChecker) {
    var values = NumberMap<Typed>()
    for binding in checker.lets {
      if case .done(let typed) = binding.state { values[binding.slot] = typed }
    }
    self.values = values
  }

  subscript(slot: Int) -> Typed? { values[slot] }

  /// Returns the answer to a question about a `let`; empty for a slot without a `let`.
  func facts(_ question: Question, _ work: (Typed) -> SmallSet<Prerequisite>) -> SmallSet<Prerequisite> {
    guard let value = values[question.slot] else { return [] }
    if let known = answers[question] { return known }
    let answer = work(value)
    answers[question] = answer
    return answer
  }

  // MARK: Contents of a `let`

  private var reaches: [Int: Set<Int>] = [:]
  private var sizes: [Int: Int] = [:]

  /// Returns the known prerequisites that may matter for a `let`: those about slots that it reads, and those about equal
  /// currencies.
  func relevant(_ known: SmallSet<Prerequisite>, for slot: Int) -> SmallSet<Prerequisite> {
    if known.isEmpty { return known }
    let reach = reach(of: slot)
    return SmallSet(known.filter { $0.isOf(slots: reach) })
  }

  func size(of slot: Int) -> Int {
    if let known = sizes[slot] { return known }
    let size = values[slot]?.node.size ?? 1
    sizes[slot] = size
    return size
  }

  /// Returns the slots that a `let` reads, also through other `let`s.
  private func reach(of slot: Int) -> Set<Int> {
    if let known = reaches[slot] { return known }
    reaches[slot] = []  // One that reads itself, which is a finding of its own, ends here.
    var reach = values[slot]?.node.slots.read ?? []
    for inner in reach where values[inner] != nil { reach.formUnion(self.reach(of: inner)) }
    reaches[slot] = reach
    return reach
  }
}

extension Prerequisite {
  /// Whether the prerequisite may be about an expression made only of the slots.
  fileprivate func isOf(slots: Set<Int>) -> Bool {
    switch self {
    case .value(let node), .nonZero(let node), .nonEmpty(let node): node.slots.read.isSubset(of: slots)
    // Equality of currencies may be known through other expressions.
    case .element, .same: true
    }
  }
}

extension Node {
  fileprivate var size: Int { children.reduce(1) { $0 + $1.size } }
}
