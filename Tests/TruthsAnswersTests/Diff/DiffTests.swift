import Foundation
import Testing
import TruthsAnswers
import TruthsJSON
import TruthsRuntime
import TruthsText

@testable import Truths

/// The answers of `truths diff` about small sets (answers §4), compared with the changed clause alone.
@Suite("Differences between two versions")
struct DiffTests {
  private static let vocabulary = """
    pack shop:
      version: 1.2.0
      summary: Orders

    enum kind: [plain, express, bulky]

    fact customer.blocked:
      key: [customer]
      external: true
      fields:
        customer: text

    fact order.placed:
      key: [order_id]
      fields:
        order_id: text
        total: decimal in eur

    fact payment.arrived:
      key: [payment_id]
      external: true
      fields:
        payment_id: text
        customer: text
        amount: decimal in eur

    fact customer.balance:
      key: [customer]
      derived: true
      fields:
        customer: text
        paid: decimal in eur

    policy largest:
      type: decimal in eur
      default: 1000

    lifecycle order:
      key: [order_id]
      initial: open
      transitions:
        - open → sent → paid
        - open → dropped
      terminal: [paid, dropped]

    table fee_of:
      inputs:
        kind: kind
        total: decimal in eur
      output: integer
      rows:
        - kind == express and total < 100 → 20
        - kind == express → 10
        - kind == bulky → 30
        - otherwise → 0

    truth balance:
      when:
        - fact: payment.arrived
      produces:
        - fact.customer.balance:
            paid: sum(p.amount for p in payment.arrived where p.customer == trigger.customer)

    intent place_order:
      fields:
        order_id: text
        customer: text
        total: decimal in eur
        kind: kind

    truth ordering:
      when:
        - intent: place_order
      let:
        fee: fee_of(kind, total)
      requires:
        - order_id exists
        - customer exists
        - total > 0
        - kind exists
        - fee >= 0
      invariants:
        - customer.blocked → reject("{customer} is blocked")
        - total > largest → requires_approval(manager or clerk)
        - kind == bulky → customer.balance
        - total > 5000 → warn("much")
      moves:
        - order: start → open
      produces:
        - fact.order.placed
        - trace.order.placed

    intent send_order:
      fields:
        order_id: text

    truth sending:
      when:
        - intent: send_order
      requires:
        - order_id exists
      moves:
        - order: open → sent
      produces:
        - trace.order.sent

    intent settle:
      fields:
        order_id: text

    truth settling:
      when:
        - intent: settle
      requires:
        - order_id exists
      moves:
        - order: sent → paid
      produces:
        - trace.order.settled

    intent drop_order:
      fields:
        order_id: text

    truth dropping:
      when:
        - intent: drop_order
      requires:
        - order_id exists
      moves:
        - order: open → dropped
      produces:
        - trace.order.dropped

    """

  private static func workspace(_ text: String) -> Workspace {
    Workspace(truths: [SourceText(path: "truths/shop/shop.truths", bytes: Array(text.utf8))])
  }

  private static let old = workspace(vocabulary)

  /// The difference after some lines are written otherwise.
  private func report(_ changes: (from: String, to: String)...) throws -> DifferenceReport {
    var text = Self.vocabulary
    for change in changes {
      #expect(text.contains(change.from))
      text = text.replacingOccurrences(of: change.from, with: change.to)
    }
    return try Self.workspace(text).difference(from: Self.old)
  }

  private func changes(_ report: DifferenceReport) -> [String] {
    report.difference.sections.flatMap { section, differences in
      differences.filter { $0.kind != .same }.map { "\(section) \($0.name) \($0.kind.rawValue)" }
    }
  }

  @Test("the same set is the same, and needs no version")
  func same() throws {
    let report = try report()
    #expect(report.isSame && report.version == "none" && report.versionFaults.isEmpty)
  }

