import Testing
import TruthsCheck
import TruthsDiagnostics
package import TruthsJSON
import TruthsProgram
import TruthsText

/// The declarations that the truths hash covers (hashes §3).
@Suite struct CanonicalTests {
  static let text = """
    pack shop:
      version: 1.0.0
      summary: not hashed
      uses: [zoo, bank]

    policy limit:
      type: decimal in eur
      default: 1000.0

    policy approver_role:
      type: text
      default: "boss"

    enum colour: [red, "dark blue"]

    record line:
      fields:
        sku: text
        tags: list of text = []

    fact order.placed:
      key: [order_id]
      immutable: true
      fields:
        order_id: text
        colour: colour?

    intent buy:
      consent: explicit
      fields:
        order_id: text
        amount: decimal in eur
        colour: shop.colour = "dark blue"
        lines: list of line

    truth buying:
      summary: not hashed either
      when:
        - intent: buy   # a comment
        - pack: shop
        - if: (amount) > 1
      let:
        twice: amount*2
        words: "two {twice}"
      requires:
        - fact.order.placed missing
        - ((twice) > 1.50) else "too {words}"
      invariants:
        - amount>limit -> requires_approval
        - id: shop.once
          rule: not (fact.order.placed) or order.placed.colour == red
      produces:
        - fact.order.placed where fact.shop.order.placed missing:
            colour: red
        - trace.order.placing
      enforces: [b.2, a.1]

    """

  static func declarations(_ text: String, _ path: String = "truths/shop/shop.truths") -> [CanonicalDeclaration] {
    let packs = ["zoo", "bank"].map { ("truths/\($0)/\($0).truths", Array("pack \($0):\n  version: 1.0.0\n".utf8)) }
    return Loader.load([(path, Array(text.utf8))] + packs).program.declarations
  }

  static func body(_ key: String) -> JSONValue? { declarations(text).first { $0.key.text == key }?.body }

