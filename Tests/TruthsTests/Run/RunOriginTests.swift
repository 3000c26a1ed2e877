import Testing
import Truths

/// Appended entries tell the time and the proposer (runs §6), and wrong settings are refused.
@Suite("When a run is, and who proposes")
struct RunOriginTests {
  private static let workspace = Workspace(truths: [
    SourceText(
      path: "truths/demo/demo.truths",
      bytes: Array(
        """
        pack demo:
          summary: Books

        policy limit:
          type: integer
          default: 3

        fact period.closed:
          key: [period_id]
          external: true
          fields:
            period_id: text

        fact books.closed:
          key: [period_id]
          fields:
            period_id: text

        intent close_books:
          fields:
            period_id: text

        truth closing_books:
          when:
            - intent: close_books
          requires:
            - period_id exists
            - limit > 0
          produces:
            - fact.books.closed
            - trace.books.closing

        source periods:
          document: periods
          each: periods[]
          produces:
            - fact.period.closed

        """.utf8))
  ])
  private static let moment = "2025-01-31T12:00:00Z"
  private static let ann = #"{"type":"user","user_id":"ann","roles":["accountant"]}"#

  private static func source(_ text: String, _ path: String = "p.json") -> SourceText {
    SourceText(path: path, bytes: Array(text.utf8))
  }

  private static func input(_ proposal: String, now: String? = nil, actor: RunActor? = nil) -> RunInput {
    var input = RunInput(proposals: source(proposal))
    (input.isAppending, input.now, input.actor) = (true, now, actor)
    return input
  }

  private static let plain = #"{"action": "close_books", "period_id": "q1"}"#
  private static let whole = #"{"action": "close_books", "period_id": "q1", "timestamp": "\#(moment)", "actor": \#(ann)}"#

  /// Returns the thrown error as text for people; empty without an error.
  private static func fault(_ work: () throws -> Void) throws -> String {
    do {
      try work()
      return ""
    } catch let findings as Findings {
      return findings.text()
    }
  }

