package import TruthsJSON
import TruthsLedger
import TruthsText

/// What the entry of a decision says that it was made with (ledgers §4), as it was read.
struct RecordedBasis {
  /// The version of the language that gave the decision its meaning, as it is written.
  let language: JSONValue
  let truths: String
  let governing: String
  let contextHead: String
  /// As it is hashed; `nil` for the default.
  let budget: JSONValue?

  /// - Returns: `nil` for a decision that does not say its language: version 1 of the tool made it.
  init?(_ payload: JSONObject) {
    guard let language = payload["language"] else { return nil }
    self.language = language
    version = LanguageVersion(ofDecision: payload)
    truths = payload["truths_hash"]?.stringValue ?? ""
    governing = payload["governing_hash"]?.stringValue ?? ""
    contextHead = payload["context_head"]?.stringValue ?? ""
    budget = payload["budget"]
  }

  /// The version of the language, where this engine gives decisions the meaning that they had then.
  let version: LanguageVersion?

  /// The language as text.
  var languageText: String { String(decoding: language.canonical(), as: UTF8.self) }

  /// The first member that is not written as such a member is: its name, how it is written, and what was found.
  static func fault(in payload: JSONObject) -> (member: String, wanted: String, found: String)? {
    func found(_ name: String) -> String { payload[name].map { String(decoding: $0.canonical(), as: UTF8.self) } ?? "nothing" }
    for name in ["input_hash", "output_hash"] where !isHash(payload[name]) { return (name, hashForm, found(name)) }
    guard let language = payload["language"] else {
      let stray = ["truths_hash", "governing_hash", "context_head", "budget"].first { payload[$0] != nil }
      return stray.map { ($0, "nothing, where there is no `language`", found($0)) }
    }
    guard case .number(let number) = language, let version = number.intValue, version > 0 else {
      return ("language", "a version from 1 on", found("language"))
    }
    for name in ["truths_hash", "governing_hash", "context_head"] where !isHash(payload[name]) {
      return (name, hashForm, found(name))
    }
    guard let budget = payload["budget"] else { return nil }
    guard let read = Budget(json: budget), read != .standard, read.json.canonical() == budget.canonical() else {
      return ("budget", "max_cycles, max_steps and max_facts, not all the default", found("budget"))
    }
    return nil
  }

  private static let hashForm = "`sha256:` and 64 hexadecimal digits"

  private static func isHash(_ value: JSONValue?) -> Bool { value?.stringValue.map { Hashes.isHash($0) } ?? false }
}

extension Budget {
  /// As it is hashed and printed; `nil` where it is none.
  package init?(json: JSONValue) {
    func limit(_ name: String) -> Int? {
      guard case .number(let number)? = json[name], let value = number.intValue, value >= 0 else { return nil }
      return value
    }
    guard let cycles = limit("max_cycles"), let steps = limit("max_steps"), let facts = limit("max_facts") else { return nil }
    self.init(maxCycles: cycles, maxSteps: steps, maxFacts: facts)
  }
}
