package import TruthsCheck
import TruthsText

extension Evaluator {
  /// The words of a clause: a missing part prints `missing`, and so does a number that is past the limits of what may leave an
  /// expression.
  func text(of reason: ReasonCode, _ unit: CompiledUnit) -> String {
    switch reason {
    case .value(let value): return display(value, unit)
    case .parts(let parts):
      // Most clauses say the same of every proposal.
      if parts.count == 1, case .literal(let literal) = parts[0] { return literal }
      return parts.reduce(into: "") { text, part in
        switch part {
        case .literal(let literal): text += literal
        case .value(let value): text += display(value, unit)
        }
      }
    }
  }

  /// What is quoted of a value. One that is long is often quoted more than once: what is quoted of it is kept.
  private func display(_ value: CompiledExpression, _ unit: CompiledUnit) -> String {
    let cell = toldCell(value, of: unit)
    if let known = quotations[cell] { return known }
    let whole = program.display(outside(self.value(of: cell)))
    guard let quoted = Quotation.cut(whole) else { return whole }
    quotations[cell] = quoted
    return quoted
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
