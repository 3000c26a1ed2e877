import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
public import TruthsText

/// A new declaration or fixture, with the files that it needs, for `truths new`.
public enum Scaffold: Sendable {
  /// An empty pack.
  case pack(name: String, summary: String?)
  /// A truth with the id `pack.name`, with the intent that it governs and the fact that it produces. `intent` is the name of an
  /// existing or a new intent.
  case truth(id: String, intent: String?, summary: String?)
  /// A table with the id `pack.name`, with a truth that reads it.
  case table(id: String, summary: String?)
  /// A lifecycle with the id `pack.name`, with the truths that move it.
  case lifecycle(id: String, summary: String?)
  /// Policies whose names begin with the name of `pack.name`, with a truth that reads them.
  case policies(id: String, summary: String?)
  /// A job to be done, with the id `pack.name`.
  case job(id: String, verb: String?, object: String?, outcome: String?, triggers: [String])
  /// A fixture, whose id begins with the name of its pack. `intent` is the proposed intent.
  case fixture(id: String, intent: String?)
}

/// The files of a scaffold.
public struct ScaffoldFiles: Sendable {
  /// The files, with their paths below the root folder.
  public package(set) var files: [SourceText]
  /// A task that remains for the user, in one line, such as the reason why a fixture is not accepted; `nil` if none remains.
  public package(set) var remark: String?

  package init(files: [SourceText], remark: String? = nil) {
    self.files = files
    self.remark = remark
  }
}

/// The reason why a scaffold cannot be created, in one line.
public struct ScaffoldFault: Error, Sendable {
  /// The fault in the request.
  public let message: String

  package init(_ message: String) { self.message = message }
}

