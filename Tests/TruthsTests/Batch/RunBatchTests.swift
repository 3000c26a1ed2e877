import Testing
import Truths

/// A batch is decided in pieces. The cuts, and the threads that decide the pieces, do not change its output.
struct RunBatchTests {
  private static let truths = """
    pack demo:
      summary: Parcels on their way

    fact parcel.sent:
      key: [parcel_id]
      fields:
        parcel_id: text
        weight: decimal in kg

    intent send_parcel:
      fields:
        parcel_id: text
        weight: decimal in kg

    truth sending:
      when:
        - intent: send_parcel
        - pack: demo
      requires:
        - parcel_id exists
        - weight > 0
      invariants:
        - weight > 30 → requires_approval(forwarder)
      produces:
        - fact.parcel.sent
        - trace.demo.sending

    """

  private static let workspace = Workspace(truths: [SourceText(path: "truths/demo/demo.truths", bytes: Array(truths.utf8))])

  private static let lines = (0..<40).map { number in
    number % 13 == 5
      ? "  \n" : "{\"action\": \"send_parcel\", \"parcel_id\": \"p\(number % 7)\", \"weight\": \(number * 2 - 4)}\n"
  }

  private func batch(_ form: RunForm = .json) throws -> RunBatch {
    try Self.workspace.batch(RunInput(proposals: SourceText(path: "p.jsonl", bytes: [])), as: form)
  }

  /// Returns the output of a batch that is cut after some of its lines.
  private func printed(_ batch: RunBatch, _ lines: [String], cutBehind cuts: [Int]) -> (text: String, faulty: [FaultyLine]) {
    var (text, decided) = ("", 0)
    var start = 0
    for end in cuts + [lines.count] {
      let bytes = Array(lines[start..<end].joined().utf8)
      let result = batch.decide(BatchPiece(bytes: bytes, firstLine: start + 1))
      if decided > 0, result.decided > 0 { text += batch.separator }
      text += result.withBytes { String(decoding: $0, as: UTF8.self) }
      decided += result.decided
      if let faulty = result.faulty { return (text, [faulty]) }
      start = end
    }
    return (text, [])
  }

  @Test func itIsTheSameHoweverItIsCut() throws {
    for form in [RunForm.json, .events, .explanation(ExplanationDetail())] {
      let batch = try batch(form)
      let whole = printed(batch, Self.lines, cutBehind: []).text
      #expect(!whole.isEmpty)
      for cuts in [[1], [5, 6], [1, 2, 3, 20, 39], Array(1..<40)] {
        #expect(printed(batch, Self.lines, cutBehind: cuts).text == whole)
      }
    }
  }

  @Test func itIsWhatARunInMemoryPrints() throws {
    var input = RunInput(proposals: SourceText(path: "p.jsonl", bytes: Array(Self.lines.joined().utf8)))
    input.isExplained = false
    let report = try Self.workspace.run(input)
    #expect(printed(try batch(.json), Self.lines, cutBehind: [7]).text == report.json)
    #expect(printed(try batch(.events), Self.lines, cutBehind: [7]).text == report.events)
  }

