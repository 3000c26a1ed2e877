import Foundation
import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsEval
import TruthsJSON
import TruthsProgram
import TruthsText

/// Every plain value that fixtures of this repository expect is made wrong, one at a time; the update puts the file's bytes back.
@Suite struct FixtureUpdatePropertyTests {
  /// A value that a fixture expects, with a wrong one of its kind.
  private struct Leaf {
    var span: Span
    var wrong: String
    /// Whether another value may be right, too: an element of a partial list can match another actual element.
    var hasOtherNames: Bool
  }

  /// The step through the fixtures of packs: every hundredth, or every fortieth with `TRUTHS_SOAK`.
  private static let stride = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] == nil ? 100 : 40

  /// Returns each fixture of the core suite separately, and some of the packs' fixtures.
  private func texts() throws -> [(path: String, bytes: [UInt8])] {
    var texts: [(path: String, bytes: [UInt8])] = []
    var others = 0
    for (path, bytes) in try Repository.files(in: "Fixtures", endings: [".json"]) {
      let json = try JSONReader.read(SourceFile(id: FileID(0), path: path, bytes: bytes)).get()
      for fixture in json.elements ?? [json] {
        if !path.hasPrefix("Fixtures/core/") { others += 1 }
        guard others % Self.stride == 0 || path.hasPrefix("Fixtures/core/") else { continue }
        texts.append((path, Array(bytes[Int(fixture.span.start)..<Int(fixture.span.end)])))
      }
    }
    return texts
  }

  @Test func whatWasMadeWrongIsPutRight() throws {
    let set = try Repository.truths()
    let subject = EvalSubject(set)
    var tried = 0
    for (path, bytes) in try texts() {
      let json = try JSONReader.read(SourceFile(id: FileID(0), path: path, bytes: bytes)).get()
      for leaf in leaves(of: json) {
        var broken = bytes
        broken.replaceSubrange(Int(leaf.span.start)..<Int(leaf.span.end), with: Array(leaf.wrong.utf8))
        let (results, after) = update(broken, path: path, set, subject)
        guard results.contains(where: { $0.outcome == .failed }) else { continue }
        tried += 1
        let isRight =
          leaf.hasOtherNames
          ? !update(after, path: path, set, subject).results.contains(where: \.outcome.isFailure) : after == bytes
        if !isRight { Issue.record("\(path), \(results.map(\.id)): `\(leaf.wrong)` is not put right") }
      }
    }
    #expect(tried > 100)
  }

  private func update(
    _ bytes: [UInt8], path: String, _ set: LoadedSet, _ subject: EvalSubject
  ) -> (results: [FixtureResult], bytes: [UInt8]) {
    var sources = set.sources
    let file = sources.add(path: path, bytes: bytes)
    let suite = FixtureSuite([FixtureFile(file)], against: subject)
    let runner = FixtureRunner(subject)
    let results = suite.fixtures.map { runner.run($0) } + suite.faulty
    return (results, FixtureEdit.apply(results.flatMap(\.edits), to: file))
  }

  private func leaves(of fixture: LocatedJSON) -> [Leaf] {
    let steps = fixture.member("scenario")?.value.elements ?? []
    let expectations = steps.compactMap { $0.member("expect")?.value } + [fixture.member("expected")?.value].compactMap { $0 }
    return expectations.flatMap { leaves(of: $0, name: "", isInList: false) }
  }

  /// Returns the values that an update can repair. Values below a member that expects absence cannot be repaired, ids of truths
  /// make fixtures that never fire, and a part of a reason becomes the whole.
  private func leaves(of json: LocatedJSON, name: String, isInList: Bool) -> [Leaf] {
    switch json.kind {
    case .object(let members):
      return members.flatMap { member -> [Leaf] in
        let name = member.name.string
        guard !["no_facts", "no_traces", "truth_id", "reason_contains", "type"].contains(name) else { return [] }
        return leaves(of: member.value, name: name, isInList: isInList)
      }
    case .array(let elements):
      return elements.flatMap { leaves(of: $0, name: name, isInList: true) }
    case .null: return []
    case .boolean(let value): return [Leaf(span: json.span, wrong: "\(!value)", hasOtherNames: isInList || name == "indicator")]
    case .number(let number):
      return [Leaf(span: json.span, wrong: "\(number.canonicalText)1", hasOtherNames: isInList || name == "indicator")]
    case .string(let text):
      let words = ["decision": "rejected", "run_status": "running", "connection_state": "connecting"]
      let wrong = words[name].map { $0 == text.string ? "halted" : $0 } ?? text.string + "x"
      // A decision that waits is also called halted; the update writes `waiting`.
      let hasOtherNames = isInList || name == "indicator" || name == "decision" && text.string == "halted"
      return [Leaf(span: json.span, wrong: "\"\(wrong)\"", hasOtherNames: hasOtherNames)]
    }
  }
}
