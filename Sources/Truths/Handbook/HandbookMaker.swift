import TruthsCheck
import TruthsDiagnostics
import TruthsEval
import TruthsJSON
import TruthsSyntax
import TruthsText

/// Makes the handbook of a checked set from its program, and from its declarations for the authors' texts.
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
  /// Formats a place: `money/money.truths:12:7`.
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

  // MARK: Shared helpers

  func summary(_ span: Span) -> Phrase? {
    declarations[span]?.summary.map { .plain($0.text) }
  }

  /// The summary as a paragraph.
  func summaryBlock(_ span: Span) -> [Handbook.Block] {
    summary(span).map { [.paragraph($0)] } ?? []
  }

  /// A diagram, if there is anything to draw; for one too large to read, a note that it is left out.
  mutating func diagram(_ graph: DotGraph, _ title: String) -> [Handbook.Block] {
    if graph.isEmpty { return [] }
    if graph.isTooLarge { return [.paragraph("There is too much of it to be drawn.")] }
    diagrams.append(Handbook.Diagram(title: title, dot: graph.text))
    return [.diagram(diagrams.count - 1)]
  }

  func link(id: String) -> Phrase { .link(.code(id), to: HeadingAnchor.id(id)) }
  func link(fact: FactType) -> Phrase { .link(.code(fact.name), to: anchor(of: fact)) }

  /// The anchor of a fact type; the history of a lifecycle is described with the lifecycle.
  func anchor(of fact: FactType) -> String {
    fact.lifecycle.map { HeadingAnchor.id(Self.id(of: program.lifecycles[$0])) } ?? HeadingAnchor.declaration("fact", fact.name)
  }

  func link(fact index: Int) -> Phrase { link(fact: program.facts[index]) }
  func link(intent index: Int) -> Phrase { link(intent: program.intents[index].name) }
  func link(intent name: String) -> Phrase { .link(.code(name), to: HeadingAnchor.declaration("intent", name)) }
  func link(pack name: String) -> Phrase { .link(.code(name), to: HeadingAnchor.declaration("pack", name)) }

  /// The id that the moves of a lifecycle report.
  static func id(of lifecycle: LifecycleType) -> String { "\(lifecycle.pack).\(lifecycle.name).lifecycle" }

  /// A type with its unit.
  func type(_ field: Field, in pack: String) -> Phrase {
    let name = name(of: field)
    return .code(field.isOptional ? name + "?" : name)
  }

  /// A type whose unit may be a field beside it.
  func name(of field: Field) -> String {
    name(of: field.currency.map { field.type.with(numberUnit: .named($0)) } ?? field.type)
  }

  func name(of type: ValueType) -> String {
    switch type {
    case .text: "text"
    case .integer(let unit): "integer" + (unit.map { " in \($0.words)" } ?? "")
    case .decimal(let unit): "decimal" + (unit.map { " in \($0.words)" } ?? "")
    case .boolean: "boolean"
    case .date: "date"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .period: "period"
    case .time: "time"
    case .json: "json"
    case .enumeration(let index): program.enums[index].name
    case .record(let index): program.records[index].name
    case .list(let element): "list of \(name(of: element))"
    case .map(let element): "map of \(name(of: element))"
    case .fact(let index): program.facts[index].name
    case .unknown: "?"
    }
  }

  /// Fields, one per line.
  func fields(_ fields: [Field], key: [Int] = []) -> Phrase {
    fields.enumerated().map { index, field -> Phrase in
      let mark: Phrase = key.contains(index) ? " (key)" : ""
      let inJSON: Phrase = field.jsonName == field.name ? "" : ", \(code: field.jsonName) in JSON"
      return "\(code: field.name) \(plain: name(of: field) + (field.isOptional ? "?" : ""))\(mark)\(inJSON)"
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

extension HandbookMaker {
  private mutating func overview(_ packs: [PackInfo]) -> Handbook.Section {
    let rows = packs.map { pack in
      Handbook.Table.Row([
        link(pack: pack.name), summary(pack.span) ?? "", .plain(pack.version ?? ""),
        "\(program.intents.filter { $0.pack == pack.name }.count)",
        "\(program.truths.filter { $0.pack == pack.name }.count + program.invariants.filter { $0.pack == pack.name }.count)",
        "\(program.facts.filter { $0.pack == pack.name && $0.lifecycle == nil }.count)",
      ])
    }
    var blocks: [Handbook.Block] = [
      .paragraph(
        """
        People, programs and models propose; truths decide; what was decided is kept as facts. This handbook is made from the \
        truths themselves and from the examples that they are held to.
        """)
    ]
    blocks += table(["Pack", "What it is about", "Version", "Intents", "Truths", "Facts"], rows)
    blocks += packFlow(packs)
    return Handbook.Section(anchor: "overview", title: "Overview", blocks: blocks)
  }

  /// Who approves what: each role with the clauses that wait for it.
  func approvals() -> Handbook.Section? {
    var rows: [Text: [Handbook.Table.Row]] = [:]
    var byName: [Handbook.Table.Row] = []
    func add(_ clauses: [CheckedClause], owner: String, pack: String, proposed: Phrase) {
      for clause in clauses {
        guard case .acceptance(let approval) = clause.kind else { continue }
        let row = Handbook.Table.Row([
          link(id: owner), proposed,
          .link(sentence(clause, pack: pack).withoutLinks, to: anchor(clause, of: owner)),
        ])
        for name in roles(of: approval, pack: pack) { rows[Text(name), default: []].append(row) }
        if approval?.approvers.contains(where: { $0.role == nil }) == true { byName.append(row) }
      }
    }
    for truth in program.truths {
      let proposed = truth.intents.map { link(intent: $0) } + truth.matches.map { link(fact: $0.fact) }
      add(truth.invariants + truth.ensures, owner: truth.id, pack: truth.pack, proposed: proposed.lines)
    }
    for invariant in program.invariants {
      let proposed: Phrase =
        switch invariant.applies {
        case .all: "every proposal"
        case .state: "every run"
        case .intents(let intents): intents.map { link(intent: $0) }.lines
        }
      add([invariant.clause], owner: invariant.id, pack: invariant.pack, proposed: proposed)
    }
    if rows.isEmpty, byName.isEmpty { return nil }
    var sections = rows.sorted { $0.key < $1.key }.map { role, rows in
      Handbook.Section(
        anchor: HeadingAnchor.declaration("role", role.string), title: "\(code: "@" + role.string)",
        blocks: summaryBlock(ofRole: role) + table(["Truth", "On", "Clause"], rows))
    }
    if !byName.isEmpty {
      sections.append(
        Handbook.Section(
          anchor: "approvals-by-name", title: "People whom a clause names", blocks: table(["Truth", "On", "Clause"], byName)))
    }
    return Handbook.Section(
      anchor: "approvals", title: "Who approves what",
      blocks: [.paragraph("Nobody approves what they proposed themselves.")], sections: sections)
  }

  /// Fixtures that name no truth of the packs.
  private func otherExamples() -> Handbook.Section? {
    let blocks = examples.homeless.map { Handbook.Block.example($0.example(self)) }
    return blocks.isEmpty ? nil : Handbook.Section(anchor: "examples", title: "Further examples", blocks: blocks)
  }

  /// Links to some examples, the first few by name.
  func links(_ shown: [HandbookExample]) -> Phrase {
    let most = 4
    let links = shown.prefix(most).map { Phrase.link(.code($0.id), to: $0.anchor) }
    let rest: [Phrase] = shown.count > most ? ["\(shown.count - most) more"] : []
    return (links + rest).listed()
  }
}

extension Phrase {
  /// The same text without links; links cannot be nested.
  var withoutLinks: Phrase {
    Phrase(
      parts.flatMap { part -> [Part] in
        switch part {
        case .link(let inner, _): inner.withoutLinks.parts
        case .strong(let inner): [.strong(inner.withoutLinks)]
        case .plain, .code, .lineBreak: [part]
        }
      })
  }
}

extension HandbookMaker {
  /// The sources of a pack: the document of each, its elements, and what they become.
  func sources(of pack: String) -> [Handbook.Block] {
    let rows = program.sources.filter { $0.pack == pack }.map { source in
      Handbook.Table.Row(
        [
          .code(source.name), summary(source.span) ?? "", .code(source.document),
          source.each.isEmpty ? "the document itself" : .code(DocumentPath.text(source.each)), made(by: source).lines,
        ], anchor: HeadingAnchor.declaration("source", source.qualifiedName))
    }
    return table(["Source", "What it means", "Document", "Elements", "They become"], rows)
  }

  private func made(by source: CheckedSource) -> [Phrase] {
    var seen: Set<Int> = []
    let facts = source.outputs.map(\.fact).filter { seen.insert($0).inserted }.map { link(fact: $0) }
    seen = []
    let proposals = source.proposals.map(\.intent).filter { seen.insert($0).inserted }
    return facts + proposals.map { "\(link(intent: $0)), proposed" }
  }

  /// A source in the diagram of its pack: its document, and the facts and intents that it makes.
  func add(_ source: CheckedSource, to graph: inout DotGraph) {
    let key = "document \(source.document)"
    graph.node(
      key, label: source.document, shape: "note", kind: "document",
      anchor: HeadingAnchor.declaration("source", source.qualifiedName))
    for index in Set(source.outputs.map(\.fact)).sorted() { graph.edge(key, node(index, of: source.pack, in: &graph)) }
    for index in Set(source.proposals.map(\.intent)).sorted() {
      let intent = program.intents[index].name
      graph.node(
        "intent \(intent)", label: intent, shape: "cds", kind: "intent", anchor: HeadingAnchor.declaration("intent", intent))
      graph.edge(key, "intent \(intent)")
    }
  }
}

/// An index of the truths that read, make and follow intents, facts and lifecycles.
struct HandbookIndex {
  /// By intent, the truths that fire on it and its standalone invariants, by id.
  private(set) var governing: [Int: [String]] = [:]
  /// By fact type, the truths that produce it.
  private(set) var producing: [Int: [String]] = [:]
  /// By fact type, the truths that fire on it.
  private(set) var following: [Int: [String]] = [:]
  /// By lifecycle and transition, the truths that move along it.
  private(set) var moving: [Int: [LifecycleType.Transition: [String]]] = [:]
  /// By truth, the facts that it reads, as `<pack>.<type>`.
  private(set) var reading: [String: [String]] = [:]

  init(_ program: Program) {
    for truth in program.truths {
      for intent in truth.intents { governing[intent, default: []].append(truth.id) }
      for fact in Set(truth.outputs.map(\.fact)).sorted() { producing[fact, default: []].append(truth.id) }
      for fact in Set(truth.matches.map(\.fact)).sorted() { following[fact, default: []].append(truth.id) }
      for move in truth.moves { add(move, of: truth.id) }
    }
    for invariant in program.invariants {
      guard case .intents(let intents) = invariant.applies else { continue }
      for intent in intents { governing[intent, default: []].append(invariant.id) }
    }
    for declaration in program.declarations where declaration.key.hasPrefix("truth ") {
      reading[String(declaration.key.dropFirst("truth ".count))] = declaration.references.filter { $0.hasPrefix("fact ") }.map {
        String($0.dropFirst("fact ".count))
      }
    }
  }

  private mutating func add(_ move: CheckedMove, of truth: String) {
    var froms = move.from.sorted()
    for state in move.path {
      for from in froms {
        let step = LifecycleType.Transition(from: from, to: state)
        moving[move.key.lifecycle, default: [:]][step, default: []].append(truth)
      }
      froms = [state]
    }
  }
}

extension Workspace {
  /// The set as a handbook for people, with its fixtures as examples.
  ///
  /// - Throws: the findings of a set, or of fixtures, with errors. A handbook describes only what holds.
  public func handbook(fixtures: [SourceText] = []) throws(Findings) -> Handbook {
    _ = try procedure()
    var sources = loaded.sources
    let files = Self.read(fixtures, into: &sources)
    let suite = FixtureSuite(files, against: EvalSubject(loaded))
    let faults = suite.faulty.flatMap(\.diagnostics)
    guard !faults.hasErrors else { throw Findings(faults, in: sources) }
    let all = files.flatMap { file in file.json.map { $0.elements ?? [$0] } ?? [] }
    let examples = HandbookExamples(all.compactMap { HandbookExample($0.value) }, in: loaded.program)
    var maker = HandbookMaker(loaded.program, units: loaded.units, examples: examples, source: source)
    return maker.handbook()
  }
}
