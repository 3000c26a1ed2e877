import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsRuntime
import TruthsText

/// A new declaration or fixture with the files that it needs (`truths new`).
public enum Scaffold: Sendable {
  /// An empty pack.
  case pack(name: String, summary: String?)
  /// A truth, `pack.name`, with the intent that it governs and the fact that it produces. `intent` names an existing or a new
  /// intent.
  case truth(id: String, intent: String?, summary: String?)
  /// A job to be done, `pack.name`.
  case job(id: String, verb: String?, object: String?, outcome: String?, triggers: [String])
  /// A fixture, whose id begins with the name of its pack; `intent` is the one that it proposes.
  case fixture(id: String, intent: String?)
}

/// The files of a scaffold.
public struct ScaffoldFiles: Sendable {
  /// Each with its path below the root.
  public internal(set) var files: [SourceText]
  /// What is left to do, in one line: a fixture that is not accepted says why.
  public internal(set) var remark: String?

  init(files: [SourceText], remark: String? = nil) {
    self.files = files
    self.remark = remark
  }
}

/// Why a scaffold is not possible, in one line.
public struct ScaffoldFault: Error, Sendable {
  /// What is wrong with the request.
  public let message: String

  init(_ message: String) { self.message = message }
}

/// The texts of scaffolds; the formatter lays them out.
enum ScaffoldText {
  static func pack(_ name: String, summary: String?) -> String {
    lines(["pack \(name):", "  version: 0.1.0", member("summary", summary)])
  }

  /// A truth with an intent and a fact of its own.
  static func truth(_ id: LegalID, fact: String, intent: String, summary: String?) -> String {
    let key = "\(id.name)_id"
    return lines([
      "fact \(fact).recorded:", "  key: [\(key)]", "  fields:", "    \(key): text", "",
      "intent \(intent):", "  fields:", "    \(key): text", "",
    ]) + truth(id, intent: intent, requires: key, fact: fact, summary: summary)
  }

  /// A truth on an existing intent.
  ///
  /// - Parameters:
  ///   - requires: a field that must exist.
  ///   - fact: the first segment of the fact that it produces, and of its trace.
  static func truth(_ id: LegalID, intent: String, requires: String?, fact: String?, summary: String?) -> String {
    lines(["truth \(id.name):", member("summary", summary), "  when:", "    - intent: \(intent)"])
      + (requires.map { lines(["  requires:", "    - \($0) exists"]) } ?? "")
      + lines(["  produces:", fact.map { "    - fact.\($0).recorded" }, "    - trace.\(id.name).recorded"])
  }

  /// A job with every key that a job has.
  static func job(
    _ name: String, verb: String, object: String, outcome: String, triggers: [String], artifact: String, enforcer: String
  ) -> String {
    lines(["jtbd \(name):", member("verb", verb), member("object", object), member("outcome", outcome), "  triggers:"])
      + lines(triggers.map { "    - \($0)" })
      + lines([
        "  artifacts:", "    - \(artifact)",
        "  guardrails:", "    - must_not: \(scalar(JobExample.mustNot(verb, object)))",
        "      enforced_by: \(enforcer)",
      ])
  }

  private static func lines(_ lines: [String?]) -> String { lines.compactMap { $0 }.map { $0 + "\n" }.joined() }

  /// A member that holds a text; `nil` without one.
  private static func member(_ name: String, _ text: String?) -> String? {
    text.flatMap { $0.isEmpty ? nil : "  \(name): \(scalar($0))" }
  }

  /// A text without quotes if YAML reads it as itself, otherwise in double quotes.
  private static func scalar(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let isPlain =
      bytes.first.map(isLetterOrDigit) == true && bytes.last.map(isLetterOrDigit) == true
      && bytes.allSatisfy { isLetterOrDigit($0) || " ,.;'()/-".utf8.contains($0) }
    return isPlain ? text : String(decoding: JSONValue.text(text).compact(), as: UTF8.self)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}

/// An id of two names or more, separated by dots; the first is a pack's.
struct LegalID {
  let pack: String
  /// The names after the pack's.
  let rest: [String]

  /// - Parameter noun: the kind of the declaration, such as `truth`.
  init(_ text: String, of noun: String) throws(ScaffoldFault) {
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard names.count > 1 else {
      throw ScaffoldFault("`\(visible(text))` does not say which pack the \(noun) belongs to: write `PACK.\(visible(text))`")
    }
    for name in names { try Self.check(name, in: text) }
    pack = names[0]
    rest = Array(names.dropFirst())
  }

