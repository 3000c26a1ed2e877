import TruthsEngine
import TruthsProgram
import TruthsRendering
import TruthsSyntax
import TruthsText

/// The chapters of packs.
extension HandbookMaker {
  /// Returns the chapter of a pack, from its intents to its vocabulary.
  mutating func chapter(_ pack: PackInfo) -> Handbook.Section {
    var blocks = summaryBlock(pack.span)
    var line: Phrase = pack.version.map { "Version \(plain: $0)." } ?? "This pack has no version."
    if !pack.uses.isEmpty { line = "\(line) It uses the packs \(pack.uses.sorted().map { link(pack: $0) }.listed())." }
    blocks.append(.paragraph(line))
    let flow = flow(of: pack.name)
    if !flow.isEmpty {
      blocks.append(
        .paragraph(
          """
          The diagram shows how facts flow: what is proposed or known, the truth that decides it, and the result. A dashed \
          line leads from a fact that the truth only reads.
          """))
      blocks += flow
    }
    let anchor = HeadingAnchor.declaration("pack", pack.name)
    var sections: [Handbook.Section] = []
    func add(_ title: String, _ name: String, _ blocks: [Handbook.Block], _ inner: [Handbook.Section] = []) {
      if blocks.isEmpty && inner.isEmpty { return }
      sections.append(
        Handbook.Section(anchor: "\(anchor)-\(name)", title: .plain(title), blocks: blocks, sections: inner))
    }
    add("What can be proposed", "intents", intents(of: pack.name))
    add("Documents that are read", "sources", sources(of: pack.name))
    add("Truths", "truths", [], program.truths.filter { $0.pack == pack.name }.map { section($0) })
    add("Invariants", "invariants", [], program.invariants.filter { $0.pack == pack.name }.map { section($0) })
    add("Lifecycles", "lifecycles", [], lifecycles(of: pack.name))
    let tables = program.tables.filter { $0.pack == pack.name }
    add("Tables", "tables", [], tables.filter { !$0.isFunction }.map { section($0) })
    add("Functions", "functions", [], tables.filter(\.isFunction).map { section($0) })
    add("Policies", "policies", policies(of: pack.name))
    add("Calendars", "calendars", calendars(of: pack.name))
    add("Facts", "facts", facts(of: pack.name))
    add("Kinds of values", "types", types(of: pack.name))
    return Handbook.Section(
      anchor: anchor, title: .plain(PlainName.heading(pack.name)), id: "pack \(pack.name)", blocks: blocks, sections: sections)
  }

  /// Returns the appendix with the built-in pack and the built-in truths.
  mutating func builtIn(_ pack: PackInfo) -> Handbook.Section {
    var chapter = chapter(pack)
    chapter.title = "Appendix: what is built in"
    chapter.blocks = [
      .paragraph(
        """
        Every set of packs has these declarations and truths too, without writing them: who may approve, what happens in an \
        emergency, how policies are set and truths adopted.
        """)
    ]
    let rows = BuiltInTruth.allCases.map { truth -> Handbook.Table.Row in
      let shown = examples.mentioning(truth.rawValue)
      let words: Phrase = .plain(truth.summary)
      return Handbook.Table.Row(
        [.code(truth.rawValue), shown.isEmpty ? words : [words, "Examples: \(links(shown))"].lines],
        anchor: HeadingAnchor.id(truth.rawValue))
    }
    chapter.sections.append(
      Handbook.Section(
        anchor: HeadingAnchor.declaration("pack", pack.name) + "-engine", title: "What always holds",
        blocks: table(["Id", "What it means"], rows)))
    return chapter
  }

