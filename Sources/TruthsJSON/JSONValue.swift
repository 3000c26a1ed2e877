package import TruthsText

/// A JSON value with exact numbers. The members of objects keep the order in which they were given. The canonical form sorts
/// them (RFC 8785).
package enum JSONValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case number(Decimal)
  case string(Text)
  case array([JSONValue])
  case object(JSONObject)
}

/// The members of an object, in the order in which they were given. Each name occurs once.
package struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  package private(set) var members: [Member]

  package struct Member: Hashable, Sendable {
    package var name: Text
    package var value: JSONValue

    package init(name: Text, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// - Precondition: names are unique.
  package init(_ members: [Member] = []) { self.members = members }

  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    members = elements.map { Member(name: Text($0.0), value: $0.1) }
  }

  /// The value of a member, found by a linear search; `nil` if there is no member with the name. Setting `nil` removes the
  /// member, and setting a new name appends a member.
  package subscript(_ name: String) -> JSONValue? {
    get {
      let wanted = Text(name)
      return members.first { $0.name == wanted }?.value
    }
    set {
      let wanted = Text(name)
      let index = members.firstIndex { $0.name == wanted }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name: wanted, value: value))
      case (nil, nil): break
      }
    }
  }
}

extension JSONValue {
  package static func text(_ string: String) -> JSONValue { .string(Text(string)) }

  /// The text of a string value; `nil` for any other value.
  package var stringValue: String? {
    if case .string(let text) = self { return text.string }
    return nil
  }

  /// The members of an object value; `nil` for any other value.
  package var objectValue: JSONObject? {
    if case .object(let object) = self { return object }
    return nil
  }

  /// The elements of an array value; `nil` for any other value.
  package var arrayValue: [JSONValue]? {
    if case .array(let elements) = self { return elements }
    return nil
  }

  /// The value of a member of an object value; `nil` without such a member, and for any other value.
  package subscript(_ name: String) -> JSONValue? { objectValue?[name] }
}

extension JSONObject {
  /// Whether the members are in the order of RFC 8785 §3.2.3.
  var isSorted: Bool {
    for place in members.indices.dropFirst() where members[place].name.precedesInUTF16(members[place - 1].name) { return false }
    return true
  }

  /// The object with its members in the order of RFC 8785 §3.2.3, including those of nested objects. Sorting once saves time if
  /// the object is written in canonical form several times.
  package var sorted: JSONObject {
    let members = members.map { Member(name: $0.name, value: $0.value.sorted) }
    return JSONObject(isSorted ? members : members.sorted { $0.name.precedesInUTF16($1.name) })
  }
}

extension JSONValue {
  /// The value with the members of all objects in the order of RFC 8785 §3.2.3.
  package var sorted: JSONValue {
    switch self {
    case .object(let object): .object(object.sorted)
    case .array(let elements): .array(elements.map(\.sorted))
    case .null, .boolean, .number, .string: self
    }
  }
}

extension LocatedJSON {
  /// The value with the members of all objects in the order of RFC 8785 §3.2.3. Every part keeps its span.
  package var sorted: LocatedJSON {
    switch kind {
    case .object(let members):
      let inner = members.map { Member(name: $0.name, nameSpan: $0.nameSpan, value: $0.value.sorted) }
      return LocatedJSON(.object(inner.sorted { $0.name.precedesInUTF16($1.name) }), at: span)
    case .array(let elements): return LocatedJSON(.array(elements.map(\.sorted)), at: span)
    case .null, .boolean, .number, .string: return self
    }
  }
}