  @Test(
    "a clause that is written otherwise is told with a case between the borders",
    arguments: [
      ("total > 0\n", "total >= 0\n", "looser", 0...0), ("total > 0\n", "total > 10\n", "stricter", 1...10),
      ("    - customer.blocked → reject(\"{customer} is blocked\")\n", "", "looser", nil),
      ("default: 1000", "default: 800", "stricter", 801...1000), ("default: 1000", "default: 3000", "looser", nil),
      ("order: start → open", "order: start → open → sent", "effects", nil),
      ("total > 5000 → warn(\"much\")", "total > 6000 → warn(\"much\")", "effects", nil),
      ("customer.blocked → reject(\"{customer} is blocked\")", "customer.blocked → warn(\"blocked\")", "looser", nil),
    ])
  func clauses(_ from: String, _ to: String, _ change: String, _ total: ClosedRange<Int>?) throws {
    let report = try report((from, to))
    let intent = try #require(report.difference.intents.first { $0.name == "place_order" })
    #expect(intent.kind.rawValue == change, "\(report.text())")
    #expect(report.difference.intents.filter { $0.kind != .same }.count == 1)
    if let total {
      let values = intent.witnesses.compactMap { $0.scenario.proposal["total"] }
      let totals = values.compactMap { Int(String(decoding: $0.canonical(), as: UTF8.self)) }
      #expect(!totals.isEmpty && totals.allSatisfy(total.contains), "\(totals)")
    }
  }

  @Test("a difference behind a clause that stands in the way is found by mending that clause")
  func masked() throws {
    let report = try report(("kind == bulky → customer.balance", "kind == bulky → customer.balance.paid >= 50"))
    let intent = try #require(report.difference.intents.first { $0.name == "place_order" })
    #expect(intent.kind == .stricter, "\(report.text())")
    let witness = try #require(intent.witnesses.first { $0.old.ending == .accepted })
    #expect(witness.new.ending == .halted && !witness.scenario.known.isEmpty)
  }

  @Test("who approves: fewer who suffice is stricter, others are both")
  func approvers() throws {
    func kind(_ approval: String) throws -> String? {
      try report(("requires_approval(manager or clerk)", "requires_approval(\(approval))")).difference.intents
        .first { $0.name == "place_order" }?.kind.rawValue
    }
    #expect(try kind("manager") == "stricter")
    #expect(try kind("manager or clerk or owner") == "looser")
    #expect(try kind("owner") == "both")
    #expect(try kind("2 of manager or clerk") == "stricter")
  }

  @Test("what follows from other clauses is shown to change nothing")
  func implied() throws {
    #expect(changes(try report(("    - total > 0\n", "    - total > 0\n    - total > -5\n"))) == [])
    #expect(changes(try report(("    - total > 0\n", "    - total + 5 > 5\n"))) == [])
  }

  @Test("tables are compared at every border: rows that are written otherwise are the same, a moved border is not")
  func tables() throws {
    let rows = "    - kind == express and total < 100 → 20\n    - kind == express → 10\n    - kind == bulky → 30\n"
    let turned = "    - kind == bulky → 30\n    - kind == express and total >= 100 → 10\n    - kind == express → 20\n"
    #expect(changes(try report((rows, turned))) == [])
    let moved = try report(("total < 100", "total < 90"))
    let table = try #require(moved.difference.tables.first)
    #expect(table.kind == .both)
    #expect(table.values.contains { $0.given["kind"]?.stringValue == "express" })
    #expect(changes(try report(("kind == bulky → 30", "kind == bulky → missing"))).contains("tables shop.fee_of stricter"))
  }

  @Test("views, transitions, enums and fields")
  func declared() throws {
    let view = try report(("sum(p.amount", "sum(2 * p.amount"))
    #expect(changes(view).contains("views customer.balance both"), "\(changes(view))")
    let lifecycle = try report(("transitions:\n", "transitions:\n    - start → sent\n"))
    #expect(changes(lifecycle) == ["lifecycles shop.order looser"], "\(changes(lifecycle))")
    let value = try report(("[plain, express, bulky]", "[plain, express, bulky, cold]"))
    #expect(changes(value).contains("enums shop.kind looser"))
    let fields = "customer: text\n    total: decimal in eur\n    kind: kind"
    let field = try report((fields, fields + "\n    note: text"))
    #expect(field.difference.intents.first { $0.name == "place_order" }?.notes == ["field `note` added"])
    #expect(field.difference.intents.first { $0.name == "place_order" }?.kind == .looser)
  }

