package import TruthsText

/// A JSON value as it was read, every part with the characters that it was read from.
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

  /// A member of an object; no name stands twice.
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

  /// The same value without places.
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

  /// A member of an object by its name.
  package func member(_ name: String) -> Member? {
    guard case .object(let members) = kind else { return nil }
    let wanted = Text(name)
    for place in members.indices where members[place].name == wanted { return members[place] }
    return nil
  }

  /// The text of a string.
  package var stringValue: String? {
    if case .string(let text) = kind { return text.string }
    return nil
  }

  /// The elements of an array.
  package var elements: [LocatedJSON]? {
    if case .array(let elements) = kind { return elements }
    return nil
  }
}

extension LocatedJSON {
  /// What the value is, in words for a message: `a text`, `an object`.
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
  /// A value that was not read from a file, every part at the very beginning of the first.
  package init(unlocated value: JSONValue) { self.init(value: value, at: Span(file: FileID(0), start: 0, end: 0)) }

  /// A value that was made, every part at one place.
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
