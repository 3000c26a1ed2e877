package import TruthsCheck
import TruthsText

extension Evaluator {
  /// The text of a reason: a missing part prints `missing`, and so does a number that is past the limits of what may leave an
  /// expression.
  package mutating func reason(_ node: Node) -> String {
    guard case .text(let parts) = node else { return program.display(outside(value(node))) }
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal.string
      case .value(let node): text += program.display(outside(value(node)))
      }
    }
    return text
  }

  /// A value as it leaves its expression: a number past 15 digits, 12 places or 10^15 is missing (language.md §2, "Decimals").
  package func outside(_ value: Value) -> Value {
    switch value {
    case .number(let number) where !number.fitsOutside: return .missing(.limits)
    case .list(let elements):
      let checked = elements.map { outside($0) }
      return checked.first(where: \.isMissing) ?? value
    default: return value
    }
  }
}
