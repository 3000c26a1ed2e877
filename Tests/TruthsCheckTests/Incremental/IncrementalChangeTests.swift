import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// Changes with consequences in other files.
@Suite("A set that changes: what depends on what")
struct IncrementalChangeTests {
  private static let vocabulary = """
    pack shop:
      version: 1.0.0

    enum grade: [low, high]

    policy most:
      type: decimal in eur
      default: 10

    fact order.placed:
      key: [order_id]
      fields:
        order_id: text
        amount: decimal in eur
        grade: grade

    intent buy:
      fields:
        order_id: text
        amount: decimal in eur
        grade: grade
      let:
        double: amount * 2

    intent sell:
      fields:
        order_id: text
        amount: decimal in eur

    table is_much:
      inputs:
        amount: decimal in eur
      output: boolean
      rows:
        - amount > 5 → true
        - otherwise → false
    """

  private static func truth(_ name: String, _ intent: String, _ clauses: String...) -> String {
    """
    truth \(name):
      when:
        - intent: \(intent)
      requires:
        - order_id exists
        - amount exists
    \(clauses.map { "    - \($0)\n" }.joined())  produces:
        - trace.\(name)
    """
  }

  private static let files = [
    "truths/shop/shop.truths": vocabulary,
    "truths/shop/shop.buying.truths": truth("buying", "buy", "grade exists", "amount < most")
      .replacing("  produces:\n", with: "  produces:\n    - fact.order.placed\n"),
    "truths/shop/shop.limits.truths": truth("limits", "buy", "amount > 1", "double < 90", "not is_much(amount) or amount > 2"),
    "truths/shop/shop.selling.truths": truth("selling", "sell", "order.placed", "amount != 3"),
  ]

  /// A change, and another file whose findings it must change, where there is one.
  static let changes: [(file: String, old: String, new: String, elsewhere: String?)] = [
    ("shop", "    grade: grade\n  let", "\n  let", "buying"),
    ("shop", "double: amount * 2", "double: amount * 100", "limits"),
    ("shop", "double: amount * 2", "double: amuont * 2", nil),
    ("shop", "double: amount * 2", "treble: amount * 3", "limits"),
    ("shop", "double: amount * 2", "double: '\"a\"'", "limits"),
    ("shop", "  let:\n    double: amount * 2\n", "", "limits"),
    ("shop", "intent buy:", "\n\nintent buy:", nil),
    ("shop.limits", "    - double < 90\n", "", nil),
    ("shop.limits", "intent: buy", "intent: [buy, sell]", nil),
    ("shop", "type: decimal in eur\n  default", "type: decimal in usd\n  default", "buying"),
    ("shop", "default: 10", "default: 1", nil),
    ("shop", "enum grade: [low, high]", "enum grade: [low, high, top]", nil),
    ("shop", "fact order.placed:", "\n\n\nfact order.placed:", nil),
    ("shop", "  key: [order_id]\n", "", nil),
    ("shop", "intent sell:", "intent vend:", nil),
    ("shop", "amount > 5 → true", "amount > 5 → missing", nil),
    ("shop", "pack shop:\n  version: 1.0.0", "pack shop:\n  version: 1.0.0\n  uses: [trust]", nil),
    ("shop.limits", "amount exists\n", "amount exists\n    - amount > 20\n", nil),
    ("shop", "intent sell:", "intent a_first:", "selling"),
    ("shop", "intent sell:", "intent sell:\n  fields:\n    order_id: text\n\nintent z_last:", "selling"),
    ("shop", "fact order.placed:", "fact order.places:", "selling"),
    ("shop", "fact order.placed:", "fact a.first:\n  key: [order_id]\n  fields:\n    order_id: text\n\nfact order.placed:", nil),
    ("shop", "fact order.placed:", "fact Order-Placed:", nil),
    ("shop.limits", "intent: buy", "intent: sell", nil),
    ("shop.limits", "truth limits", "truth buying", nil),
    ("shop.buying", "    - fact.order.placed\n", "", "selling"),
    ("shop.buying", "amount exists\n", "", nil),
    ("shop.selling", "order.placed", "order.places", nil),
  ]