  @Test("what is appended wants both said")
  func demanded() throws {
    let cases: [(now: String?, actor: RunActor?, codes: [String])] = [
      (nil, nil, ["needs a moment", "needs an actor"]), (Self.moment, nil, ["needs an actor"]),
      (nil, .known(json: Self.ann), ["needs a moment"]), (Self.moment, .known(json: Self.ann), []),
    ]
    for (now, actor, codes) in cases {
      let text = try Self.fault { _ = try Self.workspace.run(Self.input(Self.plain, now: now, actor: actor)) }
      #expect(text.isEmpty == codes.isEmpty, "\(text)")
      for code in codes { #expect(text.contains(code) && text.contains("T8111"), "\(text)") }
      var ledger = try OpenLedger(Self.workspace, RunInput(context: nil))
      let open = try Self.fault { _ = try ledger.append(Self.source(Self.plain), now: now, actor: actor) }
      #expect(open.isEmpty == codes.isEmpty && ledger.size == (codes.isEmpty ? 4 : 0), "\(open)")
    }
    // A dry run accepts the time and the actor of the proposal.
    var dry = RunInput(proposals: Self.source(Self.plain))
    dry.isAppending = false
    #expect(try Self.workspace.run(dry).ending == .accepted)
  }

  @Test("a proposal that is believed says both itself, in each of its forms, at its place")
  func believed() throws {
    let cases: [(json: String, words: [String])] = [
      (Self.whole, []), (Self.plain, ["no `timestamp` that could be used", "no `actor` that could be used"]),
      (#"{"action": "close_books", "period_id": "q1", "actor": \#(Self.ann)}"#, ["no `timestamp` that could be used"]),
      (#"{"action": "close_books", "period_id": "q1", "timestamp": "\#(Self.moment)"}"#, ["no `actor` that could be used"]),
      (
        #"{"action": "close_books", "period_id": "q1", "timestamp": "yesterday", "actor": {"type": "robot"}}"#,
        ["`timestamp` is to be used, but is not a moment", "`actor.type` is \"robot\""]
      ),
      (#"{"action": "close_books", "period_id": "q1", "timestamp": null, "actor": null}"#, ["no `timestamp`", "no `actor`"]),
      (
        #"{"proposal": {"action": "close_books", "period_id": "q1", "timestamp": "\#(Self.moment)", "actor": \#(Self.ann)}}"#, []
      ),
      (
        #"{"proposal": {"action": "close_books", "period_id": "q1", "timestamp": "then"}, "actor": \#(Self.ann)}"#,
        ["`timestamp` is to be used, but is not a moment"]
      ),
    ]
    for (json, words) in cases {
      let text = try Self.fault { _ = try Self.workspace.run(Self.input(json, now: "proposal", actor: .proposal)) }
      #expect(text.isEmpty == words.isEmpty, "\(text)")
      for word in words { #expect(text.contains(word) && text.contains("p.json:1:"), "\(text)") }
      // A setting of one of the two does not count for the other.
      let timed = try Self.fault { _ = try Self.workspace.run(Self.input(json, now: Self.moment, actor: .proposal)) }
      #expect(timed.isEmpty == words.allSatisfy { !$0.contains("actor") }, "\(timed)")
    }
    // A batch is read completely before the first decision.
    var batch = Self.input("", now: "proposal", actor: .proposal)
    batch.proposals = Self.source(Self.whole + "\n" + Self.plain + "\n", "p.jsonl")
    let text = try Self.fault { _ = try Self.workspace.run(batch) }
    #expect(text.contains("p.jsonl:2:"), "\(text)")
  }

  @Test("nothing is recorded as 1970, or by the fixture, unless somebody said so")
  func recorded() throws {
    let known = Self.input(Self.plain, now: Self.moment, actor: .known(json: Self.ann))
    let believed = Self.input(Self.whole, now: "proposal", actor: .proposal)
    for input in [known, believed] {
      var input = input
      input.policies = ["limit=5"]
      input.documents = [
        DocumentInput(setting: "periods=d.json", content: .text(Self.source(#"{"periods": [{"period_id": "q0"}]}"#, "d.json")))
      ]
      let lines = try Self.workspace.run(input).appended.split(separator: "\n")
      #expect(lines.count == 6 && lines.contains { $0.contains("policy.set") } && lines.contains { $0.contains("period.closed") })
      for line in lines {
        #expect(line.contains(#""user_id":"ann""#) && line.contains(#""timestamp":"2025-01-31T12:00:00Z""#), "\(line)")
        #expect(!line.contains("1970") && !line.contains("fixture"), "\(line)")
      }
      // An open ledger gives equal results, with the settings made later.
      let (now, actor) = (input.now, input.actor)
      (input.now, input.actor, input.context) = (nil, nil, nil)
      var ledger = try OpenLedger(Self.workspace, input)
      #expect(ledger.size == 0)
      let appended = try ledger.append(input.proposals, now: now, actor: actor).appended
      #expect(appended.split(separator: "\n") == lines)
      // Verification repeats the decision with an equal result.
      let record = try Record(Self.source(appended, "l.jsonl"))
      let verified = try record.verify(with: [Self.workspace])
      #expect(verified.holds && verified.text.contains("1 decision repeated"), "\(verified.text)")
      // A dry run has the forms of short facts, as before.
      input.isAppending = false
      #expect(try Self.workspace.run(input).json.contains("policy.set") == false)
    }
  }

  @Test("an agent sets no policies and brings no documents in, whatever it proposes", arguments: ["agent", ""])
  func bringing(_ type: String) throws {
    let bot = type.isEmpty ? #"{"user_id": "bot", "roles": []}"# : #"{"type": "\#(type)", "user_id": "bot", "roles": []}"#
    let document = DocumentInput(
      setting: "periods=d.json", content: .text(Self.source(#"{"periods": [{"period_id": "q0"}]}"#, "d.json")))
    for (policies, documents) in [(["limit=5"], []), ([], [document])] as [([String], [DocumentInput])] {
      var input = Self.input(
        #"{"action": "close_books", "period_id": "q1", "timestamp": "\#(Self.moment)", "actor": \#(bot)}"#, now: "proposal",
        actor: .proposal)
      (input.policies, input.documents) = (policies, documents)
      let text = try Self.fault { _ = try Self.workspace.run(input) }
      #expect(text.contains("T8111") && text.contains(type.isEmpty ? "no `type`" : "@bot is an agent"), "\(text)")
    }
  }

  @Test("one who proposes as somebody else is rejected, and stands in the ledger")
  func mismatch() throws {
    let eve = RunActor.known(json: #"{"type": "user", "user_id": "eve", "roles": []}"#)
    let report = try Self.workspace.run(Self.input(Self.whole, now: Self.moment, actor: eve))
    #expect(report.ending == .refused && report.json.contains("converge.actor.mismatch"))
    let record = try Record(Self.source(report.appended, "l.jsonl"))
    #expect(try record.verify(with: [Self.workspace]).holds)
  }

  @Test("a moment, a limit or an actor that is none is told, and not passed over")
  func settings() throws {
    for now in ["yesterday", "", "2025-01-31", "clock", "2025-01-31T12:00:00+24:00"] {
      var input = RunInput(proposals: Self.source(Self.plain))
      input.now = now
      #expect(try Self.fault { _ = try Self.workspace.run(input) }.contains("T8110"), "\(now)")
      #expect(try Self.fault { _ = try OpenLedger(Self.workspace, input) }.contains("T8110"), "\(now)")
      #expect(try Self.fault { _ = try Self.workspace.batch(input, as: .json) }.contains("T8110"), "\(now)")
      #expect(try Self.fault { _ = try Convergence(Self.workspace, context: nil, now: now) }.contains("T8110"), "\(now)")
      #expect(try Self.fault { _ = try Gate(RuleSet(Self.workspace), now: now) }.contains("T8110"), "\(now)")
      var ledger = try OpenLedger(Self.workspace, RunInput(context: nil))
      let text = try Self.fault { _ = try ledger.append(Self.source(Self.whole), now: now, actor: .proposal) }
      #expect(text.contains("T8110") && text.contains("2025-01-31T12:00:00Z") && ledger.size == 0, "\(text)")
    }
    #expect(try Self.fault { _ = try Convergence(Self.workspace, context: nil, now: "proposal") }.contains("T8110"))
    for change in [{ $0.maxCycles = -1 }, { $0.maxSteps = -1 }, { $0.maxFacts = Int.min }] as [(inout RunInput) -> Void] {
      var input = RunInput(proposals: Self.source(Self.plain))
      change(&input)
      let text = try Self.fault { _ = try Self.workspace.run(input) }
      #expect(text.contains("T8110") && text.contains("a limit must not be negative"), "\(text)")
      #expect(try Self.fault { _ = try OpenLedger(Self.workspace, input) }.contains("T8110"))
    }
    for (actor, code) in [
      (#"{"type": "robot"}"#, "T8110"), ("[]", "T8110"), ("{", "T8001"), (#"{"user": "ann"}"#, "T8110"), ("", "T80"),
      (#"{"user_id": "ann", "roles": "manager"}"#, "T8110"), ("{}", "T8110"), (#"{"type": "user"}"#, "no `user_id`"),
      (#"{"type": "user", "user_id": " \u200b"}"#, "white space (U+0020)"), (#"{"user_id": "ann"}"#, "no `type`"),
    ] {
      var input = RunInput(proposals: Self.source(Self.plain))
      input.actor = .known(json: actor)
      #expect(try Self.fault { _ = try Self.workspace.run(input) }.contains(code), "\(actor)")
    }
  }

  @Test("what is not safe to replay is replayed where it is forced")
  func forced() throws {
    let record = #"{"proposal": {"action": "close_books", "period_id": "q1"}, "replay_safe": false}"#
    var input = RunInput(proposals: Self.source(record))
    #expect(try Self.workspace.run(input).json.contains("converge.replay.unsafe"))
    input.isForced = true
    #expect(try Self.workspace.run(input).ending == .accepted)
  }
}
