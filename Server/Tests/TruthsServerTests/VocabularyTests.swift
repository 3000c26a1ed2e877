import Foundation
import Testing
import TruthsServerTestSupport

/// The vocabulary of the rules in force (server §11.3).
@Suite(.serialized)
struct VocabularyTests {
  private static let rules = """
    pack shop:
      version: 1.0.0

    enum size: [small, large]

    enum money: [eur, usd]

    record line:
      fields:
        sku: text
        price: decimal in paid_in?
        paid_in: money named "currency"
        weight: integer in kg

    fact order.placed:
      summary: An order stands
      key: [order_id]
      fields:
        order_id: text
        card: {type: text?, sensitive: true}

    fact stock.counted:
      key: [sku]
      external: true
      fields:
        sku: text

    intent place_order:
      summary: Somebody wants something
      consent: explicit
      required: [order_id, colour, paid, rank]
      fields:
        order_id: text named "orderId"
        size: size = small
        lines: list of line
        notes: map of text
        weight: integer in kg
        gift: boolean
        colour: text named "colour-code"
        paid: decimal in currency
        currency: money
        rank: integer = 3
        count: integer = 1

    truth ordering:
      summary: An order is for something
      when:
        - intent: place_order
      requires:
        - order_id exists and lines not empty
        - weight > 0
        - count > 0
        - gift exists or notes exists
      produces:
        - fact.order.placed
        - trace.shop.ordering

    truth gifts:
      when:
        - intent: place_order
        - if: gift exists
      requires:
        - notes exists
      produces:
        - trace.shop.gifts

    """

  private func vocabulary() throws -> [String: Any] {
    try withScratchDirectory { folder in
      let server = try ServerProcess(in: folder, text: Self.rules)
      defer { server.process.kill() }
      return try server.ask("GET", "/vocabulary").json
    }
  }

  private func fields(of value: Any?) -> [[String: Any]] { (value as? [String: Any])?["fields"] as? [[String: Any]] ?? [] }

  @Test("intents, facts, records, enums and summaries are told, with the names that they have in JSON")
  func told() throws {
    let told = try vocabulary()
    let intents = try #require(told["intents"] as? [[String: Any]])
    #expect(intents.map { $0["action"] as? String } == ["shop.place_order"])
    #expect(intents[0]["summary"] as? String == "Somebody wants something" && intents[0]["consent"] as? String == "explicit")
    let types = fields(of: intents[0]).map { "\($0["name"] ?? "") \(Self.text(of: $0["type"]))" }
    #expect(
      types == [
        "orderId text", "size enum shop.size", "lines list of record shop.line", "notes map of text", "weight integer in kg",
        "gift boolean", "colour-code text", "paid decimal", "currency enum shop.money", "rank integer", "count integer",
      ])
    #expect(fields(of: intents[0])[1]["default"] as? String == "small")
    let facts = try #require(told["facts"] as? [[String: Any]])
    #expect(facts.map { $0["type"] as? String } == ["order.placed", "stock.counted"])
    #expect(facts.map { $0["external"] as? Bool } == [false, true])
    #expect(facts[0]["key"] as? [String] == ["order_id"])
    #expect(fields(of: facts[0]).map { $0["required"] as? Bool } == [true, false])
    #expect(fields(of: facts[0]).map { $0["sensitive"] as? Bool } == [nil, true])
    let line = try #require((told["records"] as? [String: Any])?["shop.line"] as? [[String: Any]])
    #expect(line.map { Self.text(of: $0["type"]) } == ["text", "decimal", "enum shop.money", "integer in kg"])
    #expect(line[1]["unit_field"] as? String == "currency" && line[2]["name"] as? String == "currency")
    #expect(told["enums"] as? [String: [String]] == ["shop.money": ["eur", "usd"], "shop.size": ["small", "large"]])
    #expect((told["summaries"] as? [String: Any])?["shop.ordering"] as? String == "An order is for something")
  }

  @Test("a field without a default is required where its intent lists it, or a truth without a condition wants it")
  func required() throws {
    let intent = try #require((try vocabulary()["intents"] as? [[String: Any]])?.first)
    let required = fields(of: intent).filter { $0["required"] as? Bool == true }.map { $0["name"] as? String }
    #expect(required == ["orderId", "lines", "weight", "colour-code", "paid", "currency"])
  }

  @Test("the tag is of the answer: another summary is another answer, though the rules have the same hash")
  func tag() throws {
    try withScratchDirectory { folder in
      var told: [(truths: String?, tag: String?, known: Int)] = []
      for text in [Self.rules, Self.rules.replacingOccurrences(of: "Somebody wants something", with: "A wish")] {
        let server = try ServerProcess(in: folder, text: text)
        defer { server.process.kill() }
        let answer = try server.ask("GET", "/vocabulary")
        let known = try server.ask("GET", "/vocabulary", headers: ["If-None-Match: \(told.first?.tag ?? "\"none\"")"])
        told.append((answer["truths"], answer.header("ETag"), known.status))
      }
      #expect(told[0].truths == told[1].truths && told[0].tag != nil && told[0].tag != told[1].tag)
      #expect(told.map(\.known) == [200, 200])
    }
  }

  private static func text(of type: Any?) -> String {
    let type = type as? [String: Any] ?? [:]
    var words = [type["kind"] as? String ?? ""]
    if let name = type["name"] as? String { words.append(name) }
    if let element = type["of"] { words.append("of \(text(of: element))") }
    if let unit = type["unit"] as? String { words.append("in \(unit)") }
    return words.joined(separator: " ")
  }
}
