import TruthsText

extension WitnessBuilder {
  /// An argument with which a function of the calendar gives a value: the input term that it is, and its value. Of a function of
  /// one free argument alone; where anything else is asked of the argument there is no witness.
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
    case (.hour, .number(let hour)) where type == .time:
      return hour.intValue.flatMap { TimeOfDay(hour: $0, minute: 0, second: 0) }.map { .time($0) }
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
    default: nil
    }
  }

  private static func day(_ year: Int, _ month: Int, _ day: Int) -> CivilDate? {
    CivilDate(year: year, month: month, day: day)
  }
}
