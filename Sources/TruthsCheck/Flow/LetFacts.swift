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
  private var answers: [Question: FewSet<Atom>] = [:]

  init(_ body: Body) {
    var values = NumberMap<Typed>()
    for binding in body.lets {
      if case .done(let typed) = binding.state { values[binding.slot] = typed }
    }
    self.values = values
  }

  /// The lowered `let` of a slot.
  subscript(slot: Int) -> Typed? { values[slot] }

  /// The answer to a question about a `let`; nothing for a slot that is none.
  func facts(_ question: Question, _ work: (Typed) -> FewSet<Atom>) -> FewSet<Atom> {
    guard let value = values[question.slot] else { return [] }
    if let known = answers[question] { return known }
    let answer = work(value)
    answers[question] = answer
    return answer
  }
}
