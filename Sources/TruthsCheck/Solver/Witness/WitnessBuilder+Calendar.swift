import TruthsProgram
import TruthsText

/// Arguments for which calendar functions have the values that a model wants.
extension WitnessBuilder {
  /// Returns an argument for which a calendar function has the wanted value: its input term and value. It handles only
  /// functions of one free argument; if anything else constrains the argument, there is no witness.
  func argument(
    of function: Function, _ keys: [FactAtom.KeyPart], giving value: Value
  ) throws -> (inputTerm: Int, value: Value) {
    guard keys.count == 1, case .inputTerm(let index) = keys[0], isFree(index),
      try model.holds(encoding.inputTerms[index].isThere, in: encoding),
      let argument = Self.argument(of: function, encoding.inputTerms[index].type, giving: value)
    else { throw Impossible() }
    return (index, argument)
  }

  private func isFree(_ index: Int) -> Bool {
    if let variable = encoding.inputTerms[index].variable, model.values[variable] != nil { return false }
    if case .call = encoding.inputTerms[index].source { return false }
    return !encoding.factAtoms.contains { $0.keys.contains(.inputTerm(index)) }
      && !encoding.stateAtoms.contains { $0.keys.contains(.inputTerm(index)) }
  }

  private static func argument(of function: Function, _ type: ValueType, giving value: Value) -> Value? {
    switch (function, value) {
    case (.date, .date(let date)): return .timestamp(Timestamp(startOf: date))
    case (.time, .time(let time)): return day(2024, 1, 1).map { .timestamp(Timestamp(date: $0, time: time)) }
    case (.hour, .number(let number)), (.minute, .number(let number)), (.second, .number(let number)):
      guard let time = number.intValue.flatMap({ time(of: function, giving: $0) }) else { return nil }
      return type == .time ? .time(time) : day(2024, 1, 1).map { .timestamp(Timestamp(date: $0, time: time)) }
    case (_, .number(let number)): return number.intValue.flatMap { date(of: function, giving: $0) }.map { .date($0) }
    default: return nil
    }
  }

  private static func date(of function: Function, giving number: Int) -> CivilDate? {
    switch function {
    case .year: day(number, 1, 1)
    case .quarter: (1...4).contains(number) ? day(2024, 3 * number - 2, 1) : nil
    case .month: day(2024, number, 1)
    // January has 31 days, and in 2024 it begins with a Monday.
    case .day: day(2024, 1, number)
    case .weekday: number <= 7 ? day(2024, 1, number) : nil
    // The 4th of January is in the first week of its year. 2024 begins with a Monday, on day 19,723, and has 52 weeks; 2020 has
    // 53.
    case .weekYear: day(number, 1, 4)
    case .week where number == 53: day(2020, 12, 31)
    case .week: CivilDate(days: 19_723 + 7 * (number - 1))
    default: nil
    }
  }

  private static func time(of function: Function, giving number: Int) -> TimeOfDay? {
    TimeOfDay(
      hour: function == .hour ? number : 0, minute: function == .minute ? number : 0, second: function == .second ? number : 0)
  }

  private static func day(_ year: Int, _ month: Int, _ day: Int) -> CivilDate? {
    CivilDate(year: year, month: month, day: day)
  }
}
