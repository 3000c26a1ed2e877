import TruthsEngine
import TruthsProgram
import TruthsText

/// The tests that read a name of a declaration by its letters, as `d.truth_id like "refund*"`, `upper(d.action) == "PAY"` and
/// `"{kind}" == "glass"` do.
struct NameReadings {
  /// A test, with the kinds of declarations that it may read the names of.
  struct Reading {
    var kinds: Set<NameKind>
    var written: NamedBody.Written
    /// The test; `nil` where values are put in order, as by `sort`, so that a single name does not determine the result.
    fileprivate var test: Node?
    fileprivate var body: NamedBody
  }

  let flows: NameFlows
  /// An engine without rules, which evaluates tests of fixed texts.
  private let engine = Engine(program: Program())

  init(_ program: Program) { flows = NameFlows(program) }

  /// Every such test, in the order of the program.
  var all: [Reading] {
    var found: [Reading] = []
    for body in flows.bodies {
      var flow = BodyFlow(flows, body)
      for written in body.written {
        written.node.forEachNode { node in
          let (kinds, isOrder) = Self.kinds(readBy: node, &flow)
          if kinds.isEmpty { return }
          found.append(Reading(kinds: kinds, written: written, test: isOrder ? nil : node, body: body))
        }
      }
    }
    return found
  }

  /// Returns the kinds of names that a node itself reads by their letters, and whether it puts them in order.
  private static func kinds(readBy node: Node, _ flow: inout BodyFlow) -> (Set<NameKind>, isOrder: Bool) {
    func all(_ nodes: [Node]) -> Set<NameKind> { nodes.reduce(into: []) { $0.formUnion(flow.flow(of: $1).all) } }
    func parts(_ nodes: [Node]) -> Set<NameKind> { nodes.reduce(into: []) { $0.formUnion(flow.flow(of: $1).parts) } }
    switch node {
    case .like, .matches: return (all(node.children), false)
    // A list is compared with whole names, which are found as such.
    case .contains(let whole, _): return (flow.isList(whole) ? parts(node.children) : all(node.children), false)
    case .compare(.equal, _, _), .compare(.notEqual, _, _), .isIn: return (parts(node.children), false)
    case .compare: return (all(node.children), false)
    case .call(.sort, let arguments), .call(.isSorted, let arguments): return (all(arguments), true)
    case .call(let function, let arguments) where function.fixedResult == .boolean: return (all(arguments), false)
    case .aggregate(let aggregate):
      let isExtreme = aggregate.function == .min || aggregate.function == .max
      return (all((isExtreme ? [aggregate.value].compactMap(\.self) : []) + aggregate.order.map(\.value)), true)
    default: return ([], false)
    }
  }

  /// Returns whether a test has the same result for two names; `false` also where the name alone does not determine the result.
  func isEqual(_ reading: Reading, for one: String, and other: String) -> Bool {
    guard let one = result(of: reading, for: one) else { return false }
    return one == result(of: reading, for: other)
  }

  private func result(of reading: Reading, for name: String) -> Value? {
    guard let test = reading.test else { return nil }
    return value(of: test, .boolean, in: reading.body, for: name)
  }

  /// Returns the text that an expression makes of a name; `nil` where the name alone does not determine it.
  func text(of node: Node, in body: NamedBody, for name: String) -> String? {
    if case .text(let text)? = value(of: node, .text, in: body, for: name) { return text.string }
    return nil
  }

  /// Returns the value of an expression with a name in place of what it reads; `nil` where it reads anything else.
  private func value(of node: Node, _ type: ValueType, in body: NamedBody, for name: String) -> Value? {
    var reader = FixedTest(name: name, body: body, flow: BodyFlow(flows, body))
    guard let node = reader.fixed(node), let moment = Timestamp(milliseconds: 0) else { return nil }
    let expression = CheckedExpression(
      node: node, type: type, typeName: "\(type)", terms: [], inputs: [], frameSize: 0,
      span: Span(file: FileID(0), start: 0, end: 0))
    return engine.answer(expression, frame: [], on: engine.emptyStore, Environment([:]), moment).value
  }
}

/// A test with a fixed name in place of the expression that reads one.
private struct FixedTest {
  let name: String
  let body: NamedBody
  var flow: BodyFlow
  /// The expression that the name replaces.
  private var replaced: Node?

  init(name: String, body: NamedBody, flow: BodyFlow) {
    (self.name, self.body, self.flow) = (name, body, flow)
  }

  /// Returns the node with the name in place of the one expression that it may read; `nil` if it reads anything else.
  mutating func fixed(_ node: Node) -> Node? {
    switch node {
    case .constant(let value): return value.isPlain ? node : nil
    case .slot(let slot):
      if let value = body.lets[slot] { return fixed(value) }
      return name(node)
    case .builtin, .policy, .lookUp, .entry, .field, .state: return name(node)
    case .not(let inner): return fixed(inner).map(Node.not)
    case .negate(let inner): return fixed(inner).map(Node.negate)
    case .compare(let comparison, let left, let right): return pair(left, right) { .compare(comparison, $0, $1) }
    case .isIn(let left, let right): return pair(left, right, Node.isIn)
    case .contains(let left, let right): return pair(left, right, Node.contains)
    case .like(let left, let right): return pair(left, right, Node.like)
    case .matches(let text, let pattern, let isPart): return fixed(text).map { .matches($0, pattern, isPart: isPart) }
    case .arithmetic(let operation, let left, let right): return pair(left, right) { .arithmetic(operation, $0, $1) }
    // Those of the calendar and of enums read the program.
    case .call(let function, let arguments) where function.signature != nil: return all(arguments).map { .call(function, $0) }
    case .list(let elements): return all(elements).map(Node.list)
    case .coalesce(let nodes): return all(nodes).map(Node.coalesce)
    case .text(let parts):
      var fixedParts: [Node.TextPart] = []
      for part in parts {
        guard case .value(let value) = part else {
          fixedParts.append(part)
          continue
        }
        guard let value = fixed(value) else { return nil }
        fixedParts.append(.value(value))
      }
      return .text(fixedParts)
    default: return nil
    }
  }

  private mutating func name(_ node: Node) -> Node? {
    let flow = self.flow.flow(of: node)
    guard !flow.whole.isEmpty || self.flow.isEnum(node), flow.parts.isEmpty, !self.flow.isList(node),
      replaced == nil || replaced == node
    else { return nil }
    replaced = node
    return .constant(.text(Text(name)))
  }

  private mutating func pair(_ left: Node, _ right: Node, _ make: (Node, Node) -> Node) -> Node? {
    guard let left = fixed(left), let right = fixed(right) else { return nil }
    return make(left, right)
  }

  private mutating func all(_ nodes: [Node]) -> [Node]? {
    var fixed: [Node] = []
    for node in nodes {
      guard let one = self.fixed(node) else { return nil }
      fixed.append(one)
    }
    return fixed
  }
}

extension Value {
  /// Whether the value is the same in every program.
  fileprivate var isPlain: Bool {
    switch self {
    case .text, .number, .boolean, .duration, .period, .date, .timestamp, .time: true
    case .list(let elements): elements.allSatisfy(\.isPlain)
    case .missing, .amount, .enumeration, .record, .map, .json, .fact: false
    }
  }
}
