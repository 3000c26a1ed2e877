import Testing
import Truths

/// Expressions of their own have the value, type and findings that they have in a pack.
@Suite("Expressions are evaluated")
struct ExpressionTests {
  static let pack = """
    pack shop:
      version: 1.0.0
    policy limit:
      type: decimal in eur
      default: 20000
    enum size: {ordered: [small, large]}
    record line:
      fields: {sku: text, pieces: integer, price: decimal in eur}
    fact order.placed:
      key: [order_id]
      external: true
      fields: {order_id: text, net: decimal in eur, size: size, note: text?}
    fact order.count: {key: [size], derived: true, fields: {size: size, n: integer}}
    lifecycle order:
      key: [order_id]
      initial: open
      transitions: [open → paid]
      terminal: [paid]
      external: true
    intent place_order:
      fields: {order_id: text, lines: list of line, day: date}
    function vat: {inputs: {net: decimal in eur}, output: decimal in eur, value: net * 0.2}
    function age: {inputs: {day: date}, output: duration, value: date(now) - day}
    table size_of:
      inputs: {net: decimal in eur}
      output: size
      rows:
        - net < 100 → small
        - otherwise → large
    truth counting:
      when: [fact: order.placed as o]
      produces:
        - fact.order.count:
            n: count(p in order.placed where p.size == o.size)
    """

  static let context = """
    {"type": "order.placed", "order_id": "o1", "net": 30, "size": "small"}
    {"type": "order.placed", "order_id": "o2", "net": 400, "size": "large", "note": "gift"}
    {"type": "order.placed", "order_id": "o3", "net": 70, "size": "small"}
    {"type": "order.entered", "order_id": "o1", "state": "open"}
    {"type": "order.entered", "order_id": "o1", "state": "paid"}
    """

  static let proposal = """
    {"action": "place_order", "order_id": "o9", "day": "2026-01-31", "actor": {"type": "user", "user_id": "ann", "roles": ["boss"]},
     "lines": [{"sku": "A", "pieces": 3, "price": 12.5}, {"sku": "B", "pieces": 1, "price": 20000}]}
    """

  static func text(_ text: String, _ path: String = "<expression>") -> SourceText {
    SourceText(path: path, bytes: Array(text.utf8))
  }

  static func session(isFull: Bool = true) throws -> ExpressionSession {
    guard isFull else { return try ExpressionSession(Workspace(truths: [])) }
    let session = try ExpressionSession(Workspace(truths: [text(pack, "truths/shop/shop.truths")]))
    try session.read(context: text(context, "context.jsonl"))
    try session.read(proposal: text(proposal, "proposal.json"))
    try session.set(now: "2026-02-10T12:00:00Z")
    return session
  }

