import Testing
import Truths
import TruthsTestSupport

/// The fields by which the proposals of this repository's packs can be split (partitions §5).
@Suite("Partitions of this repository")
struct RepositoryPartitionTests {
  /// The fields that the tests ask for: each takes seconds, and the set has hundreds.
  private static let fields = [
    "call_id", "cycle_id", "intent_id", "task_id", "user_id", "invoice_id", "email", "payment_id", "period_id", "paid",
  ]

  /// The fields to which each intent is pinned.
  private static let pinned: [String: [String]] = {
    let workspace = RepositoryTexts.workspace
    var found: [String: [String]] = [:]
    for field in fields {
      guard let partition = try? workspace.partition(by: field) else { continue }
      for intent in partition.intents where intent.outcome == .pinned { found[intent.name, default: []].append(field) }
    }
    return found
  }()

  @Test(
    "what is told of one thing is pinned to it",
    arguments: [
      ("aevum.call_local_api", "call_id"), ("swapgraph.advance_cycle", "cycle_id"), ("swapgraph.fail_cycle", "cycle_id"),
      ("swapgraph.edit_intent", "intent_id"), ("swapgraph.post_intent", "intent_id"), ("swapgraph.implement_task", "task_id"),
      ("swapgraph.save_settings", "user_id"),
    ])
  func things(intent: String, field: String) { #expect(Self.pinned[intent]?.contains(field) == true) }

  /// An intent may reach further at many places, and at one of them in several ways.
  @Test("few places are listed for people, each once")
  func few() throws {
    let text = try #require(try RepositoryTexts.workspace.partition(by: "invoice_id")).text()
    let rows = text.split(separator: "\n").drop { !$0.hasPrefix("aevum.") }
    var places: [Substring] = []
    for row in rows where row.contains("reaches further: ") {
      if !row.hasPrefix(" ") { places = [] }
      let place = row.split(separator: "reaches further: ")[1]
      #expect(!places.contains(place), "\(row)")
      places.append(place)
      #expect(places.count <= 3, "\(row)")
    }
    #expect(rows.contains { $0.contains("other places") })
  }

  /// The audit of pack trust keeps places in the ledger, and by them.
  @Test("what the audit records by its place in the ledger is pinned to nothing")
  func audited() {
    for intent in ["money.send_invoice", "money.record_payment"] { #expect(Self.pinned[intent] == nil) }
  }
}
