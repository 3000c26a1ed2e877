import Testing
import TruthsCheck
import TruthsEngine
import TruthsEval
import TruthsJSON
import TruthsRuntime
import TruthsText

/// What the recorder writes of a plain proposal is what the whole procedure writes, byte for byte, in either form.
@Suite struct RunRecorderTests {
  /// Every fixture of this repository with one proposal, and that proposal with its members in another order, with one member left
  /// out, emptied or made larger, with letters beyond ASCII, more said in its envelope, and its fields in an object of their own.
  @Test func itWritesWhatTheProcedureWrites() throws {
    let set = try Repository.truths()
    var sources = set.sources
    let files = try Repository.files(in: "Fixtures", endings: [".json"])
    let suite = FixtureSuite(
      files.map { FixtureFile(sources.add(path: $0.path, bytes: $0.bytes)) }, against: EvalSubject(set), filter: FixtureFilter([])
    )
    var (plain, all) = (0, 0)
    var decisions: [Decision: Int] = [:]
    for fixture in suite.fixtures {
      guard case .decision(let proposal, _) = fixture.body, case .object(let object) = proposal.value else { continue }
      let source: @Sendable (Span) -> String = { "\($0.start)-\($0.end)" }
      guard let recorder = RunRecorder(fixture.procedure, context: fixture.context, now: fixture.now, source: source)
      else { continue }
      var writer = RecordWriter(recorder)
      var teller = RecordWriter(recorder, .events)
      for variant in Self.variants(of: object, try Self.outcome(of: proposal.value.compact(), fixture).truthID) {
        all += 1
        let line = JSONValue.object(variant).compact()
        var buffer = ByteBuffer()
        guard let ending = line.withUnsafeBufferPointer({ writer.write($0, to: &buffer) }) else { continue }
        var told = ByteBuffer()
        let isTold = line.withUnsafeBufferPointer { teller.write($0, to: &told) } != nil
        plain += 1
        decisions[ending.decision, default: 0] += 1
        let outcome = try Self.outcome(of: line, fixture)
        var expected = ByteBuffer()
        outcome.writeCompact(to: &expected, source: source)
        expected.append("\n" as StaticString)
        #expect(buffer.string == expected.string, "\(fixture.id): \(String(decoding: line, as: UTF8.self))")
        let events = RunEvents.events(of: outcome).map { JSONValue.object($0.json).compact() + [0x0A] }
        #expect(isTold && told.bytes == Array(events.joined()), "\(fixture.id): \(told.string)")
        #expect(ending.decision == outcome.decision && ending.isWaiting == (outcome.run.status == .waiting))
      }
    }
    // Were nothing plain, nothing would have been compared.
    #expect(plain * 4 > all, "\(plain) of \(all)")
    for decision in [Decision.rejected, .halted] { #expect(decisions[decision, default: 0] > 300, "\(decisions)") }
  }

  /// - Parameter fired: the truth that fires.
  private static func variants(of proposal: JSONObject, _ fired: String?) -> [JSONObject] {
    var variants = [proposal, JSONObject(proposal.members.reversed())]
    for member in proposal.members where member.name != "action" {
      variants.append(JSONObject(proposal.members.filter { $0.name != member.name }))
      var changed = proposal
      switch member.value {
      case .number(let number): changed[member.name.string] = .number(number.isNegative ? Decimal(7) : Decimal(-3))
      case .string(let text):
        changed[member.name.string] = .string("")
        variants.append(changed)
        changed[member.name.string] = .text(text.string + " Žižek 🦤")
      case .array: changed[member.name.string] = .array([])
      case .boolean(let truth): changed[member.name.string] = .boolean(!truth)
      default: continue
      }
      variants.append(changed)
    }
    let named = fired.map { JSONValue.text($0) }
    for (name, value) in [("truth_id", named ?? .text("none")), ("truth_id", .text("Å")), ("confidence", .number(Decimal(7)))] {
      var changed = proposal
      changed[name] = value
      variants.append(changed)
    }
    return variants + [nested(proposal)]
  }

  /// A proposal with the intent's fields in an object of their own.
  private static func nested(_ proposal: JSONObject) -> JSONObject {
    var (outer, inner) = (JSONObject([]), JSONObject([]))
    for member in proposal.members {
      if ProposalReader.envelope.contains(member.name.string) {
        outer[member.name.string] = member.value
      } else {
        inner[member.name.string] = member.value
      }
    }
    if outer["payload"] == nil { outer["payload"] = .object(inner) }
    return outer
  }

  private static func outcome(of line: [UInt8], _ fixture: Fixture) throws -> RunOutcome {
    let read = JSONReader.read(SourceFile(id: FileID(0), path: "p.json", bytes: line))
    return fixture.procedure.run(RunRequest(proposal: try read.get(), now: fixture.now), on: fixture.context)
  }
}
