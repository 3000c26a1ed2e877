import TruthsProgram
import TruthsText

extension CauseCode {
  /// Compiles the steps that explain why an expression over a frame is missing.
  ///
  /// - Parameters:
  ///   - terms: the names in the expression, as they are written.
  ///   - symbols: the symbols of the program.
  convenience init(_ node: Node, _ terms: [Term], _ frame: FrameCauses, _ program: Program, _ symbols: Symbols) {
    var writer = CauseWriter(terms, frame, program)
    let root = writer.step(node)
    self.init(unit: CompiledUnit(writer.code.unit, knowing: symbols), root: root)
  }
}

/// Writes the steps of a ``CauseCode``, and the code of the values that they read.
private struct CauseWriter {
  var code: CodeWriter
  private let labels: [Node: String]
  private let frame: FrameCauses
  private let program: Program

  init(_ terms: [Term], _ frame: FrameCauses, _ program: Program) {
    code = CodeWriter(frameSize: frame.frameSize)
    labels = Dictionary(first: terms.map { ($0.node, $0.label) })
    self.frame = frame
    self.program = program
  }

  /// Writes the step for a node.
  ///
  /// - Parameter label: the name to show where the source has none, as for a key that comes from the trigger.
  mutating func step(_ node: Node, label: String? = nil) -> CauseCode.Step {
    switch node {
    case .constant(let value): return value.isMissing ? .leftOut : .first([])
    case .amount(let amount, let unit): return self.amount(amount, unit, node, label)
    case .slot, .policy, .builtin, .field, .entry, .present, .lookUp, .state, .table, .old: return name(node, label: label)
    case .lookUpExists(let key, let field): return name(.lookUp(key, field: field), label: label)
    // `the F` is missing where there is no such fact.
    case .conditional(.present(let key), .made, .takenAway): return step(.lookUp(key, field: 0))
    case .conditional(let test, let consequence, let alternative):
      return .conditional(
        code.expression(test), condition: step(test), consequence: step(consequence), alternative: step(alternative))
    case .coalesce(let nodes): return .coalesce(code.expression(node), last: nodes.last.map { step($0) } ?? .first([]))
    case .arithmetic, .text, .list: return .operation(steps(node.children), code.expression(node), missing: .nothing)
    case .call(let function, _) where function.isPlace && name(of: node) != nil: return name(node, label: label)
    case .call(let function, let arguments):
      return .operation(steps(arguments), code.expression(node), missing: function.isConversion ? .misfit : .nothing)
    case .aggregate(let aggregate): return self.aggregate(aggregate, node)
    case .made(let record):
      let required = record.values.indices.filter(record.shape.requiredValues.contains).map { record.values[$0] }
      return .first(steps([record.base].compactMap(\.self) + required))
    case .quantified(let quantified):
      return .meeting(steps([quantified.loop].compactMap(\.source.list)), code.expression(node))
    case .compare, .isIn, .contains: return .meeting(steps(node.children), code.expression(node))
    case .not, .and, .or, .implies, .like, .matches, .negate, .exists, .isEmpty, .record:
      return .first(steps(node.children))
    }
  }

  private mutating func steps(_ nodes: [Node]) -> [CauseCode.Step] { nodes.map { step($0) } }

  private mutating func name(_ node: Node, label: String?) -> CauseCode.Step {
    let origin = origin(node)
    var written = labels[node] ?? label ?? name(of: node)
    // The name of a table is shown without its arguments; they follow in the chain.
    if case .table = node { written = name(of: node) }
    guard let written else { return .first(steps(node.children)) }
    return .name(written, code.expression(node), origin)
  }

  private mutating func amount(_ amount: Node, _ unit: CurrencyPlace, _ node: Node, _ label: String?) -> CauseCode.Step {
    guard let written = labels[node] ?? label ?? name(of: amount), let currency = node.currency else { return step(amount) }
    let owner = written.lastIndex(of: ".").map { written[...$0] } ?? ""
    return .name(
      written, code.expression(node),
      .amount(code.expression(amount), origin(amount), currency: step(currency, label: owner + unit.name)))
  }

