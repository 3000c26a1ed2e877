/// The information that a reader needs beyond a value's JSON. It is the unit of a number, or that a text is a moment or a
/// time span.
package indirect enum DisplayType: Hashable, Sendable {
  /// A number in a unit.
  case amount(unit: String)
  case moment
  /// A duration or a period.
  case span
  /// The elements of a list, in order.
  case elements([DisplayType?])
  /// The members of an object, by their names.
  case members([String: DisplayType])

  /// Returns the display type of a list; `nil` where no element has one.
  package static func list(_ elements: [DisplayType?]) -> DisplayType? {
    elements.contains { $0 != nil } ? .elements(elements) : nil
  }

  /// Returns the display type of an object; `nil` where no member has one.
  package static func object(_ members: [String: DisplayType]) -> DisplayType? { members.isEmpty ? nil : .members(members) }

  /// The unit of a number, or `nil`.
  package var unit: String? {
    if case .amount(let unit) = self { return unit }
    return nil
  }

  package func element(_ place: Int) -> DisplayType? {
    guard case .elements(let elements) = self, elements.indices.contains(place) else { return nil }
    return elements[place]
  }

  package func member(_ name: String) -> DisplayType? {
    if case .members(let members) = self { return members[name] }
    return nil
  }
}
