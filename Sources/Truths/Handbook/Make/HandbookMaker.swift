import TruthsCheck
import TruthsSyntax
import TruthsText

/// Makes the handbook of a checked set: the program says what holds, its declarations say it in their authors' words.
struct HandbookMaker {
  let program: Program
  let words: PlainWords
  /// By the characters of the declaration's key.
  let declarations: [Span: Declaration]
  /// By the characters of the clause.
  let clauses: [Span: Clause]
  let examples: HandbookExamples
  let uses: HandbookIndex
  /// Indices in ``Program/facts`` by `<pack>.<type>`.
  let factsByName: [String: Int]
  /// Where something stands: `money/money.truths:12:7`.
  let source: (Span) -> String
  private(set) var diagrams: [Handbook.Diagram] = []

  init(_ program: Program, units: [SourceUnit], examples: HandbookExamples, source: @escaping (Span) -> String) {
    self.program = program
    self.examples = examples
    self.source = source
    words = PlainWords(program)
    uses = HandbookIndex(program)
    factsByName = Dictionary(
      program.facts.enumerated().map { ("\($0.element.pack).\($0.element.name)", $0.offset) },
      uniquingKeysWith: { first, _ in first })
    let all = units.flatMap(\.declarations)
    declarations = Dictionary(all.map { ($0.keySpan, $0) }, uniquingKeysWith: { first, _ in first })
    clauses = Dictionary(
      all.flatMap(\.clauses).map { ($0.span, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The whole handbook.
  mutating func handbook() -> Handbook {
    let own = program.packs.filter { $0.name != ConvergePack.name }
    var chapters = [overview(own)]
    if let jobs = jobs() { chapters.append(jobs) }
    if let blueprints = blueprints() { chapters.append(blueprints) }
    if let approvals = approvals() { chapters.append(approvals) }
    for pack in own { chapters.append(chapter(pack)) }
    for pack in program.packs where pack.name == ConvergePack.name { chapters.append(builtIn(pack)) }
    if let rest = otherExamples() { chapters.append(rest) }
    return Handbook(title: "Handbook", chapters: chapters, diagrams: diagrams).settled()
  }

  // MARK: What the others use

  func summary(_ span: Span) -> Phrase? {
    declarations[span]?.summary.map { .plain($0.text) }
  }

  /// The summary as a paragraph.
  func summaryBlock(_ span: Span) -> [Handbook.Block] {
    summary(span).map { [.paragraph($0)] } ?? []
  }

  /// A diagram, if there is anything to draw; of one that nobody could read, that it is left out.
  mutating func diagram(_ graph: DotGraph, _ title: String) -> [Handbook.Block] {
    if graph.isEmpty { return [] }
    if graph.isTooLarge { return [.paragraph("There is too much of it to be drawn.")] }
    diagrams.append(Handbook.Diagram(title: title, dot: graph.text))
    return [.diagram(diagrams.count - 1)]
  }

  func link(id: String) -> Phrase { .link(.code(id), to: Anchor.id(id)) }
  func link(fact: FactType) -> Phrase { .link(.code(fact.name), to: anchor(of: fact)) }

  /// Where a fact type is told of: the history of a lifecycle, with the lifecycle.
  func anchor(of fact: FactType) -> String {
    fact.lifecycle.map { Anchor.id(Self.id(of: program.lifecycles[$0])) } ?? Anchor.declaration("fact", fact.name)
  }

  func link(fact index: Int) -> Phrase { link(fact: program.facts[index]) }
  func link(intent index: Int) -> Phrase { link(intent: program.intents[index].name) }
  func link(intent name: String) -> Phrase { .link(.code(name), to: Anchor.declaration("intent", name)) }
  func link(pack name: String) -> Phrase { .link(.code(name), to: Anchor.declaration("pack", name)) }

  /// The id that the moves of a lifecycle report.
  static func id(of lifecycle: LifecycleType) -> String { "\(lifecycle.pack).\(lifecycle.name).lifecycle" }

  /// A type with its unit.
  func type(_ field: Field, in pack: String) -> Phrase {
    let name = name(of: field.type)
    return .code(field.isOptional ? name + "?" : name)
  }

  func name(of type: ValueType) -> String {
    switch type {
    case .text: "text"
    case .integer(let unit): "integer" + (unit.map { " in \($0)" } ?? "")
    case .decimal(let unit): "decimal" + (unit.map { " in \($0)" } ?? "")
    case .boolean: "boolean"
    case .date: "date"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .json: "json"
    case .enumeration(let index): program.enums[index].name
    case .record(let index): program.records[index].name
    case .list(let element): "list of \(name(of: element))"
    case .fact(let index): program.facts[index].name
    case .unknown: "?"
    }
  }

  /// The fields of something, a line each.
  func fields(_ fields: [Field], key: [Int] = []) -> Phrase {
    fields.enumerated().map { index, field -> Phrase in
      let mark: Phrase = key.contains(index) ? " (key)" : ""
      return "\(code: field.name) \(plain: name(of: field.type) + (field.isOptional ? "?" : ""))\(mark)"
    }.lines
  }
}

extension Declaration {
  /// The clauses of a truth or invariant.
  fileprivate var clauses: [Clause] {
    switch body {
    case .truth(let truth): (truth.requires + truth.invariants + truth.ensures).map(\.clause)
    case .invariant(let invariant): [invariant.rule]
    default: []
    }
  }
}