  /// Returns a name for a node that is not written in the source.
  private func name(of node: Node) -> String? {
    switch node {
    case .slot(let slot): frame.name(of: slot)
    case .policy(let index): program.policies[index].name
    case .builtin(let builtin): builtin.rawValue
    case .present(let key): program.facts[key.fact].name
    case .lookUp(let key, let field): "\(program.facts[key.fact].name).\(program.facts[key.fact].fields[field].name)"
    case .state(let key): "\(program.lifecycles[key.lifecycle].name).state"
    case .table(let index, _): program.tables[index].name
    case .amount(let amount, _): name(of: amount)
    case .call(let function, let parts) where function.isPlace: placeName(parts[0], parts[1])
    default: nil
    }
  }

  /// Returns the text of an element or member: `lines[1]`, `labels["team"]`.
  private func placeName(_ base: Node, _ selector: Node) -> String? {
    let written: String? =
      switch selector {
      case .constant(.number(let number)): number.canonicalText
      case .constant(.text(let text)): Quotation.inQuotes(text.string)
      default: labels[selector] ?? name(of: selector)
      }
    guard let owner = labels[base] ?? name(of: base), let written else { return nil }
    return "\(owner)[\(written)]"
  }

  private mutating func origin(_ node: Node) -> CauseCode.Origin {
    switch node {
    case .slot(let slot): return .slot(slot)
    case .policy: return .policy
    case .builtin: return .envelope
    case .field(let base, _), .entry(let base, _): return .member(of: code.expression(base), origin(base))
    case .present(let key), .lookUp(let key, _), .lookUpExists(let key, _):
      let isThere = code.expression(.present(key))
      return .fact(.init(keys: arguments(key.keys, key.keyLabels), presence: (program.facts[key.fact].name, isThere)))
    case .state(let key): return .fact(.init(keys: arguments(key.keys, key.keyLabels), presence: nil))
    case .table(let index, let nodes): return .table(index, arguments(nodes, []))
    case .call(let function, let parts) where function.isPlace:
      return .place(in: step(parts[0]), at: step(parts[1]), isMember: function == .member)
    case .old(let old): return .old(OldCode(old), old.arguments.map { code.expression(.slot($0)) })
    default: return .given
    }
  }

  private mutating func arguments(_ nodes: [Node], _ labels: [String]) -> [CauseCode.Argument] {
    nodes.enumerated().map { index, node in
      let label = index < labels.count ? labels[index] : nil
      return CauseCode.Argument(value: code.expression(node), step: step(node, label: label))
    }
  }

  private mutating func aggregate(_ aggregate: AggregateNode, _ node: Node) -> CauseCode.Step {
    let sources = steps(aggregate.loops.compactMap(\.source.list))
    switch aggregate.function {
    case .min, .max, .mean, .first, .last:
      var counted = aggregate
      (counted.function, counted.value, counted.order) = (.count, nil, [])
      return .extreme(sources, code.expression(node), count: code.expression(.aggregate(counted)))
    case .sum, .list, .count: return .meeting(sources, code.expression(node))
    }
  }
}

extension Function {
  /// Whether the function reads one element of a list or one member of a map.
  fileprivate var isPlace: Bool { self == .element || self == .member }

  /// Whether the function converts a value to another type or needs a valid position. A value that does not fit gives a missing
  /// result.
  fileprivate var isConversion: Bool {
    switch self {
    case .abs, .length, .lower, .upper, .trim, .startsWith, .endsWith, .distinct, .isSorted, .first, .isEmail, .isLegible,
      .before, .after, .index, .replace, .split, .join, .flatten, .indexOf, .reverse, .sort, .element, .member, .keys, .values:
      false
    default: true
    }
  }
}
