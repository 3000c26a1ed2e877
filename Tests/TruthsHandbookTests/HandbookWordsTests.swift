import Foundation
import Testing
import Truths
import TruthsTestSupport

/// The content of the handbook and its wording.
@Suite("The words of the handbook")
struct HandbookWordsTests {
  private static let set = """
    pack shop:
      version: 2.1.0
      summary: Orders and their size

    role buyer:
      summary: Buys for the shop

    role watcher:
      summary: Looks on

    policy patience:
      summary: So long an order may wait
      type: duration
      default: "PT2H"

    calendar office:
      summary: When the office is open
      weekend: [saturday, sunday]
      holidays: [2025-12-24, 12-31]

    enum size: [small, very_large]

    fact order.placed:
      summary: An order stands
      key: [order_id]
      fields:
        order_id: text
        amount: decimal in eur
        placed_at: timestamp
        card: {type: text?, sensitive: true}

    lifecycle order:
      key: [order_id]
      initial: waiting
      transitions:
        - waiting → done
      terminal: [done]

    intent place_order:
      summary: Somebody wants something
      fields:
        order_id: text
        amount: decimal in eur min 0 max 100000

    table size_of:
      summary: How large an order is
      inputs:
        amount: decimal in eur
      output: size
      rows:
        - amount < 1000 → small
        - otherwise → very_large

    truth ordering:
      summary: An order is placed once
      when:
        - intent: place_order
      let:
        size: size_of(amount)
        late: now + hours(2)
      requires:
        - order_id exists
        - amount > 0 else "Order {order_id} is for nothing"
        - amount * 40% < 9000
      invariants:
        - order.placed → reject("Order {order_id} exists")
        - size == very_large and amount > 20000 → requires_approval(2 of buyer)
      moves:
        - order: start → waiting else "Order {order_id} waits already"
      produces:
        - fact.order.placed:
            placed_at: now
        - trace.shop.ordering

    truth finishing:
      summary: A placed order is done
      when:
        - fact: order.placed
      moves:
        - order: waiting → done
      produces:
        - trace.shop.finishing
    """

  private static let fixtures = """
    [{"id": "shop.ordering.large", "description": "A large order waits.", "now": "2025-01-31T12:00:00Z",
      "proposal": {"action": "place_order", "order_id": "o1", "amount": 25000},
      "expected": {"run_status": "waiting", "violations_count": 1}},
     {"id": "shop.ordering.scenario",
      "scenario": [{"connect": {"as": "ada"}},
        {"propose": {"action": "place_order", "order_id": "o1", "amount": 500}, "as": "ada"},
        {"advance": {"seconds": 7200}}, {"advance": "P3D"},
        {"expect": {"run_status": "converged", "facts": [{"type": "order.placed", "amount": 500}]}, "as": "ada"}]}]
    """

  private static func moneyFixtures() throws -> [SourceText] {
    try Repository.files(below: "Fixtures/money", ending: ".json").map { path in
      SourceText(path: path, bytes: [UInt8](try Data(contentsOf: Repository.root.appending(path: path))))
    }
  }

  /// The repository's own packs.
  private static let page = Result {
    try RepositoryTexts.workspace.handbook(fixtures: try moneyFixtures()).html(pictures: .none)
  }

  private static func handbook() throws -> Handbook {
    let workspace = Workspace(truths: [SourceText(path: "truths/shop/shop.truths", bytes: Array(set.utf8))])
    return try workspace.handbook(
      fixtures: [SourceText(path: "Fixtures/shop/shop.json", bytes: Array(fixtures.utf8))], title: "Our rules", date: "2025-02-01"
    )
  }

  /// Returns the readable text of a page, without styles, scripts and code.
  private static func read(_ html: String) -> String {
    var text = html
    for (tag, end) in [("<style>", "</style>"), ("<script>", "</script>"), ("<details class=\"formal\">", "</details>")] {
      text = text.components(separatedBy: tag).enumerated().map { place, stretch in
        place == 0 ? stretch : stretch.components(separatedBy: end).dropFirst().joined(separator: end)
      }.joined()
    }
    text = text.replacing("<br/>", with: "\n").replacing("</td>", with: "\n").replacing("</h4>", with: "\n")
    var words = ""
    var isTag = false
    for character in text {
      if character == "<" { isTag = true } else if character == ">" { isTag = false } else if !isTag { words.append(character) }
    }
    return words.replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
  }

  @Test("texts that differ in blanks alone differ on a page")
  func blanks() throws {
    let set = """
      pack shop:
        version: 1.0.0

      intent buy:
        required: [name]
        fields:
          name: text

      truth buying:
        when:
          - intent: buy
        requires:
          - name != "a  b" else "No  such name"
          - name != "a b"
        produces:
          - trace.shop.buying

      """
    let workspace = Workspace(truths: [SourceText(path: "truths/shop/shop.truths", bytes: Array(set.utf8))])
    let html = try workspace.handbook(fixtures: []).html(pictures: .none)
    #expect(html.contains("<span class=\"blanks\">a  b</span>”"))
    #expect(html.contains("is not “a b”"))
    #expect(html.contains("<span class=\"blanks\">No  such name</span>"))
    #expect(html.contains(".blanks { white-space: pre-wrap; }"))
  }

