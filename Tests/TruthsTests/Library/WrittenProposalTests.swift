import Testing
import Truths

/// The written form of a proposal's JSON changes no decision, and `Gate` decides like a run. Each proposal is written once
/// plainly, and once with an escape.
@Suite("However a proposal is written, it is decided alike")
struct WrittenProposalTests {
  private static let pack = SourceText(
    path: "truths/trust/trust.truths",
    bytes: Array(
      """
      pack trust:
        version: 1.0.0

      enum color: [red, green]

      record part:
        fields:
          name: text
          count: integer
          note: text?

      policy most:
        type: decimal
        default: 10

      fact person.known:
        key: [person_id]
        external: true
        fields:
          person_id: text
          age: integer

      intent enter:
        fields:
          person_id: text
          amount: decimal
          times: integer
          color: color
          day: date
          at: timestamp
          span: duration
          sure: boolean
          parts: list of part
          names: list of text
          level: integer = 3

      truth entering:
        when:
          - intent: enter
        requires:
          - person_id exists
          - person.known exists
          - level >= 3
        invariants:
          - amount > most → requires_approval
          - color == red → reject("red")
          - day < "2024-01-01" → reject("early")
          - at > now → reject("later")
          - span > hours(2) → reject("long")
          - sure == false → reject("unsure")
          - count(p in parts where p.count > 5) > 1 → reject("many")
          - names contains "no" → reject("no")
          - times > person.known.age → reject("old")
          - actor.type exists and actor.type == "agent" and not (actor.roles contains "guard") → reject("agent")
          - actor.user_id exists and actor.user_id == "eve" → reject("eve")
          - proposal.pack exists and proposal.pack == "other" → reject("other")
          - proposal.confidence exists and proposal.confidence < 0.25 → reject("a guess")
          - proposal.truth_id exists and proposal.truth_id == "trust.leaving" → reject("meant otherwise")

      """.utf8))

  private static let context = #"{"type":"person.known","person_id":"ann","age":30}"# + "\n"

  private static let whole =
    #"{"action":"enter","person_id":"ann","amount":5,"times":2,"color":"green","day":"2024-05-01","at":"1970-01-01T00:00:00Z","#
    + #""span":"PT1H","sure":true,"parts":[{"name":"a","count":1}],"names":["yes"]}"#

