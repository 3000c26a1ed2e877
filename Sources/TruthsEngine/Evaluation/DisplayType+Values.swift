package import TruthsProgram
package import TruthsText

extension Engine {
  /// Returns how a value is displayed to people, where its JSON does not say; otherwise `nil`.
  ///
  /// - Parameter unit: the unit of numbers in it that carry none themselves.
  /// - Complexity: O(size of the value).
  package func displayType(of value: Value, unit: NumberUnit? = nil) -> DisplayType? { code.displayType(of: value, unit: unit) }
}

extension CompiledProgram {
  /// Returns how a value is displayed to people, where its JSON does not say; otherwise `nil`.
  func displayType(of value: Value, unit: NumberUnit?) -> DisplayType? {
    switch value {
    case .duration, .period: return .span
    case .timestamp: return .moment
    case .amount(_, let unit):
      let name = currencies.name(of: unit)
      return name.isEmpty ? nil : .amount(unit: name)
    case .number:
      if case .named(let name)? = unit { return .amount(unit: name) }
      return nil
    case .list(let elements): return .list(elements.map { displayType(of: $0, unit: unit) })
    case .map(let entries):
      let members = entries.compactMap { entry in displayType(of: entry.value, unit: unit).map { (entry.name.string, $0) } }
      return .object(Dictionary(members) { first, _ in first })
    case .record(let record): return displayType(of: record.fields, as: program.records[record.type].fields)
    case .fact(let fact): return displayType(of: fact.fields, as: program.facts[fact.type].fields)
    case .missing, .boolean, .text, .date, .time, .enumeration, .json: return nil
    }
  }

  /// Lists members under both names: quotations use their own names, recorded values their JSON names.
  private func displayType(of values: [Value], as fields: [Field]) -> DisplayType? {
    var members: [String: DisplayType] = [:]
    for (field, value) in zip(fields, values) {
      guard let type = displayType(of: value, unit: field.type.innermost.unit) else { continue }
      members[field.name] = type
      members[field.jsonName] = type
    }
    return .object(members)
  }
}
