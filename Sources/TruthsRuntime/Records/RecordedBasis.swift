package import TruthsJSON
import TruthsLedger
import TruthsText

/// The inputs of a decision that its entry records (ledgers §4).
struct RecordedBasis {
  /// The language version of the decision, as written.
  let language: JSONValue
  let truths: String
  let governing: String
  let contextHead: String
  /// The budget as it is hashed; `nil` for the default budget.
  let budget: JSONValue?

  /// Reads a decision's payload.
  ///
  /// - Returns: `nil` for a decision without a language version. Version 1 of the tool wrote no version.
  init?(_ payload: JSONObject) {
    guard let language = payload["language"] else { return nil }
    self.language = language
    version = LanguageVersion(ofDecision: payload)
    truths = payload["truths_hash"]?.stringValue ?? ""
    governing = payload["governing_hash"]?.stringValue ?? ""
    contextHead = payload["context_head"]?.stringValue ?? ""
    budget = payload["budget"]
  }

  /// The language version; `nil` if this engine does not support it.
  let version: LanguageVersion?

  /// The language version as text.
  var languageText: String { String(decoding: language.canonical(), as: UTF8.self) }

  /// Returns the first malformed member: its name, the expected form, and the value found. `nil` if all members are
  /// well-formed.
  static func fault(in payload: JSONObject) -> (member: String, wanted: String, found: String)? {
    func recordedText(_ name: String) -> String {
      payload[name].map { String(decoding: $0.canonical(), as: UTF8.self) } ?? "nothing"
    }
    for name in ["input_hash", "output_hash"] where !isHash(payload[name]) { return (name, hashForm, recordedText(name)) }
    guard let language = payload["language"] else {
      let stray = ["truths_hash", "governing_hash", "context_head", "budget"].first { payload[$0] != nil }
      return stray.map { ($0, "nothing, where there is no `language`", recordedText($0)) }
    }
    guard case .number(let number) = language, let version = number.intValue, version > 0 else {
      return ("language", "a version from 1 on", recordedText("language"))
    }
    for name in ["truths_hash", "governing_hash", "context_head"] where !isHash(payload[name]) {
      return (name, hashForm, recordedText(name))
    }
    guard let budget = payload["budget"] else { return nil }
    guard let read = Budget(json: budget), read != .standard, read.json.canonical() == budget.canonical() else {
      return ("budget", "max_cycles, max_steps and max_facts, not all the default", recordedText("budget"))
    }
    return nil
  }

  private static let hashForm = "`sha256:` and 64 hexadecimal digits"

  private static func isHash(_ value: JSONValue?) -> Bool { value?.stringValue.map { Hashes.isHash($0) } ?? false }
}

extension Budget {
  /// Reads a budget in the form that is hashed and printed; `nil` if the value has a different form.
  package init?(json: JSONValue) {
    func limit(_ name: String) -> Int? {
      guard case .number(let number)? = json[name], let value = number.intValue, value >= 0 else { return nil }
      return value
    }
    guard let cycles = limit("max_cycles"), let steps = limit("max_steps"), let facts = limit("max_facts") else { return nil }
    self.init(maxCycles: cycles, maxSteps: steps, maxFacts: facts)
  }
}
