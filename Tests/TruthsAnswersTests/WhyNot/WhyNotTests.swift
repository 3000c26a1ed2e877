import Testing
import Truths

/// The answers of `truths why-not` (answers §1) on a small set.
@Suite("Why not")
struct WhyNotTests {
  private static let truths = """
    pack shop:
      summary: Orders

    record line:
      fields:
        price: decimal in eur
        pieces: integer

    fact month.opened:
      key: [month]
      external: true
      fields:
        month: text

    fact month.closed:
      key: [month]
      fields:
        month: text

    fact order.placed:
      key: [order_id]
      fields:
        order_id: text
        total: decimal in eur

    enum kind: [plain, express]

    policy largest:
      type: decimal in eur
      default: 1000

    intent order:
      fields:
        order_id: text
        total: decimal in eur
        lines: list of line
        month: text
        day: date
        kind: kind

    intent enter:
      fields:
        code: text
        file: text
        mail: text

    truth entering:
      when:
        - intent: enter
      requires:
        - code matches "[A-Z]{2}-[0-9]{3}"
        - file like "scan-*.pdf"
        - is_email(mail)
      produces:
        - trace.order.entered

    intent note:
      open: true
      fields:
        words: text
        pages: integer

    truth noting:
      when:
        - intent: note
      requires:
        - words exists
        - pages missing or pages > 0
      produces:
        - trace.order.noted

    intent close:
      fields:
        month: text

    truth closing:
      when:
        - intent: close
      requires:
        - month exists
      produces:
        - fact.month.closed
        - trace.month.closed

    truth ordering:
      when:
        - intent: order
      requires:
        - order_id exists
        - total > 0
        - total <= largest * 1.5 else "too large"
        - lines missing or total == sum(l.price * l.pieces for l in lines) else "the lines do not add up"
        - month exists
        - month.opened
        - not month.closed else "{month} is closed"
        - day missing or day < date("2026-03-01") else "too late"
        - kind missing or kind == express else "not by this way"
      invariants:
        - total > 500 → requires_approval(boss)
      produces:
        - fact.order.placed
        - trace.order.placed

    enum currency: [EUR, USD]

    intent pay:
      required: [order_id, amount]
      fields:
        order_id: text
        amount: decimal in currency
        currency: currency

    truth paying:
      when:
        - intent: pay
      produces:
        - trace.order.paid
    """

  private func answer(
    _ proposal: String, _ context: String = #"{"type": "month.opened", "month": "2026-02"}"#, limit: Int = 8,
    maxWork: Int = RunInput.standardMaxWork, isMeasured: Bool = false
  ) throws -> WhyNotReport {
    let workspace = Workspace(truths: [SourceText(path: "truths/shop/shop.truths", bytes: Array(Self.truths.utf8))])
    var input = RunInput(proposals: SourceText(path: "p.json", bytes: Array(proposal.utf8)))
    input.context = SourceText(path: "c.jsonl", bytes: Array(context.utf8))
    input.maxWork = maxWork
    return try workspace.whyNot(input, limit: limit, isMeasured: isMeasured)
  }

  /// Returns the text of each numbered suggestion.
  private func ways(_ report: WhyNotReport) -> [String] {
    report.text().split(separator: "\n").map(String.init).drop { !$0.hasPrefix("It would") }.dropFirst()
      .reduce(into: []) { ways, line in
        let words = line.drop { $0 == " " || $0.isNumber }.trimmingPrefix("  ")
        if line.hasPrefix("     ") { ways[ways.count - 1] += " " + words } else { ways.append(String(words)) }
      }
  }

