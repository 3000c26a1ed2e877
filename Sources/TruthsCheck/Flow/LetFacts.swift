import TruthsProgram
import TruthsSyntax
import TruthsText

/// What is known of the `let`s of one body, each worked out once: `let`s read each other, and without a memory every path between
/// them would be walked.
final class LetFacts {
  enum Question: Hashable {
    /// What a `let` needs to have a value.
    case needed(Int)
    /// What is there when a boolean `let` has an outcome.
    case established(Int, Bool)
    /// What being missing decides a boolean `let`, given so many implications.
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

  /// The lowered `let` of a slot.
  subscript(slot: Int) -> Typed? { values[slot] }

  /// The answer to a question about a `let`; nothing for a slot that is none.
  func facts(_ question: Question, _ work: (Typed) -> SmallSet<Prerequisite>) -> SmallSet<Prerequisite> {
    guard let value = values[question.slot] else { return [] }
    if let known = answers[question] { return known }
    let answer = work(value)
    answers[question] = answer
    return answer
  }

  // MARK: What a `let` is made of

  private var reaches: [Int: Set<Int>] = [:]
  private var sizes: [Int: Int] = [:]

  /// The part of what is known that may matter for a `let`: what it reads, or what tells whether currencies are the same.
  func relevant(_ known: SmallSet<Prerequisite>, for slot: Int) -> SmallSet<Prerequisite> {
    if known.isEmpty { return known }
    let reach = reach(of: slot)
    return SmallSet(known.filter { $0.isOf(slots: reach) })
  }

  /// How many parts a `let` has.
  func size(of slot: Int) -> Int {
    if let known = sizes[slot] { return known }
    let size = values[slot]?.node.size ?? 1
    sizes[slot] = size
    return size
  }

  /// The slots that a `let` reads, through other `let`s too.
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
  /// Whether it may be of something that is made of some slots.
  fileprivate func isOf(slots: Set<Int>) -> Bool {
    switch self {
    case .value(let node), .nonZero(let node), .nonEmpty(let node): node.slots.read.isSubset(of: slots)
    // What is the same as something may be known by way of other things.
    case .element, .same: true
    }
  }
}

extension Node {
  /// How many expressions it is made of.
  fileprivate var size: Int { children.reduce(1) { $0 + $1.size } }
}