  /// The id after the pack's name as one name.
  var name: String { rest.joined(separator: "_") }

  /// The whole id.
  var text: String { ([pack] + rest).joined(separator: ".") }

  /// A name is a small letter, then letters, digits and `_` (files §3).
  static func check(_ name: String, in whole: String) throws(ScaffoldFault) {
    let bytes = Array(name.utf8)
    let isLegal =
      bytes.first.map { (0x61...0x7A).contains($0) } == true
      && bytes.allSatisfy { (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
    guard bytes.count <= 100 else {
      throw ScaffoldFault("a name of more than 100 letters makes a file that some systems refuse")
    }
    guard isLegal else {
      let place = name.utf8.elementsEqual(whole.utf8) ? "" : " in `\(visible(whole))`"
      throw ScaffoldFault(
        "`\(visible(name))`\(place) is no name: a name begins with a small letter and holds letters, digits and `_`")
    }
  }
}

/// Sample values: one for each type, always the same.
struct SampleValues {
  let program: Program

  /// The greatest depth of nested records; deeper ones are empty.
  private static let depth = 8
  /// The most values that one is made of; there is none that would take more.
  private static let valueLimit = 10_000

  /// The fields of an intent, each with a value.
  func fields(of intent: IntentType) -> [Value] { intent.fields.map { $0.initial ?? typed($0) ?? .missing(.absent) } }

  /// A fact with a value for each field that it must have.
  func fact(_ type: Int) -> FixtureDraft.Fact {
    FixtureDraft.Fact(
      type: type, fields: program.facts[type].fields.map { $0.isOptional ? .missing(.absent) : typed($0) ?? .missing(.absent) })
  }

  /// A value of a field.
  func typed(_ field: Field) -> Value? {
    var left = Self.valueLimit
    let json = value(of: field, depth: Self.depth, &left)
    return left < 0 ? nil : read(json, as: field.type)
  }

  /// A value of a type.
  func typed(_ type: ValueType) -> Value? {
    var left = Self.valueLimit
    let json = value(of: type, depth: Self.depth, &left)
    return left < 0 ? nil : read(json, as: type)
  }

  private func read(_ json: JSONValue, as type: ValueType) -> Value? {
    var decoder = ValueDecoder(program: program)
    let value = decoder.value(LocatedJSON(unlocated: json), as: type, path: "")
    return decoder.faults.isEmpty && !value.isMissing ? value : nil
  }

  private func value(of field: Field, depth: Int, _ left: inout Int) -> JSONValue {
    guard field.type == .text else { return value(of: field.type, depth: depth, &left) }
    let noun = field.name.hasSuffix("_id") ? String(field.name.dropLast(3)) : field.name
    return .text("\(noun)-1")
  }

  /// - Parameter left: how many values may still be made; below 0 there were too many.
  private func value(of type: ValueType, depth: Int, _ left: inout Int) -> JSONValue {
    left -= 1
    if left < 0 { return .null }
    switch type {
    case .text, .unknown: return .text("text")
    case .integer, .decimal: return .number(Decimal(1))
    case .boolean: return .boolean(true)
    case .date: return .text("2026-01-31")
    case .timestamp: return .text("2026-01-31T12:00:00Z")
    case .duration: return .text("PT1H")
    case .period: return .text("P1M")
    case .time: return .text("12:00:00")
    case .json: return .object([:])
    case .enumeration(let index): return program.enums[index].values.first.map { .string($0) } ?? .null
    case .record(let index): return .object(record(program.records[index].fields, depth: depth, &left))
    case .fact(let index): return .object(record(program.facts[index].fields, depth: depth, &left))
    case .list(let element): return depth == 0 ? .array([]) : .array([value(of: element, depth: depth - 1, &left)])
    case .map(let element): return depth == 0 ? .object([:]) : .object(["name": value(of: element, depth: depth - 1, &left)])
    }
  }

  private func record(_ fields: [Field], depth: Int, _ left: inout Int) -> JSONObject {
    var members: [JSONObject.Member] = []
    for field in fields where depth > 0 && left >= 0 && !field.isOptional && field.initial == nil {
      members.append(JSONObject.Member(name: Text(field.jsonName), value: value(of: field, depth: depth - 1, &left)))
    }
    return JSONObject(members)
  }
}