  private func intents(of pack: String) -> [Handbook.Block] {
    let rows = program.intents.enumerated().filter { $0.element.pack == pack }.map { index, intent -> Handbook.Table.Row in
      var about = [summary(intent.span) ?? ""]
      if intent.jsonName != intent.name { about.append("It is called \(code: intent.jsonName) in JSON.") }
      switch intent.consent {
      case .implicit: break
      case .explicit:
        let people: Phrase = intent.consentBy.map { "someone with the role \(Phrase.code($0))" } ?? "a person"
        about.append("The proposer must consent explicitly. For an agent or a system, \(people) must.")
      case .breakGlass: about.append("It is only for emergencies, and it needs an emergency override.")
      }
      if intent.isOpen { about.append("Further members of its \(code: "payload") are ignored.") }
      if let access = intent.access {
        about.append("It answers AuthZEN requests for \(code: access.action) of \(code: access.resource).")
      }
      return Handbook.Table.Row(
        [
          named(intent.name), about.filter { !$0.isEmpty }.lines, fields(intent.fields, required: intent.present),
          uses.governing[index, default: []].map { link(id: $0) }.lines,
        ], anchor: HeadingAnchor.declaration("intent", intent.name))
    }
    return table(["Proposal", "What it means", "Fields", "Decided by"], rows)
  }

  private func policies(of pack: String) -> [Handbook.Block] {
    let rows = program.policies.filter { $0.pack == pack }.map { policy in
      Handbook.Table.Row(
        [
          named(policy.name), summary(policy.span) ?? "", type(policy.type), initial(policy) ?? "none",
        ], anchor: HeadingAnchor.declaration("policy", policy.qualifiedName))
    }
    return table(["Policy", "What it means", "Kind of value", "Value unless set"], rows)
  }

  private func initial(_ policy: PolicyType) -> Phrase? {
    guard case .policy(let body)? = declarations[policy.span]?.body else { return nil }
    return body.initial.map { words.value($0, as: policy.type) }
  }

  private func facts(of pack: String) -> [Handbook.Block] {
    let rows = program.facts.enumerated().filter { $0.element.pack == pack && $0.element.lifecycle == nil }.map {
      index, fact -> Handbook.Table.Row in
      var about = [summary(fact.span) ?? ""]
      let marks: [(Bool, Phrase)] = [
        (fact.isExternal, "arrives from outside\(fact.arrival?.phrase ?? "")"), (fact.isImmutable, "is never corrected"),
        (fact.isDerived, "is computed each time it is read"),
      ]
      let said = marks.filter(\.0).map(\.1)
      if !said.isEmpty { about.append("It \(said.listed()).") }
      return Handbook.Table.Row(
        [
          named(fact.name), about.filter { !$0.isEmpty }.lines, fields(fact.fields, key: fact.key),
          uses.producing[index, default: []].map { link(id: $0) }.lines,
        ], anchor: HeadingAnchor.declaration("fact", fact.name))
    }
    return table(["Fact", "What it means", "Fields", "Recorded by"], rows)
  }

  private func types(of pack: String) -> [Handbook.Block] {
    let enums = program.enums.filter { $0.pack == pack && isEnum($0.span) }.map { type in
      let values = zip(type.values, type.jsonNames).map { value, name -> Phrase in
        let called: Phrase = name == value ? "" : " (\(code: name.string) in JSON)"
        return "“\(value: PlainName.words(value.string))”\(called)"
      }
      let order: Phrase = type.isOrdered ? "From the least to the greatest: " : "One of: "
      return Handbook.Table.Row(
        [named(type.name), summary(type.span) ?? "", order + values.joined(", ")],
        anchor: HeadingAnchor.declaration("enum", "\(pack).\(type.name)"))
    }
    let records = program.records.filter { $0.pack == pack && isRecord($0.span) }.map { type -> Handbook.Table.Row in
      let about: [Phrase] = [summary(type.span) ?? "", type.isOpen ? "Further members are ignored." : ""]
      return Handbook.Table.Row(
        [named(type.name), about.filter { !$0.isEmpty }.lines, fields(type.fields)],
        anchor: HeadingAnchor.declaration("record", "\(pack).\(type.name)"))
    }
    return table(["Kind of value", "What it means", "Values or fields"], enums + records)
  }

  private func isEnum(_ span: Span) -> Bool {
    if case .enumeration? = declarations[span]?.body { true } else { false }
  }

  private func isRecord(_ span: Span) -> Bool {
    if case .record? = declarations[span]?.body { true } else { false }
  }

  func table(_ head: [Phrase], _ rows: [Handbook.Table.Row]) -> [Handbook.Block] {
    rows.isEmpty ? [] : [.table(Handbook.Table(head: head, rows: rows))]
  }
}