  private static func load(_ texts: [String: String]) -> [(path: String, bytes: [UInt8])] {
    texts.sorted { $0.key < $1.key }.map { ($0.key, Array($0.value.utf8)) }
  }

  @Test("a change and its undoing are told as they are when read anew", arguments: changes.indices)
  func change(place: Int) throws {
    let change = Self.changes[place]
    let path = "truths/shop/\(change.file).truths"
    let text = try #require(Self.files[path])
    #expect(text.contains(change.old))
    var changed = Self.files
    changed[path] = text.replacing(change.old, with: change.new)
    let live = IncrementalSet(Self.load(Self.files))
    let first = live.loaded()
    #expect(first.diagnostics.filter { $0.severity == .error } == [])
    live.update(path: path, bytes: Array((changed[path] ?? "").utf8))
    let second = live.loaded()
    #expect(IncrementalSetTests.difference(second, Loader.load(Self.load(changed))) == nil)
    if let elsewhere = change.elsewhere {
      let file = try #require(second.sources.files.first { $0.path.hasSuffix("\(elsewhere).truths") })
      let before = first.diagnostics.filter { $0.span.file == file.id }
      #expect(second.diagnostics.filter { $0.span.file == file.id } != before, "it concerns \(elsewhere)")
    }
    live.update(path: path, bytes: Array(text.utf8))
    #expect(IncrementalSetTests.difference(live.loaded(), first) == nil)
  }

  @Test("the uses of names are those of the files read anew", arguments: changes.indices)
  func uses(place: Int) throws {
    let change = Self.changes[place]
    let path = "truths/shop/\(change.file).truths"
    var changed = Self.files
    changed[path] = try #require(Self.files[path]).replacing(change.old, with: change.new)
    let live = IncrementalSet(Self.load(Self.files), keepsUses: true)
    _ = live.symbols.all
    live.update(path: path, bytes: Array((changed[path] ?? "").utf8))
    #expect(live.symbols.all == IncrementalSet(Self.load(changed), keepsUses: true).symbols.all)
  }

  @Test("files come and go")
  func files() {
    let live = IncrementalSet([])
    var texts: [String: String] = [:]
    for (path, text) in Self.files.sorted(by: { $0.key > $1.key }) {
      texts[path] = text
      live.update(path: path, bytes: Array(text.utf8))
      #expect(IncrementalSetTests.difference(live.loaded(), Loader.load(Self.load(texts))) == nil)
    }
    for path in Self.files.keys.sorted() {
      texts[path] = nil
      live.remove(path: path)
      live.remove(path: path)
      #expect(IncrementalSetTests.difference(live.loaded(), Loader.load(Self.load(texts))) == nil)
    }
  }

  @Test("replacing all files is the same as beginning with them")
  func replaced() {
    let live = IncrementalSet(Self.load(Self.files))
    _ = live.found()
    var texts = Self.files
    texts["truths/shop/shop.limits.truths"] = nil
    live.replace(with: Self.load(texts))
    #expect(IncrementalSetTests.difference(live.loaded(), Loader.load(Self.load(texts))) == nil)
    texts["truths/shop/shop.selling.truths"] = Self.truth("selling", "sell", "amount > 1", "amount < 1")
    live.replace(with: Self.load(texts))
    #expect(IncrementalSetTests.difference(live.loaded(), Loader.load(Self.load(texts))) == nil)
  }

  @Test("what was handed out stays as it was")
  func kept() {
    let live = IncrementalSet(Self.load(Self.files))
    let first = live.loaded()
    let anew = Loader.load(Self.load(Self.files))
    live.update(path: "truths/shop/shop.truths", bytes: Array("pack shop:\n".utf8))
    _ = live.loaded()
    #expect(IncrementalSetTests.difference(first, anew) == nil)
  }
}
