import Foundation
import Testing
import Truths
import TruthsLedger

@Suite("What the ledger tells, server §11.2")
struct LedgerQuestionsTests {
  private func told(_ bytes: [UInt8]?) throws -> QuestionShop.Told { QuestionShop.Told(try #require(bytes)) }

  private func decisionID(_ answer: RunAnswer) throws -> String {
    try #require(QuestionShop.Told(answer.json)["decision_id"])
  }

  @Test("why a decision is as it is, without what its reader may not read and see")
  func why() throws {
    var shop = try QuestionShop()
    let own = try decisionID(try shop.order("acme-1", by: "ann"))
    let other = try decisionID(try shop.order("bolt-1", by: "ben"))
    let ann = try told(try shop.questions("ann").why(own))
    #expect(ann["decision_id"] == own && ann.list("nodes").first?["kind"] as? String == "decision")
    #expect(ann.text.contains(#""name":"stock.counted""#) && ann.json["undo"] != nil && ann["truths"] != nil)
    #expect(try shop.questions("ben").why(own) == nil)
    #expect(try shop.questions("ann").why("ctx_0000000000000000") == nil)
    #expect(try shop.questions("ann").why("order.placed:bolt-1") == nil)
    // A count of acme decides about an order of bolt, and is not shown to bolt.
    let ben = try told(try shop.questions("ben").why(other))
    let facts = ben.list("nodes").filter { $0["kind"] as? String == "fact" }
    #expect(!facts.contains { $0["name"] as? String == "stock.counted" } && !ben.text.contains("7171"), "\(ben.text)")
    #expect(ben.text.contains("bolt-1") && !ben.text.contains("acme"))
  }

  @Test("sensitive values in a proof are masked for all but who sent them, and who may see them")
  func maskedProof() throws {
    var shop = try QuestionShop()
    try shop.order("acme-1", by: "ann")
    let refund = try shop.send(.proposal(Array(QuestionShop.refund("acme-1", card: "4929-acme-1").utf8)), by: "ann")
    #expect(refund.decision == "accepted", "\(refund.reason)")
    let id = try decisionID(refund)
    for subject in [id, "order.placed:acme-1"] {
      let mia = try told(try shop.questions("mia").why(subject))
      #expect(!mia.text.contains("4929-") && mia.text.contains("***"), "\(subject): \(mia.text)")
      #expect(try told(try shop.questions("ann").why(subject)).text.contains("4929-acme-1"))
      #expect(try told(try shop.questions("uma").why(subject)).text.contains("4929-acme-1"))
    }
  }

  @Test("an inbox has what somebody may answer, or all that they may read")
  func inbox() throws {
    var shop = try QuestionShop()
    let waiting = try shop.order("acme-1", amount: 20, by: "ann")
    #expect(waiting.isWaiting)
    let mia = QuestionShop.Told(try shop.questions("mia").inbox(all: false))
    let item = try #require(mia.list("inbox").first)
    #expect(item["job_id"] as? String == waiting.jobID && item["action"] as? String == "place_order")
    #expect((item["requests"] as? [Any])?.count == 1 && item["commands"] == nil && mia.list("inbox").count == 1)
    for (name, isAll, count) in [("ann", false, 0), ("ann", true, 1), ("max", false, 0), ("max", true, 0), ("ben", true, 0)] {
      let inbox = QuestionShop.Told(try shop.questions(name).inbox(all: isAll))
      #expect(inbox.list("inbox").count == count, "\(name) \(isAll)")
    }
  }

  @Test("every decision is on one page, also of those that are made meanwhile")
  func pages() throws {
    var shop = try QuestionShop()
    var made: [String] = []
    for number in 1...7 { made.append(try decisionID(try shop.order("acme-\(number)", by: "ann"))) }
    try shop.order("bolt-1", by: "ben")
    var seen: [String] = []
    var page: String?
    var pages = 0
    repeat {
      let answer = QuestionShop.Told(try shop.questions("ann").decisions(RunDecisionFilter(), page: page, most: 2))
      seen += answer.list("decisions").compactMap { $0["decision_id"] as? String }
      #expect(answer.list("decisions").count <= 2)
      page = answer["next"]
      pages += 1
      if pages < 4 { made.append(try decisionID(try shop.order("acme-more-\(pages)", by: "mia"))) }
    } while page != nil && pages < 50
    #expect(seen == made)
    for page in ["x", "-1", "0", "100000"] {
      #expect(throws: RunQueryFault.self) {
        try shop.questions("ann").decisions(RunDecisionFilter(), page: page, most: 2)
      }
    }
  }

  @Test("decisions by actor, truth, intent, outcome and moment")
  func filters() throws {
    var shop = try QuestionShop()
    try shop.order("acme-1", by: "ann")
    try shop.order("acme-2", amount: 20, by: "mia")
    try shop.order("acme-3", amount: 7_172, by: "mia")
    _ = try shop.send(.proposal(Array(QuestionShop.refund("acme-1", card: "4000").utf8)), by: "ann")
    func count(_ filter: RunDecisionFilter, by name: String = "ann") throws -> Int {
      QuestionShop.Told(try shop.questions(name).decisions(filter, most: 100)).list("decisions").count
    }
    #expect(try count(RunDecisionFilter()) == 4)
    #expect(try count(RunDecisionFilter(), by: "ben") == 0)
    #expect(try count(RunDecisionFilter(actor: "mia")) == 2)
    #expect(try count(RunDecisionFilter(truth: "shop.refunding")) == 1)
    #expect(try count(RunDecisionFilter(intent: "refund_order")) == 1)
    #expect(try count(RunDecisionFilter(intent: "shop.place_order")) == 3)
    #expect(try count(RunDecisionFilter(intent: "nothing")) == 0)
    for (outcome, wanted) in [("accepted", 1), ("waiting", 1), ("rejected", 1), ("halted", 1)] {
      #expect(try count(RunDecisionFilter(outcome: outcome)) == wanted, "\(outcome)")
    }
    #expect(try count(RunDecisionFilter(actor: "mia", outcome: "waiting")) == 1)
    let all = QuestionShop.Told(try shop.questions("ann").decisions(RunDecisionFilter(), most: 100)).list("decisions")
    let third = try #require(all[2]["timestamp"] as? String)
    #expect(try count(RunDecisionFilter(since: third)) == 2)
    #expect(try count(RunDecisionFilter(until: third)) == 2)
    #expect(throws: RunQueryFault.self) { try RunDecisionFilter(outcome: "fine") }
    #expect(throws: RunQueryFault.self) { try RunDecisionFilter(since: "yesterday") }
    #expect(all.allSatisfy { ($0["actor"] as? [String: Any]) != nil && $0["truths"] as? String == shop.session.rulesHash })
  }

  @Test("an entry comes with the proof that it stands in the ledger")
  func entries() throws {
    var shop = try QuestionShop()
    let index = RunLedgerIndex()
    let id = try decisionID(try shop.order("acme-1", by: "ann"))
    let first = try #require(try shop.questions("ann").entry(id, in: index))
    for number in 2...40 { try shop.order("acme-\(number)", by: "ann") }
    let later = try #require(try shop.questions("ann").entry(id, in: index))
    #expect(first.tag == later.tag)
    let (answer, lines) = (QuestionShop.Told(later.json), self.lines(of: shop))
    let (place, size) = (try #require(answer.json["index"] as? Int), try #require(answer.json["size"] as? Int))
    #expect(size == lines.count && answer["head"] == shop.session.ledgerPoint.head)
    let proof = try (answer.json["inclusion"] as? [String] ?? []).map { try #require(Digest(prefixed: $0)) }
    let head = try #require(Digest(prefixed: answer["head"] ?? ""))
    let leaf = MerkleTree.leafHash(Array(lines[place].utf8))
    #expect(MerkleProof.verifies(inclusion: proof, leaf: leaf, place: place, size: size, head: head))
    #expect(lines[place].contains(id) && ((answer.json["entry"] as? [String: Any])?["entry_id"] as? String) == id)
    #expect(try shop.questions("ben").entry(id, in: index) == nil)
    #expect(try shop.questions("ann").entry("ctx_none", in: index) == nil)
    let proposal = try #require(lines.first { $0.contains(#""entry_type":"proposal""#) })
    let proposalID = try #require(QuestionShop.Told(Array(proposal.utf8))["entry_id"])
    let masked = try #require(try shop.questions("mia").entry(proposalID, in: index))
    let whole = try #require(try shop.questions("ann").entry(proposalID, in: index))
    #expect(!QuestionShop.Told(masked.json).text.contains("4929-") && QuestionShop.Told(whole.json).text.contains("4929-"))
    #expect(masked.tag != whole.tag)
  }

  @Test("two heads are proven to be of one ledger that grew")
  func consistency() throws {
    var shop = try QuestionShop()
    let index = RunLedgerIndex()
    try shop.order("acme-1", by: "ann")
    let earlier = shop.session.ledgerPoint
    for number in 2...9 { try shop.order("acme-\(number)", by: "ann") }
    let later = shop.session.ledgerPoint
    let answer = QuestionShop.Told(try shop.questions("ben").consistency(from: earlier.size, to: nil, in: index))
    #expect(answer.json["from"] as? Int == earlier.size && answer.json["to"] as? Int == later.size)
    #expect(answer["head"] == later.head)
    let proof = try (answer.json["consistency"] as? [String] ?? []).map { try #require(Digest(prefixed: $0)) }
    let heads = (try #require(Digest(prefixed: earlier.head)), try #require(Digest(prefixed: later.head)))
    #expect(MerkleProof.verifies(consistency: proof, from: (earlier.size, heads.0), to: (later.size, heads.1)))
    let past = QuestionShop.Told(try shop.questions("ann").consistency(from: 0, to: earlier.size, in: index))
    #expect(past["head"] == earlier.head && (past.json["consistency"] as? [Any])?.isEmpty == true)
    for (from, to) in [(2, 1), (0, later.size + 1), (later.size + 1, later.size + 1)] {
      #expect(throws: RunQueryFault.self) { try shop.questions("ann").consistency(from: from, to: to, in: index) }
    }
  }

  private func lines(of shop: QuestionShop) -> [String] {
    String(decoding: shop.session.ledger, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
