/// The information that a reader needs besides the JSON of a value. It is the unit of a number, or that a text is a moment or a
/// time span.
package indirect enum DisplayType: Hashable, Sendable {
  /// A number in a unit.
  case amount(unit: String)
  case moment
  /// A duration or a period.
  case span
  /// The display types of the elements of a list, in order; `nil` for an element without one.
  case elements([DisplayType?])
  /// The display types of the members of an object, keyed by name.
  case members([String: DisplayType])

  /// Returns the display type of a list; `nil` if no element has a display type.
  package static func list(_ elements: [DisplayType?]) -> DisplayType? {
    elements.contains { $0 != nil } ? .elements(elements) : nil
  }

  /// Returns the display type of an object; `nil` if no member has a display type.
  package static func object(_ members: [String: DisplayType]) -> DisplayType? { members.isEmpty ? nil : .members(members) }

  /// The unit of a number; `nil` for any other display type.
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