  @Test(
    "without a pack",
    arguments: [
      (#"date("2024-01-31") + months(1)"#, "2024-02-29 (date)"), ("1 + 1", "2 (integer)"), ("-5 + 3", "-2 (integer)"),
      ("20000 * 3.5", "70,000 (decimal)"), ("1 == 2", "false (boolean)"), ("months(14)", "1 year 2 months (period)"),
      ("hours(50)", "2 days 2 hours (duration)"), (#"timestamp("2025-01-31T12:00:00Z")"#, "2025-01-31 12:00 UTC (timestamp)"),
      (#"["b", "a"]"#, #"["b", "a"] (list of text)"#), (#""a {1 + 1}""#, "a 2 (text)"),
      (#"number(upper("x"))"#, "missing: it does not fit (decimal)"),
      ("actor.user_id", "missing: actor.user_id is missing: not sent (text)"),
      ("every x in [1, 2] satisfies x > 1", "false (boolean)"), ("first([1], 2)[2]", "missing: nothing there (integer)"),
    ])
  func plain(_ expression: String, _ wanted: String) throws {
    #expect(try Self.session(isFull: false).evaluate(Self.text(expression)).text == wanted + "\n")
  }

  @Test(
    "with a pack, facts, a proposal and a moment",
    arguments: [
      ("limit", "20,000 eur (decimal in eur)"), ("vat(100)", "20 eur (decimal in eur)"), ("size_of(99)", "small (size)"),
      ("sum(o.net for o in order.placed)", "500 eur (decimal in eur)"),
      (#"order.placed(order_id = "o2").net"#, "400 eur (decimal in eur)"),
      (#"order.placed(order_id = "o2")"#, "true (boolean)"), ("order.placed", "false (boolean)"),
      (#"order.count(size = "small").n"#, "2 (integer)"), (#"order(order_id = "o1").state"#, "paid (order.state)"),
      (
        #"order.placed(order_id = "o1").note"#,
        #"missing: order.placed(order_id = "o1").note is missing: not given (text)"#
      ),
      ("order_id", "o9 (text)"), ("lines[1]", #"line(sku = "A", pieces = 3, price = 12.5 eur) (line)"#),
      ("sum(l.pieces * l.price for l in lines)", "20,037.5 eur (decimal in eur)"), ("actor.roles", #"["boss"] (list of text)"#),
      ("age(day)", "10 days (duration)"), ("trigger.order_id", "o9 (text)"), ("now", "2026-02-10 12:00 UTC (timestamp)"),
    ])
  func whole(_ expression: String, _ wanted: String) throws {
    #expect(try Self.session().evaluate(Self.text(expression)).text == wanted + "\n")
  }

  @Test("as canonical JSON, with why a value is missing")
  func json() throws {
    let session = try Self.session()
    #expect(try session.evaluate(Self.text("limit")).json == #"{"type":"decimal in eur","value":20000}"# + "\n")
    #expect(try session.evaluate(Self.text("days(1)")).json == #"{"type":"duration","value":"P1D"}"# + "\n")
    let missing = try session.evaluate(Self.text(#"number(upper("x"))"#))
    #expect(missing.json == #"{"cause":"missing: it does not fit","type":"decimal","value":null}"# + "\n")
    #expect(!missing.hasValue)
  }

  static func findings(_ expression: String, in session: ExpressionSession) -> String {
    do {
      return try session.evaluate(text(expression)).text
    } catch {
      return error.text()
    }
  }

  @Test(
    "what is wrong has its code and place",
    arguments: [
      ("1 <", "T0051", "1:4"), ("vta(1)", "T1016", "1:1"), ("1 + limt", "T1001", "1:5"), (#"limit + "a""#, "T2007", "1:1"),
      (#"size_of(1) == "huge""#, "T1005", "1:15"), ("1 / 0", "T3002", "1:5"), ("", "T0050", "1:1"),
    ])
  func faults(_ expression: String, _ code: String, _ place: String) throws {
    let report = Self.findings(expression, in: try Self.session())
    #expect(report.hasPrefix("error[\(code)]") && report.contains("--> <expression>:\(place)\n"), "\(report)")
  }

  @Test("a moment is wanted only by what depends on it")
  func moment() throws {
    let session = try ExpressionSession(Workspace(truths: [Self.text(Self.pack, "truths/shop/shop.truths")]))
    #expect(try session.evaluate(Self.text("vat(10)")).hasValue)
    for expression in ["now", #"age("2026-01-01")"#] {
      #expect(Self.findings(expression, in: session).hasPrefix("error[T8110]"), "\(expression)")
    }
    #expect(try session.evaluate(Self.text("proposal.at")).text == "missing: proposal.at is missing: not sent (timestamp)\n")
    try session.read(proposal: Self.text(#"{"action": "place_order"}"#, "p.json"))
    #expect(Self.findings("proposal.at", in: session).hasPrefix("error[T8110]"))
    try session.set(now: "2026-01-02T00:00:00Z")
    #expect(try session.evaluate(Self.text(#"age("2026-01-01")"#)).text == "1 day (duration)\n")
    #expect(try session.evaluate(Self.text("proposal.at")).text == "2026-01-02 00:00 UTC (timestamp)\n")
  }

  @Test("work is bounded")
  func work() throws {
    let session = try ExpressionSession(Workspace(truths: []), maxWork: 100)
    #expect(Self.findings("sum(x for x in range(1, 1000))", in: session).hasPrefix("error[T8112]"))
    #expect(try session.evaluate(Self.text("1 + 1")).hasValue)
  }

  @Test("values are kept under names, as they were then")
  func keeping() throws {
    let session = try Self.session(isFull: false)
    func keep(_ name: String, _ expression: String) throws -> String {
      try session.keep(0..<name.utf8.count, Self.text("\(name)= \(expression)"), from: name.utf8.count + 1).text
    }
    #expect(try keep("x", "5") == "5 (integer)\n")
    #expect(try keep("y", "x + 1") == "6 (integer)\n")
    #expect(try keep("x", "100") == "100 (integer)\n")
    #expect(try session.evaluate(Self.text("x + y")).text == "106 (integer)\n")
    #expect(try keep("z", #"number(upper("?"))"#).hasPrefix("missing"))
    #expect(Self.findings("z", in: session).hasPrefix("error[T1001]"))
    for name in ["5", "if", "Big"] { #expect(throws: Findings.self) { try keep(name, "1") } }
  }

  @Test(
    "the last word of a line is completed",
    arguments: [
      ("1 + rou", "rou", ["round"]), ("siz", "siz", ["size_of"]), ("order.pl", "order.pl", ["order.placed"]),
      ("order.placed.n", "order.placed.n", ["order.placed.net", "order.placed.note"]), ("order.st", "order.st", ["order.state"]),
      ("line", "line", ["lines"]), ("12", "12", []), ("", "", []), ("actor.u", "actor.u", ["actor.user_id"]),
    ])
  func completion(_ line: String, _ word: String, _ wanted: [String]) throws {
    let found = try Self.session().completions(of: line)
    #expect(found.word == word)
    #expect(found.candidates == wanted)
  }

  @Test("a proposal that does not fit is refused at its place")
  func proposals() throws {
    let session = try Self.session()
    for (proposal, intent, wanted) in [
      (#"{"order_id": "o1"}"#, nil, "has no `action`"), (#"{"order_id": "o1"}"#, "place_ordr", "did you mean `place_order`?"),
      (#"{"action": "place_order", "ordr_id": "o1"}"#, nil, "did you mean `order_id`?"), ("[]", nil, "a proposal is an object"),
      ("{", nil, "error["),
    ] as [(String, String?, String)] {
      do {
        try session.read(proposal: Self.text(proposal, "p.json"), intent: intent)
        Issue.record("\(proposal) was read")
      } catch {
        #expect(error.text().contains(wanted) && error.text().contains("p.json:1:"), "\(error.text())")
      }
    }
    try session.read(proposal: Self.text(#"{"order_id": "o1"}"#, "p.json"), intent: "place_order")
    #expect(try session.evaluate(Self.text("order_id")).text == "o1 (text)\n")
  }
}
