import Testing
import Truths

@Suite("Questions about proposals, of which nothing is decided, server §11.1")
struct RunQuestionsTests {
  @Test("a dry run tells what would be decided, and leaves nothing")
  func dryRun() throws {
    var shop = try QuestionShop()
    let before = shop.session.ledger
    let told = try shop.dryRun(QuestionShop.order("acme-1"), by: "ann")
    #expect(told["decision"] == "accepted" && told["truths"] == shop.session.rulesHash && told["decision_id"] == nil)
    let head = told.json["head"] as? [String: Any]
    #expect(head?["head"] as? String == shop.session.ledgerPoint.head)
    #expect(shop.session.ledger == before)
    let decided = try shop.order("acme-1", by: "ann")
    #expect(told["proposal_id"] != nil && decided.decision == told["decision"] && decided.truthID == told["truth_id"])
    let names = Set(told.json.keys)
    #expect(names.isSuperset(of: ["violations", "run", "facts", "traces", "entries", "proposal_hash", "context", "governing"]))
    let halted = try shop.dryRun(QuestionShop.order("acme-2", amount: 7_172), by: "ann")
    #expect(halted["decision"] == "halted" && halted["reason"] == "There are too few of pen")
    let faulty = try shop.dryRun(#"{"action":"plce_order"}"#, by: "ann")
    #expect(faulty["truth_id"] == "converge.proposal.wellformed")
  }

  @Test("facts beside a question count for it alone")
  func facts() throws {
    let shop = try QuestionShop()
    let order = QuestionShop.order("acme-1", amount: 8).replacing("pen", with: "ink")
    #expect(try shop.dryRun(order, by: "ann")["reason"] == "Nobody counted ink")
    let facts = #"[{"type":"stock.counted","sku":"ink","amount":9}]"#
    #expect(try shop.dryRun(#"{"proposal":\#(order),"facts":\#(facts)}"#, by: "ann")["decision"] == "accepted")
    #expect(try shop.whyNot(#"{"proposal":\#(order),"facts":\#(facts)}"#, by: "ann")["decision"] == "accepted")
    #expect(try shop.dryRun(order, by: "ann")["reason"] == "Nobody counted ink")
    let after = try shop.suggest(#"{"proposal":\#(order),"facts":\#(facts)}"#, by: "ann")
    #expect(after.text.contains(#""action":"refund_order""#) && after.text.contains("acme-1"))
    #expect(try !shop.suggest(by: "ann").text.contains("acme-1"))
  }

  @Test(
    "bodies that are none are told so",
    arguments: [
      "[]", "{", "1", #"{"proposal":{},"facts":1}"#, #"{"proposal":{},"facts":[1]}"#, #"{"proposal":{},"facts":[{}]}"#,
      #"{"proposal":{},"facts":[{"type":"nothing.there"}]}"#, #"{"proposal":{},"facts":[{"type":"stock.counted"}]}"#,
      #"{"proposal":{},"facts":[{"type":"stock.counted","entry_type":"fact","sku":"a","amount":1}]}"#,
      #"{"proposal":{},"facts":[{"type":1}]}"#,
    ])
  func faults(body: String) throws {
    let shop = try QuestionShop()
    #expect(throws: RunMessageFault.self) { try shop.dryRun(body, by: "ann") }
    #expect(throws: RunMessageFault.self) { try shop.whyNot(body, by: "ann") }
    #expect(throws: RunMessageFault.self) { try shop.suggest(body, by: "ann") }
  }

  @Test("so many facts may be given, and suggestions are asked with nothing else")
  func limits() throws {
    let shop = try QuestionShop()
    let fact = #"{"type":"stock.counted","sku":"ink","amount":9}"#
    let facts = Array(repeating: fact, count: 1_001).joined(separator: ",")
    #expect(throws: RunMessageFault.self) { try shop.dryRun(#"{"proposal":{},"facts":[\#(facts)]}"#, by: "ann") }
    #expect(throws: RunMessageFault.self) { try shop.suggest(#"{"action":"place_order"}"#, by: "ann") }
    #expect(throws: RunMessageFault.self) { try shop.suggest(#"{"proposal":1}"#, by: "ann") }
  }

  @Test("a question is its actor's; only who may ask for others asks as somebody else")
  func others() throws {
    let shop = try QuestionShop()
    let claimed = #"{"actor":\#(QuestionShop.actor("ann")),"action":"place_order","order_id":"o1","sku":"pen","amount":1}"#
    for ask in [shop.dryRun, shop.whyNot] {
      let refused = try ask(claimed, "ben")
      #expect(refused["decision"] == "rejected" && refused["reason"]?.contains("ben") == true)
      #expect(try ask(claimed, "ann")["decision"] == "accepted")
      #expect(try ask(claimed, "oda")["decision"] == "accepted")
    }
    #expect(try shop.dryRun(claimed, by: "ben")["truth_id"] == "converge.actor.mismatch")
  }

  @Test("a dry run shows of what is sensitive nothing but what was sent")
  func masked() throws {
    var shop = try QuestionShop()
    try shop.order("acme-1", by: "ann")
    let probe = QuestionShop.refund("acme-1", card: "4000")
    let told = try shop.dryRun(probe, by: "ann")
    #expect(told["decision"] == "rejected" && !told.text.contains("4929-") && told.text.contains("4000"))
    #expect((told.json["masked"] as? [String])?.isEmpty == false)
    let auditor = try shop.dryRun(probe, by: "uma")
    #expect(auditor.text.contains("4929-acme-1") && auditor.json["masked"] == nil)
    let own = try shop.dryRun(QuestionShop.order("acme-2"), by: "ann")
    let proposal = own.list("entries").first { $0["entry_type"] as? String == "proposal" }?["payload"] as? [String: Any]
    #expect(proposal?["card"] as? String == "4929-acme-2")
    #expect(own.list("facts").first?["card"] as? String == "***")
    #expect(own.json["masked"] as? [String] == ["facts[0].card"])
  }

  @Test("no way names what its reader cannot know")
  func ways() throws {
    var shop = try QuestionShop()
    try shop.order("acme-1", by: "ann")
    try shop.order("bolt-1", by: "ben")
    let ben = try shop.whyNot(QuestionShop.refund("bolt-9", card: "4929-bolt-1"), by: "ben")
    #expect(ben["decision"] == "rejected" && !ben.text.contains("acme"), "\(ben.text)")
    #expect(ben.list("ways").contains { "\($0)".contains("bolt-1") }, "\(ben.text)")
    let ann = try shop.whyNot(QuestionShop.refund("acme-1", card: "4000"), by: "ann")
    #expect(ann["decision"] == "rejected" && !ann.text.contains("4929-"), "\(ann.text)")
    let uma = try shop.whyNot(QuestionShop.refund("acme-1", card: "4000"), by: "uma")
    #expect(uma.list("ways").contains { "\($0)".contains("4929-acme-1") }, "\(uma.text)")
    let amount = try shop.whyNot(QuestionShop.order("acme-2", amount: 7_172), by: "ann")
    #expect(!amount.list("ways").isEmpty && amount["head"] == nil && amount.json["head"] != nil)
    let waiting = try shop.whyNot(QuestionShop.order("acme-3", amount: 20), by: "ann")
    #expect(waiting["status"] == "waiting" && !waiting.list("answers").isEmpty)
  }

  @Test("the habit of a namesake of another organisation is theirs, also where their decisions may be read")
  func habits() throws {
    let reading = """
      truth reading:
        when:
          - intent: read_ledger
        requires:
          - '"inspector" in actor.roles else "Only inspectors read it"'
        produces:
          - trace.trust.reading

      """
    var shop = try QuestionShop(
      more: [SourceText(path: "truths/trust/trust.reading.truths", bytes: Array(reading.utf8))])
    for number in 1...3 { try shop.order("acme-\(number)", by: "ann") }
    let reader = try shop.suggest(by: "namesake")
    #expect(reader.text.contains("acme-1") && !reader.text.contains("pattern"), "\(reader.text)")
    for number in 1...3 { try shop.order("bolt-\(number)", by: "namesake") }
    let own = try shop.suggest(by: "namesake")
    #expect(own.text.contains("@ann did this 3 times"), "\(own.text)")
  }

  @Test("what is suggested follows from what its reader may read")
  func suggestions() throws {
    var shop = try QuestionShop()
    try shop.order("acme-1", by: "ann")
    try shop.order("bolt-1", by: "ben")
    let ann = try shop.suggest(by: "ann")
    let first = try #require(ann.list("suggestions").first)
    #expect(first["action"] as? String == "refund_order" && !ann.text.contains("bolt"), "\(ann.text)")
    #expect(Set((first["payload"] as? [String: Any] ?? [:]).keys) == ["order_id"] && !ann.text.contains("4929-"), "\(ann.text)")
    let ben = try shop.suggest(by: "ben")
    #expect(ben.text.contains("bolt-1") && !ben.text.contains("acme-1"))
    let uma = try shop.suggest(by: "uma")
    #expect(uma.text.contains("4929-acme-1"))
    let stranger = try shop.suggest(by: "oda")
    #expect(!stranger.text.contains("acme-1") && !stranger.text.contains("bolt-1") && stranger["truths"] != nil)
    let waiting = try shop.order("acme-2", amount: 20, by: "ann")
    #expect(waiting.isWaiting)
    #expect(try shop.suggest(by: "mia").text.contains(#""action":"grant_approval""#))
    #expect(try !shop.suggest(by: "max").text.contains(#""action":"grant_approval""#))
  }
}
