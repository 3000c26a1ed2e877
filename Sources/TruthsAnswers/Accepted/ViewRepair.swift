import TruthsProgram
import TruthsText

/// Facts that a truth on facts derives a wanted fact of a view from.
struct ViewRepair {
  let frame: RepairFrame
  let truth: CheckedTruth

  /// The draft with a fact for each that the truth fires on, whose fields are copied into the fact that is wanted.
  ///
  /// - Returns: `nil` where a fact has to be worked out otherwise.
  func draft(making fact: Scenario.Fact) -> Scenario? {
    guard let output = truth.outputs.first(where: { $0.fact == fact.type && $0.loop == nil }) else { return nil }
    var matched: [Int: Scenario.Fact] = [:]
    for match in truth.matches {
      guard !frame.program.facts[match.fact].isDerived else { return nil }
      matched[match.slot] = frame.sampleFact(match.fact)
    }
    for (place, node) in output.fields.enumerated() {
      guard let (slot, field) = node.flatMap(source), !fact.fields[place].isMissing else { continue }
      matched[slot]?.fields[field] = fact.fields[place]
    }
    join(&matched)
    var draft = frame.draft
    for slot in matched.keys.sorted() {
      if let fact = matched[slot], let made = frame.adding(fact, to: draft) { draft = made }
    }
    return draft
  }

  /// The field of a matched fact that an expression is.
  private func source(_ node: Node) -> (slot: Int, field: Int)? {
    switch node {
    case .amount(let inner, _): source(inner)
    case .field(.slot(let slot), let field): (slot, field)
    case .slot(let slot): truth.lets.first { $0.slot == slot }.flatMap { source($0.node) }
    default: nil
    }
  }

  /// Fields that the truth compares by `==` are the same.
  private func join(_ matched: inout [Int: Scenario.Fact]) {
    for condition in truth.condition?.test.conjunction ?? [] {
      guard case .compare(.equal, let left, let right) = condition, let one = source(left) else { continue }
      if let other = source(right) {
        if let value = matched[one.slot]?.fields[one.field] { matched[other.slot]?.fields[other.field] = value }
      } else if case .constant(let value) = right {
        matched[one.slot]?.fields[one.field] = value
      }
    }
  }
}
