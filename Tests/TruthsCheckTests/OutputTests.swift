import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// The outputs of a truth (declarations §5.7).
@Suite struct OutputTests {
  static let declarations = [
    "record line:\n  fields:\n    sku: text\n    price: decimal?",
    "fact line.sold:\n  key: [order_id, sku]\n  fields:\n    order_id: text\n    sku: text\n    price: decimal?\n    note: text?",
    "fact total.known:\n  key: [order_id]\n  fields:\n    order_id: text\n    total: decimal",
    "fact tag.used:\n  key: [tag]\n  fields:\n    tag: text",
  ]

  static func shop(_ produces: String..., requires: [String] = [], lets: [String] = [], invariants: [String] = []) -> Shop {
    Shop(
      fields: ["lines: list of line", "tags: list of text", "amount: decimal", "flag: boolean"], lets: lets, requires: requires,
      invariants: invariants, produces: produces, declarations: declarations)
  }

  private func findings(_ shop: Shop) -> [String] { shop.findings.filter { !$0.hasPrefix("T5008") } }

  @Test func fieldsComeFromTriggerLetAndLoop() throws {
    let shop = Self.shop(
      "fact.line.sold for line in lines", "fact.total.known", "fact.tag.used for tag in tags",
      requires: ["lines exists", "tags exists", "amount > 0"], lets: ["total: amount * 2"])
    #expect(findings(shop) == [])
    let truth = try #require(shop.truth())
    let line = truth.outputs[1]
    let variable = try #require(line.loop?.slot)
    #expect(line.loop?.source == .list(.slot(1)))
    #expect(line.fields == [.slot(0), .field(.slot(variable), 0), .field(.slot(variable), 1), nil])
    #expect(truth.outputs[2].fields == [.slot(0), .slot(5)])
    #expect(truth.outputs[3].fields == [.slot(try #require(truth.outputs[3].loop?.slot))])
    #expect(truth.outputs.map(\.position) == [0, 1, 2, 3])
  }

  @Test func writtenValuesComeFirst() throws {
    let shop = Self.shop(
      "fact.line.sold for l in lines where l.price exists:\n        price: l.price * 2\n        note: \"sold {order_id}\"",
      requires: ["lines exists"])
    #expect(findings(shop) == [])
    let output = try #require(shop.truth()?.outputs[1])
    #expect(output.filterText == "l.price exists")
    #expect(output.fields[3] == .text([.literal("sold "), .value(.slot(0))]))
  }

  @Test(
    arguments: [
      ("fact.total.known", ["amount > 0"], ["T3004 `total.known`"]),
      ("fact.total.known:\n        total: amount", [], ["T3003 `amount`"]),
      ("fact.total.known:\n        total: amount", ["amount exists"], []),
      ("fact.total.known:\n        total: \"many\"", [], ["T2002 `\"many\"`"]),
      ("fact.total.known:\n        totl: 5\n        total: 5", [], ["T1010 `totl`"]),
      ("fact.total.knwon", [], ["T1001 `total.knwon`"]),
      ("fact.line.sold for l in lines", [], ["T3003 `lines`"]),
      ("fact.line.sold for l in lines where l.price > 1", ["lines exists"], ["T3003 `l.price`"]),
      ("fact.line.sold for l in amount", ["amount exists"], ["T2008 `amount`"]),
      ("fact.tag.used where flag:\n        tag: order_id", [], ["T3003 `flag`"]),
      ("fact.tag.used where flag:\n        tag: order_id", ["flag exists"], []),
      ("fact.tag.used where amount exists and amount > 1:\n        tag: \"{amount}\"", [], []),
    ] as [(String, [String], [String])])
  func outputsAreHeldToTheirFacts(_ output: String, _ requires: [String], _ expected: [String]) {
    #expect(findings(Self.shop(output, requires: requires)) == expected)
  }

