/// Makes small sets in which facts are read and written by several keys, so that each field of the proposals partitions some and
/// not others; the same seed makes the same one.
struct PartitionGenerator {
  static let fields = ["k", "j", "id", "n"]

  private var chance: Chance
  private var declarations: [String] = []
  private var types: [(name: String, key: [String])] = []
  private var views: [(name: String, key: String)] = []
  private var lifecycles: [(name: String, key: String)] = []
  private var functions: [String] = []
  /// The field by which most is read and written.
  private var theme = "k"

  private init(_ seed: Int) { chance = Chance(seed) }

  static func sample(_ seed: Int) -> Sample {
    var generator = PartitionGenerator(seed)
    let text = generator.set()
    let (facts, proposals) = batch(seed)
    return Sample(
      files: [Sample.File(path: "truths/demo/demo.truths", declarations: [text])], context: facts, proposals: proposals)
  }

  /// Proposals of both intents with few keys, and references.
  static func batch(_ seed: Int, count: Int = 32) -> (facts: [String], proposals: [String]) {
    var chance = Chance(seed &+ 77_000_000)
    let keys = ["a", "b", "c"]
    let facts = keys.map { #"{"type":"world.known","j":"\#($0)","k":"\#(chance.pick(keys))","n":\#(chance.below(3))}"# }
    let proposals = (0..<count).map { turn in
      """
      {"action":"\(chance.pick(["make", "take"]))","proposal_id":"p\(turn)","k":"\(chance.pick(keys))","j":"\(chance.pick(keys))",\
      "id":"\(chance.pick(keys))","n":\(chance.below(3)),"actor":{"type":"user","user_id":"ann"}}
      """
    }
    return (facts, proposals)
  }

  private mutating func set() -> String {
    theme = chance.pick(["k", "k", "j", "id"])
    for name in ["one.made", "two.made", "far.made"].prefix(2 + chance.below(2)) {
      let key = Set([field(), chance.pick(Self.fields)].prefix(1 + chance.below(2))).sorted()
      types.append((name, key))
      declarations.append(ClosingRules.produced(name, Self.all, key: key))
    }
    for name in ["sum.seen", "top.seen"].prefix(chance.below(3)) { writeView(name) }
    if chance.percent(35) { writeLifecycle() }
    if chance.percent(40) { writeFunction() }
    if chance.percent(40) { writeTruthOnFacts() }
    if chance.percent(35) { writeInvariant() }
    let truths = ["make", "take"].map { truth(on: $0) }
    return ([Self.head] + declarations + truths).joined(separator: "\n")
  }

  private static let all = ["k: text", "j: text", "id: text", "n: integer"]

  private static let head = """
    pack demo:
      version: 1.0.0

    fact world.known:
      key: [j]
      external: true
      fields:
        j: text
        k: text
        n: integer

    intent make:
      fields:
        k: text
        j: text
        id: text
        n: integer

    intent take:
      fields:
        k: text
        j: text
        id: text
        n: integer

    """

  // MARK: Parts

  private mutating func field() -> String { chance.percent(94) ? theme : chance.pick(["k", "j", "id"]) }

  private mutating func writeView(_ name: String) {
    let type = chance.pick(types).name
    let key = field()
    let by = chance.percent(85) ? key : field()
    views.append((name, key))
    declarations.append(ClosingRules.produced(name, ["\(key): text", "n: integer"], key: [key], isView: true))
    let lines = ["fact.\(name):", "    \(key): t.\(key)", "    n: sum(o.n for o in \(type) where o.\(by) == t.\(by))"]
    declarations.append(
      ClosingRules.truth("seeing_\(name.prefix(3))", on: ["\(type) as t"], makes: lines, isView: true))
  }

  private mutating func writeLifecycle() {
    let key = field()
    lifecycles.append(("door", key))
    declarations.append(ClosingRules.door.replacing("[k]", with: "[\(key)]"))
  }

  private mutating func writeFunction() {
    let type = chance.pick(types).name
    let value = "sum(o.n for o in \(type) where o.\(field()) == of)"
    functions.append("used")
    declarations.append("function used:\n  inputs:\n    of: text\n  output: integer\n  value: \(value)\n")
  }

  private mutating func writeTruthOnFacts() {
    let (type, other) = (chance.pick(types).name, chance.pick(types).name)
    declarations.append(ClosingRules.produced("pair.made", Self.all, key: Self.fields))
    let field = field()
    let join = chance.percent(85) ? "t.\(field) == u.\(field) and t.n < u.n" : "t.n < u.n"
    let lines = ["fact.pair.made:"] + Self.fields.map { "    \($0): \(chance.pick(["t", "u"])).\($0)" }
    declarations.append(ClosingRules.truth("pairing", on: ["\(type) as t", "\(other) as u"], if: join, makes: lines))
    types.append(("pair.made", []))
  }

  private mutating func writeInvariant() {
    let type = chance.pick(types).name
    let field = field()
    let rule = chance.pick([
      "every x in \(type) satisfies count(o in \(type) where o.\(field) == x.\(field)) < 4", "count(x in \(type)) < 8",
      "every x in \(type) satisfies x.n < 2 or count(o in \(type) where o.\(field) == x.\(field)) < 3",
      "some x in \(type) satisfies x.n > 1 → warn(\"{x.\(field)}\")",
    ])
    declarations.append("invariant bound:\n  applies_to: state\n  rule: \(rule)\n")
  }

  private mutating func truth(on intent: String) -> String {
    var text = "truth \(intent)_ruling:\n  when:\n    - intent: \(intent)\n"
    text += "  requires:\n    - k exists and j exists and id exists and n exists\n"
    let lines = (0..<(1 + chance.below(3))).map { "    - 'n >= 0 → warn(\"\($0): {\(reading())}\")'\n" }
    text += "  invariants:\n" + Set(lines).sorted().joined()
    if let lifecycle = lifecycles.first, chance.percent(60) { text += "  moves:\n    - \(lifecycle.name): start → one\n" }
    text += "  produces:\n"
    let own = types.filter { !$0.key.isEmpty }
    for (name, key) in Set([chance.below(own.count), chance.below(own.count)]).sorted().map({ own[$0] }) {
      if chance.percent(25), key != ["k", "n"] {
        text += "    - fact.\(name) where \(name) missing\n    - correction.\(name) where \(name):\n        n: n\n"
      } else {
        text += chance.percent(60) ? "    - fact.\(name) where \(name) missing\n" : "    - fact.\(name)\n"
      }
    }
    return text + "    - trace.demo.\(intent)\n"
  }

  /// Something that is read, as a value that the decision shows.
  private mutating func reading() -> String {
    let type = chance.pick(types)
    switch chance.below(8) {
    case 0, 1: return "count(x in \(type.name) where \(condition()))"
    case 2: return "sum(x.n for x in \(type.name) where \(condition()))"
    case 3: return "if some x in \(type.name) where \(condition()) satisfies x.n > 1 then 1 else 0"
    case 4 where !type.key.isEmpty: return "coalesce(\(type.name).n, 9)"
    case 4 where type.key.isEmpty, 5 where type.key.isEmpty: return "count(w in world.known where w.n > n)"
    case 5 where chance.percent(30): return "coalesce(\(type.name)(\(type.key[0]) = \(type.key[0] == "n" ? "1" : "j")).n, 9)"
    case 6:
      guard let view = views.first else { return "world.known.n" }
      return chance.percent(50)
        ? "coalesce(\(view.name).n, 9)" : "count(v in \(view.name) where v.\(view.key) == \(field()))"
    default:
      if !functions.isEmpty { return "used(\(field()))" }
      guard let lifecycle = lifecycles.first else { return "count(x in \(type.name) where \(condition()))" }
      return "count(d in \(lifecycle.name) where d.\(lifecycle.key) == \(field()) and d.state == one)"
    }
  }

  private mutating func condition() -> String {
    let own = "x.\(theme) == \(theme)"
    if chance.percent(90) { return own + chance.pick(["", "", " and x.n >= n", " and x.j == j", " and x.id == k"]) }
    return chance.pick(["x.k == k", "x.j == j", "x.id == id", "x.k == j", "\(own) or x.n == n", "x.n >= n"])
  }
}
