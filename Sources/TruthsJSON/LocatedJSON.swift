package import TruthsText

/// A parsed JSON value. Every part of it has its source span.
package struct LocatedJSON: Sendable {
  package var span: Span
  package var kind: Kind

  package init(_ kind: Kind, at span: Span) {
    self.kind = kind
    self.span = span
  }

  package enum Kind: Sendable {
    case null
    case boolean(Bool)
    case number(Decimal)
    case string(Text)
    case array([LocatedJSON])
    case object([Member])
  }

  /// A member of an object. The names of an object's members are unique.
  package struct Member: Sendable {
    package var name: Text
    package var nameSpan: Span
    package var value: LocatedJSON

    package init(name: Text, nameSpan: Span, value: LocatedJSON) {
      self.name = name
      self.nameSpan = nameSpan
      self.value = value
    }
  }

  /// This value without spans.
  package var value: JSONValue {
    switch kind {
    case .null: .null
    case .boolean(let boolean): .boolean(boolean)
    case .number(let number): .number(number)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members): .object(JSONObject(members.map { JSONObject.Member(name: $0.name, value: $0.value.value) }))
    }
  }

  /// The members of an object; `nil` for any other value.
  package var members: [Member]? {
    if case .object(let members) = kind { return members }
    return nil
  }

  /// Returns the member of an object with a name, found by a linear search. `nil` without such a member, and for any other
  /// value.
  package func member(_ name: String) -> Member? {
    guard case .object(let members) = kind else { return nil }
    let wanted = Text(name)
    for place in members.indices where members[place].name == wanted { return members[place] }
    return nil
  }

  /// The text of a string value; `nil` for any other value.
  package var stringValue: String? {
    if case .string(let text) = kind { return text.string }
    return nil
  }

  /// The elements of an array; `nil` for any other value.
  package var elements: [LocatedJSON]? {
    if case .array(let elements) = kind { return elements }
    return nil
  }
}

extension LocatedJSON {
  /// The kind of the value in words for a message: `a text`, `an object`.
  package var noun: String {
    switch kind {
    case .null: "`null`"
    case .boolean(let boolean): boolean ? "`true`" : "`false`"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension LocatedJSON {
  /// Creates a value that was not read from a file. Every span is the beginning of the first file.
  package init(unlocated value: JSONValue) { self.init(value: value, at: Span(file: FileID(0), start: 0, end: 0)) }

  /// Creates a value in which every part has the same span.
  package init(value: JSONValue, at span: Span) {
    switch value {
    case .null: self.init(.null, at: span)
    case .boolean(let boolean): self.init(.boolean(boolean), at: span)
    case .number(let number): self.init(.number(number), at: span)
    case .string(let text): self.init(.string(text), at: span)
    case .array(let elements): self.init(.array(elements.map { LocatedJSON(value: $0, at: span) }), at: span)
    case .object(let object):
      let members = object.members.map { Member(name: $0.name, nameSpan: span, value: LocatedJSON(value: $0.value, at: span)) }
      self.init(.object(members), at: span)
    }
  }
}
