import TruthsCheck
import TruthsSyntax
import TruthsText

extension HandbookMaker {
  /// The fact flow of a pack: intents and facts, the truths that they meet, and the facts that come of them.
  mutating func flow(of pack: String) -> [Handbook.Block] {
    var graph = DotGraph()
    for source in program.sources where source.pack == pack { add(source, to: &graph) }
    for truth in program.truths where truth.pack == pack { add(truth, to: &graph) }
    return diagram(graph, "Fact flow of pack \(pack)")
  }

  private func add(_ truth: CheckedTruth, to graph: inout DotGraph) {
    let key = "truth \(truth.id)"
    let prefix = truth.pack + "."
    let label = truth.id.hasPrefix(prefix) ? String(truth.id.dropFirst(prefix.utf8.count)) : truth.id
    graph.node(key, label: label, shape: "box", kind: "truth", anchor: Anchor.id(truth.id))
    for index in truth.intents {
      let intent = program.intents[index]
      graph.node(
        "intent \(intent.name)", label: intent.name, shape: "cds", kind: "intent",
        anchor: Anchor.declaration("intent", intent.name))
      graph.edge("intent \(intent.name)", key)
    }
    for index in Set(truth.matches.map(\.fact)).sorted() { graph.edge(node(index, of: truth.pack, in: &graph), key) }
    for index in Set(truth.outputs.map(\.fact)).sorted() { graph.edge(key, node(index, of: truth.pack, in: &graph)) }
    for index in Set(truth.moves.map(\.key.lifecycle)).sorted() {
      let lifecycle = program.lifecycles[index]
      let anchor = Anchor.id(Self.id(of: lifecycle))
      graph.node("lifecycle \(lifecycle.name)", label: lifecycle.name, shape: "octagon", kind: "lifecycle", anchor: anchor)
      graph.edge(key, "lifecycle \(lifecycle.name)")
    }
    let known = Set(truth.matches.map(\.fact) + truth.outputs.map(\.fact))
    for name in uses.reading[truth.id, default: []] {
      guard let index = factsByName[name], !known.contains(index) else { continue }
      graph.edge(node(index, of: truth.pack, in: &graph), key, isDashed: true)
    }
  }

  /// The node of a fact type; of another pack's, with that pack's name.
  func node(_ index: Int, of pack: String, in graph: inout DotGraph) -> String {
    let fact = program.facts[index]
    let key = "fact \(fact.name)"
    let isOwn = fact.pack == pack
    graph.node(
      key, label: isOwn ? fact.name : "\(fact.pack): \(fact.name)", shape: "ellipse", kind: isOwn ? "fact" : "fact other",
      anchor: anchor(of: fact))
    return key
  }

  /// The packs, and how many types of facts go from one to another.
  mutating func packFlow(_ packs: [PackInfo]) -> [Handbook.Block] {
    var graph = DotGraph()
    var counts: [String: [String: Set<String>]] = [:]
    for truth in program.truths where !truth.isBuiltIn {
      for name in uses.reading[truth.id, default: []] {
        guard let index = factsByName[name], program.facts[index].pack != truth.pack else { continue }
        counts[program.facts[index].pack, default: [:]][truth.pack, default: []].insert(name)
      }
    }
    for pack in packs {
      graph.node(pack.name, label: pack.name, shape: "box", kind: "truth", anchor: Anchor.declaration("pack", pack.name))
    }
    for from in packs {
      for to in packs {
        guard let names = counts[from.name]?[to.name] else { continue }
        let short = names.sorted().map { $0.dropFirst(from.name.utf8.count + 1) }
        let shown = short.prefix(3).joined(separator: "\n")
        graph.edge(from.name, to.name, label: short.count > 3 ? "\(shown)\n+ \(short.count - 3)" : shown)
      }
    }
    return diagram(graph, "How facts flow between packs")
  }

  // MARK: Lifecycles

  mutating func lifecycles(of pack: String) -> [Handbook.Section] {
    var sections: [Handbook.Section] = []
    for (index, lifecycle) in program.lifecycles.enumerated() where lifecycle.pack == pack {
      sections.append(section(lifecycle, at: index))
    }
    return sections
  }

  private mutating func section(_ lifecycle: LifecycleType, at index: Int) -> Handbook.Section {
    let states = program.enums[lifecycle.states].values.map(\.string)
    let steps = lifecycle.transitions.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    var graph = DotGraph()
    for (ordinal, state) in states.enumerated() {
      let isEnd = lifecycle.terminal.contains(ordinal)
      let isStart = ordinal == LifecycleType.start
      graph.node(
        state, label: isStart ? "" : state, shape: isStart ? "point" : "ellipse",
        kind: isStart ? "start" : isEnd ? "state terminal" : "state")
    }
    for step in steps { graph.edge(states[step.from], states[step.to]) }
    var blocks = summaryBlock(lifecycle.span)
    let about: Phrase = program.facts[lifecycle.history].arrival.map { " Its states arrive from outside\($0.phrase)." } ?? ""
    let keys = lifecycle.key.map { Phrase.code($0.name) }.listed()
    let ends = lifecycle.terminal.sorted().map { Phrase.code(states[$0]) }
    let end: Phrase = ends.isEmpty ? "" : " It ends in \(ends.listed("or"))."
    blocks.append(.paragraph("One for each \(keys).\(end)\(about)"))
    blocks += diagram(graph, "Lifecycle \(lifecycle.name)")
    let rows = steps.map { step in
      Handbook.Table.Row([
        .code(states[step.from]), .code(states[step.to]),
        uses.moving[index]?[step]?.map { link(id: $0) }.lines ?? "",
      ])
    }
    blocks += table(["From", "To", "By"], rows)
    blocks += examples.home[Self.id(of: lifecycle), default: []].map { .example($0.example(self)) }
    return Handbook.Section(
      anchor: Anchor.id(Self.id(of: lifecycle)), title: .code(lifecycle.name), blocks: blocks)
  }

  // MARK: Tables

  func section(_ table: CheckedTable) -> Handbook.Section {
    var blocks = summaryBlock(table.span)
    let inputs = table.inputs.map { "\(Phrase.code($0.name)) (\(plain: name(of: $0.type)))" as Phrase }
    let rule: Phrase = table.isUnique ? "No two rows are ever true at once." : "The first row that is true counts."
    blocks.append(.paragraph("From \(inputs.listed()) to \(plain: name(of: table.output)). \(rule)"))
    let written = if case .table(let body)? = declarations[table.span]?.body { body.rows } else { [] as [TableRow] }
    let rows = written.map { row -> Handbook.Table.Row in
      let words = row.condition.map { self.words.condition($0) } ?? "otherwise"
      return Handbook.Table.Row([
        words, row.value.map { self.words.value($0) } ?? "no value", .code(formatted(row)),
      ])
    }
    blocks += self.table(["When", "Value", "In code"], rows)
    return Handbook.Section(
      anchor: Anchor.declaration("table", table.qualifiedName), title: .code(table.name), blocks: blocks)
  }
}