  @Test func keysAreKindAndID() {
    #expect(
      Self.declarations(Self.text).map(\.key.text) == [
        "enum shop.colour", "fact shop.order.placed", "intent shop.buy", "pack bank", "pack shop", "pack zoo",
        "policy shop.approver_role", "policy shop.limit", "record shop.line", "truth shop.buying",
      ])
  }

  @Test func vocabularyIsInOneForm() {
    #expect(Self.body("pack shop") == ["version": "1.0.0", "uses": ["bank", "zoo"]])
    #expect(Self.body("policy shop.limit") == ["type": "decimal in eur", "default": "1000"])
    #expect(Self.body("enum shop.colour") == ["red", "dark blue"])
    #expect(Self.body("record shop.line") == ["fields": ["sku": "text", "tags": "list of text = []"]])
    #expect(
      Self.body("fact shop.order.placed")
        == ["key": ["order_id"], "immutable": true, "fields": ["order_id": "text", "colour": "colour?"]])
    #expect(
      Self.body("intent shop.buy")
        == [
          "consent": "explicit",
          "fields": [
            "order_id": "text", "amount": "decimal in eur", "colour": "colour = \"dark blue\"", "lines": "list of line",
          ],
        ])
  }

  @Test func requestsOfAuthZENAreHashed() {
    let text =
      "pack shop:\n  version: 1.0.0\n\nfact goods.seen:\n  key: [id]\n  external: true\n  fields:\n    id: text\n"
      + "\nintent buy:\n  authzen: {resource: goods, action: buy, id: good, resources: goods.seen}\n  fields:\n    good: text\n"
    let body = Self.declarations(text).first { $0.key.text == "intent shop.buy" }?.body
    #expect(body?["authzen"] == ["action": "buy", "resource": "goods", "id": "good", "resources": "goods.seen"])
  }

  @Test func requiredFieldsAreHashed() {
    func body(_ required: String) -> JSONValue? {
      let text = "pack shop:\n  version: 1.0.0\n\nintent buy:\n\(required)  fields:\n    good: text\n    pieces: integer\n"
      return Self.declarations(text).first { $0.key.text == "intent shop.buy" }?.body
    }
    #expect(body("")?["required"] == nil && body("  required: []\n") == body(""))
    #expect(body("  required: [pieces, good]\n")?["required"] == ["pieces", "good"])
  }

  @Test func rangesAreHashed() {
    func field(_ type: String) -> JSONValue? {
      let text = "pack shop:\n  version: 1.0.0\n\nintent buy:\n  fields:\n    n: \(type)\n"
      return Self.declarations(text).first { $0.key.text == "intent shop.buy" }?.body["fields"]?["n"]
    }
    #expect(field("decimal in eur?   min 0.50  max 10 named \"N\" = 5") == "decimal in eur? min 0.5 max 10 named \"N\" = 5")
    #expect(field("integer max -1") == "integer max -1")
  }

  @Test func reasonsOfMovesAreHashed() {
    func moves(_ written: String) -> JSONValue? {
      let text = """
        pack shop:
          version: 1.0.0

        lifecycle order:
          key: [id]
          initial: open
          transitions: [open → done]
          terminal: [done]

        intent buy:
          fields:
            id: text

        truth buying:
          when: [intent: buy]
          moves:
            - order: \(written)

        """
      return Self.declarations(text).first { $0.key.text == "truth shop.buying" }?.body["moves"]
    }
    #expect(moves("start -> open → done") == [["order": "start → open → done"]])
    #expect(moves("start → open -> done else \"{(id)} is there\"") == [["order": "start → open → done else \"{id} is there\""]])
  }

  static let marks: [(written: String, mark: JSONValue?)] = [
    ("true", true), ("false", nil), ("{by: [system, clerk]}", ["by": ["system", "clerk"]]),
    ("{by: [system, user]}", ["by": ["system", "user"]]),
  ]

  @Test(arguments: marks) func whoBringsFactsInIsHashed(_ written: String, _ mark: JSONValue?) {
    let text =
      "pack shop:\n  version: 1.0.0\n\nfact goods.seen:\n  key: [id]\n  external: \(written)\n  fields:\n    id: text\n"
      + "\nintent buy:\n  consent: explicit\n  consent_by: head librarian\n  fields:\n    id: text\n"
    let declarations = Self.declarations(text)
    let fact = declarations.first { $0.key.text == "fact shop.goods.seen" }?.body
    #expect(fact?["external"] == mark)
    #expect(declarations.first { $0.key.text == "intent shop.buy" }?.body["consent_by"] == "head librarian")
  }

  @Test(
    arguments: [
      ("text?", "text?"), ("{type: text?}", "text?"), ("{type: text?, sensitive: false}", "text?"),
      ("{type: text?, sensitive: true}", ["type": "text?", "sensitive": true]),
      ("\n      sensitive: true\n      type: text? named \"Card\"", ["type": "text? named \"Card\"", "sensitive": true]),
    ] as [(String, JSONValue)])
  func sensitiveFieldsAreHashed(_ written: String, _ canonical: JSONValue) {
    for kind in ["record note", "fact goods.seen", "intent buy"] {
      let declarations = Self.declarations("pack shop:\n  version: 1.0.0\n\n\(kind):\n  fields:\n    card: \(written)\n")
      let body = declarations.first { $0.key.text.hasPrefix(kind.prefix { $0 != " " }) }?.body
      #expect(body?["fields"]?["card"] == canonical)
    }
  }

  @Test func namesInJSONAreHashed() {
    let lifecycle = "lifecycle trip:\n  key: [id]\n  initial: open\n  transitions: [open → done]\n  terminal: [done]\n"
    let text = """
      pack shop:
        version: 1.0.0

      enum plain:
        values: [a, b]
        named: {b: "b.c", a: "a.c"}

      enum ranks:
        ordered: [a, b]
        named: {a: "1"}

      fact trip.seen:
        key: [id]
        external: true
        fields: {id: text}

      intent buy:
        named: "trip.buy"

      \(lifecycle)  named: {done: "all.done"}

      """
    let bodies = Dictionary(
      Self.declarations(text).map { ($0.key.text, $0.body) }, uniquingKeysWith: { first, _ in first })
    #expect(bodies["enum shop.plain"] == ["values": ["a", "b"], "named": ["b": "b.c", "a": "a.c"]])
    #expect(bodies["enum shop.ranks"] == ["ordered": ["a", "b"], "named": ["a": "1"]])
    #expect(bodies["intent shop.buy"] == ["named": "trip.buy"])
    #expect(bodies["lifecycle shop.trip"]?["named"] == ["done": "all.done"])
    let plain = Self.declarations(text.replacing("  named: {done: \"all.done\"}\n", with: ""))
    #expect(plain.first { $0.key.text == "lifecycle shop.trip" }?.body["named"] == nil)
  }

  @Test func truthsAreAsTheFormatterWritesThem() {
    #expect(
      Self.body("truth shop.buying")
        == [
          "when": [["intent": ["buy"]], ["pack": "shop"], ["if": "amount > 1"]],
          "let": ["twice": "amount * 2", "words": "\"two {twice}\""],
          "requires": ["order.placed missing", "twice > 1.5 else \"too {words}\""],
          "invariants": [
            "amount > limit → requires_approval",
            ["id": "shop.once", "rule": "not order.placed or order.placed.colour == red"],
          ],
          "produces": [
            ["fact.order.placed where shop.order.placed missing": ["colour": "red"]], "trace.order.placing",
          ],
          "enforces": ["a.1", "b.2"],
        ])
  }

  @Test func referencesLeadToEverythingThatIsNamed() {
    let references = Dictionary(
      Self.declarations(Self.text).map { ($0.key.text, $0.references.map(\.text)) }, uniquingKeysWith: { first, _ in first })
    #expect(
      references["truth shop.buying"]
        == ["fact shop.order.placed", "intent shop.buy", "policy shop.approver_role", "policy shop.limit"])
    #expect(references["intent shop.buy"] == ["enum shop.colour", "record shop.line"])
    #expect(references["fact shop.order.placed"] == ["enum shop.colour"])
    #expect(references["pack shop"] == [])
  }

  @Test func layoutCommentsFilesAndOrderDoNotMatter() {
    let chunks = Self.text.split(separator: "\n\n").map(String.init)
    let shuffled = chunks.reversed().joined(separator: "\n\n\n# a comment\n") + "\n"
    #expect(Self.declarations(shuffled) == Self.declarations(Self.text))
    let files = chunks.enumerated().map { ("truths/shop/shop.part\($0.offset).truths", Array(($0.element + "\n").utf8)) }
    let others = ["zoo", "bank"].map { ("truths/\($0)/\($0).truths", Array("pack \($0):\n  version: 1.0.0\n".utf8)) }
    let split = Loader.load((files + others).reversed()).program.declarations
    #expect(
      split.filter { !$0.key.text.hasPrefix("truth") } == Self.declarations(Self.text).filter { !$0.key.text.hasPrefix("truth") })
  }

  @Test func theProgramDoesNotDependOnTheOrderOfFiles() {
    let a = ("truths/shop/shop.a.truths", Array("policy b:\n  type: decimal\n  default: 1\n\npolicy a:\n  type: decimal\n".utf8))
    let b = ("truths/shop/shop.b.truths", Array("policy aa:\n  type: decimal\n  default: 1\n".utf8))
    let first = Loader.load([a, b])
    let second = Loader.load([b, a])
    #expect(first.program.policies == second.program.policies)
    #expect(first.diagnostics == second.diagnostics)
    #expect(first.program.policies.map(\.name) == ["a", "aa", "b"])
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
  ExpressibleByBooleanLiteral
{
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements.map { JSONObject.Member(name: Text($0.0), value: $0.1) }))
  }

  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  package init(stringLiteral value: String) { self = .text(value) }

  package init(booleanLiteral value: Bool) { self = .boolean(value) }
}
