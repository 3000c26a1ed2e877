import Foundation
import Testing
import Truths

/// A ledger that a program keeps open equals one that is read again for each proposal.
@Suite("An open ledger")
struct OpenLedgerTests {
  private static let workspace = Workspace(truths: [InvoiceWork.pack, InvoiceWork.truth])
  private static let now = "2024-05-02T09:00:00Z"
  private static let ann = RunActor.known(json: #"{"type": "user", "user_id": "ann", "roles": ["accountant"]}"#)

  private static func source(_ path: String, _ text: String) -> SourceText { SourceText(path: path, bytes: Array(text.utf8)) }

  /// Returns a proposal with a key, which gets the first answer again when it is repeated.
  private static func keyed(_ number: Int) -> String {
    "{\"idempotency_key\":\"k\(number)\"," + InvoiceWork(facts: 0).proposal(number).json.dropFirst()
  }

  private static func sorted(_ json: String) throws -> Data {
    try JSONSerialization.data(withJSONObject: JSONSerialization.jsonObject(with: Data(json.utf8)), options: .sortedKeys)
  }

  @Test("says and appends what a run on the whole ledger does")
  func agreesWithRuns() throws {
    var ledger = try OpenLedger(Self.workspace, RunInput(context: nil))
    var lines = ""
    for number in 0..<40 {
      // Every fifth comes twice: the second time the answer is the one that was given before, and nothing is appended.
      let proposal = Self.source("p.json", Self.keyed(number - (number % 5 == 4 ? 1 : 0)))
      let report = try ledger.append(proposal, now: Self.now, actor: Self.ann)
      var whole = RunInput(proposals: proposal)
      whole.context = lines.isEmpty ? nil : Self.source("ledger.jsonl", lines)
      (whole.now, whole.actor, whole.isAppending) = (Self.now, Self.ann, true)
      let expected = try Self.workspace.run(whole)
      // The members of a recorded answer are in the order of canonical JSON.
      #expect(try Self.sorted(report.json) == Self.sorted(expected.json))
      #expect(number % 5 == 4 || report.json == expected.json && report.events == expected.events)
      #expect(report.appended == expected.appended)
      #expect(report.appended.isEmpty == (number % 5 == 4))
      lines += report.appended
      #expect(ledger.size == lines.split(separator: "\n").count)
    }
    #expect(ledger.size > 100)
  }

  @Test("keeps what was set for the first run until something is appended, and takes a batch")
  func settings() throws {
    var input = RunInput(context: nil)
    (input.policies, input.now, input.actor) = (["approval_threshold=5000"], Self.now, Self.ann)
    var ledger = try OpenLedger(Self.workspace, input)
    let batch = (0..<5).map(Self.keyed).joined(separator: "\n")
    let report = try ledger.append(Self.source("batch.jsonl", batch))
    #expect(report.appended.contains("approval_threshold"))
    #expect(try ledger.append(Self.source("batch.jsonl", batch)).appended.isEmpty)
    let next = try ledger.append(Self.source("p.json", Self.keyed(7))).appended
    #expect(!next.isEmpty && !next.contains("approval_threshold"))
  }

  @Test("is as it was after a proposal that cannot be read, and a copy goes its own way")
  func faults() throws {
    var ledger = try OpenLedger(Self.workspace, RunInput(context: nil))
    let proposal = Self.source("p.json", InvoiceWork(facts: 0).proposal(1).json)
    #expect(throws: Findings.self) { _ = try ledger.append(Self.source("p.json", "{\"action\"")) }
    #expect(ledger.size == 0)
    var copy = ledger
    let report = try ledger.append(proposal, now: Self.now, actor: Self.ann)
    #expect(copy.size == 0 && ledger.size > 0)
    #expect(try copy.append(proposal, now: Self.now, actor: Self.ann).appended == report.appended)
  }
}
