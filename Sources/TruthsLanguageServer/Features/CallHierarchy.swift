import TruthsCheck
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// The call hierarchy: intents and facts fire truths, truths make facts, and declarations call functions and tables.
extension LanguageServer {
  /// Answers `textDocument/prepareCallHierarchy`.
  func prepareCallHierarchy(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let cursor = try cursor(parameters, "textDocument/prepareCallHierarchy") else { return .null }
    let flow = RuleFlow(cursor.project)
    let items = cursor.symbols.filter { flow.takesPart($0) }.compactMap { item($0, cursor.project) }
    return items.isEmpty ? .null : .array(items)
  }

  /// Answers `callHierarchy/incomingCalls`: what fires a truth, makes a fact, proposes an intent, or calls a function or table.
  func incomingCalls(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    try calls(parameters, "callHierarchy/incomingCalls", name: "from") { $0.before($1) }
  }

  /// Answers `callHierarchy/outgoingCalls`: the facts that a truth makes, the truths that a fact or an intent fires, and the
  /// functions and tables that a declaration calls.
  func outgoingCalls(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    try calls(parameters, "callHierarchy/outgoingCalls", name: "to") { $0.behind($1) }
  }

  private func calls(
    _ parameters: JSONValue, _ method: String, name: String, _ steps: (RuleFlow, Symbol) -> [RuleFlow.Step]
  ) throws(ResponseError) -> JSONValue {
    guard let data = parameters.at("item", "data"), let root = data["root"]?.stringValue, let key = data["key"]?.stringValue
    else {
      throw ResponseError.parameters(of: method, lack: "item.data")
    }
    guard let project = projects.first(where: { $0.root == root }), let symbol = SymbolKeys(project).symbol(key) else {
      return .array([])
    }
    let places = SpanPlaces(project.loaded.sources, in: project, client.encoding)
    return .array(
      steps(RuleFlow(project), symbol).compactMap { step in
        guard let item = item(step.symbol, project) else { return nil }
        let spans = spans(of: step, by: name == "to" ? symbol : step.symbol, project)
        return .object([name: item, "fromRanges": .array(spans.map { places.range($0).json })])
      })
  }

  /// Returns the spans of a step in the file of the symbol that it starts from. The declaration of a fact or intent does not
  /// name the truths that it fires, so its own name is the span.
  private func spans(of step: RuleFlow.Step, by caller: Symbol, _ project: ServedProject) -> [Span] {
    if case .table = step.written { return RuleFlow(project).spans(of: step) }
    switch caller {
    case .fact, .intent: return project.symbols.declaration(of: caller).map { [$0.name] } ?? []
    default: return RuleFlow(project).spans(of: step)
    }
  }

  /// Returns a symbol as an item of the hierarchy; `nil` where it has no declaration in the project.
  private func item(_ symbol: Symbol, _ project: ServedProject) -> JSONValue? {
    let places = SpanPlaces(project.loaded.sources, in: project, client.encoding)
    guard let declared = project.symbols.declaration(of: symbol), let uri = places.uri(declared.name),
      let key = SymbolKeys(project).key(of: symbol)
    else { return nil }
    let kind: SymbolKind =
      switch symbol {
      case .fact: .classKind
      case .intent: .event
      case .source: .module
      case .table: .function
      default: .method
      }
    return .object([
      "name": .text(declared.text), "kind": .int(kind.rawValue), "detail": .text(declared.summary ?? declared.pack),
      "uri": .text(uri), "range": places.range(declared.key.union(declared.name)).json,
      "selectionRange": places.range(declared.name).json, "data": .object(["root": .text(project.root), "key": .text(key)]),
    ])
  }
}

/// The flow between declarations: the facts and intents that fire each truth, the facts that truths and sources make, and the
/// functions and tables that declarations call.
struct RuleFlow {
  struct Step {
    var symbol: Symbol
    /// The symbol whose name the declaration contains where it writes the step.
    fileprivate var written: Symbol
    /// The key of the declaration that contains the step.
    fileprivate var key: Span
    fileprivate var roles: Set<NameUse.Role>
  }

  private let project: ServedProject
  private let program: Program
  private let truths: [String: CheckedTruth]
  /// The truths that make each fact, by the index of the fact.
  private let makers: [Int: [CheckedTruth]]

  /// - Complexity: O(truths + facts that they make).
  init(_ project: ServedProject) {
    self.project = project
    program = project.program
    truths = Dictionary(first: program.truths.map { ($0.id, $0) })
    var makers: [Int: [CheckedTruth]] = [:]
    for truth in program.truths { for fact in Set(truth.outputs.map(\.fact)) { makers[fact, default: []].append(truth) } }
    self.makers = makers
  }

  func takesPart(_ symbol: Symbol) -> Bool {
    switch symbol {
    case .fact, .intent, .source, .table: true
    case .rule(let id): truths[id] != nil || program.invariants.contains { $0.id == id }
    default: false
    }
  }

