import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
public import TruthsText

/// A new declaration or fixture with the files that it needs (`truths new`).
public enum Scaffold: Sendable {
  /// An empty pack.
  case pack(name: String, summary: String?)
  /// A truth, `pack.name`, with the intent that it governs and the fact that it produces. `intent` names an existing or a new
  /// intent.
  case truth(id: String, intent: String?, summary: String?)
  /// A job to be done, `pack.name`.
  case job(id: String, verb: String?, object: String?, outcome: String?, triggers: [String])
  /// A fixture, whose id begins with the name of its pack. `intent` is the proposed one.
  case fixture(id: String, intent: String?)
}

/// The files of a scaffold.
public struct ScaffoldFiles: Sendable {
  /// Files with their paths below the root.
  public package(set) var files: [SourceText]
  /// A remaining task for the user, in one line: for instance why a fixture is not accepted.
  public package(set) var remark: String?

  package init(files: [SourceText], remark: String? = nil) {
    self.files = files
    self.remark = remark
  }
}

/// The reason why a scaffold is impossible, in one line.
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

  /// Returns a truth with an intent and a fact of its own.
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
  ///   - requires: a field that must exist.
  ///   - fact: the first segment of the fact that it produces.
  package static func truth(_ id: LegalID, intent: String, requires: String?, fact: String?, summary: String?) -> String {
    lines(["truth \(id.name):", member("summary", summary), "  when:", "    - intent: \(intent)"])
      + (requires.map { lines(["  requires:", "    - \($0) exists"]) } ?? "")
      + lines(["  produces:", fact.map { "    - fact.\($0).recorded" }, "    - trace.\(id.name).recorded"])
  }

  /// Returns a job with every key that a job has.
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

  /// Returns a member with a text; `nil` without a text.
  private static func member(_ name: String, _ text: String?) -> String? {
    text.flatMap { $0.isEmpty ? nil : "  \(name): \(scalar($0))" }
  }

  /// Returns a text without quotes if YAML reads it unchanged, otherwise in double quotes.
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

/// An id of two names or more, separated by dots; the first one is a pack.
package struct LegalID {
  package let pack: String
  /// Names after the pack.
  package let rest: [String]

  package init(pack: String, rest: [String]) {
    self.pack = pack
    self.rest = rest
  }

  /// - Parameter noun: the kind of the declaration, such as `truth`.
  package init(_ text: String, of noun: String) throws(ScaffoldFault) {
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard names.count > 1 else {
      throw ScaffoldFault("`\(visible(text))` does not say which pack the \(noun) belongs to: write `PACK.\(visible(text))`")
    }
    for name in names { try Self.check(name, in: text) }
    pack = names[0]
    rest = Array(names.dropFirst())
  }

  /// The names after the pack, joined to one name.
  package var name: String { rest.joined(separator: "_") }

  package var text: String { ([pack] + rest).joined(separator: ".") }

  /// Throws unless a name is a small letter, then letters, digits and `_` (files §3), at most 100 in all.
  package static func check(_ name: String, in whole: String) throws(ScaffoldFault) {
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
