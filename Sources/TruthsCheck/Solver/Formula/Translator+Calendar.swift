import TruthsProgram
import TruthsText

extension Translator {
  /// A function of the calendar, or of texts, is a value of its own, the same for the same arguments, of which nothing is known
  /// but what it is compared with.
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

  /// A literal period.
  func period(_ period: Period?) throws(OutOfFuel) -> AbstractValue {
    guard let period else { return AbstractValue(.opaque, isThere: .no) }
    return try constant(.period(period))
  }
}
