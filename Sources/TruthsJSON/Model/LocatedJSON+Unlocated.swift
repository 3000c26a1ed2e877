package import TruthsText

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
