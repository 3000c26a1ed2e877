import Foundation
import Testing
import TruthsProgram
import TruthsText

/// The reads that the fold over checked nodes visits in each kind of node.
@Suite("The fold over checked nodes")
struct NodeFoldTests {
  /// A node with its expected reads, in order.
  struct Sample: Sendable, CustomTestStringConvertible {
    var node: Node
    var reads: [String]

    init(_ node: Node, _ reads: String...) { (self.node, self.reads) = (node, reads) }

    var kind: String { Mirror(reflecting: node).children.first?.label ?? "" }
    var testDescription: String { "\(kind): \(reads.joined(separator: ", "))" }
  }

  private static let one = Node.slot(1)
  private static let two = Node.slot(2)
  private static let three = Node.slot(3)
  private static let key = FactKey(fact: 5, keys: [one, two], keyLabels: ["account", "day"])
  private static let overFacts = LoopNode(slot: 8, source: .facts(5))
  private static let overList = LoopNode(slot: 9, source: .list(three))
  private static let binding = CheckedLet(name: "total", slot: 4, node: .policy(0), type: .boolean)

  static let leaves = [
    Sample(.constant(.boolean(true))), Sample(one, "slot 1"), Sample(.policy(2), "policy 2"), Sample(.builtin(.now), "now"),
    Sample(.builtin(.actorRoles), "actor.roles"),
  ]

  static let facts = [
    Sample(.field(one, 3), "slot 1"), Sample(.entry(one, .truthID), "entry truth_id", "slot 1"),
    Sample(.amount(one, unit: CurrencyPlace(2, "currency")), "slot 1", "slot 2"),
    Sample(.amount(.field(one, 3), unit: CurrencyPlace(4, "currency")), "slot 1"),
    Sample(.amount(.lookUp(key, field: 3), unit: CurrencyPlace(4, "currency")), "fact 5", "slot 1", "slot 2"),
    Sample(.present(key), "fact 5", "slot 1", "slot 2"), Sample(.lookUp(key, field: 0), "fact 5", "slot 1", "slot 2"),
    Sample(.lookUpExists(key, field: 0), "fact 5", "slot 1", "slot 2"),
    Sample(.state(LifecycleKey(lifecycle: 6, keys: [one], keyLabels: ["id"])), "state 6", "slot 1"),
  ]

  static let operations = [
    Sample(.not(one), "slot 1"), Sample(.negate(one), "slot 1"), Sample(.exists(one), "slot 1"), Sample(.isEmpty(one), "slot 1"),
    Sample(.and(one, two), "slot 1", "slot 2"), Sample(.or(one, two), "slot 1", "slot 2"),
    Sample(.implies(one, two), "slot 1", "slot 2"), Sample(.compare(.less, one, two), "slot 1", "slot 2"),
    Sample(.isIn(one, two), "slot 1", "slot 2"), Sample(.contains(one, two), "slot 1", "slot 2"),
    Sample(.like(one, two), "slot 1", "slot 2"), Sample(.arithmetic(.add, one, two), "slot 1", "slot 2"),
    Sample(.matches(one, .set(.dot), isPart: false), "slot 1"), Sample(.call(.abs, [one]), "slot 1"),
    Sample(.table(7, [one, two]), "table 7", "slot 1", "slot 2"),
    Sample(.conditional(one, two, three), "slot 1", "slot 2", "slot 3"), Sample(.coalesce([one, two]), "slot 1", "slot 2"),
  ]

  static let values = [
    Sample(.list([one, two]), "slot 1", "slot 2"), Sample(.text([.literal("no "), .value(one)]), "slot 1"),
    Sample(.record(type: 0, fields: [one, two]), "slot 1", "slot 2"),
    Sample(.made(MadeRecord(base: one, shape: .same, values: [two])), "slot 1", "slot 2"),
  ]

