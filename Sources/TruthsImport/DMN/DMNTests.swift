import TruthsText

/// A file of test cases for a model, in the format of the DMN compatibility kit.
struct DMNTests {
  /// A value of a test case.
  indirect enum Value {
    case null
    /// A value as text, with its type. The type has no namespace prefix.
    case plain(type: String, String)
    case list([Value])
    case components([(name: String, value: Value)])
  }

  struct Case {
    var id: String
    var description: String
    var offset: Int
    /// The kind of the tested element: `decision`, `decisionService` or `bkm`.
    var kind: String
    var inputs: [(name: String, value: Value)]
    var results: [(name: String, value: Value)]
  }

  let file: SourceFile
  let cases: [Case]

  /// Parses the file.
  ///
  /// - Throws: `ImportFault` if the file is not XML or has no test cases.
  init(_ text: SourceText) throws {
    file = SourceFile(id: FileID(1), path: text.path, bytes: text.bytes)
    let root = try XMLReader.read(text.bytes)
    guard root.name == "testCases" else {
      throw ImportFault("these are not test cases: the first element is `\(root.name)`, not `testCases`", at: root.offset)
    }
    cases = root.children("testCase").map(Self.read)
    if cases.isEmpty { throw ImportFault("the file has no `testCase`", at: root.offset) }
  }

  private static func read(_ element: XMLElement) -> Case {
    func values(_ name: String) -> [(name: String, value: Value)] {
      element.children(name).map { node in
        let holder = name == "resultNode" ? node.children("expected").first : node
        return (FeelNames.normalized(node.attributes["name"] ?? ""), holder.map(value) ?? .null)
      }
    }
    return Case(
      id: element.attributes["id"] ?? "", description: TableDraft.trimmed(element.children("description").first?.text ?? ""),
      offset: element.offset, kind: element.attributes["type"] ?? "decision", inputs: values("inputNode"),
      results: values("resultNode"))
  }

  private static func value(_ holder: XMLElement) -> Value {
    let components = holder.children("component")
    if !components.isEmpty { return .components(components.map { ($0.attributes["name"] ?? "", value($0)) }) }
    if let list = holder.children("list").first {
      return list.foreign["nil"] == "true" ? .null : .list(list.children("item").map(value))
    }
    guard let found = holder.children("value").first, found.foreign["nil"] != "true" else { return .null }
    let type = found.foreign["type"] ?? "string"
    return .plain(type: type.split(separator: ":").last.map(String.init) ?? type, found.text)
  }

  /// The types of input data, keyed by name. Each is the type of the first value of the input for which a type is known.
  var inputTypes: [String: FeelType] {
    var types: [String: FeelType] = [:]
    for (name, value) in cases.flatMap(\.inputs) where types[name] == nil {
      if let type = Self.type(of: value) { types[name] = type }
    }
    return types
  }

  private static func type(of value: Value) -> FeelType? {
    switch value {
    case .null, .components: nil
    case .list(let items): items.lazy.compactMap(type).first.map(FeelType.list)
    case .plain(let type, let text):
      switch type {
      case "decimal", "double", "float", "integer", "int", "long": .number
      case "boolean": .boolean
      case "date": .date
      case "time": .time
      case "dateTime": .timestamp
      case "duration": FeelTemporal.duration(TableDraft.trimmed(text))?.type
      default: .text
      }
    }
  }
}
