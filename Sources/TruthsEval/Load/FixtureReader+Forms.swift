import TruthsDiagnostics
import TruthsJSON
import TruthsText

/// The forms of values, each wanted by some place; what has another form is a finding.
extension FixtureReader {
  /// Finds members that their object does not have.
  mutating func checkFields(of json: LocatedJSON, known: [String], place: String) {
    for member in json.members ?? [] where !known.contains(member.name.string) {
      findings.append(UnknownFixtureField.unknown(member.name.string, of: place, known: known, at: member.nameSpan))
    }
  }

  /// A member that must be there.
  mutating func required(_ name: String, of json: LocatedJSON, _ place: String) -> LocatedJSON? {
    if let member = json.member(name) { return member.value }
    findings.append(MissingFixtureField.missing(name, of: place, at: json.span.opening))
    return nil
  }

  mutating func text(_ json: LocatedJSON, _ name: String) -> String? {
    if let text = json.stringValue, !text.isEmpty { return text }
    wrongForm(json, name, wanted: "a text")
    return nil
  }

  mutating func list(_ json: LocatedJSON, _ name: String) -> [LocatedJSON]? {
    if let elements = json.elements { return elements }
    wrongForm(json, name, wanted: "a list")
    return nil
  }

  mutating func object(_ json: LocatedJSON, _ name: String) -> [LocatedJSON.Member]? {
    if let members = json.members { return members }
    wrongForm(json, name, wanted: "an object")
    return nil
  }

  /// A text that may be left out.
  mutating func optionalText(_ name: String, of json: LocatedJSON) -> String? {
    json.member(name).flatMap { text($0.value, name) }
  }

  /// A list of texts that may be left out.
  mutating func texts(_ name: String, of json: LocatedJSON) -> [String] {
    guard let member = json.member(name), let elements = list(member.value, name) else { return [] }
    return elements.enumerated().compactMap { text($0.element, "\(name)[\($0.offset)]") }
  }

  mutating func wrongForm(_ json: LocatedJSON, _ name: String, wanted: String) {
    findings.append(FixtureValue.wrongForm(name, wanted: wanted, found: json.form, at: json.span))
  }
}

extension LocatedJSON {
  /// What a value is, in words.
  var form: String {
    switch kind {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string(let text): text.string.isEmpty ? "an empty text" : "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
