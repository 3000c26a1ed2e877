import Foundation
import Testing
import Truths

@Suite("Entries as contract §14.1 has them, server §13")
struct ContextEntryTests {
  @Test("pages of entries have each once, and what their reader may not read or see is left out or masked")
  func pages() throws {
    var shop = try QuestionShop()
    try shop.order("acme-1", by: "ann")
    let refund = try shop.send(.proposal(Array(QuestionShop.refund("acme-1", card: "4929-acme-1").utf8)), by: "ann")
    try shop.order("bolt-1", by: "ben")
    let whole = try shop.questions("ann").entries(after: 0)
    #expect(whole.last == whole.size && whole.entries.allSatisfy { $0.sequence > 0 && $0.ledgerSize == $0.sequence })
    var (last, told) = (0, [RunContextEntry]())
    while last < whole.size {
      let page = try shop.questions("ann").entries(after: last, bytes: 1)
      #expect(page.last > last && page.entries.count <= 1)
      (last, told) = (page.last, told + page.entries)
    }
    #expect(told == whole.entries && Set(told.map(\.sequence)).count == told.count)
    let text = { (entries: [RunContextEntry]) in entries.map { String(decoding: $0.payload, as: UTF8.self) }.joined() }
    #expect(text(told).contains("4929-acme-1") && !text(told).contains("bolt-1"))
    let mia = text(try shop.questions("mia").entries(after: 0).entries)
    #expect(!mia.contains("4929-") && mia.contains("***"))
    let run = try #require(refund.progress?.runID)
    let some = try shop.questions("ann").entries(after: 0, runID: run, entryTypes: ["decision"]).entries
    #expect(some.map(\.entryID) == [refund.decisionID] && some.first?.actorID == "ann")
    #expect(try shop.questions("ann").entries(after: 99_999).entries.isEmpty)
  }

  @Test("what is appended is a proposal or a fact, and does not contradict itself")
  func appended() throws {
    let proposal = Array(#"{"action":"place_order","correlation_id":"c1"}"#.utf8)
    #expect(try RunMessage.entry(type: "proposal", payload: proposal, correlationID: "c1", key: "k").isProposal)
    #expect(try RunMessage.entry(type: "fact", payload: Array(#"{"type":"stock.counted"}"#.utf8)).injectsFact)
    let faults: [(String, [UInt8], String?, String?, String)] = [
      ("trace", proposal, nil, nil, "`entry_type` is `trace`"), ("", proposal, nil, nil, "`entry_type` is ``"),
      ("proposal", proposal, "c2", nil, "leave one out"), ("fact", proposal, nil, "k", "leave `idempotency_key` out of a fact"),
      ("proposal", Array("[]".utf8), nil, nil, "the payload is not a JSON object"),
    ]
    for (type, payload, correlation, key, message) in faults {
      let fault = #expect(throws: RunMessageFault.self) {
        try RunMessage.entry(type: type, payload: payload, correlationID: correlation, key: key)
      }
      #expect(fault?.description.contains(message) == true, "\(fault?.description ?? "")")
    }
  }
}
