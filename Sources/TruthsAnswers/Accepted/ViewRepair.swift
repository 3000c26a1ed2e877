import TruthsProgram
import TruthsText

/// Adds facts to a draft, so that a truth derives a wanted fact of a view from them.
struct ViewRepair {
  let frame: RepairFrame
  let truth: CheckedTruth

  /// Returns the draft with one more fact for each match of the truth. Fields of these facts are copied from the wanted fact.
  ///
  /// - Returns: `nil` if a fact that the truth needs is itself derived.
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

  /// Returns the slot and the field of a matched fact whose value an expression gives; otherwise `nil`.
  private func source(_ node: Node) -> (slot: Int, field: Int)? {
    switch node {
    case .amount(let inner, _): source(inner)
    case .field(.slot(let slot), let field): (slot, field)
    case .slot(let slot): truth.lets.first { $0.slot == slot }.flatMap { source($0.node) }
    default: nil
    }
  }

  /// Gives the same value to fields that the truth compares by `==`.
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
