import Testing
import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsText

struct FactStoreTests {
  private static let text = """
    pack shop:
      version: 1.0.0

    fact item.stocked:
      key: [item, place]
      external: true
      fields:
        item: text
        place: text
        amount: integer?

    fact item.named:
      key: [item]
      external: true
      fields:
        item: text
        name: text

    fact note.left:
      external: true
      fields:
        words: text?

    fact bell.rung:
      external: true
      fields:
        at: integer?

    lifecycle order:
      key: [order_id]
      initial: draft
      external: true
      transitions:
        - draft → sent

    """

  private static let program = Loader.load([(path: "truths/shop/shop.truths", bytes: Array(text.utf8))]).program

  private var store = Engine(program: program).emptyStore
  private var sequence = 0

  private func type(_ name: String) throws -> Int { try #require(Self.program.facts.firstIndex { $0.name == name }) }

  private mutating func append(_ name: String, _ fields: [Value], id: String? = nil, to store: inout FactStore) throws {
    sequence += 1
    let entry = EntryReference(
      id: id ?? "e\(sequence)", sequence: sequence, timestamp: .epoch, truthID: sequence.isMultiple(of: 2) ? "shop.t" : nil,
      actor: ["user_id": .text("u\(sequence % 3)")])
    store.append(FactRecord(type: try type(name), fields: fields, entry: entry))
  }

  private func number(_ number: Int) -> Value { .number(Decimal(number)) }

  @Test mutating func aFactIsFoundByItsKeyAndTheNewestVersionCounts() throws {
    var store = store
    let stocked = try type("item.stocked")
    for version in 0..<3 {
      for item in 0..<50 { try append("item.stocked", [.text(Text("i\(item)")), .text("here"), number(version)], to: &store) }
    }
    let found = try #require(store.current(stocked, identity: [.text("i7"), .text("here")]))
    #expect(found.fields == [.text("i7"), .text("here"), number(2)])
    #expect(found.entry.id == "e108")
    #expect(found.entry.truthID == "shop.t")
    #expect(found.entry.actor == ["user_id": .text("u0")])
    #expect(store.current(stocked, identity: [.text("i7"), .text("there")]) == nil)
    #expect(store.current(stocked, identity: [.text("i7")]) == nil)
    #expect(store.count(stocked) == 150)
    #expect(store.ordered(stocked, in: Self.program).count == 50)
    #expect(!store.isCurrent(stocked, at: 7))
    #expect(store.isCurrent(stocked, at: 107))
  }

  @Test mutating func aFactWithoutKeyIsIdentifiedByAllItsFieldsWhateverTheCauseOfAMissingOne() throws {
    var store = store
    let rung = try type("bell.rung")
    try append("bell.rung", [.missing(.limits)], to: &store)
    #expect(store.current(rung, identity: [.missing(.absent)]) != nil)
    #expect(store.current(rung, identity: [number(1)]) == nil)
    try append("bell.rung", [number(1)], to: &store)
    #expect(store.current(rung, identity: [number(1)])?.entry.sequence == 2)
  }

  @Test mutating func aFactIsFoundByOneTextAndByNoOther() throws {
    var store = store
    let named = try type("item.named")
    for item in 0..<3000 { try append("item.named", [.text(Text("i\(item)")), .text(Text("n\(item)"))], to: &store) }
    let before = store
    for item in stride(from: 0, to: 3000, by: 7) {
      try append("item.named", [.text(Text("i\(item)")), .text("new")], to: &store)
    }
    store.settle()
    for item in 0..<3000 {
      let key: [Value] = [.text(Text("i\(item)"))]
      let name = Text("n\(item)")
      #expect(before.current(named, identity: key)?.fields.last == .text(name))
      #expect(store.current(named, identity: key)?.fields.last == .text(item.isMultiple(of: 7) ? "new" : name))
      #expect(store.current(named, identity: [.text(name)]) == nil)
      var overlay = SymbolOverlay(over: store.symbols)
      #expect(store.place(named, overlay.cell(of: .text(Text("x\(item)")))) == -1)
    }
  }

  @Test mutating func aTextThatIsMissingIsNoText() throws {
    var store = store
    let left = try type("note.left")
    #expect(store.current(left, identity: [.missing(.absent)]) == nil)
    try append("note.left", [.text("hello")], to: &store)
    #expect(store.current(left, identity: [.missing(.absent)]) == nil)
    try append("note.left", [.missing(.absent)], to: &store)
    #expect(store.current(left, identity: [.missing(.absent)])?.entry.sequence == 2)
    #expect(store.current(left, identity: [.text("hello")])?.entry.sequence == 1)
    #expect(store.current(left, identity: [.text("")]) == nil)
  }

  @Test mutating func entryIDsOfEveryFormComeBack() throws {
    var store = store
    let ids = ["ctx_0123456789abcdef", "ctx_0000000000000000", "ctx_ffffffffffffffff", "ctx_0123456789ABCDEF", "", "ctx_0"]
    for (place, id) in ids.enumerated() { try append("bell.rung", [number(place)], id: id, to: &store) }
    let rung = try type("bell.rung")
    #expect(ids.indices.map { store.entryID(rung, at: $0) } == ids)
    #expect(ids.indices.map { store.record(rung, at: $0).entry.id } == ids)
  }

  @Test mutating func aCopyGoesOnByItselfAndTheFirstOneStaysAsItIs() throws {
    var store = store
    let stocked = try type("item.stocked")
    for item in 0..<300 { try append("item.stocked", [.text(Text("i\(item)")), .text("here"), number(0)], to: &store) }
    var copies = [store, store]
    var expected: [[Int: Int]] = [[:], [:]]
    for round in 1...120 {
      // The one writes to a copy of the other in turn, so that layers come, are joined and go.
      let (mine, other) = (round % 2, (round + 1) % 2)
      if round.isMultiple(of: 5) { (copies[mine], expected[mine]) = (copies[other], expected[other]) }
      for item in 0..<(round % 9) {
        let name = (item * 37 + round) % 400
        try append("item.stocked", [.text(Text("i\(name)")), .text("here"), number(round)], to: &copies[mine])
        expected[mine][name] = round
      }
    }
    copies[0].settle()
    for (copy, expected) in zip(copies, expected) {
      for item in 0..<400 {
        let found = copy.current(stocked, identity: [.text(Text("i\(item)")), .text("here")])
        let amount = expected[item] ?? (item < 300 ? 0 : nil)
        #expect(found?.fields.last == amount.map { number($0) })
      }
    }
    #expect(store.count(stocked) == 300)
    #expect((0..<300).allSatisfy { store.isCurrent(stocked, at: $0) })
  }

  @Test mutating func cellsAreReadWithoutAddingAnything() throws {
    var store = store
    let stocked = try type("item.stocked")
    try append("item.stocked", [.text("i1"), .text("here"), number(5)], to: &store)
    var overlay = SymbolOverlay(over: store.symbols)
    let key = [overlay.cell(of: .text("i1")), overlay.cell(of: .text("here"))]
    let place = store.place(stocked, key: key.span)
    #expect(place == 0)
    #expect(store.cell(stocked, at: place, field: 2) == .integer(5))
    #expect(store.cell(stocked, at: place, field: 3) == .absent)
    #expect(store.cell(stocked, at: 1, field: 0) == .absent)
    let other = [overlay.cell(of: .text("i1")), overlay.cell(of: .text("nowhere"))]
    #expect(store.place(stocked, key: other.span) == -1)
    #expect(store.place(stocked, key[0]) == -1)
    #expect(store.value(of: .fact(stocked, at: 0)) == .fact(store.record(stocked, at: 0)))
  }

  @Test mutating func theHighestStepIsAnInstancesState() throws {
    var store = store
    let lifecycle = try #require(Self.program.lifecycles.firstIndex { $0.name == "order" })
    let states = Self.program.lifecycles[lifecycle].states
    let enter = { (order: String, state: Int, step: Int) -> [Value] in
      let name = Self.program.enums[states].values[state]
      return [
        .text(Text(order)), .enumeration(EnumValue(type: states, ordinal: state, name: name)), .number(Decimal(step)),
      ]
    }
    try append("order.entered", enter("o1", 2, 2), to: &store)
    var copy = store
    try append("order.entered", enter("o1", 1, 1), to: &copy)
    try append("order.entered", enter("o2", 1, 1), to: &copy)
    #expect(copy.state(lifecycle, of: [.text("o1")])?.ordinal == 2)
    #expect(copy.state(lifecycle, of: [.text("o2")])?.step == 1)
    #expect(store.state(lifecycle, of: [.text("o2")]) == nil)
    let key = [try #require(copy.symbols.findCell(of: .text("o1")))]
    #expect(copy.state(lifecycle, key: key.span)?.step == 2)
  }
}