  /// Facts that exist already, facts that exist with other values, and members that clauses do not read.
  @Test func itIsWhatARunInMemoryPrintsOnAContext() throws {
    let sent = #"{"type":"parcel.sent","parcel_id":"p1","weight":4.5}"#
    let asked = #"{"action":"send_parcel","parcel_id":"p9","weight":31}"#
    let lines = [
      #"{"action":"send_parcel","parcel_id":"p1","weight":4.5}"#, #"{"action":"send_parcel","parcel_id":"p1","weight":5}"#,
      #"{"action":"send_parcel","parcel_id":"p2","weight":4.5,"timestamp":"2026-01-02T03:04:05Z"}"#,
      #"{"action":"send_parcel","parcel_id":"p2","weight":4.5,"timestamp":"2026-01-02T03:04:05.000Z"}"#,
      #"{"weight":40,"parcel_id":"p3","action":"demo.send_parcel","actor":{"user_id":"ann","type":"user","roles":["forwarder"]}}"#,
      #"{"action":"send_parcel","weight":1,"actor":{"type":"robot"}}"#, #"{"action":"send_parcel","parcel":"p2","weight":4.5}"#,
      #"{"action":"send_parcel","parcel_id":"p4","weight":"heavy"}"#, #"{"action":"send","parcel_id":"p4","weight":1}"#,
      #"{"action":"send_parcel","parcel_id":"p\u00e4","weight":1e1,"idempotency_key":"k","reason":"it is late"}"#,
      #"{"action":"send_parcel","parcel_id":"Köln","weight":0.000001,"correlation_id":"c","pack":"demo","proposal_id":"x"}"#,
      #"{"action":"send_parcel","parcel_id":"p5","weight":1,"pack":"other"}"#,
      #"{"action":"send_parcel","parcel_id":"p6","weight":1,"pack":""}"#,
      #"{"action":"send_parcel","parcel_id":"p7","weight":1}"#,
      #"{"action":"send_parcel","parcel_id":"p8","weight":1,"pack":""}"#, #"{"action":"send_parcel","parcel_id":null}"#,
      asked,
    ]
    for context in [sent, [sent, asked].joined(separator: "\n")] {
      var input = RunInput(proposals: SourceText(path: "p.jsonl", bytes: Array(lines.map { $0 + "\n" }.joined().utf8)))
      input.isExplained = false
      input.context = try Self.workspace.recorded(context)
      let batch = try Self.workspace.batch(input, as: .json)
      #expect(printed(batch, lines.map { $0 + "\n" }, cutBehind: [3]).text == (try Self.workspace.run(input).json))
    }
  }

  /// One writer with cached parts of earlier proposals: alternating intents, names of equal length, members in another order;
  /// roles that need escapes, that two clauses share, or that differ by their scalars only; two truths that fire, a proposal
  /// that names one of them, and a warning.
  @Test func whatAWriterKeepsChangesNothing() throws {
    let truths = """
      pack demo:
        version: 1.0.0

      intent pay:
        fields:
          amount: decimal
          account: text
          note: text?

      intent call:
        fields:
          amount: decimal
          accounts: list of text

      fact pay.paid:
        key: [account]
        fields:
          account: text
          amount: decimal

      truth first:
        when:
          - intent: pay
        requires:
          - amount != 0
        invariants:
          - rule: amount < 100 → requires_approval("a\\"b\\\\")
            id: demo.first.low
          - amount < 50 → requires_approval("\u{E9}")
          - amount < 20 → requires_approval("e\u{301}")
          - amount < 10 → requires_approval("\u{E9}")
          - amount > 900 → warn("much")
        produces:
          - fact.pay.paid
          - trace.demo.first

      truth second:
        when:
          - intent: pay
        requires:
          - account exists
        produces:
          - trace.demo.second

      truth all:
        when:
          - intent: call
        requires:
          - count(a in accounts) > 0
        produces:
          - trace.demo.call

      """
    let workspace = Workspace(truths: [SourceText(path: "truths/demo/demo.truths", bytes: Array(truths.utf8))])
    var lines: [String] = []
    for amount in [0, 5, 15, 30, 70, 500, 950] {
      lines += [
        #"{"action":"pay","amount":\#(amount),"account":"a1"}"#, #"{"action":"call","accounts":["x","y"],"amount":\#(amount)}"#,
        #"{"account":"a2","amount":\#(amount),"action":"pay","truth_id":"demo.first"}"#,
        #"{"account":"a2","amount":\#(amount),"action":"pay","truth_id":"demo.second"}"#,
        #"{"action":"pay","payload":{"note":"n","amount":\#(amount),"account":"a3"},"trace_id":"t"}"#,
        #"{"action":"pay","amount":\#(amount),"accounty":"a1"}"#, #"{"action":"call","accounts":[],"payload":{}}"#,
        #"{ "action": "pay", "amount": \#(amount), "account": "a4", "actor": {"type": "user", "user_id": "ann"} }"#,
      ]
    }
    var input = RunInput(proposals: SourceText(path: "p.jsonl", bytes: Array(lines.map { $0 + "\n" }.joined().utf8)))
    input.isExplained = false
    let report = try workspace.run(input)
    #expect(report.json.contains("approval from @\\\"e\u{301}\\\"") && report.json.contains("approval from @\\\"\u{E9}\\\""))
    #expect(report.json.contains(#"approval from @\"a\\\"b\\\\\""#))
    for order in [lines, lines.reversed()] {
      input.proposals = SourceText(path: "p.jsonl", bytes: Array(order.map { $0 + "\n" }.joined().utf8))
      let report = try workspace.run(input)
      for (form, text) in [(RunForm.json, report.json), (.events, report.events)] {
        #expect(printed(try workspace.batch(input, as: form), order.map { $0 + "\n" }, cutBehind: [9]).text == text)
      }
    }
  }

