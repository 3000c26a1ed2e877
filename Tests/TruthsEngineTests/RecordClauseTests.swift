import Testing

@Suite("Records in clauses, language-2.md §3")
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
      // One without a member that it must have is none; a copy keeps what it was without it.
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
