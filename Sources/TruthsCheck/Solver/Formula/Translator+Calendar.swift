import TruthsProgram
import TruthsText

/// Translation of calendar functions and periods.
extension Translator {
  /// Translates a function of the calendar, or of texts, as a free value that is the same for the same arguments. How it
  /// depends on them is not modelled.
  func callTerm(
    _ function: Function, _ arguments: [Node], _ isThere: Formula
  ) throws(OutOfFuel) -> AbstractValue {
    guard let type = function.fixedResult, !type.isList, let parts = try keyParts(arguments).parts else {
      return .opaque(where: isThere)
    }
    return inputTerm(
      encoding.inputTerm(
        .call(function, parts), type, surroundings: isThere, mayBeMissing: !function.isTotal(of: arguments.count)))
  }

  /// Translates a literal period. The result is a missing value if the period is out of range.
  func period(_ period: Period?) throws(OutOfFuel) -> AbstractValue {
    guard let period else { return AbstractValue(.opaque, isThere: .no) }
    return try constant(.period(period))
  }
}