/// The texts of scaffolds, before the formatter lays them out.
package enum ScaffoldText {
  package static func pack(_ name: String, summary: String?) -> String {
    lines(["pack \(name):", "  version: 0.1.0", member("summary", summary)])
  }

  /// The pack that says who adopts other truths and opens a review of what passed with break-glass, as approvals want.
  package static func trust(summary: String?) -> String {
    lines([
      "pack trust:", "  version: 0.1.0", member("summary", summary), "", "fact override.review_opened:", "  key: [request]",
      "  fields:", "    request: text", "    reason: text", "", "truth override_review:",
      "  summary: What passed in an emergency is looked at afterwards", "  when:", "    - fact: override.used", "  produces:",
      "    - fact.override.review_opened", "    - trace.override.review", "", "truth rule_change:",
      "  summary: Managers change the rules", "  when:", "    - intent: adopt_truths", "  requires:",
      "    - '\"manager\" in actor.roles else \"Only managers change the rules\"'", "  produces:", "    - trace.rules.change",
    ])
  }

  /// Returns a truth together with a new intent and a new fact.
  package static func truth(_ id: LegalID, fact: String, intent: String, summary: String?) -> String {
    let key = "\(id.name)_id"
    return lines([
      "fact \(fact).recorded:", "  key: [\(key)]", "  fields:", "    \(key): text", "",
      "intent \(intent):", "  fields:", "    \(key): text", "",
    ]) + truth(id, intent: intent, requires: key, fact: fact, summary: summary)
  }

  /// Returns a truth on an existing intent.
  ///
  /// - Parameters:
  ///   - requires: a field that must exist; `nil` for none.
  ///   - fact: the first segment of the name of the fact that the truth produces; `nil` for none.
  package static func truth(_ id: LegalID, intent: String, requires: String?, fact: String?, summary: String?) -> String {
    lines(["truth \(id.name):", member("summary", summary), "  when:", "    - intent: \(intent)"])
      + (requires.map { lines(["  requires:", "    - \($0) exists"]) } ?? "")
      + lines(["  produces:", fact.map { "    - fact.\($0).recorded" }, "    - trace.\(id.name).recorded"])
  }

  /// Returns a table, and a truth that writes its value into a new fact.
  package static func table(_ id: LegalID, fact: String, summary: String?) -> String {
    let name = id.name
    return lines([
      "table \(name):", member("summary", summary), "  inputs:", "    amount: decimal", "  output: decimal", "  rows:",
      "    - amount < 1000 → 0", "    - otherwise → amount * 0.01", "",
      "fact \(fact).recorded:", "  key: [\(name)_id]", "  fields:", "    \(name)_id: text", "    amount: decimal",
      "    result: decimal", "",
      "intent request_\(name):", "  required: [\(name)_id, amount]", "  fields:", "    \(name)_id: text", "    amount: decimal",
      "",
      "truth \(name)_recording:", "  when:", "    - intent: request_\(name)", "  produces:", "    - fact.\(fact).recorded:",
      "        result: \(name)(amount)", "    - trace.\(name).recorded",
    ])
  }

  /// Returns a lifecycle of two states, and a truth for each step.
  package static func lifecycle(_ id: LegalID, summary: String?) -> String {
    let name = id.name
    return lines([
      "lifecycle \(name):", member("summary", summary), "  key: [\(name)_id]", "  initial: open", "  transitions:",
      "    - open → closed", "  terminal: [closed]",
    ]) + step(name, "open", from: "start", to: "open") + step(name, "close", from: "open", to: "closed")
  }

  private static func step(_ name: String, _ verb: String, from: String, to: String) -> String {
    lines([
      "", "intent \(verb)_\(name):", "  required: [\(name)_id]", "  fields:", "    \(name)_id: text", "",
      "truth \(name)_\(verb == "open" ? "opening" : "closing"):", "  when:", "    - intent: \(verb)_\(name)", "  moves:",
      "    - \(name): \(from) → \(to)", "  produces:", "    - trace.\(name).\(verb == "open" ? "opened" : "closed")",
    ])
  }

  /// Returns the text of two new policies, a limit and a switch, and of a truth that reads both.
  package static func policies(_ id: LegalID, fact: String, summary: String?) -> String {
    let name = id.name
    return lines([
      "policy \(name)_limit:", "  summary: The most that is accepted", "  type: decimal", "  default: 1000", "",
      "policy \(name)_open:", "  summary: Whether anything is accepted at present", "  type: boolean", "  default: true", "",
      "fact \(fact).recorded:", "  key: [\(name)_id]", "  fields:", "    \(name)_id: text", "    amount: decimal", "",
      "intent request_\(name):", "  required: [\(name)_id, amount]", "  fields:", "    \(name)_id: text", "    amount: decimal",
      "",
      "truth \(name)_recording:", member("summary", summary), "  when:", "    - intent: request_\(name)", "  requires:",
      "    - \(name)_open else \"Nothing is accepted at present\"",
      "    - amount <= \(name)_limit else \"At most {\(name)_limit} is accepted\"",
      "  produces:", "    - fact.\(fact).recorded", "    - trace.\(name).recorded",
    ])
  }

  /// Returns a job with all members that a job can have.
  package static func job(
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

  /// Returns a member with a text; `nil` if the text is `nil` or empty.
  private static func member(_ name: String, _ text: String?) -> String? {
    text.flatMap { $0.isEmpty ? nil : "  \(name): \(scalar($0))" }
  }

  /// Returns a text without quotes if YAML reads it unchanged; otherwise the text in double quotes.
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

/// An id of at least two names, separated by dots. The first name is a pack.
package struct LegalID {
  package let pack: String
  /// The names after the pack.
  package let rest: [String]

  package init(pack: String, rest: [String]) {
    self.pack = pack
    self.rest = rest
  }

  /// - Parameters:
  ///   - noun: the kind of the declaration, such as `a truth`.
  ///   - packs: the packs of the set.
  package init(_ text: String, of noun: String, in packs: [String]) throws(ScaffoldFault) {
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard names.count > 1 else {
      let pack = packs.count == 1 ? packs[0] : "PACK"
      throw ScaffoldFault(
        "`\(visible(text))` names no pack, and the id of \(noun) begins with one: write `\(pack).\(visible(text))`")
    }
    for name in names { try Self.check(name, in: text) }
    pack = names[0]
    rest = Array(names.dropFirst())
  }

  /// The names after the pack, joined by `_` to one name.
  package var name: String { rest.joined(separator: "_") }

  package var text: String { ([pack] + rest).joined(separator: ".") }

  /// Throws a fault unless a name is a small letter, followed by letters, digits and `_` (files §3), with at most 100
  /// characters.
  package static func check(_ name: String, in path: String) throws(ScaffoldFault) {
    let bytes = Array(name.utf8)
    let isLegal =
      bytes.first.map { (0x61...0x7A).contains($0) } == true
      && bytes.allSatisfy { (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
    guard bytes.count <= 100 else {
      throw ScaffoldFault("a name of more than 100 letters makes a file that some systems refuse")
    }
    guard isLegal else {
      let place = name.utf8.elementsEqual(path.utf8) ? "" : " in `\(visible(path))`"
      throw ScaffoldFault(
        "`\(visible(name))`\(place) is not a valid name: a name begins with a small letter and holds letters, digits and `_`")
    }
  }
}
