import TruthsProgram
import TruthsText

/// The expressions of one truth, invariant, table or source, with what its slots hold.
struct NamedBody {
  /// An expression, with its place and its text where the reader finds it.
  struct Written {
    var node: Node
    var span: Span
    /// The clause as the formatter writes it; `nil` for an expression that is no clause.
    var text: String?
    /// The name of the `let`.
    var name: String?
  }

  /// Every expression except the fields of produced facts.
  var written: [Written] = []
  /// The facts that the truth or source makes, with the expressions of their fields.
  var outputs: [(fact: Int, fields: [Node?])] = []
  /// The index of the table that it is the body of.
  var table: Int?
  var lets: [Int: Node] = [:]
  /// The fact types of the facts that the truth fires on.
  var facts: [Int: Int] = [:]
  /// The types of the trigger's fields or a table's inputs, which fill the slots from 0.
  var inputs: [ValueType] = []
  /// The fact types or lists over which the variables of quantifiers and loops run, by slot.
  var sources: [Int: SourceNode] = [:]

  var nodes: [Node] { written.map(\.node) + outputs.flatMap { $0.fields.compactMap(\.self) } }

  static func all(of program: Program) -> [NamedBody] {
    program.truths.filter { !$0.isBuiltIn }.map(NamedBody.init) + program.invariants.map(NamedBody.init)
      + program.tables.enumerated().map { NamedBody($0.element, at: $0.offset) } + program.sources.map(NamedBody.init)
  }

  private init(_ truth: CheckedTruth) {
    inputs = truth.inputs.map(\.type)
    for match in truth.matches { facts[match.slot] = match.fact }
    if let condition = truth.condition {
      written.append(Written(node: condition.test, span: condition.span, text: condition.text))
    }
    add(truth.lets, in: truth.span)
    for clause in truth.clauses { add(clause) }
    for output in truth.outputs { add(output) }
    findSources()
  }

  private init(_ invariant: CheckedInvariant) {
    inputs = invariant.inputs.map(\.type)
    add(invariant.clause)
    findSources()
  }

  private init(_ table: CheckedTable, at index: Int) {
    self.table = index
    inputs = table.inputs.map(\.type)
    add(table.lets, in: table.span)
    for row in table.rows { for node in row.nodes { written.append(Written(node: node, span: row.span, text: row.text)) } }
    findSources()
  }

  private init(_ source: CheckedSource) {
    add(source.lets, in: source.span)
    for output in source.outputs { add(output) }
    for proposal in source.proposals {
      let nodes = [proposal.loop?.source.list, proposal.filter].compactMap(\.self) + proposal.fields.compactMap(\.self)
      for node in nodes { written.append(Written(node: node, span: source.span)) }
      if let loop = proposal.loop { sources[loop.slot] = loop.source }
    }
    findSources()
  }

  private mutating func add(_ lets: [CheckedLet], in span: Span) {
    for one in lets {
      self.lets[one.slot] = one.node
      written.append(Written(node: one.node, span: span, name: one.name))
    }
  }

  private mutating func add(_ clause: CheckedClause) {
    for node in clause.nodes { written.append(Written(node: node, span: clause.span, text: clause.text)) }
  }

  private mutating func add(_ output: CheckedOutput) {
    if let loop = output.loop { sources[loop.slot] = loop.source }
    for node in [output.loop?.source.list, output.filter].compactMap(\.self) {
      written.append(Written(node: node, span: output.span, text: output.filterText))
    }
    outputs.append((output.fact, output.fields))
    // Conditions within a field are tests as well.
    for node in output.fields.compactMap(\.self) { written.append(Written(node: node, span: output.span)) }
  }

  private mutating func findSources() {
    for node in nodes {
      node.forEachNode { node in
        switch node {
        case .quantified(let quantified): sources[quantified.loop.slot] = quantified.loop.source
        case .aggregate(let aggregate): for loop in aggregate.loops { sources[loop.slot] = loop.source }
        case .old(let old): for one in old.lets { lets[one.slot] = one.node }
        default: break
        }
      }
    }
  }
}