  /// Replacements of a part of the whole proposal.
  private static let changes: [(String, String)] = [
    ("", ""), (#""amount":5"#, #""amount":11"#), (#""amount":5"#, #""amount":5.25"#), (#""amount":5"#, #""amount":-0.5"#),
    (#""amount":5"#, #""amount":"5""#), (#""amount":5"#, #""amount":null"#), (#""amount":5,"#, ""),
    (#""amount":5"#, #""amout":5"#),
    (#""amount":5"#, #""amount":5,"amount":6"#), (#""amount":5"#, #""amount":5e0"#), (#""amount":5"#, #""amount":5.0"#),
    (#""times":2"#, #""times":2.5"#), (#""times":2"#, #""times":31"#), (#""times":2"#, #""times":true"#),
    (#""color":"green""#, #""color":"red""#), (#""color":"green""#, #""color":"blue""#), (#""color":"green","#, ""),
    (#""2024-05-01""#, #""2023-12-31""#), (#""2024-05-01""#, #""2024-5-1""#),
    (#""1970-01-01T00:00:00Z""#, #""2030-01-01T00:00:00Z""#),
    (#""1970-01-01T00:00:00Z""#, #""soon""#), (#""PT1H""#, #""PT3H""#), (#""PT1H""#, #""1h""#),
    (#""sure":true"#, #""sure":false"#),
    (#""sure":true"#, #""sure":1"#), (#"{"name":"a","count":1}"#, ""), (#"{"name":"a","count":1}"#, #"{"name":"a"}"#),
    (#"{"name":"a","count":1}"#, #"{"name":"a","count":6,"note":"n"},{"count":7,"name":"b"}"#),
    (#"{"name":"a","count":1}"#, #"{"name":"a","count":1,"size":2}"#), (#"[{"name":"a","count":1}]"#, #"{"name":"a"}"#),
    (#"["yes"]"#, #"["yes","no"]"#), (#"["yes"]"#, #"[1]"#), (#""ann""#, #""bob""#), (#""ann""#, "7"),
    (#""person_id":"ann","#, ""),
    (#"{"action""#, #"{"level":2,"action""#), (#"{"action""#, #"{"level":4,"action""#), (#""enter""#, #""trust.enter""#),
    (#""enter""#, #""leave""#), (#""enter""#, "5"), (#"{"action""#, #"{"pack":"trust","action""#),
    (#"{"action""#, #"{"pack":"other","action""#), (#"{"action""#, #"{"pack":null,"action""#),
    (#"{"action""#, #"{"timestamp":"2031-01-01T00:00:00Z","action""#), (#"{"action""#, #"{"timestamp":"late","action""#),
    (#"{"action""#, #"{"actor":{"type":"agent","user_id":"bot"},"action""#),
    (#"{"action""#, #"{"actor":{"type":"agent","user_id":"bot","roles":["guard"]},"action""#),
    (#"{"action""#, #"{"actor":{"type":"user","user_id":"eve"},"action""#), (#"{"action""#, #"{"actor":{"type":"cat"},"action""#),
    (#"{"action""#, #"{"actor":{},"action""#), (#"{"action""#, #"{"actor":"eve","action""#),
    (#"{"action""#, #"{"reason":"why","trace_id":"t","action""#), (#"{"action""#, #"{"reason":5,"action""#),
    (#"{"action""#, #"{"confidence":0.5,"action""#), (#"{"action""#, #"{"confidence":0.2,"action""#),
    (#"{"action""#, #"{"confidence":"much","action""#), (#"{"action""#, #"{"confidence":null,"action""#),
    (#"{"action""#, #"{"truth_id":"trust.entering","action""#), (#"{"action""#, #"{"truth_id":"trust.leaving","action""#),
    (#"{"action""#, #"{"truth_id":7,"action""#), (#""ann""#, #""Åsa""#), (#"["yes"]"#, #"["no","ñandú 🦤"]"#),
    (#""enter","person_id":"ann""#, #""enter","payload":{"person_id":"ann"}"#),
    (#""person_id":"ann""#, #""payload":7"#),
    (#"{"action""#, #"{"requires_consent":"explicit","action""#),
    (#"{"action""#, #"{"override":{"truth_id":"trust.entering","reason":"r"},"action""#),
    (#"{"action""#, #"{"idempotency_key":"k","action""#), (#"{"action""#, #"{"truths_hash":"sha256:00","action""#),
    (#"{"action""#, #"{"proposal_id":"p","correlation_id":"c","action""#), (#"{"action""#, #"{"run_id":"r","action""#),
  ]

  private static func decider(now: String?) throws -> Gate {
    try Gate(
      RuleSet([pack]), context: SourceText(path: "context.jsonl", bytes: Array(context.utf8)), now: now)
  }

  /// Returns the outcome of a run; `nil` for a proposal that it cannot read.
  private func run(_ json: String, now: String) throws -> QuickDecision.Outcome? {
    var input = RunInput(proposals: SourceText(path: "proposal.json", bytes: Array(json.utf8)))
    input.context = SourceText(path: "context.jsonl", bytes: Array(Self.context.utf8))
    input.now = now.isEmpty ? nil : now
    guard let told = try? Workspace(truths: [Self.pack]).run(input).json else { return nil }
    if told.contains("\"decision\": \"accepted\"") { return .accepted }
    if told.contains("\"decision\": \"rejected\"") { return .rejected }
    return told.contains("\"status\": \"waiting\"") ? .waiting : .halted
  }

  @Test func thePackIsWithoutErrors() {
    let found = Workspace(truths: [Self.pack]).check()
    #expect(!found.hasErrors, "\(found)")
  }

  @Test(arguments: ["", "2040-01-01T00:00:00Z"]) func bothWaysSayTheSame(now: String) throws {
    let decider = try Self.decider(now: now.isEmpty ? nil : now)
    var outcomes: Set<QuickDecision.Outcome> = []
    for (part, other) in Self.changes {
      let flat = part.isEmpty ? Self.whole : Self.whole.replacingFirst(part, with: other)
      #expect(part.isEmpty || flat != Self.whole, "\(part)")
      // The proposal with the intent's fields in a separate object.
      let nested = flat.replacingFirst(#""action":"enter","#, with: #""action":"enter","payload":{"#) + "}"
      for json in [flat, nested] {
        let escaped = json.replacingFirst(#""action""#, with: #""\u0061ction""#)
        let plain = try? decider.prepare(Array(json.utf8))
        let general = try? decider.prepare(Array(escaped.utf8))
        let spaced = try? decider.prepare(Array(json.replacingAll(",", with: " ,\n ").utf8))
        #expect(plain?.clauses == general?.clauses, "\(json)")
        let decision = try plain.map { try decider.decide($0) }
        #expect(try decision == general.map { try decider.decide($0) }, "\(json)")
        #expect(try decision == spaced.map { try decider.decide($0) }, "\(json)")
        #expect(try decision?.outcome == run(json, now: now), "\(json)")
        if let decision { outcomes.insert(decision.outcome) }
      }
    }
    #expect(outcomes == [.accepted, .rejected, .halted, .waiting])
  }

  /// A gate keeps no field, default or actor of the proposal before.
  @Test func nothingIsLeftOverFromTheProposalBefore() throws {
    let decider = try Self.decider(now: nil)
    let alone = try decider.decide(decider.prepare(Array(Self.whole.utf8)))
    for (part, other) in Self.changes {
      let json = part.isEmpty ? Self.whole : Self.whole.replacingFirst(part, with: other)
      _ = try? decider.prepare(Array(json.utf8))
      #expect(try decider.decide(decider.prepare(Array(Self.whole.utf8))) == alone, "\(json)")
    }
  }
}

extension String {
  fileprivate func replacingFirst(_ part: String, with other: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return replacingCharacters(in: range, with: other)
  }

  fileprivate func replacingAll(_ part: String, with other: String) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }

  private func replacingCharacters(in range: Range<String.Index>, with other: String) -> String {
    String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
  }
}