  @Test func theFirstLineAtFaultEndsIt() throws {
    var lines = Self.lines
    lines[20] = "{\"action\": \n"
    lines[30] = "[]\n"
    let batch = try batch()
    let before = printed(batch, Array(lines[..<20]), cutBehind: []).text
    for cuts in [[], [20], [21], [10, 25]] {
      let (text, faulty) = printed(batch, lines, cutBehind: cuts)
      #expect(text == before)
      let findings = batch.findings(in: faulty).text()
      #expect(findings.contains("p.jsonl:21:11"), "\(findings)")
    }
    let bytes = Array(lines[10...].joined().utf8)
    let all = batch.findings(in: batch.faultyLines(BatchPiece(bytes: bytes, firstLine: 11))).json
    #expect(all.contains("\"line\": 21,") && all.contains("\"line\": 31,"))
  }

  @Test(
    arguments: [
      ("p.jsonl", "", false, true), ("p.ndjson", "{", false, true), ("p", "{}\n{", false, true), ("p", "{}\n \n1", true, true),
      ("p", "{}\n", false, nil), ("p", "{}\n \n", true, false), ("p", "{}", false, nil), ("p", "{}", true, false),
      ("p", "{\n", false, false), ("p", "", false, nil), ("p", "", true, false), ("p", "\n \n{}\n{}\n", false, true),
      ("p", "{} {}\n", false, false),
    ] as [(String, String, Bool, Bool?)])
  func aBatchIsTold(path: String, beginning: String, isWhole: Bool, answer: Bool?) {
    #expect(RunBatch.isBatch(path: path, beginning: Array(beginning.utf8), isWhole: isWhole) == answer)
  }

  @Test func progressIsToldInWords() {
    #expect(BatchProgress(decided: 0, elapsed: 0).text == "0 decided")
    #expect(BatchProgress(decided: 999, elapsed: 2000).text == "999 decided, 499 a second")
    #expect(
      BatchProgress(decided: 1_200_000, elapsed: 8000, share: (1 << 30, 1 << 31)).text
        == "1,200,000 decided, 150,000 a second, 0:08 left")
    #expect(
      BatchProgress(decided: 1000, elapsed: 1000, share: (1, 126)).text == "1,000 decided, 1,000 a second, 2:05 left")
    #expect(BatchProgress(decided: 5, elapsed: 1, share: (0, 100)).text == "5 decided, 5,000 a second")
  }
}

extension Workspace {
  /// Returns a context of facts and the entries of a proposal.
  fileprivate func recorded(_ lines: String) throws -> SourceText {
    let parts = lines.split(separator: "\n")
    var input = RunInput(proposals: SourceText(path: "p.jsonl", bytes: Array((parts.dropFirst().joined() + "\n").utf8)))
    input.context = SourceText(path: "c.jsonl", bytes: Array((parts[0] + "\n").utf8))
    (input.isAppending, input.now) = (true, "2026-01-31T09:00:00Z")
    input.actor = .known(json: "{\"type\":\"user\",\"user_id\":\"ann\"}")
    return SourceText(path: "c.jsonl", bytes: Array(try run(input).ledger.utf8))
  }
}