  @Test("of a number or day the value is told up to which everything fails, whatever expression it is held against")
  func nearest() throws {
    let large = try answer(#"{"action": "order", "order_id": "o", "total": 5000, "month": "2026-02"}"#)
    #expect(ways(large) == ["`total` at most 500 eur"])
    let waiting = try answer(#"{"action": "order", "order_id": "o", "total": 700, "month": "2026-02"}"#)
    #expect(ways(waiting) == ["the approval of a person with the role boss", "`total` at most 500 eur"])
    let low = try answer(#"{"action": "order", "order_id": "o", "total": -3.25, "month": "2026-02"}"#)
    #expect(ways(low) == ["`total` at least 0.01 eur"])
    let late = try answer(#"{"action": "order", "order_id": "o", "total": 5, "month": "2026-02", "day": "2026-06-11"}"#)
    #expect(ways(late) == ["`day` at most 2026-02-28"])
  }

  @Test("an intent by its qualified name has the same ways")
  func qualified() throws {
    func members(_ action: String) -> String { #"{"action": "\#(action)", "order_id": "o", "total": 700, "month": "2026-02"}"# }
    let (full, short) = try (answer(members("shop.order")), answer(members("order")))
    #expect(ways(full) == ways(short), "\(full.text())")
  }

  @Test("of a pattern a text that matches")
  func patterns() throws {
    let fine = #""code": "QX-123", "file": "scan-1.pdf", "mail": "a@b.org""#
    func only(_ field: String, _ value: String) throws -> [String] {
      let members = fine.split(separator: ", ").map { $0.hasPrefix("\"\(field)\"") ? "\"\(field)\": \"\(value)\"" : String($0) }
      return try ways(answer(#"{"action": "enter", \#(members.joined(separator: ", "))}"#))
    }
    #expect(try only("code", "x") == ["`code` AA-000, not x"])
    #expect(try only("file", "x") == ["`file` scan-.pdf, not x"])
    #expect(try only("mail", "x") == ["`mail` ann@example.com, not x"])
  }

  @Test("of an enum the value that does; of a key that was left out, one that a fact has")
  func values() throws {
    let plain = try answer(#"{"action": "order", "order_id": "o", "total": 5, "month": "2026-02", "kind": "plain"}"#)
    #expect(ways(plain) == ["`kind` express, not plain"])
    let early = try answer(#"{"action": "order", "order_id": "o", "total": 5, "month": "2026-01"}"#)
    #expect(ways(early) == ["a fact from outside, `month.opened`: month 2026-01"])
    let none = try answer(#"{"action": "order", "order_id": "o", "total": 5}"#)
    #expect(ways(none).first == "`month` 2026-02")
  }

  @Test("a required amount gets a value, and its currency with it")
  func amounts() throws {
    #expect(try ways(answer(#"{"action": "pay", "order_id": "o", "amount": 5}"#)) == ["`currency` EUR"])
    #expect(try ways(answer(#"{"action": "pay", "order_id": "o", "currency": "EUR"}"#)) == ["`amount` 1 EUR"])
    let both = try ways(answer(#"{"action": "pay", "order_id": "o"}"#))
    #expect(both.count == 1 && both[0].contains("`amount` ") && both[0].contains("`currency` EUR"), "\(both)")
  }

  @Test("two numbers that must be equal are brought together by either one")
  func equal() throws {
    let sums = try answer(
      #"{"action": "order", "order_id": "o", "total": 30, "month": "2026-02", "lines": [{"price": 7, "pieces": 4}]}"#)
    let found = ways(sums)
    // No other value does, so that neither is a bound.
    #expect(found.contains("`total` 28 eur, not 30 eur"))
    #expect(found.contains("`lines[1].price` 7.5, not 7"))
    #expect(!found.contains { $0.contains("pieces") })
  }

  @Test("several changes stand together, and none of them can be left out")
  func several() throws {
    let both = try answer(#"{"action": "order", "total": 5000, "month": "2026-02", "day": "2026-06-11"}"#)
    let way = try #require(ways(both).first)
    #expect(way.contains("`order_id`") && way.contains("`total`") && way.contains("`day`"))
    #expect(way.split(separator: "`").count { $0 == "total" } == 1)
    // Each of them as near to what the proposal says as the others let it be.
    #expect(way.contains("`total` 500 eur, not 5,000 eur") && way.contains("`day` 2026-02-28, not 2026-06-11"))
  }

  @Test("what no change mends is named, and so is what is accepted already")
  func unmendable() throws {
    // The month is closed, and no other is open.
    let context = #"{"type": "month.opened", "month": "2026-02"}"# + "\n" + #"{"type": "month.closed", "month": "2026-02"}"#
    let closed = try answer(#"{"action": "close"}"#, context)
    #expect(closed.hasWays)
    let fine = try answer(#"{"action": "order", "order_id": "o", "total": 5, "month": "2026-02"}"#)
    #expect(fine.isAccepted && !fine.hasWays)
    let again = try answer(
      #"{"action": "order", "order_id": "o", "total": 6, "month": "2026-02"}"#,
      #"{"type": "month.opened", "month": "2026-02"}"# + "\n" + #"{"type": "order.placed", "order_id": "o", "total": 5}"#)
    #expect(ways(again) == ["`total` 5 eur, not 6 eur"])
  }

  /// The line that is shown only without other suggestions.
  private static let another = "No change that was tried keeps what is proposed and who proposes it."

  @Test("a key, an identity or who proposes is changed only where nothing else is left, as little as possible, and this is said")
  func identity() throws {
    // The month is closed for good: another month is the only way, although the order may be changed as well.
    let open = #"{"type": "month.opened", "month": "2026-01"}"# + "\n" + #"{"type": "month.opened", "month": "2026-02"}"#
    let context = open + "\n" + #"{"type": "month.closed", "month": "2026-01"}"#
    let closed = try answer(#"{"action": "order", "order_id": "o", "total": 5, "month": "2026-01"}"#, context)
    #expect(ways(closed) == ["`month` 2026-02, not 2026-01"])
    #expect(closed.text().contains(Self.another) && closed.json.contains(#""identity": true"#))
    // The month must change; the order need not, because its total may become the recorded one.
    let both = try answer(
      #"{"action": "order", "order_id": "o", "total": 6, "month": "2026-01"}"#,
      context + "\n" + #"{"type": "order.placed", "order_id": "o", "total": 5}"#)
    let found = ways(both)
    #expect(!found.isEmpty && found.allSatisfy { $0.contains("`month` 2026-02") && !$0.contains("`order_id`") }, "\(found)")
    // A total that does keeps the order.
    let again = try answer(
      #"{"action": "order", "order_id": "o", "total": 6, "month": "2026-02"}"#,
      #"{"type": "month.opened", "month": "2026-02"}"# + "\n" + #"{"type": "order.placed", "order_id": "o", "total": 5}"#)
    #expect(ways(again) == ["`total` 5 eur, not 6 eur"])
    #expect(!again.text().contains(Self.another) && !again.json.contains("identity"))
  }

  @Test("who proposes stays, as long as somebody's approval or another value does")
  func proposer() throws {
    let set = Self.truths.replacing("pack shop:", with: "pack trust:").replacing(
      "- total > 500 → requires_approval(boss)", with: "- total <= 500 or \"boss\" in actor.roles")
    func answer(_ total: Int) throws -> WhyNotReport {
      let workspace = Workspace(truths: [SourceText(path: "truths/trust/trust.truths", bytes: Array(set.utf8))])
      let order = #""action": "order", "order_id": "o", "total": \#(total), "month": "2026-02""#
      let proposal = #"{\#(order), "lines": [{"price": 700, "pieces": 1}]}"#
      var input = RunInput(proposals: SourceText(path: "p.json", bytes: Array(proposal.utf8)))
      input.context = SourceText(path: "c.jsonl", bytes: Array(#"{"type": "month.opened", "month": "2026-02"}"#.utf8))
      return try workspace.whyNot(input)
    }
    let large = try answer(700)
    #expect(!ways(large).isEmpty && !ways(large).contains { $0.contains("actor") }, "\(large.text())")
  }

  @Test("within a record or list, what is no key may be changed, and an element taken away with its key")
  func parts() throws {
    let set = """
      pack depot:
        summary: Goods

      record part:
        fields:
          sku: text
          pieces: integer

      fact good.known:
        key: [sku]
        external: true
        fields:
          sku: text
          most: integer

      intent pick:
        fields:
          parts: list of part

      truth picking:
        when:
          - intent: pick
        requires:
          - every p in parts satisfies the good.known(sku = p.sku).most >= p.pieces
        produces:
          - trace.depot.picked
      """
    let workspace = Workspace(truths: [SourceText(path: "truths/depot/depot.truths", bytes: Array(set.utf8))])
    func found(_ parts: String) throws -> WhyNotReport {
      var input = RunInput(
        proposals: SourceText(path: "p.json", bytes: Array(#"{"action": "pick", "parts": [\#(parts)]}"#.utf8)))
      input.context = SourceText(path: "c.jsonl", bytes: Array(#"{"type": "good.known", "sku": "a", "most": 5}"#.utf8))
      return try workspace.whyNot(input)
    }
    let many = try found(#"{"sku": "a", "pieces": 9}"#)
    #expect(ways(many).first == "`parts[1].pieces` at most 5", "\(many.text())")
    // For an unknown good: add the fact that the clause looks up, or leave the part out. Another good is another proposal.
    let unknown = ways(try found(#"{"sku": "b", "pieces": 9}"#))
    #expect(unknown.contains("a fact from outside, `good.known`: sku b, most 9"), "\(unknown)")
    #expect(unknown.contains("no `parts[1]`") && !unknown.contains { $0.contains("sku` a") }, "\(unknown)")
  }

  @Test("an unknown action or field is taken for the nearest, or taken away")
  func names() throws {
    let action = try answer(#"{"action": "oder", "order_id": "o", "total": 5, "month": "2026-02"}"#)
    #expect(ways(action) == ["`action` order, not oder"])
    let field = try answer(#"{"action": "order", "order_id": "o", "total": 5, "month": "2026-02", "colour": "red"}"#)
    #expect(ways(field) == ["no `colour`"])
  }

  @Test("several unknown fields are named, and taken away together")
  func unknownFields() throws {
    let two = try answer(#"{"action": "order", "order_id": "o", "total": 5, "month": "2026-02", "colour": "red", "size": 3}"#)
    #expect(two.hasWays && two.text().contains("no `colour`") && two.text().contains("no `size`"), "\(two.text())")
    #expect(!two.text().contains("We found no change"))
    // What else is wrong is changed as well.
    let three = try answer(#"{"action": "order", "order_id": "o", "total": -5, "month": "2026-02", "colour": "red", "size": 3}"#)
    #expect(three.hasWays && three.text().contains("`total`") && three.text().contains("no `size`"), "\(three.text())")
  }

  @Test("of members that the intent does not have, several are not mended one by one")
  func manyStrays() throws {
    let members = (0..<2_000).map { "\"colour_\($0)\": 1" }.joined(separator: ", ")
    // Enough for the run, and not for two thousand more.
    let report = try answer(#"{"action": "order", "order_id": "o", "total": 5, \#(members)}"#, maxWork: 100_000)
    #expect(!report.hasWays && report.text().contains("no change that we tried fixes: unknown field"))
    #expect(!report.json.contains("exhausted") && !report.text().contains("the search ended at its limit"))
  }

  @Test("members that an open intent does not declare are no reason to try nothing")
  func straysOfAnOpenIntent() throws {
    let report = try answer(#"{"action": "note", "payload": {"words": "w", "pages": "many", "x": 1, "y": 2}}"#)
    #expect(ways(report).contains { $0.contains("`pages`") }, "\(report.text())")
  }

  @Test("a search that ends at its limit says so, in JSON too")
  func exhausted() throws {
    let fields = (0..<60).map { "    f\($0): integer\n" }.joined()
    let clauses = (0..<60).map { "    - f\($0) > \($0)\n" }.joined()
    let set = """
      pack demo:
        summary: Fields

      intent act:
        fields:
      \(fields)
      truth acting:
        when:
          - intent: act
        requires:
      \(clauses)  produces:
          - trace.demo.acting

      """
    let workspace = Workspace(truths: [SourceText(path: "truths/demo/demo.truths", bytes: Array(set.utf8))])
    let values = (0..<60).map { "\"f\($0)\": 0" }.joined(separator: ", ")
    var input = RunInput(proposals: SourceText(path: "p.json", bytes: Array(#"{"action": "act", \#(values)}"#.utf8)))
    input.maxWork = 1_000_000
    let report = try workspace.whyNot(input)
    #expect(report.json.contains("\"exhausted\": true") && report.text().contains("the search ended at its limit"))
    input.tellsWays = true
    #expect(try workspace.run(input).json.contains("\"exhausted\": true"))
  }

  @Test("the number of ways is limited, and so is the work; a batch has no one answer")
  func limits() throws {
    let early = try answer(#"{"action": "order", "order_id": "o", "total": 5, "month": "2026-01"}"#, limit: 1)
    #expect(ways(early).count == 1)
    let few = try answer(#"{"action": "order", "order_id": "o", "total": 5, "month": "2026-01"}"#, maxWork: 400)
    #expect(few.text().contains("the search ended at its limit"))
    #expect(throws: Findings.self) { try answer(#"{"action": "order"}"#, maxWork: 0) }
    #expect(throws: Findings.self) { try answer(#"[{"action": "order"}, {"action": "order"}]"#) }
    #expect(throws: Findings.self) { try answer("[]") }
  }

  @Test("of a run that waits it is told what each answer leads to")
  func answers() throws {
    let waiting = try answer(#"{"action": "order", "order_id": "o", "total": 700, "month": "2026-02"}"#)
    let lines = waiting.text().split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.contains("approval by @boss") && $0.hasSuffix("accepted") })
    #expect(lines.contains { $0.contains("denial by @boss") && ($0.contains("rejected") || $0.contains("halted")) })
    #expect(waiting.json.contains(#""answer": "deny""#))
    // A run that waits for no one has no answers.
    let late = try answer(#"{"action": "order", "order_id": "o", "total": 5, "month": "2026-02", "day": "2026-06-11"}"#)
    #expect(!late.json.contains(#""answers""#))
  }

  @Test("of an accepted proposal the margins are the last values that are accepted by themselves, up and down")
  func margins() throws {
    let proposal = #"{"action": "order", "order_id": "o", "total": 40, "month": "2026-02", "day": "2026-02-10"}"#
    let fine = try answer(proposal, isMeasured: true)
    let text = fine.text()
    // Above 500 an approval is needed, at 0 the proposal is rejected; days end with February, and have no start.
    #expect(text.contains("`total` up to 500 eur, it is 40 eur") && text.contains("with 500.01 eur waiting"))
    #expect(text.contains("`total` down to 0.01 eur, it is 40 eur"))
    #expect(text.contains("`day` up to 2026-02-28, it is 2026-02-10") && text.contains("too late"))
    #expect(!text.contains("`day` down"))
    #expect(fine.json.contains(#""last": 500,"#) && fine.json.contains(#""next": 500.01"#))
    // Without the option, margins are left out.
    #expect(try !answer(proposal).json.contains("margins"))
  }

  @Test("the same question has the same answer, in the form of answers §1.3")
  func form() throws {
    let proposal = #"{"action": "order", "order_id": "o", "total": 5000, "month": "2026-02"}"#
    let json = try answer(proposal).json
    #expect(try json == answer(proposal).json)
    #expect(json.contains(#""field": "total""#) && json.contains(#""from": 5000"#) && json.contains(#""to": 500"#))
    #expect(json.contains(#""unmendable": []"#) && json.contains(#""decision": "rejected""#))
  }
}