  @Test("a field that becomes sensitive is told, and one that is so no longer: of facts, records, views and intents")
  func sensitive() throws {
    let text =
      Self.vocabulary + """

        record account:
          fields:
            iban: text

        """
    let plain = Self.workspace(text)
    for (from, field, section) in [
      ("total: decimal in eur\n\nfact payment", "total", "facts order.placed"),
      ("paid: decimal in eur", "paid", "views customer.balance"), ("iban: text", "iban", "records shop.account"),
      ("total: decimal in eur\n    kind: kind\n\ntruth", "total", "intents place_order"),
    ] {
      let line = from.prefix { $0 != "\n" }
      let masked = line.replacing(": ", with: ": {type: ") + ", sensitive: true}" + from.dropFirst(line.count)
      #expect(text.contains(from))
      let sensitive = Self.workspace(text.replacingOccurrences(of: from, with: masked))
      for (old, new, words) in [(plain, sensitive, "is sensitive"), (sensitive, plain, "is no longer sensitive")] {
        let report = try new.difference(from: old)
        #expect(changes(report) == [section + " effects"], "\(changes(report))")
        let notes = report.difference.sections.flatMap(\.differences).filter { $0.kind != .same }.flatMap(\.notes)
        #expect(notes == ["field `\(field)` \(words)"] && report.version == "minor")
      }
    }
    #expect(try plain.difference(from: plain).isSame)
  }

  @Test("requests of AuthZEN that are answered, or no more, are told")
  func access() throws {
    let plain = Self.workspace(Self.vocabulary)
    func answering(_ mapping: String) -> Workspace {
      let intent = "intent place_order:\n"
      return Self.workspace(Self.vocabulary.replacingOccurrences(of: intent, with: intent + "  authzen: \(mapping)\n"))
    }
    let (placing, other) = (answering("{action: place, resource: order}"), answering("{action: put, resource: order}"))
    for (old, new, words, version) in [
      (plain, placing, "it answers `place` of `order` in AuthZEN", "minor"),
      (placing, other, "it answers `put` of `order` in AuthZEN", "major"),
      (placing, plain, "it answers nothing in AuthZEN", "major"),
    ] {
      let report = try new.difference(from: old)
      let notes = report.difference.sections.flatMap(\.differences).filter { $0.kind != .same }.flatMap(\.notes)
      #expect(changes(report) == ["intents place_order effects"] && notes == [words] && report.version == version)
    }
    #expect(try placing.difference(from: placing).isSame)
  }

  @Test("other names in JSON are a break, whatever else is the same")
  func namesInJSON() throws {
    for (from, to, change, note) in [
      (
        "intent drop_order:\n", "intent drop_order:\n  named: \"order.drop\"\n", "intents drop_order both",
        "it is called `order.drop` in JSON"
      ),
      (
        "enum kind: [plain, express, bulky]", "enum kind:\n  values: [plain, express, bulky]\n  named: {bulky: \"big\"}",
        "enums shop.kind both", "`bulky` is called `big` in JSON"
      ),
      (
        "  terminal: [paid, dropped]\n", "  terminal: [paid, dropped]\n  named: {sent: \"order.sent\"}\n",
        "lifecycles shop.order both", "`sent` is called `order.sent` in JSON"
      ),
    ] {
      let report = try report((from, to))
      let notes = report.difference.sections.flatMap(\.differences).filter { $0.kind != .same }.flatMap(\.notes)
      #expect(changes(report).contains(change), "\(changes(report))")
      #expect(notes.contains(note) && report.version == "major")
    }
  }

  @Test("of a range of a field it is said which numbers it lets in, and what that changes")
  func ranges() throws {
    let fields = "    total: decimal in eur\n    kind: kind\n"
    let total = fields.replacing("in eur", with: "in eur max 9000")
    let stricter = try report((fields, total))
    #expect(changes(stricter).contains("intents place_order stricter"), "\(changes(stricter))")
    let notes = stricter.difference.sections.flatMap(\.differences).flatMap(\.notes)
    #expect(notes.contains("field `total` is max 9000, not any number"), "\(notes)")
  }

