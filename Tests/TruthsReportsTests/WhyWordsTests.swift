import Testing
import Truths

/// The wording of `truths why` and `truths explain` (answers §3.2, runs §10.5).
@Suite("What is told to people")
struct WhyWordsTests {
  private static let truths = """
    pack shop:
      summary: Parcels

    fact parcel.known:
      key: [parcel_id]
      external: true
      fields:
        parcel_id: text
        fragile: boolean
        hold: duration
        fees: list of decimal in eur

    fact parcel.ready:
      key: [parcel_id]
      derived: true
      fields:
        parcel_id: text
        hold: duration

    policy most:
      type: decimal in eur
      default: 1000

    policy wait:
      type: duration
      default: P3D

    intent send:
      fields:
        parcel_id: text

    intent wipe:
      consent: break_glass
      fields:
        parcel_id: text

    intent hand_over:
      consent_by: clerk
      fields:
        parcel_id: text

    truth readiness:
      when:
        - fact: parcel.known
      produces:
        - fact.parcel.ready:
            parcel_id: parcel_id
            hold: hold

    truth sending:
      when:
        - intent: send
      requires:
        - parcel_id exists
        - parcel.known
        - not parcel.known.fragile
        - parcel.known.hold - wait <= days(0)
        - sum(fee for fee in parcel.known.fees) < most
        - parcel.ready.hold <= days(5)
      produces:
        - trace.shop.sending

    truth sending_too:
      when:
        - intent: send
      requires:
        - parcel.ready
        - every p in parcel.ready satisfies p.hold < days(9)
      produces:
        - trace.shop.sending_too

    truth handing:
      when:
        - intent: hand_over
      requires:
        - parcel_id exists
      invariants:
        - parcel_id exists → requires_consent("It is handed over")
      produces:
        - trace.shop.handing

    truth wiping:
      when:
        - intent: wipe
      requires:
        - parcel_id exists
      produces:
        - trace.shop.wiping
    """

  private static let facts = """
    {"type": "parcel.known", "parcel_id": "p1", "fragile": false, "hold": "PT72H", "fees": [100, 250.5]}
    {"type": "parcel.known", "parcel_id": "p2", "fragile": true, "hold": "P3D", "fees": [20000]}
    """

  private static let workspace = Workspace(
    truths: [SourceText(path: "truths/shop/shop.truths", bytes: Array(truths.utf8))])

  private static func source(_ path: String, _ text: String) -> SourceText { SourceText(path: path, bytes: Array(text.utf8)) }

  private static func ledger(
    _ action: String, _ id: String, on context: String = facts, by actor: String = #"{"type":"user","user_id":"ann"}"#
  ) throws -> String {
    var input = RunInput(proposals: source("p.json", #"{"action": "\#(action)", "parcel_id": "\#(id)"}"#))
    input.context = source("c.jsonl", context)
    input.now = "2026-03-01T09:00:00Z"
    input.actor = .known(source("a.json", actor))
    input.isAppending = true
    return try workspace.run(input).ledger
  }

  private static func record(_ ledger: String) throws -> Record { try Record(source("l.jsonl", ledger)) }

  private static func why(_ action: String, _ id: String) throws -> [String] {
    try record(try ledger(action, id)).why(nil, with: [workspace]).text().split(separator: "\n").map(String.init)
  }

  @Test("a boolean field is told as its value, a fact as there or not")
  func booleans() throws {
    #expect(try Self.why("send", "p1").contains("    parcel.known.fragile for parcel_id p1 is false"))
    #expect(try Self.why("send", "p2").contains("    parcel.known.fragile for parcel_id p2 is true"))
    let unknown = try Self.why("send", "p9")
    #expect(unknown.contains("    there is no parcel.known for parcel_id p9"))
    #expect(unknown.contains { $0.hasPrefix("    parcel.known.fragile for parcel_id p9 is missing") })
    #expect(try Self.why("send", "p1").contains("    every p in parcel.ready: true  over 2"))
  }

  @Test("a fact is told in full once, and then by its number; so is all that leads to a view")
  func above() throws {
    let lines = try Self.why("send", "p1")
    let full = lines.filter { $0.contains("parcel.known: ") && $0.contains("parcel_id p1") }
    #expect(full.count == 1 && full[0].hasSuffix("  #1"))
    #expect(lines.count { $0.hasSuffix("parcel.known  as above, #1") } > 3)
    #expect(lines.count { $0.contains("parcel.ready: parcel_id p1") } == 1)
    #expect(lines.contains { $0.contains("parcel.ready  as above, #") })
  }

  @Test("moments, spans and amounts are written in one way, in values, lists, facts and reasons")
  func oneWay() throws {
    let text = try Self.why("send", "p2").joined(separator: "\n")
    #expect(text.contains("parcel.known.hold for parcel_id p2 is 3 days"))
    #expect(text.contains("wait is 3 days"))
    #expect(text.contains("parcel.known.fees for parcel_id p2 is 20,000 eur"))
    #expect(text.contains("sum(fee for fee in parcel.known.fees) is 20,000 eur"))
    #expect(text.contains("most is 1,000 eur"))
    #expect(!text.contains("P3D") && !text.contains("20000 "))
    var input = RunInput(proposals: Self.source("p.json", #"{"action": "send", "parcel_id": "p2"}"#))
    input.context = Self.source("c.jsonl", Self.facts)
    let told = try Self.workspace.run(input).explanation()
    #expect(told.contains("sum(fee for fee in parcel.known.fees) is 20,000 eur, most is 1,000 eur"))
  }

  @Test("of a recorded run that waits for consent the hash to consent to is told, and who consented then")
  func recordedConsent() throws {
    let bot = #"{"type":"agent","user_id":"bot"}"#
    let waiting = try Self.ledger("hand_over", "p1", by: bot)
    let told = try #require(try Self.record(waiting).explanation(of: .last))
    let hash = try #require(told.split { " \n".contains($0) }.first { $0.hasPrefix("sha256:") })
    #expect(told.contains("truths consent \(hash) --ledger "))
    var open = try OpenLedger(Self.workspace, RunInput(context: Self.source("l.jsonl", waiting)))
    _ = try open.answer(
      .consent, to: String(hash), now: "2026-03-01T10:00:00Z",
      actor: .known(Self.source("a.json", #"{"type":"user","user_id":"kim","roles":["clerk"]}"#)))
    let answered = try Self.record(String(decoding: open.entries, as: UTF8.self))
    let accepted = try #require(answered.explanation(of: .last))
    #expect(accepted.contains("Accepted") && accepted.contains(", consented to by @kim"))
  }

  @Test("an override is advised with a truth of the set, or with none")
  func overrides() throws {
    let told = try #require(try Self.record(try Self.ledger("wipe", "p1")).explanation(of: .last))
    #expect(told.contains("waiting for an override by @break_glass"))
    #expect(!told.contains("money.invoice"))
    #expect(told.contains("shop.wiping") || told.contains("that names a truth on the intent, in `truth_id`"))
  }
}