  static let loops = [
    Sample(
      .quantified(QuantifiedNode(quantifier: .some, loop: overFacts, filter: one, body: two)), "facts 5 as 8", "slot 1", "slot 2"),
    Sample(
      .aggregate(AggregateNode(function: .count, value: one, loops: [overFacts, overList], filter: two, order: [])),
      "facts 5 as 8", "list as 9", "slot 3", "slot 1", "slot 2"),
    Sample(
      .aggregate(
        AggregateNode(
          function: .first, value: one, loops: [LoopNode(slot: 9, source: .instances(6))], filter: nil,
          order: [AggregateNode.OrderKey(value: two, isDescending: true)])),
      "instances 6 as 9", "slot 1", "slot 2"),
    Sample(.old(OldNode(arguments: [1], lets: [binding], body: one, terms: [])), "old 4", "slot 1"),
  ]

  static let all = leaves + facts + operations + values + loops

  private static func words(_ read: NodeRead) -> String {
    switch read {
    case .slot(let slot): "slot \(slot)"
    case .policy(let policy): "policy \(policy)"
    case .builtin(let builtin): builtin.rawValue
    case .entry(let field, _): "entry \(field.rawValue)"
    case .fact(let key): "fact \(key.fact)"
    case .state(let key): "state \(key.lifecycle)"
    case .table(let index, _): "table \(index)"
    case .old(let old): "old \(old.lets.map { "\($0.slot)" }.joined())"
    case .elements(let loop):
      switch loop.source {
      case .list: "list as \(loop.slot)"
      case .facts(let type): "facts \(type) as \(loop.slot)"
      case .instances(let lifecycle): "instances \(lifecycle) as \(loop.slot)"
      }
    }
  }

  private static func reads(_ node: Node, where isEntered: (Node) -> Bool = { _ in true }) -> [String] {
    var found: [String] = []
    node.forEachRead(where: isEntered) { found.append(words($0)) }
    return found
  }

  @Test("tells what each kind reads, the outer before the inner", arguments: all)
  func told(sample: Sample) { #expect(Self.reads(sample.node) == sample.reads) }

  @Test("visits each node once", arguments: all)
  func visits(sample: Sample) {
    var visited: [Node] = []
    sample.node.forEachNode { visited.append($0) }
    func inOrder(_ node: Node) -> [Node] { [node] + node.children.flatMap(inOrder) }
    #expect(visited == inOrder(sample.node))
    var entered = 0
    sample.node.forEachNode(where: { $0 == sample.node }) { _ in entered += 1 }
    #expect(entered == 1)
  }

  @Test("goes nowhere where it is told not to")
  func stops() {
    let node = Node.and(.old(OldNode(arguments: [], lets: [], body: Self.one, terms: [])), Self.two)
    #expect(Self.reads(node) == ["old ", "slot 1", "slot 2"])
    #expect(Self.reads(node) { if case .old = $0 { false } else { true } } == ["slot 2"])
  }

  @Test("has a sample of every kind of node")
  func kinds() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let source = try String(contentsOf: root.appending(path: "Sources/TruthsProgram/Node.swift"), encoding: .utf8)
    let lines = source.components(separatedBy: "indirect enum Node")[1].components(separatedBy: "static let")[0]
    let kinds = lines.split(separator: "\n").filter { $0.hasPrefix("  case ") }.map { line in
      String(line.dropFirst("  case ".count).prefix { $0.isLetter })
    }
    #expect(kinds.count > 30)
    #expect(Set(Self.all.map(\.kind)) == Set(kinds))
  }

  @Test("tells which slots are read and bound")
  func slots() {
    let every = QuantifiedNode(quantifier: .every, loop: Self.overList, filter: Self.one, body: .field(.slot(9), 0))
    let node = Node.quantified(every)
    #expect(node.slots.read == [1, 3, 9])
    #expect(node.slots.bound == [9])
  }

  @Test("of a loop over facts tells how its elements are looked up")
  func paths() {
    let equal = Node.compare(.equal, .field(.slot(8), 2), Self.one)
    let some = QuantifiedNode(quantifier: .some, loop: Self.overFacts, filter: nil, body: equal)
    let count = AggregateNode(function: .count, value: nil, loops: [Self.overFacts], filter: equal, order: [])
    #expect(NodeLoop.quantified(some).path?.equalities.map(\.part) == [.field(2)])
    #expect(NodeLoop.aggregate(count, 0).path?.equalities.map(\.part) == [.field(2)])
  }
}