  @Test("of names in JSON that change hands it is said who has them now")
  func swappedNamesInJSON() throws {
    func named(_ drop: String, _ send: String) -> Workspace {
      Self.workspace(
        Self.vocabulary.replacingOccurrences(of: "intent drop_order:\n", with: "intent drop_order:\n  named: \"\(drop)\"\n")
          .replacingOccurrences(of: "intent send_order:\n", with: "intent send_order:\n  named: \"\(send)\"\n"))
    }
    let report = try named("stop", "go").difference(from: named("go", "stop"))
    let found = report.difference.sections.flatMap(\.differences).filter { $0.kind != .same }
    #expect(found.map(\.kind) == [.both, .both])
    #expect(
      found.flatMap(\.notes) == [
        "it is called `stop` in JSON", "`go` is now `send_order`", "it is called `go` in JSON", "`stop` is now `drop_order`",
      ])
  }

  @Test("a field that is required now is stricter, one that is no more is looser, and the order is no change")
  func required() throws {
    let plain = Self.workspace(Self.vocabulary)
    func requiring(_ fields: String) -> Workspace {
      let intent = "intent send_order:\n"
      let fields = "  required: \(fields)\n  fields:\n    note: text\n"
      return Self.workspace(
        Self.vocabulary.replacingOccurrences(of: intent + "  fields:\n", with: intent + fields))
    }
    let (none, one, both) = (requiring("[]"), requiring("[note]"), requiring("[note, order_id]"))
    for (old, new, words, version) in [
      (none, one, ["field `note` is required"], "major"), (one, none, ["field `note` may be left out"], "minor"),
      (plain, one, ["required field `note` added"], "major"), (one, both, ["field `order_id` is required"], "minor"),
    ] {
      let report = try new.difference(from: old)
      let notes = report.difference.sections.flatMap(\.differences).filter { $0.kind != .same }.flatMap(\.notes)
      #expect(notes == words && report.version == version, "\(words) \(report.version)")
    }
    #expect(try requiring("[order_id, note]").difference(from: both).isSame)
  }

  @Test("a default that is given, changed or taken away is told as that")
  func defaults() throws {
    func notes(_ old: String, _ new: String) throws -> [String] {
      func set(_ initial: String) -> Workspace {
        let fields = "intent send_order:\n  fields:\n    note: text\(initial.isEmpty ? "" : " = \(initial)")\n"
        let changed = Self.vocabulary.replacingOccurrences(of: "intent send_order:\n  fields:\n", with: fields)
        return Self.workspace(
          changed.replacingOccurrences(
            of: "  default: 1000\n", with: initial.isEmpty ? "" : "  default: \(initial == "\"a\"" ? 1 : 2)\n"))
      }
      let sections = try set(new).difference(from: set(old)).difference.sections
      return sections.flatMap(\.differences).filter { $0.kind != .same }.flatMap(\.notes).filter { $0.contains("default") }
    }
    #expect(try notes("", "\"a\"").sorted() == ["a default", "field `note` has a default"])
    #expect(try notes("\"a\"", "\"b\"").sorted() == ["another default", "field `note` has another default"])
    #expect(try notes("\"a\"", "").sorted() == ["field `note` has no default any more", "no default any more"])
  }

  @Test(
    "a required field that clauses ask for decides nothing otherwise, but that nothing is halted or warned of before",
    arguments: [
      ("send_order", "order_id", "  requires:\n    - order_id exists\n  moves:\n    - order: open → sent", "effects"),
      ("place_order", "order_id", "    - order_id exists\n    - customer exists", "effects"),
      ("place_order", "total", "", "effects"),
    ])
  func requiredInstead(_ intent: String, _ field: String, _ lines: String, _ change: String) throws {
    let rest = lines.replacingOccurrences(of: "    - order_id exists\n", with: "")
      .replacingOccurrences(of: "  requires:\n  moves", with: "  moves")
    let text = Self.vocabulary.replacingOccurrences(
      of: "intent \(intent):\n", with: "intent \(intent):\n  required: [\(field)]\n"
    ).replacingOccurrences(of: lines, with: rest)
    for (old, new) in [(Self.old, Self.workspace(text)), (Self.workspace(text), Self.old)] {
      let report = try new.difference(from: old)
      #expect(report.difference.intents.first { $0.name == intent }?.kind.rawValue == change)
    }
  }

  @Test(
    "without such clauses it is proved to be the same",
    arguments: [
      ("total > 0", "total > 0", "same"), ("total exists", "note exists", "same"), ("note exists", "note exists", "stricter"),
    ])
  func requiredAlready(_ old: String, _ new: String, _ change: String) throws {
    func workspace(_ required: String, _ clause: String) -> Workspace {
      Self.workspace(
        """
        pack shop:
          version: 1.0.0

        intent buy:
          required: [\(required)]
          fields:
            total: integer
            note: text

        truth buying:
          when:
            - intent: buy
          requires:
            - \(clause)
          produces:
            - trace.shop.buying

        """)
    }
    let report = try workspace("total, note", new).difference(from: workspace("note", old))
    #expect(report.difference.intents.first { $0.name == "buy" }?.kind.rawValue == change)
  }

  @Test("an intent that is gone is told")
  func gone() throws {
    let start = Self.vocabulary.range(of: "intent drop_order:")
    let text = Self.vocabulary[..<(try #require(start?.lowerBound))].replacingOccurrences(
      of: "    - open → dropped\n", with: ""
    ).replacingOccurrences(of: "[paid, dropped]", with: "[paid]")
    let report = try Self.workspace(text).difference(from: Self.old)
    #expect(changes(report).contains("intents drop_order removed"))
    #expect(report.version == "major")
  }

  @Test("a set with errors is no version")
  func faulty() throws {
    #expect(throws: Findings.self) { try report(("total > 0\n", "totl > 0\n")) }
  }

  @Test("a pack's version is raised as its changes ask for")
  func versions() throws {
    func faults(_ version: String, _ changes: (from: String, to: String)...) throws -> Int {
      var text = Self.vocabulary.replacingOccurrences(of: "1.2.0", with: version)
      for change in changes { text = text.replacingOccurrences(of: change.from, with: change.to) }
      return try Self.workspace(text).difference(from: Self.old).versionFaults.count
    }
    let stricter = (from: "total > 0\n", to: "total > 10\n")
    let looser = (from: "total > 0\n", to: "total >= 0\n")
    #expect(try faults("1.2.0") == 0)
    #expect(try faults("1.3.0", stricter) == 1)
    #expect(try faults("2.0.0", stricter) == 0)
    #expect(try faults("1.2.1", looser) == 1)
    #expect(try faults("1.3.0", looser) == 0)
    #expect(try faults("1.2.0", (from: "is blocked", to: "may not order")) == 1)
    #expect(try faults("1.2.1", (from: "is blocked", to: "may not order")) == 0)
    #expect(
      try report(stricter).versionFaults == [
        "pack `shop`: its version is 1.2.0; write `version: 2.0.0` at least (intent `place_order` is stricter)"
      ])
  }

  @Test("each case becomes a fixture that passes with the new version and fails with the old one")
  func written() async throws {
    let new = Self.workspace(Self.vocabulary.replacingOccurrences(of: "total > 0\n", with: "total > 10\n"))
    let made = try new.difference(from: Self.old).fixtures()
    #expect(!made.files.isEmpty && made.untold == 0)
    #expect(try await new.evaluate(made.files).ending == .passed)
    #expect(try await Self.old.evaluate(made.files).ending == .failed)
  }

  @Test("the same answer every time, with the members that the reference names") func form() throws {
    let (one, other) = (try report(("total > 0\n", "total > 10\n")), try report(("total > 0\n", "total > 10\n")))
    #expect(one.json == other.json)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(one.json.utf8)) as? [String: Any])
    let order = try #require((object["intents"] as? [String: [String: Any]])?["place_order"])
    #expect(order["change"] as? String == "stricter" && object["version"] as? String == "major")
    #expect(one.markdown.contains("- `place_order`: **stricter**"))
    let witness = try #require((order["witnesses"] as? [[String: Any]])?.first)
    #expect(Set(witness.keys).isSuperset(of: ["proposal", "context", "old", "new"]))
  }
}
