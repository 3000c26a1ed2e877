import TruthsText

extension JSONObject {
  /// Whether the members stand as RFC 8785 §3.2.3 sorts them.
  var isSorted: Bool {
    for place in members.indices.dropFirst() where members[place].name.precedesInUTF16(members[place - 1].name) { return false }
    return true
  }

  /// The same members as RFC 8785 §3.2.3 sorts them, those of inner objects too: for what is written canonically several times.
  package var sorted: JSONObject {
    let members = members.map { Member(name: $0.name, value: $0.value.sorted) }
    return JSONObject(isSorted ? members : members.sorted { $0.name.precedesInUTF16($1.name) })
  }
}

extension JSONValue {
  /// The same value, the members of its objects as RFC 8785 §3.2.3 sorts them.
  package var sorted: JSONValue {
    switch self {
    case .object(let object): .object(object.sorted)
    case .array(let elements): .array(elements.map(\.sorted))
    case .null, .boolean, .number, .string: self
    }
  }
}

extension LocatedJSON {
  /// The same value, the members of its objects as RFC 8785 §3.2.3 sorts them, each with its place.
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
