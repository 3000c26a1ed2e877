import Testing

@Suite("Records in clauses, types §6")
struct RecordClauseTests {
  private static let items = #"{"items": [{"sku": "A", "quantity": 2, "price": 1.5}], "id": "A", "n": 2}"#
  private static let thing = #"{"type": "thing.made", "id": "A", "weight": 7, "colour": "red"}"#

  @Test(
    "records that are written, and copies",
    arguments: [
      (#"items[1] == item(sku = "A", quantity = 2, price = 1.5)"#, items, ClauseWorld.Answer.holds),
      (#"item(sku = id, quantity = n, price = 1.5) in items"#, items, .holds),
      (#"items[1] == item(sku = "A", quantity = 2, price = 1.5, note = "x")"#, items, .fails),
      (#"item(sku = id, quantity = n, price = 1) with (price = 1.5) == items[1]"#, items, .holds),
      (#"(items[1] with (quantity = n + 1)).quantity == 3"#, items, .holds),
      (#"(items[1] with (quantity = 3) with (sku = "B")) == item(sku = "B", quantity = 3, price = 1.5)"#, items, .holds),
      // A record without a required member is missing; a copy keeps the value from before.
      ("item(sku = id, quantity = m, price = 1) exists", items, .fails),
      ("item(sku = id, quantity = m, price = 1) == items[1]", items, .unknown),
      ("items[1] with (quantity = m) exists", items, .holds),
      ("(items[1] with (quantity = m)).quantity exists", items, .fails),
      ("items[1] with (quantity = m) == items[1]", items, .fails),
      ("items[1] with (note = other) == items[1]", items, .holds),
      ("items[2] with (quantity = 1) exists", items, .fails),
      // Why a member is missing makes no difference.
      ("items[1] with (note = substring(id, n - 2)) == items[1]", items, .holds),
      ("length(distinct([items[1], items[1] with (note = substring(id, n - 2))])) == 1", items, .holds),
      ("index_of(items, items[1]) == 1 and length(distinct(items + items)) == 1", items, .holds),
      (#"sum((i with (quantity = 5)).quantity for i in items) == 5"#, items, .holds),
      ("mean(i.price for i in items) == 1.5 and (items[1] with (price = 1 / 3)).price * 3 < 1", items, .holds),
    ])
  func written(clause: String, fields: String, answer: ClauseWorld.Answer) throws {
    #expect(try ClauseWorld.evaluate(clause, fields: fields) == answer)
  }

  @Test(
    "the current fact",
    arguments: [
      ("the thing.made exists and the thing.made.weight == 7", #"{"id": "A"}"#, ClauseWorld.Answer.holds),
      ("the thing.made exists", #"{"id": "B"}"#, .fails), ("the thing.made.weight > 1", #"{"id": "B"}"#, .unknown),
      ("the thing.made exists", "{}", .fails),
      ("the thing.made(id = other).weight == 7", #"{"other": "A"}"#, .holds),
      ("(the thing.made).weight == 7 and (the thing.made with (weight = 8)).weight == 8", #"{"id": "A"}"#, .holds),
      ("the thing.made == the thing.made(id = other)", #"{"id": "A", "other": "A"}"#, .holds),
      ("the thing.made == the thing.made(id = other)", #"{"id": "A", "other": "B"}"#, .unknown),
      ("the thing.made with (weight = 8) == the thing.made", #"{"id": "A"}"#, .fails),
      ("every t in thing.made satisfies t == the thing.made(id = t.id)", "{}", .holds),
      ("some t in thing.made satisfies t in [the thing.made(id = t.id)]", "{}", .holds),
      ("some t in thing.made satisfies [the thing.made(id = t.id)] contains t", "{}", .holds),
      ("some t in thing.made satisfies index_of([the thing.made(id = t.id)], t) == 1", "{}", .holds),
      ("some t in thing.made satisfies (t with (weight = 1)).weight == 1 and t.weight == 7", "{}", .holds),
    ])
  func current(clause: String, fields: String, answer: ClauseWorld.Answer) throws {
    #expect(try ClauseWorld.evaluate(clause, fields: fields, facts: [Self.thing]) == answer)
  }

  @Test(
    "a variable over facts is a record wherever a record may stand",
    arguments: [
      "length(list(t for t in thing.made)) == 1 and (the thing.made) in list(t for t in thing.made)",
      "first(t for t in thing.made by t.weight).weight == 7 and last(t for t in thing.made by t.weight) == the thing.made",
      "every t in thing.made satisfies [t] contains t and t in list(u for u in thing.made) and t == t",
      "every t in thing.made satisfies coalesce(t, the thing.made(id = other)).weight == 7",
      "every t in thing.made satisfies coalesce(the thing.made(id = other), t) == t",
      #"every t in thing.made satisfies "{t}" == "{the thing.made}" and "{t}" contains "red""#,
      "every t in thing.made satisfies (if t.weight > 1 then t else the thing.made).weight == 7",
    ])
  func variables(clause: String) throws {
    #expect(try ClauseWorld.evaluate(clause, fields: #"{"id": "A", "other": "B"}"#, facts: [Self.thing]) == .holds)
  }

  private static let journey = [
    #"{"type": "journey.entered", "id": "A", "state": "planned", "step": 1}"#,
    #"{"type": "journey.entered", "id": "A", "state": "begun", "step": 2}"#,
    #"{"type": "journey.entered", "id": "B", "state": "planned", "step": 1}"#,
  ]

  @Test(
    "the newest step of a lifecycle, and the entry of the current fact",
    arguments: [
      ("the journey exists and the journey.state == begun and the journey.step == 2", ClauseWorld.Answer.holds),
      ("the journey.entered.step == 2 and (the journey).id == \"A\"", .holds),
      ("the journey(id = other).step == 1 and the demo.journey.step == 2", .holds),
      ("the journey(id = \"C\") exists", .fails), ("the journey(id = \"C\").step == 1", .unknown),
      ("the journey(id = s) exists", .fault(["T2002"])), ("the journey(id = text(n)) exists", .fails),
      ("the journey with (step = 3) == the journey", .fails), ("the journey.entry.sequence == 3", .holds),
      ("the thing.made.entry.sequence == 1 and (the thing.made).entry.sequence == 1", .holds),
      ("the thing.made(id = \"B\").entry.sequence exists", .fails), ("the thing.made.entry.colour exists", .fault(["T1010"])),
      ("the journey.entry exists", .fault(["T1010"])),
      ("(the thing.made with (weight = 1)).entry.sequence == 1", .fault(["T1010"])),
    ])
  func newest(clause: String, answer: ClauseWorld.Answer) throws {
    let found = try ClauseWorld.evaluate(
      clause, fields: #"{"id": "A", "other": "B"}"#, facts: [Self.thing] + Self.journey)
    if case .fault(let faults) = found, case .fault(let codes) = answer {
      #expect(faults.map { String($0.prefix(5)) } == codes)
    } else {
      #expect(found == answer)
    }
  }

  @Test("a fact whose first segment is also a lifecycle's name is the longest fact type, with its members and its entry")
  func besideALifecycle() throws {
    let facts = [#"{"type": "journey.booked", "id": "A", "seats": 2}"#] + Self.journey
    for clause in [
      "the journey.booked exists and the journey.booked.seats == 2", "the journey.booked(id = other).entry.sequence == 1",
      "(the journey.booked).seats == 2 and the journey.booked.entry.sequence == 1", "the journey.entered.step == 2",
    ] {
      #expect(try ClauseWorld.evaluate(clause, fields: #"{"id": "A", "other": "A"}"#, facts: facts) == .holds, "\(clause)")
    }
  }

  @Test("a `let` that is the current fact knows its entry")
  func entryOfLet() throws {
    let lets = ["made: the thing.made", "trip: the journey", "copy: made with (weight = 8)"]
    func evaluate(_ clause: String) throws -> ClauseWorld.Answer {
      try ClauseWorld.evaluate(clause, fields: #"{"id": "A"}"#, facts: [Self.thing] + Self.journey, lets: lets)
    }
    #expect(try evaluate("made.entry.sequence == 1 and made.weight == 7 and trip.entry.sequence == 3") == .holds)
    #expect(try evaluate("trip.state == begun and trip exists and copy.weight == 8 and made.entry.truth_id missing") == .holds)
    guard case .fault(let faults) = try evaluate("copy.entry.sequence == 1") else {
      Issue.record("a copy has no entry")
      return
    }
    #expect(faults.allSatisfy { $0.hasPrefix("T1010") })
  }

  @Test(
    "what does not check",
    arguments: [
      ("item(sku = id) exists", "T2036"), ("item(sku = id, quantity = 1, price = 1, colour = 2) exists", "T1010"),
      ("item(sku = n, quantity = 1, price = 1) exists", "T2002"), ("item() exists", "T2036"),
      ("item(sku = id, sku = id, quantity = 1, price = 1) exists", "T1003"), ("id with (n = 1) exists", "T2002"),
      ("items[1] with (nothing = 1) exists", "T1010"), ("the alarm.raised exists", "T1011"), ("the items exists", "T1018"),
      ("items[1] == the thing.made", "T2002"), ("the thing.made.size > 1", "T1010"),
      ("index_of(items, the thing.made) == 1", "T2002"), ("the thing.made in items", "T2002"),
    ])
  func faults(clause: String, code: String) throws {
    guard case .fault(let found) = try ClauseWorld.evaluate(clause) else {
      Issue.record("\(clause) checks")
      return
    }
    #expect(found.count == 1 && found[0].hasPrefix(code), "\(found)")
  }
}
