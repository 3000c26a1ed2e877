import TruthsCheck
import TruthsSyntax
import TruthsText

extension HandbookMaker {
  /// A clause as a row: what it does, in words, with its reason and examples; and the clause itself.
  func row(_ clause: CheckedClause, of owner: String, pack: String) -> Handbook.Table.Row {
    var cell = sentence(clause, pack: pack)
    if let reason = reason(clause) { cell = [cell, "Reason: \(words.text(reason))"].lines }
    if clause.hasOwnID { cell = [cell, "Id: \(code: clause.id)"].lines }
    let shown = clause.hasOwnID ? examples.mentioning(clause.id) : []
    if !shown.isEmpty { cell = [cell, "Shown by \(links(shown))"].lines }
    let code = clauses[clause.span].map { formatted($0) } ?? clause.text
    return Handbook.Table.Row([cell, .code(code)], anchor: anchor(clause, of: owner))
  }

  /// The first clause that has an id is where its id leads; others are known by their places.
  func anchor(_ clause: CheckedClause, of owner: String) -> String {
    clause.hasOwnID ? Anchor.id(clause.id) : Anchor.clause(of: owner, clause.name)
  }

  /// `Halts when there is a period.closed for this period_id`
  func sentence(_ clause: CheckedClause, pack: String) -> Phrase {
    let test = condition(clause)
    let after: Phrase = clause.place == .ensures ? "afterwards " : ""
    let when: Phrase = after + (clause.violatedWhen ? "when" : "unless")
    switch clause.kind {
    case .requirement: return "\(strong: "Needs"): \(test)"
    case .structural: return "\(strong: "Halts \(when)") \(test)"
    case .acceptance(let role):
      return "\(strong: "Needs the approval of") \(self.role(role, pack: pack)) \(strong: when) \(test)"
    case .advisory: return "\(strong: "Warns \(when)") \(test)"
    }
  }

  private func condition(_ clause: CheckedClause) -> Phrase {
    guard let written = clauses[clause.span] else { return .code(clause.text) }
    return words.clause(written)
  }

  private func reason(_ clause: CheckedClause) -> TextLiteral? {
    guard let written = clauses[clause.span] else { return nil }
    if case .reason(let text) = written.otherwise { return text }
    if case .effect(let effect) = written.otherwise { return effect.text }
    if case .effect(let effect) = written.consequence { return effect.text }
    return nil
  }

  /// The role that an approval is asked of, with the policy that says so where the clause does not.
  func role(_ role: String?, pack: String) -> Phrase {
    let resolved = resolvedRole(role, pack: pack)
    let link: Phrase = .link(.code("@" + resolved.name), to: Anchor.declaration("role", resolved.name))
    guard let policy = resolved.policy else { return link }
    return "\(link) (policy \(Phrase.link(.code(policy), to: Anchor.declaration("policy", policy))))"
  }

  /// The clause's own role, else the policy `approver_role` of its pack, else of trust, else `manager`.
  func resolvedRole(_ role: String?, pack: String) -> (name: String, policy: String?) {
    if let role { return (role, nil) }
    for owner in [pack, "trust"] {
      guard let policy = program.policies.first(where: { $0.pack == owner && $0.name == "approver_role" }) else { continue }
      if case .text(let text) = policy.initial { return (text.string, policy.qualifiedName) }
    }
    return ("manager", nil)
  }
}
