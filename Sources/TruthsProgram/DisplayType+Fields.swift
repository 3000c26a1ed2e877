package import TruthsJSON
package import TruthsText

/// Display types, which tell reports the units and kinds of values.
extension Program {
  /// Returns the display type of a member of an object with declared fields; `nil` where JSON is enough, or there is no such
  /// field.
  ///
  /// - Parameter value: another value for the member; by default its own value in the object.
  /// - Complexity: O(size of the member).
  package func displayType(
    of member: String, in object: JSONObject, with fields: [Field], value: JSONValue? = nil
  ) -> DisplayType? {
    guard let field = fields.first(where: { $0.jsonName == member }), let value = value ?? object[member] else { return nil }
    let currency = fields.first { $0.name == field.currency }.flatMap { object[$0.jsonName]?.stringValue }
    return displayType(of: value, as: field.type, currency: currency)
  }

  /// Returns the display type of a value; `nil` where JSON is enough.
  ///
  /// - Parameter currency: the unit in the field beside it, for numbers in a unit that is data.
  /// - Complexity: O(size of the value).
  package func displayType(of value: JSONValue, as type: ValueType, currency: String? = nil) -> DisplayType? {
    switch (type, value) {
    case (.duration, .string), (.period, .string): return .span
    case (.timestamp, .string): return .moment
    case (.integer(let unit?), .number), (.decimal(let unit?), .number):
      switch unit {
      case .named(let name): return .amount(unit: name)
      case .data: return currency.map { .amount(unit: $0) }
      }
    case (.list(let element), .array(let elements)):
      return .list(elements.map { displayType(of: $0, as: element, currency: currency) })
    case (.map(let element), .object(let object)):
      return members(of: object) { displayType(of: $0.value, as: element, currency: currency) }
    case (.record(let index), .object(let object)):
      return members(of: object) { displayType(of: $0.name.string, in: object, with: records[index].fields) }
    default: return nil
    }
  }

  private func members(of object: JSONObject, _ type: (JSONObject.Member) -> DisplayType?) -> DisplayType? {
    let members = object.members.compactMap { member in type(member).map { (member.name.string, $0) } }
    return .object(Dictionary(members) { first, _ in first })
  }
}