  @Test("rules, tables, policies and examples are sentences, with units and values as people write them")
  func sentences() throws {
    let text = Self.read(try Self.handbook().html(pictures: .none))
    let wanted = [
      "Our rules", "2025-02-01", "2.1.0", "sha256:",
      "Applies when someone proposes place order.",
      "size_of(amount)", "now plus 2 hours",
      "Needs: the order id is given.", "Needs: the amount is above 0 eur.",
      "Otherwise it says: “Order [order id] is for nothing”",
      "Needs: the amount times 40% is below 9,000 eur.",
      "Halts when there is an order placed for this order id.", "It then says: “Order [order id] exists”",
      "Needs the approval of 2 different people, each with the role buyer when the size is “very large” and the amount is above "
        + "20,000 eur.",
      "Moves the order from the beginning to “waiting”; halts when it is elsewhere.",
      "Moves the order from “waiting” to “done”; does not fire when it is elsewhere.",
      "Otherwise it says: “Order [order id] waits already”", "at least 0; at most 100,000",
      "order placed is recorded, with placed at: now.",
      "the amount is below 1,000 eur", "“small”", "otherwise", "“very large”",
      "Takes amount (number in eur), and gives a size. The first row that is true counts.",
      "2 hours", "length of time", "saturday and sunday", "31 December of every year and 2025-12-24", "Buys for the shop",
      "may be left out; shown only to people who may see it",
      "Looks on", "No truth asks for the approval of this role.",
      "A large order waits.", "2025-01-31 12:00 UTC", "amount 25,000 eur", "the run waits",
      "ada proposes place order: order id o1, amount 500 eur.", "2 hours pass.", "3 days pass.",
      "ada then sees: the run is complete; is recorded: order placed: amount 500 eur.",
      "Appendix: what is built in",
    ]
    for sentence in wanted { #expect(text.contains(sentence), "\(sentence)") }
    for raw in ["PT2H", "order_id exists", "T12:00:00Z", "size == "] { #expect(!text.contains(raw), "\(raw)") }
  }

  @Test("what is written stands below, folded")
  func formal() throws {
    let html = try Self.handbook().html(pictures: .none)
    for code in ["amount &gt; 0 else", "order.placed → reject(", "amount &lt; 1000 → small", "size: size_of(amount)"] {
      #expect(html.contains("<li><code>\(code)"), "\(code)")
    }
  }

  @Test("a truth is headed by its summary, its id beside it")
  func headed() throws {
    let handbook = try Self.handbook()
    let html = handbook.html(pictures: .none)
    #expect(html.contains("<h4>An order is placed once <code class=\"id\">shop.ordering</code></h4>"))
    #expect(handbook.markdown().contains("#### <a id=\"shop.ordering\"></a>An order is placed once\n\n`shop.ordering`\n"))
  }

  @Test("the search finds each heading, and headings stand in order")
  func headings() throws {
    let page = try Self.page.get()
    var level = 0
    let pieces = page.components(separatedBy: "<h").dropFirst()
    var before = page.components(separatedBy: "<h").first ?? ""
    for piece in pieces {
      if let digit = piece.first?.wholeNumberValue {
        #expect(digit <= level + 1, "\(piece.prefix(60))")
        level = digit
        // The script takes every section with an id, and its first element as the heading.
        let lead = before.suffix(400).split(separator: "\n").last ?? ""
        #expect(digit == 1 || lead.hasPrefix("<section id=\""), "\(piece.prefix(60))")
      }
      before = piece
    }
    let parts = [
      "role=\"search\"", "<label for=\"page:field\">", "id=\"page:field\" type=\"search\"", "role=\"status\"", "<nav aria-label=",
    ]
    for part in parts { #expect(page.contains(part), "\(part)") }
  }

  @Test("every summary, example and row of a table of the packs is in it")
  func complete() throws {
    let page = try Self.page.get()
    let data = Data(page.utf8)
    func isThere(_ text: String) -> Bool {
      let shown = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      return data.range(of: Data(shown.replacing("\"", with: "&quot;").replacing("'", with: "&#39;").utf8)) != nil
    }
    var counts = (summaries: 0, rows: 0, examples: 0)
    for path in Repository.files(below: "truths", ending: ".truths") {
      let text = String(decoding: try Data(contentsOf: Repository.root.appending(path: path)), as: UTF8.self)
      var isTable = false
      for line in text.split(separator: "\n") {
        if line.first?.isLetter == true { isTable = line.hasPrefix("table ") }
        if line.hasPrefix("  summary: "), line.dropFirst(11).first?.isLetter == true {
          counts.summaries += 1
          #expect(isThere(String(line.dropFirst(11))), "\(line)")
        }
        if isTable, line.hasPrefix("    - "), line.contains(" → "), line.dropFirst(6).first?.isLetter == true {
          counts.rows += 1
          #expect(isThere(String(line.dropFirst(6))), "\(line)")
        }
      }
    }
    for fixture in try Self.moneyFixtures() {
      let json = try JSONSerialization.jsonObject(with: Data(fixture.bytes)) as? [[String: Any]] ?? []
      for id in json.compactMap({ $0["id"] as? String }) {
        counts.examples += 1
        #expect(data.range(of: Data("<code class=\"id\">\(id)</code>".utf8)) != nil, "\(id)")
      }
    }
    #expect(counts.summaries > 300 && counts.rows > 50 && counts.examples > 50)
  }
}
