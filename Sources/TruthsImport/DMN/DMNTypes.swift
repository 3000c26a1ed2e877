/// A component of a structured item definition, which becomes a field of a record.
struct RecordMember {
  /// The name in the DMN file.
  var written: String
  /// The name in the pack.
  var own: String
  var type: FeelType
}

extension DMNModel {
  /// Returns the type that a reference names; `unknown` without a reference, or if the file does not define the type.
  func type(_ reference: String?) -> FeelType {
    guard let reference = reference.map(FeelNames.normalized), !reference.isEmpty else { return .unknown }
    let local = reference.split(separator: ":").last.map(String.init) ?? reference
    if items[reference] == nil, let known = Self.types[local] { return known }
    let name = items[reference] != nil ? reference : items[local] != nil ? local : String(local.split(separator: ".").last ?? "")
    guard let item = items[name] else { return Self.types[local] ?? .unknown }
    if let known = itemTypes[name] { return known }
    itemTypes[name] = .unknown
    typeDepth += 1
    defer { typeDepth -= 1 }
    guard typeDepth <= 60 else { return .unknown }
    let type = type(of: item, words: name)
    itemTypes[name] = type
    return type
  }

  private static let types: [String: FeelType] = [
    "number": .number, "double": .number, "decimal": .number, "integer": .number, "long": .number, "string": .text,
    "boolean": .boolean, "date": .date, "time": .time, "dateTime": .timestamp, "date and time": .timestamp,
    "days and time duration": .duration, "dayTimeDuration": .duration, "years and months duration": .period,
    "yearMonthDuration": .period,
  ]

  private func type(of item: XMLElement, words: String) -> FeelType {
    let components = item.children("itemComponent")
    var type: FeelType
    if !item.children("functionItem").isEmpty {
      return .unknown
    } else if !components.isEmpty {
      let members = components.map { component in
        let name = component.attributes["name"] ?? ""
        return (name, self.type(of: component, words: "\(words) \(name)"))
      }
      guard components.count <= Self.widthLimit, let name = try? record(words, members, at: item.offset) else { return .unknown }
      type = .record(name)
    } else {
      let reference = item.children("typeRef").first.map { TableDraft.trimmed($0.text) } ?? item.attributes["typeRef"]
      type = self.type(reference)
      if type == .text, let values = allowed(item).flatMap(allowedTexts) {
        type = enumeration(of: values, words, at: item.offset) ?? type
      }
    }
    return item.attributes["isCollection"] == "true" ? .list(type) : type
  }

  /// Returns an enum of the allowed texts; `nil` if enums are turned off, or if `check` refused the enum.
  func enumeration(of values: [String], _ words: String, at offset: Int) -> FeelType? {
    guard options.isWithEnums, refused[Self.itemOwner(words)] == nil else { return nil }
    return (try? enumeration(words, values, at: offset)).map { .enumeration($0) }
  }

  private func allowed(_ item: XMLElement) -> XMLElement? {
    item.children("allowedValues").first ?? item.children("typeConstraint").first
  }

  /// Returns the texts that a list of values allows; `nil` if it allows anything else.
  func allowedTexts(_ values: XMLElement) -> [String]? {
    guard let tests = allowedTests(values), !tests.isEmpty else { return nil }
    var values: [String] = []
    for test in tests {
      guard case .text(let text) = test.node, !text.isEmpty else { return nil }
      if !values.contains(text) { values.append(text) }
    }
    return values
  }

  private func allowedTests(_ values: XMLElement) -> [Feel]? {
    guard case .anyOf(let tests)? = try? FeelParser.tests(values.expression, names: FeelNames()) else { return nil }
    return tests
  }

  /// Returns the values that a type allows, with the one of highest priority first; `nil` if it lists none.
  func allowedValues(of reference: String?) -> [Feel]? { reference.flatMap { items[$0] }.flatMap(allowed).flatMap(allowedTests) }

  private func enumeration(_ words: String, _ values: [String], at offset: Int) throws -> String {
    let name = newName(words, or: "values")
    enumValues[name] = Set(values)
    let list = values.map { Self.yamlText($0) }.joined(separator: ", ")
    try declare(DeclarationDraft(.type, name, owner: Self.itemOwner(words), at: offset, ["enum \(name): [\(list)]"]))
    return name
  }

  static func itemOwner(_ words: String) -> String { "item definition `\(words)`" }

  /// Declares a record and returns its name. All fields are optional, because components of DMN may be null.
  func record(_ words: String, _ members: [(String, FeelType)], at offset: Int) throws -> String {
    let name = newName(words, or: "record")
    var taken: Set<String> = []
    let fields = members.map { written, type in
      let own = ImportName.unique(written, or: "field", among: taken)
      taken.insert(own)
      tell(own, for: written)
      return RecordMember(written: written, own: own, type: type)
    }
    records[name] = fields
    let lines = ["record \(name):", "  fields:"] + fields.map { "    \($0.own): \($0.type.written)?" }
    try declare(DeclarationDraft(.type, name, owner: Self.itemOwner(words), at: offset, lines))
    return name
  }

  func members(of record: String) -> [RecordMember] { records[record] ?? [] }
}
