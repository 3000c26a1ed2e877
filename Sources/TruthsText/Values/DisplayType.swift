/// What people have to know of a value beyond its JSON: the unit of a number, that a text is a moment or a span of time.
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

  /// That of a list whose elements have some; `nil` where none has one.
  package static func list(_ elements: [DisplayType?]) -> DisplayType? {
    elements.contains { $0 != nil } ? .elements(elements) : nil
  }

  /// That of an object whose members have some; `nil` where none has one.
  package static func object(_ members: [String: DisplayType]) -> DisplayType? { members.isEmpty ? nil : .members(members) }

  /// The unit of a number.
  package var unit: String? {
    if case .amount(let unit) = self { return unit }
    return nil
  }

  /// That of an element of a list.
  package func element(_ place: Int) -> DisplayType? {
    guard case .elements(let elements) = self, elements.indices.contains(place) else { return nil }
    return elements[place]
  }

  /// That of a member of an object.
  package func member(_ name: String) -> DisplayType? {
    if case .members(let members) = self { return members[name] }
    return nil
  }
}
