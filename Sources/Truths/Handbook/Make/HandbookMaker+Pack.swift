import TruthsCheck
import TruthsEngine
import TruthsSyntax
import TruthsText

extension HandbookMaker {
  /// What a pack declares, from what can be proposed to the words that it speaks in.
  mutating func chapter(_ pack: PackInfo) -> Handbook.Section {
    var blocks = summaryBlock(pack.span)
    var line: Phrase = pack.version.map { "Version \(plain: $0)" } ?? "Without a version"
    if !pack.uses.isEmpty { line = "\(line); uses \(pack.uses.sorted().map { link(pack: $0) }.listed())" }
    blocks.append(.paragraph(line + "."))
    let flow = flow(of: pack.name)
    if !flow.isEmpty {
      blocks.append(
        .paragraph(
          """
          How facts flow: what is proposed or known, the truth that it meets, and what comes of it. Dashed: the truth reads it.
          """))
      blocks += flow
    }
    let anchor = Anchor.declaration("pack", pack.name)
    var sections: [Handbook.Section] = []
    func add(_ title: String, _ name: String, _ blocks: [Handbook.Block], _ inner: [Handbook.Section] = []) {
      if blocks.isEmpty && inner.isEmpty { return }
      sections.append(
        Handbook.Section(anchor: "\(anchor)-\(name)", title: .plain(title), blocks: blocks, sections: inner))
    }
    add("What can be proposed", "intents", intents(of: pack.name))
    add("Documents", "sources", sources(of: pack.name))
    add("Truths", "truths", [], program.truths.filter { $0.pack == pack.name }.map { section($0) })
    add("Invariants", "invariants", [], program.invariants.filter { $0.pack == pack.name }.map { section($0) })
    add("Lifecycles", "lifecycles", [], lifecycles(of: pack.name))
    add("Tables", "tables", [], program.tables.filter { $0.pack == pack.name }.map { section($0) })
    add("Policies", "policies", policies(of: pack.name))
    add("Facts", "facts", facts(of: pack.name))
    add("Records and enums", "types", types(of: pack.name))
    return Handbook.Section(anchor: anchor, title: "Pack \(code: pack.name)", blocks: blocks, sections: sections)
  }

  /// The pack that the engine brings, and what the engine itself holds.
  mutating func builtIn(_ pack: PackInfo) -> Handbook.Section {
    var chapter = chapter(pack)
    let rows = BuiltInTruth.allCases.map { truth -> Handbook.Table.Row in
      let shown = examples.mentioning(truth.rawValue)
      let words: Phrase = .plain(truth.summary)
      return Handbook.Table.Row(
        [.code(truth.rawValue), shown.isEmpty ? words : [words, "Shown by \(links(shown))"].lines],
        anchor: Anchor.id(truth.rawValue))
    }
    chapter.sections.append(
      Handbook.Section(
        anchor: Anchor.declaration("pack", pack.name) + "-engine", title: "What always holds",
        blocks: [.table(Handbook.Table(head: ["Id", "In words"], rows: rows))]))
    return chapter
  }

  private func intents(of pack: String) -> [Handbook.Block] {
    let rows = program.intents.enumerated().filter { $0.element.pack == pack }.map { index, intent -> Handbook.Table.Row in
      var about = [summary(intent.span) ?? ""]
      switch intent.consent {
      case .implicit: break
      case .explicit:
        let people: Phrase = intent.consentBy.map { "someone with the role \(Phrase.code($0))" } ?? "a person"
        about.append("Wants the explicit consent of the user who proposes it; for an agent or a system, of \(people).")
      case .breakGlass: about.append("Is for emergencies: wants a break-glass override.")
      }
      return Handbook.Table.Row(
        [
          .code(intent.name), about.filter { !$0.isEmpty }.lines, fields(intent.fields),
          uses.governing[index, default: []].map { link(id: $0) }.lines,
        ], anchor: Anchor.declaration("intent", intent.name))
    }
    return table(["Intent", "What it means", "Fields", "Decided by"], rows)
  }

  private func policies(of pack: String) -> [Handbook.Block] {
    let rows = program.policies.filter { $0.pack == pack }.map { policy in
      Handbook.Table.Row(
        [
          .code(policy.name), summary(policy.span) ?? "", .plain(name(of: policy.type)),
          initial(policy.span).map(Phrase.code) ?? "none",
        ], anchor: Anchor.declaration("policy", policy.qualifiedName))
    }
    return table(["Policy", "What it means", "Type", "Default"], rows)
  }

  private func initial(_ span: Span) -> String? {
    guard case .policy(let policy)? = declarations[span]?.body else { return nil }
    return policy.initial.map { formatted($0) }
  }

  private func facts(of pack: String) -> [Handbook.Block] {
    let rows = program.facts.enumerated().filter { $0.element.pack == pack && $0.element.lifecycle == nil }.map {
      index, fact -> Handbook.Table.Row in
      var about = [summary(fact.span) ?? ""]
      let marks: [(Bool, Phrase)] = [
        (fact.isExternal, "arrives from outside\(fact.arrival?.phrase ?? "")"), (fact.isImmutable, "is never corrected"),
        (fact.isDerived, "is worked out whenever it is read"),
      ]
      let said = marks.filter(\.0).map(\.1)
      if !said.isEmpty { about.append("It \(said.listed()).") }
      return Handbook.Table.Row(
        [
          .code(fact.name), about.filter { !$0.isEmpty }.lines, fields(fact.fields, key: fact.key),
          uses.producing[index, default: []].map { link(id: $0) }.lines,
        ], anchor: Anchor.declaration("fact", fact.name))
    }
    return table(["Fact", "What it means", "Fields", "Comes of"], rows)
  }

  private func types(of pack: String) -> [Handbook.Block] {
    let enums = program.enums.filter { $0.pack == pack && isEnum($0.span) }.map { type in
      let values = type.values.map { Phrase.code($0.string) }
      return Handbook.Table.Row(
        [.code(type.name), summary(type.span) ?? "", type.isOrdered ? values.joined(" < ") : values.joined(", ")],
        anchor: Anchor.declaration("enum", "\(pack).\(type.name)"))
    }
    let records = program.records.filter { $0.pack == pack && isRecord($0.span) }.map { type in
      Handbook.Table.Row(
        [.code(type.name), summary(type.span) ?? "", fields(type.fields)],
        anchor: Anchor.declaration("record", "\(pack).\(type.name)"))
    }
    return table(["Type", "What it means", "Values or fields"], enums + records)
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
  /// `, from system or @bookkeeper`, where the declaration says who.
  var phrase: Phrase { by.isEmpty ? "" : ", from \(plain: words)" }
}
