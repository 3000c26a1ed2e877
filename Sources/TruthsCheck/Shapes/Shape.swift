import TruthsText

/// What a source says of one part of its elements: which facts it reaches, and how clauses read it. Its type follows from that,
/// since nobody declares what a document holds (language.md §10).
final class Shape {
  /// The member, at the place that speaks of it first.
  let name: PlacedMember
  /// Names of members from the element down to this one; those of a list's elements begin anew behind the list's.
  let path: [String]
  /// The type of what it reaches: a field of a fact, the input of a table.
  private(set) var reached: ValueType?
  /// The type that follows from how clauses read it, where it reaches nothing.
  private(set) var used: ValueType?
  /// In the order in which they are spoken of.
  private(set) var members: [Shape] = []
  private(set) var element: Shape?
  /// Whether its value is read; what is only tested with `exists` needs no type.
  var isRead = false
  /// Of a list's elements: names of members that the element around the list may have instead.
  var inherited: Set<String> = []

  struct PlacedMember {
    var text: String
    var span: Span
  }

  init(_ text: String, at span: Span, path: [String]) {
    name = PlacedMember(text: text, span: span)
    self.path = path
  }

  /// The member of a name.
  func member(_ text: String, at span: Span) -> Shape {
    if let known = knownMember(text) { return known }
    let made = Shape(text, at: span, path: path + [text])
    members.append(made)
    return made
  }

  func knownMember(_ text: String) -> Shape? { members.first { $0.name.text == text } }

  /// The elements of a list.
  func elements() -> Shape {
    if let element { return element }
    let made = Shape(name.text, at: name.span, path: path)
    element = made
    return made
  }

  /// Notes what it reaches. The narrower of two types that go together stays; where two do not, the first does, and the second
  /// place is at fault.
  func reach(_ type: ValueType) {
    isRead = true
    guard let known = reached else {
      reached = type
      return
    }
    if known == .json || known.isUnknown || (type.fits(known) && type != .json && !type.isUnknown) { reached = type }
  }

  /// Notes how a clause reads it.
  func use(_ type: ValueType?) {
    isRead = true
    if used == nil { used = type }
  }

  /// The type as far as it is known.
  var knownType: ValueType? { reached ?? used }
}