  /// Returns the steps that lead to a symbol.
  func before(_ symbol: Symbol) -> [Step] {
    switch symbol {
    case .rule(let id):
      guard let truth = truths[id] else { return [] }
      let symbols = truth.intents.map { Symbol.intent($0) } + truth.matches.map { .fact($0.fact) }
      return symbols.map { step($0, written: $0, in: truth.span, roles: [.use]) }
    case .fact(let index):
      return (makers[index] ?? []).map { step(.rule($0.id), written: symbol, in: $0.span, roles: [.making]) }
        + program.sources.indices.filter { program.sources[$0].outputs.contains { $0.fact == index } }.map {
          step(.source($0), written: symbol, in: program.sources[$0].span, roles: [.making])
        }
    case .intent(let index):
      return program.sources.indices.filter { program.sources[$0].proposals.contains { $0.intent == index } }.map {
        step(.source($0), written: symbol, in: program.sources[$0].span, roles: [.use])
      }
    case .table: return callers(of: symbol)
    default: return []
    }
  }

  /// Returns the steps that start from a symbol.
  func behind(_ symbol: Symbol) -> [Step] {
    switch symbol {
    case .rule(let id):
      guard let truth = truths[id] else {
        return program.invariants.first { $0.id == id }.map { calls(in: $0.span) } ?? []
      }
      return made(by: truth).map { step(.fact($0), written: .fact($0), in: truth.span, roles: [.making]) } + calls(in: truth.span)
    case .fact(let index):
      return program.truths.filter { $0.matches.contains { $0.fact == index } }
        .map { step(.rule($0.id), written: symbol, in: $0.span, roles: [.use]) }
    case .intent(let index):
      return program.truths.filter { $0.intents.contains(index) }
        .map { step(.rule($0.id), written: symbol, in: $0.span, roles: [.use]) } + calls(in: program.intents[index].span)
    case .source(let index):
      let source = program.sources[index]
      let symbols = source.outputs.map { Symbol.fact($0.fact) } + source.proposals.map { .intent($0.intent) }
      return symbols.map { step($0, written: $0, in: source.span, roles: [.making, .use]) } + calls(in: source.span)
    case .table(let index): return calls(in: program.tables[index].span)
    default: return []
    }
  }

  /// Returns the steps from the declarations that call a function or table.
  private func callers(of symbol: Symbol) -> [Step] {
    let units = Dictionary(first: project.loaded.units.map { ($0.file, $0) })
    func head(around span: Span) -> Span? { units[span.file]?.declaration(around: Int(span.start))?.keySpan }
    let heads = Set(project.symbols.uses(of: [symbol]).filter { $0.role == .use }.compactMap { head(around: $0.span) })
    var declared = program.truths.map { (symbol: Symbol.rule($0.id), span: $0.span) }
    declared += program.invariants.map { (symbol: Symbol.rule($0.id), span: $0.span) }
    declared += program.intents.indices.map { (symbol: Symbol.intent($0), span: program.intents[$0].span) }
    declared += program.tables.indices.map { (symbol: Symbol.table($0), span: program.tables[$0].span) }
    declared += program.sources.indices.map { (symbol: Symbol.source($0), span: program.sources[$0].span) }
    return declared.compactMap { caller in
      guard let own = head(around: caller.span), heads.contains(own) else { return nil }
      return step(caller.symbol, written: symbol, in: caller.span, roles: [.use])
    }
  }

  /// Returns the steps to the functions and tables that a declaration calls.
  ///
  /// - Parameter span: a span that begins in the declaration.
  private func calls(in span: Span) -> [Step] {
    guard let unit = project.loaded.units.first(where: { $0.file == span.file }),
      let declaration = unit.declaration(around: Int(span.start))
    else { return [] }
    let called = project.symbols.uses(in: span.file).compactMap { use -> Symbol? in
      guard case .table = use.symbol, use.role == .use, declaration.span.start <= use.span.start,
        use.span.end <= declaration.span.end
      else { return nil }
      return use.symbol
    }
    return called.uniqued().map { step($0, written: $0, in: span, roles: [.use]) }
  }

  /// Returns the truth, the intents that can fire it, directly or through facts, and all symbols between them.
  func triggers(of truth: CheckedTruth) -> Set<Symbol> {
    var found: Set<Symbol> = [.rule(truth.id)]
    var open: [Symbol] = [.rule(truth.id)]
    while let next = open.popLast() {
      for step in before(next) where found.insert(step.symbol).inserted { open.append(step.symbol) }
    }
    return found
  }

  private func made(by truth: CheckedTruth) -> [Int] { truth.outputs.map(\.fact).uniqued() }

  private func step(_ symbol: Symbol, written: Symbol, in key: Span, roles: Set<NameUse.Role>) -> Step {
    Step(symbol: symbol, written: written, key: key, roles: roles)
  }

  /// Returns the spans at which a step is written.
  ///
  /// - Complexity: O(names of the file), so callers ask for it only to show positions.
  func spans(of step: Step) -> [Span] {
    guard let unit = project.loaded.units.first(where: { $0.file == step.key.file }),
      let declaration = unit.declaration(around: Int(step.key.start))
    else { return [] }
    return project.symbols.uses(in: step.key.file).filter { use in
      use.symbol == step.written && step.roles.contains(use.role) && use.span.start >= declaration.span.start
        && use.span.end <= declaration.span.end
    }.map(\.span)
  }
}