extension Arrival {
  /// Permitted senders in words, such as `, from system or @bookkeeper`; empty if the declaration names none.
  var phrase: Phrase { by.isEmpty ? "" : ", from \(plain: words)" }
}

extension HandbookMaker {
  /// Returns the fact-flow diagram of a pack: intents and facts, the truths that read them, and the facts that these produce.
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
    graph.node(key, label: label, shape: "box", kind: "truth", anchor: HeadingAnchor.id(truth.id))
    for index in truth.intents {
      let intent = program.intents[index]
      graph.node(
        "intent \(intent.name)", label: intent.name, shape: "cds", kind: "intent",
        anchor: HeadingAnchor.declaration("intent", intent.name))
      graph.edge("intent \(intent.name)", key)
    }
    for index in Set(truth.matches.map(\.fact)).sorted() { graph.edge(node(index, of: truth.pack, in: &graph), key) }
    for index in Set(truth.outputs.map(\.fact)).sorted() { graph.edge(key, node(index, of: truth.pack, in: &graph)) }
    for index in Set(truth.moves.map(\.key.lifecycle)).sorted() {
      let lifecycle = program.lifecycles[index]
      let anchor = HeadingAnchor.id(Self.id(of: lifecycle))
      graph.node("lifecycle \(lifecycle.name)", label: lifecycle.name, shape: "octagon", kind: "lifecycle", anchor: anchor)
      graph.edge(key, "lifecycle \(lifecycle.name)")
    }
    let known = Set(truth.matches.map(\.fact) + truth.outputs.map(\.fact))
    for name in uses.reading[truth.id, default: []] {
      guard let index = factsByName[name], !known.contains(index) else { continue }
      graph.edge(node(index, of: truth.pack, in: &graph), key, isDashed: true)
    }
  }

  /// Adds the node of a fact type, and returns its key. The label of another pack's type has that pack's name.
  func node(_ index: Int, of pack: String, in graph: inout DotGraph) -> String {
    let fact = program.facts[index]
    let key = "fact \(fact.name)"
    let isOwn = fact.pack == pack
    graph.node(
      key, label: isOwn ? fact.name : "\(fact.pack): \(fact.name)", shape: "ellipse", kind: isOwn ? "fact" : "fact other",
      anchor: anchor(of: fact))
    return key
  }

  /// Returns the diagram of the packs, with the fact types that one passes to another.
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
      graph.node(pack.name, label: pack.name, shape: "box", kind: "truth", anchor: HeadingAnchor.declaration("pack", pack.name))
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
    let keys = lifecycle.key.map { Phrase.term(PlainName.words($0.name)) }.listed()
    let ends = lifecycle.terminal.sorted().map { state(states[$0], isStart: $0 == LifecycleType.start) }
    let end: Phrase = ends.isEmpty ? "" : " It ends with \(ends.listed("or"))."
    let type = program.enums[lifecycle.states]
    let called = zip(type.values, type.jsonNames).filter { $0 != $1 }.map { value, name -> Phrase in
      "\(term: PlainName.words(value.string)) is called \(code: name.string) in JSON"
    }
    let names: Phrase = called.isEmpty ? "" : " \(called.listed())."
    let count: Phrase = lifecycle.key.isEmpty ? "There is one instance." : "There is one instance for each \(keys)."
    blocks.append(.paragraph("\(count)\(end)\(about)\(names)"))
    blocks += diagram(graph, "Lifecycle \(lifecycle.name)")
    let rows = steps.map { step in
      Handbook.Table.Row([
        state(states[step.from], isStart: step.from == LifecycleType.start), state(states[step.to], isStart: false),
        uses.moving[index]?[step]?.map { link(id: $0) }.lines ?? (lifecycle.isExternal ? "from outside" : "no truth"),
      ])
    }
    blocks += table(["From", "To", "Moved by"], rows)
    blocks += exampleBlocks(examples.home[Self.id(of: lifecycle), default: []])
    return Handbook.Section(
      anchor: HeadingAnchor.id(Self.id(of: lifecycle)), title: .plain(PlainName.heading(lifecycle.name)),
      id: Self.id(of: lifecycle), blocks: blocks)
  }
}
