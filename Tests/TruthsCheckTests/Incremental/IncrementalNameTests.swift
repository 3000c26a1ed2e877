import Testing
import TruthsCheck
import TruthsGenerators
import TruthsText

/// Facts and intents that come, go and get other names, one after another, under rules that use them or miss them.
@Suite("A set that changes: names")
struct IncrementalNameTests {
  /// A vocabulary that changes a name at a time.
  private struct Vocabulary {
    private var facts = ["order.placed", "order.paid", "order.placed.twice", "stock.counted"]
    private var intents = ["place", "cancel", "buy"]
    private var unread: String?
    private var isMoved = false
    private var chance: Chance

    init(seed: Int) { chance = Chance(seed: UInt64(seed)) }

    static let factNames = [
      "order.placed", "order.paid", "paid.order", "order.placed.twice", "stock.counted", "stock", "z.last", "a.first",
    ]
    static let intentNames = ["place", "cancel", "buy", "a_first", "z_last", "placed"]
    static let unreadNames = [
      "fact Order-Paid:\n", "intent Buy!:\n", "fact a.first\n", "intent\n", "fact stock..counted:\n  key: [\n",
    ]

    mutating func change() {
      switch chance.next(below: 7) {
      case 0, 1: Self.change(&facts, from: Self.factNames, &chance)
      case 2, 3: Self.change(&intents, from: Self.intentNames, &chance)
      case 4: unread = unread == nil ? chance.pick(Self.unreadNames) : nil
      case 5: Self.type(&facts, &chance)
      default:
        Self.type(&intents, &chance)
        isMoved.toggle()
      }
    }

    private static func change(_ list: inout [String], from names: [String], _ chance: inout Chance) {
      let name = chance.pick(names)
      if let place = list.firstIndex(of: name) {
        list.remove(at: place)
      } else if !list.isEmpty, list.count > 5 || chance.once(in: 3) {
        list[chance.next(below: list.count)] = name
      } else {
        list.append(name)
      }
    }

    /// Adds a letter to a name, or takes it away again, as while a user types it.
    private static func type(_ list: inout [String], _ chance: inout Chance) {
      guard !list.isEmpty else { return }
      let place = chance.next(below: list.count)
      list[place] = list[place].hasSuffix("x") ? String(list[place].dropLast()) : list[place] + "x"
    }

    var text: String {
      "pack shop:\n  version: 1.0.0\n\npolicy limit:\n  type: decimal\n  default: 10\n\n" + (isMoved ? "# moved\n" : "")
        + facts.map { "fact \($0):\n  key: [order_id]\n  fields:\n    order_id: text\n    amount: decimal\n\n" }.joined()
        + intents.map { intent in
          "intent \(intent):\n  fields:\n    order_id: text\n    amount: decimal\n"
            + (intent.hasPrefix("place") ? "  let:\n    double: amount * 2\n    paid: the order.paid exists\n\n" : "\n")
        }.joined() + (unread ?? "")
    }
  }

  private static func truth(_ name: String, _ intent: String, _ clauses: String...) -> String {
    "truth \(name):\n  when:\n    - intent: \(intent)\n  requires:\n    - amount exists\n"
      + clauses.map { "    - \($0)\n" }.joined() + "  produces:\n    - trace.\(name)\n\n"
  }

  /// Rules without findings under all names at the start, but for one truth: what is kept of them must be exactly what stays true.
  private static let rules: [String: String] = [
    "truths/shop/shop.placing.truths": truth(
      "placing", "place", "order_id exists", "not the order.placed exists", "double < limit", "not paid"),
    "truths/shop/shop.buying.truths": truth("buying", "buy", "the order.paid exists", "amount > 1")
      + truth("cancelling", "cancel", "the order.placed exists", "the stock.counted.amount > 1"),
    "truths/shop/shop.both.truths": truth("both", "[place, cancel]", "amount < 5"),
    "truths/shop/shop.wrong.truths": truth("wrong", "place", "the order.plcaed exists", "ammount > 1"),
    "truths/shop/shop.any.truths": "invariant named_actor:\n  applies_to: all\n  rule: actor.user_id != \"\"\n\n"
      + "invariant placed_amount:\n  applies_to: [place]\n  rule: amount < 100\n",
    "truths/shop/shop.twice.truths":
      "truth twice:\n  when:\n    - fact: order.placed\n  produces:\n    - fact.order.placed.twice\n    - trace.twice\n",
    "truths/shop/shop.table.truths":
      "function is_paid: {inputs: {order_id: text}, output: boolean, value: the order.paid exists}\n\n"
      + truth("asking", "place", "order_id exists", "is_paid(order_id) or amount > 1"),
    "truths/other/other.truths": "pack other:\n  version: 1.0.0\n  uses: [shop]\n\nintent move:\n  fields:\n    order_id: text\n"
      + "    amount: decimal\n\nfact b.moved:\n  key: [order_id]\n  fields:\n    order_id: text\n",
    "truths/other/other.moving.truths": truth("moving", "move", "not the b.moved exists", "the shop.order.placed exists"),
  ]

  private static func files(_ vocabulary: String) -> [(path: String, bytes: [UInt8])] {
    rules.merging(["truths/shop/shop.truths": vocabulary]) { $1 }.sorted { $0.key < $1.key }.map {
      ($0.key, Array($0.value.utf8))
    }
  }

  @Test("findings, program and uses of names are those of the files read anew", arguments: 0..<6)
  func names(seed: Int) {
    var vocabulary = Vocabulary(seed: seed)
    let live = IncrementalSet(Self.files(vocabulary.text), keepsUses: true)
    for step in 0..<60 {
      vocabulary.change()
      let files = Self.files(vocabulary.text)
      live.update(path: "truths/shop/shop.truths", bytes: Array(vocabulary.text.utf8))
      // Sometimes several changes come together.
      if step % 5 == 3 { continue }
      let anew = IncrementalSet(files, keepsUses: true)
      let difference = IncrementalSetTests.difference(live.loaded(), anew.loaded())
      guard difference != nil || live.symbols.all != anew.symbols.all else { continue }
      Issue.record("seed \(seed), step \(step): \(difference ?? "uses of names")\n\(vocabulary.text)")
      return
    }
  }

  @Test("each letter of a new declaration is told as when read anew")
  func typed() {
    let before = Vocabulary(seed: 0).text
    let live = IncrementalSet(Self.files(before))
    _ = live.loaded()
    let added = "fact order.sent:\n  key: [order_id]\n  fields:\n    order_id: text\n"
    for count in 1...added.count {
      let text = before + added.prefix(count)
      live.update(path: "truths/shop/shop.truths", bytes: Array(text.utf8))
      #expect(IncrementalSetTests.difference(live.loaded(), Loader.load(Self.files(text))) == nil, "\(added.prefix(count))")
    }
  }
}
