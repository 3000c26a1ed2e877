import TruthsJSON
import TruthsText

/// A converter of test cases to fixtures. Each fixture proposes the intent with the inputs of a case, and expects the decisions
/// that the case names.
struct DMNFixtures {
  private let question: DMNQuestion
  private let pack: String
  private let inputs: [String: FeelVariable]
  private let fields: [String: DMNQuestion.Field]
  private var taken: Set<String> = []
  private var fixtures: [JSONValue] = []
  private var notes: [ImportNote] = []
  /// The dates and times of the current case that have no time zone.
  private var zoneless: [String] = []

  init(_ question: DMNQuestion, pack: String) {
    self.question = question
    self.pack = pack
    inputs = Dictionary(question.inputs.map { ($0.written, $0.input) }) { first, _ in first }
    fields = Dictionary(question.fields.map { ($0.written, $0) }) { first, _ in first }
  }

  /// The fixture file as JSON text; `nil` if there are no fixtures.
  var json: String? { fixtures.isEmpty ? nil : JSONValue.array(fixtures).lines }

  mutating func takeNotes() -> [ImportNote] {
    defer { notes = [] }
    return notes
  }

  mutating func add(_ tests: DMNTests) {
    for test in tests.cases {
      do {
        fixtures.append(try fixture(test))
      } catch let reason as TranslationFault {
        note("is left out: \(reason.message)", test)
      } catch {
        note("is left out", test)
      }
    }
  }

  private mutating func note(_ message: String, _ test: DMNTests.Case) {
    notes.append(ImportNote(offset: test.offset, message: "test case `\(test.id)` \(message)"))
  }

  private mutating func fixture(_ test: DMNTests.Case) throws -> JSONValue {
    func unsaid(_ message: String) -> TranslationFault { TranslationFault(message: message, offset: test.offset) }
    guard test.kind == "decision" else { throw unsaid("it asks a `\(test.kind)`, not a decision") }
    guard let intent = question.intent else { throw unsaid("no decision came over") }
    var payload: JSONObject = ["case_id": .text(test.id.isEmpty ? "1" : test.id)]
    for (name, value) in test.inputs {
      guard let input = inputs[name] else {
        if question.model.inputs[name] == nil { note("gives `\(name)`, which is not an input of the model", test) }
        continue
      }
      if let json = try json(value, input.type, "the input `\(name)`") { payload[input.name] = json }
    }
    var expected: JSONObject = ["type": .text(question.fact)]
    var lacking: [String] = []
    for (name, value) in test.results {
      guard let field = fields[name] else {
        lacking.append("`\(name)`")
        continue
      }
      expected[field.own] = try json(value, field.type, "the result `\(name)`") ?? .null
    }
    guard expected.members.count > 1 else { throw unsaid("it asks for \(lacking.firstTen), which the pack does not have") }
    if !lacking.isEmpty { note("expects nothing of \(lacking.firstTen), which the pack does not have", test) }
    if !zoneless.isEmpty {
      note("has a date and time without a time zone, which counts as UTC: \(zoneless.map { "`\($0)`" }.firstTen)", test)
      zoneless = []
    }
    let name = ImportName.unique(test.id, or: "case", among: taken)
    taken.insert(name)
    var fixture: JSONObject = ["id": .text("\(pack).\(name)")]
    if !test.description.isEmpty { fixture["description"] = .text(test.description) }
    fixture["proposal"] = .object(["action": .text(intent), "payload": .object(payload)])
    fixture["expected"] = .object(["decision": .text("accepted"), "facts": .array([.object(expected)])])
    return .object(fixture)
  }

  /// Returns a value in the form of a fixture; `nil` for null.
  private mutating func json(_ value: DMNTests.Value, _ type: FeelType, _ location: String) throws -> JSONValue? {
    func unsaid(_ message: String) -> TranslationFault { TranslationFault(message: "\(location) \(message)", offset: 0) }
    switch (value, type) {
    case (.null, _): return nil
    case (.list(let items), .list(let element)):
      return .array(
        try items.map { item in
          guard let json = try json(item, element, location) else { throw unsaid("has null in a list") }
          return json
        })
    case (.components(let components), .record(let name)):
      var object = JSONObject()
      let members = question.model.members(of: name)
      for component in components {
        guard let member = members.first(where: { $0.written == component.name }) else {
          throw unsaid("has `\(component.name)`, which its type does not have")
        }
        guard object[member.own] == nil else { throw unsaid("has `\(component.name)` twice") }
        if let json = try json(component.value, member.type, location) { object[member.own] = json }
      }
      return .object(object)
    case (.plain(_, let text), _): return try plain(TableDraft.trimmed(text), text, type, unsaid)
    default: throw unsaid("is \(type.element == nil ? "a list or context" : "no list")")
    }
  }

  private mutating func plain(
    _ text: String, _ literal: String, _ type: FeelType, _ unsaid: (String) -> TranslationFault
  ) throws -> JSONValue {
    switch type {
    case .number:
      guard let number = PlainNumber.rounded(text) else { throw unsaid("is no number: `\(text)`") }
      return .number(number)
    case .boolean:
      guard text == "true" || text == "false" else { throw unsaid("is no boolean: `\(text)`") }
      return .boolean(text == "true")
    case .date, .time, .duration, .period:
      guard FeelTemporal.any(text)?.type == type else { throw unsaid("is no \(type.written): `\(text)`") }
      return .text(text)
    case .timestamp:
      guard let moment = FeelTemporal.moment(text) else { throw unsaid("is no date and time: `\(text)`") }
      if !FeelTemporal.hasOffset(text) { zoneless.append(text) }
      return .text(moment)
    case .enumeration(let name):
      guard question.model.enumValues[name]?.contains(literal) == true else {
        throw unsaid("is none of the values of `\(name)`: `\(literal)`")
      }
      return .text(literal)
    case .text, .unknown, .null: return .text(literal)
    case .list, .record: throw unsaid("is a single value")
    }
  }
}