  @Test func missingFieldsOfOneFactAreOneFinding() {
    let shop = Shop(
      fields: ["a: text", "b: text"], produces: ["fact.pair.known"],
      declarations: ["fact pair.known:\n  key: [a]\n  fields:\n    a: text\n    b: text"])
    #expect(shop.load().diagnostics.map(\.message) == ["`a` and `b` of `pair.known` may be missing"])
  }

  @Test func structuralInvariantsHoldWhenFactsAreProduced() {
    #expect(
      findings(Self.shop("fact.total.known:\n        total: amount", invariants: ["amount exists"])) == [])
  }

  @Test func twoSourcesOfAFieldAreAtFault() {
    let shop = Self.shop(
      "fact.line.sold for line in lines", requires: ["lines exists"], lets: ["sku: \"x\""])
    #expect(findings(shop) == ["T1015 `line.sold`"])
  }

  @Test func correctionsCopyTheKeyAlone() throws {
    let shop = Self.shop("correction.total.known:\n        total: 5", requires: ["amount exists"])
    #expect(findings(shop) == [])
    let output = try #require(shop.truth()?.outputs[1])
    #expect(output.isCorrection)
    #expect(output.fields == [.slot(0), .constant(.number(Decimal(5)))])
    let other = Self.shop("correction.tag.used")
    #expect(findings(other) == ["T3004 `tag.used`"])
  }

  @Test(
    "a correction that writes an optional field whose value may be missing is warned of; `missing` takes it away on purpose",
    arguments: [
      ("note: tag", [], ["T3006 `tag`"]),
      ("note: tag", ["tag exists"], []),
      ("note: missing", [], []),
      ("note: \"fixed\"", [], []),
      ("note: missing\n        sku: missing", [], ["T3004 `missing`"]),
      ("total: missing", [], ["T1010 `total`"]),
    ] as [(String, [String], [String])])
  func correctionsKeepWhatIsMissing(_ written: String, _ requires: [String], _ expected: [String]) {
    let shop = Shop(
      fields: ["sku: text", "tag: text"], requires: requires + ["sku exists"],
      produces: ["fact.line.sold", "correction.line.sold:\n        \(written)"], declarations: Self.declarations)
    #expect(findings(shop) == expected)
  }

  @Test func onlyACorrectionTakesAFieldAway() {
    #expect(findings(Self.shop("fact.line.sold:\n        sku: \"a\"\n        note: missing")) == ["T0024 `missing`"])
    let required = Self.shop("fact.total.known:\n        total: 1", "correction.total.known:\n        total: missing")
    #expect(findings(required) == ["T3004 `missing`"])
  }

  @Test func externalAndForeignFactsAreNotProduced() {
    let external = "fact stock.counted:\n  key: [order_id]\n  external: true\n  fields:\n    order_id: text"
    #expect(Shop(produces: ["fact.stock.counted"], declarations: [external]).findings == ["T5012 `stock.counted`"])
    #expect(Shop(produces: ["fact.consent.given"]).findings.first == "T5006 `consent.given`")
  }

  @Test func anExternalLifecycleIsNotMoved() {
    let lifecycle = """
      lifecycle parcel:
        key: [order_id]
        initial: open
        external: true
        transitions: [open → sent]

      intent send:
        fields:
          order_id: text

      truth sending:
        when:
          - intent: send
        requires:
          - order_id exists
        moves:
          - parcel: open → sent
        produces:
          - trace.parcel.sending
      """
    let found = Shop(declarations: [lifecycle]).load().diagnostics.filter { "\($0.code)" == "T5012" }
    #expect(found.map(\.help) == ["remove `external: true` from the lifecycle, or remove the move"])
  }

  @Test func producedFactsAreThereInEnsures() {
    let shop = Shop(
      fields: ["amount: decimal = 1"], produces: ["fact.total.known:\n        total: amount"], ensures: ["total.known.total > 0"],
      declarations: [Self.declarations[2]])
    #expect(shop.findings == [])
  }
}
