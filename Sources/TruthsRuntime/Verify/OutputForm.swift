import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

/// Holds every member of a run's output to its form (runtime.md §4): what is unknown, misspelt, missing or of another kind is
/// told, whether or not it can be recomputed.
struct OutputForm {
  /// The first fault: where it is, what belongs there, and what was found.
  private(set) var fault: (path: String, wanted: String, found: String)?

  /// - Complexity: O(size of the output).
  init(_ output: JSONObject) { members(of: output, "", Self.top) }

  /// What a member is.
  private indirect enum Form: Sendable {
    case text, count, hash, flag
    case oneOf([String])
    case list(Form)
    case object([(String, Form, isOptional: Bool)])
    /// An object with any names.
    case map
  }

  private static let top: [(String, Form, isOptional: Bool)] = [
    ("decision", .oneOf(Decision.allCases.map(\.rawValue)), false), ("truth_id", .text, false), ("reason", .text, false),
    ("violations", .list(.object(violation)), false), ("run", .object(run), false), ("facts", .list(.map), false),
    ("traces", .list(.map), false), ("entries", .list(.map), false), ("proposal_id", .text, false),
    ("proposal_hash", .hash, false), ("input_hash", .hash, false), ("output_hash", .hash, false),
    ("context", .object([("before", .object(point), false), ("after", .object(point), false)]), false), ("truths", .hash, false),
    ("governing", .hash, false), ("budget", .object(budget), true),
  ]

  private static let violation: [(String, Form, isOptional: Bool)] = [
    ("truth_id", .text, false), ("clause", .text, false), ("kind", .oneOf(Violation.Kind.allCases.map(\.rawValue)), false),
    ("reason", .text, false), ("values", .map, false), ("approved_by", .text, true), ("overridden", .flag, true),
    ("override", .object([("counts", .flag, false), ("why", .text, false)]), true), ("source", .text, true),
  ]

  private static let run: [(String, Form, isOptional: Bool)] = [
    ("run_id", .text, false), ("status", .oneOf(RunState.Status.allCases.map(\.rawValue)), false), ("facts_count", .count, false),
    ("pending_proposals", .count, false), ("waiting_for", .list(.text), false), ("last_activity", .text, false),
  ]

  private static let point: [(String, Form, isOptional: Bool)] = [("head", .hash, false), ("size", .count, false)]

  private static let budget: [(String, Form, isOptional: Bool)] = [
    ("max_cycles", .count, false), ("max_steps", .count, false), ("max_facts", .count, false),
  ]

  private mutating func members(of object: JSONObject, _ path: String, _ forms: [(String, Form, isOptional: Bool)]) {
    for member in object.members where fault == nil {
      let name = member.name.string
      guard let form = forms.first(where: { $0.0 == name }) else {
        let nearest = nearestName(to: name, among: forms.map(\.0))
        fault = (path + name, nearest.map { "no such member; perhaps `\($0)`" } ?? "no such member", text(member.value))
        return
      }
      check(member.value, path + name, form.1)
    }
    for form in forms where fault == nil && !form.isOptional && object[form.0] == nil {
      fault = (path + form.0, wanted(form.1), "nothing")
    }
  }

  private mutating func check(_ value: JSONValue, _ path: String, _ form: Form) {
    switch (form, value) {
    case (.map, .object), (.text, .string), (.flag, .boolean): return
    case (.hash, .string(let text)) where Hashes.isHash(text.string): return
    case (.oneOf(let words), .string(let text)) where words.contains(text.string): return
    case (.count, .number(let number)) where number.intValue.map { $0 >= 0 } ?? false: return
    case (.list(let element), .array(let elements)):
      for (place, value) in elements.enumerated() where fault == nil { check(value, "\(path)[\(place)]", element) }
    case (.object(let forms), .object(let object)): members(of: object, path + ".", forms)
    default: fault = (path, wanted(form), text(value))
    }
  }

  private func wanted(_ form: Form) -> String {
    switch form {
    case .text: "a text"
    case .count: "a whole number from 0"
    case .hash: "`sha256:` and 64 hexadecimal digits"
    case .flag: "true or false"
    case .oneOf(let words): "one of " + words.joined(separator: ", ")
    case .list: "a list"
    case .object, .map: "an object"
    }
  }

  private func text(_ value: JSONValue) -> String { String(decoding: value.canonical(), as: UTF8.self) }
}
