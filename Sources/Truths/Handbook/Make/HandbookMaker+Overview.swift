import TruthsCheck
import TruthsText

extension HandbookMaker {
  mutating func overview(_ packs: [PackInfo]) -> Handbook.Section {
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
    func add(_ clauses: [CheckedClause], owner: String, pack: String, proposed: Phrase) {
      for clause in clauses {
        guard case .acceptance(let role) = clause.kind else { continue }
        let name = resolvedRole(role, pack: pack).name
        rows[Text(name), default: []].append(
          Handbook.Table.Row([
            link(id: owner), proposed,
            .link(sentence(clause, pack: pack).withoutLinks, to: anchor(clause, of: owner)),
          ]))
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
    if rows.isEmpty { return nil }
    let sections = rows.sorted { $0.key < $1.key }.map { role, rows in
      Handbook.Section(
        anchor: Anchor.declaration("role", role.string), title: "\(code: "@" + role.string)",
        blocks: table(["Truth", "On", "Clause"], rows))
    }
    return Handbook.Section(
      anchor: "approvals", title: "Who approves what",
      blocks: [.paragraph("Nobody approves what they proposed themselves.")], sections: sections)
  }

  /// Fixtures that no truth of the packs is named by.
  func otherExamples() -> Handbook.Section? {
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
  /// The same words; a link cannot stand within a link.
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
