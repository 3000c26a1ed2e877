import TruthsProgram
import TruthsSyntax
import TruthsText

/// The approvers of clauses, in words.
extension HandbookMaker {
  /// Returns approvers in words, such as `2 different people, each with the role board` or `the boss (with the role manager)`.
  ///
  /// - Parameter most: the maximum number of approvers to name; the others are counted.
  func approvers(
    _ approval: CheckedApproval?, _ spec: ApprovalSpec?, _ words: PlainWords, pack: String, most: Int = .max
  ) -> Phrase {
    guard let approval else { return "a person with \(role(nil, pack: pack))" }
    let written = (spec?.approvers.compactMap(\.person) ?? []) + [spec?.excluded].compactMap(\.self)
    let people = Dictionary(first: written.map { (formatted($0), $0) })
    var each = approval.approvers.prefix(most).map { approver -> Phrase in
      let role = approver.role.map { self.role($0, pack: pack) }
      guard let person = approver.person else { return "\(approval.count > 1 ? "" : "a person ")with \(role ?? "")" }
      let name = people[person.text].map { words.value($0) } ?? .code(person.text)
      return role.map { "\(name) (with \($0))" } ?? name
    }
    let others = approval.approvers.count - each.count
    if others > 0 { each.append(.plain("\(others.grouped) others")) }
    var phrase = each.listed("or")
    if approval.count > 1 { phrase = "\(approval.count) different people, each \(phrase)" }
    return approval.excluded.map { excluded in
      "\(phrase), but not \(people[excluded.text].map { words.value($0) } ?? .code(excluded.text))"
    } ?? phrase
  }

  /// Returns the roles that may approve a clause, each once.
  func roles(of approval: CheckedApproval?, pack: String) -> [String] {
    guard let approval else { return [resolvedRole(nil, pack: pack).name] }
    return approval.approvers.compactMap(\.role).uniqued { Text($0) }
  }

  /// Roles that the packs declare, with their summaries.
  var declaredRoles: [Text: Phrase] {
    let declared = declarations.values.filter { $0.body == .role }.sorted { $0.keySpan < $1.keySpan }
    return Dictionary(first: declared.map { (Text($0.name.text), $0.summary.map { .plain($0.text) } ?? "") })
  }

  /// Maximum number of approvers named for a clause in the roles table, where it has a row for each of its roles.
  private static let mostInRow = 16

  /// Returns the chapter of roles, each with its meaning and the clauses that wait for it; `nil` if there is no role.
  func roles() -> Handbook.Section? {
    var rows: [Text: [Handbook.Table.Row]] = [:]
    var byName: [Handbook.Table.Row] = []
    func add(_ clauses: [CheckedClause], owner: String, _ words: PlainWords, pack: String, proposed: Phrase) {
      for clause in clauses {
        guard case .acceptance(let approval) = clause.kind else { continue }
        let row = Handbook.Table.Row([
          proposed, .link(sentence(clause, words, pack: pack, most: Self.mostInRow).withoutLinks, to: anchor(clause, of: owner)),
          link(id: owner),
        ])
        for name in self.roles(of: approval, pack: pack) { rows[Text(name), default: []].append(row) }
        if approval?.approvers.contains(where: { $0.role == nil }) == true { byName.append(row) }
      }
    }
    for truth in program.truths {
      let proposed = truth.intents.map { link(intent: $0) } + truth.matches.map { link(fact: $0.fact) }
      add(truth.invariants + truth.ensures, owner: truth.id, words(for: truth), pack: truth.pack, proposed: proposed.lines)
    }
    for invariant in program.invariants {
      let proposed: Phrase =
        switch invariant.applies {
        case .all: "every proposal"
        case .state: "every run"
        case .intents(let intents): intents.map { link(intent: $0) }.lines
        }
      add([invariant.clause], owner: invariant.id, words(for: invariant), pack: invariant.pack, proposed: proposed)
    }
    let declared = declaredRoles
    let names = Set(declared.keys).union(rows.keys).sorted()
    if names.isEmpty, byName.isEmpty { return nil }
    let head: [Phrase] = ["Proposal", "When it needs approval", "Truth"]
    var sections = names.map { role in
      let about = declared[role].flatMap { $0.isEmpty ? nil : $0 }
      let asked = rows[role, default: []]
      let note: [Handbook.Block] = asked.isEmpty ? [.paragraph("No truth asks for the approval of this role.")] : []
      return Handbook.Section(
        anchor: HeadingAnchor.declaration("role", role.string), title: .plain(PlainName.heading(role.string)),
        id: "@\(role.string)", blocks: (about.map { [.paragraph($0)] } ?? []) + note + table(head, asked))
    }
    if !byName.isEmpty {
      sections.append(
        Handbook.Section(anchor: "approvals-by-name", title: "People whom a truth names", blocks: table(head, byName)))
    }
    return Handbook.Section(
      anchor: "approvals", title: "Roles, and who approves what",
      blocks: [.paragraph("Nobody approves what they proposed themselves.")], sections: sections)
  }
}
