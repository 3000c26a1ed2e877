import TruthsSyntax
import TruthsText

/// A clause with its lowered test, for the passes behind the first.
struct TypedClause {
  var checked: CheckedClause
  var test: Typed
  /// What the clause says where it does not hold.
  var reason: Typed?
  var syntax: Clause
}

extension Body {
  /// Where a clause stands, and whose id it reports when it has none.
  struct ClauseSite {
    var place: ClausePlace
    var position: Int
    var ownerID: String
  }

  /// Lowers an entry of `requires`, `invariants` or `ensures`.
  func clause(_ entry: ClauseEntry, at site: ClauseSite) -> TypedClause {
    let id = entry.id?.text ?? derivedID(entry.clause, at: site)
    return clause(entry.clause, id: id, at: site)
  }

  /// Lowers a clause, and brings it to one form: a test, and the answer of it that is a violation (language.md §5).
  func clause(_ clause: Clause, id: String?, at site: ClauseSite) -> TypedClause {
    var test = condition(clause.condition)
    var text = formatted(clause.condition)
    var kind: ClauseKind = site.place == .requires ? .requirement : .structural
    var violatedWhen = false
    var reason: TextLiteral?
    switch clause.consequence {
    case .expression(let expr):
      consequence = site.place == .requires ? nil : expr.span
      test = implication(test, condition(expr), at: clause.condition.span.union(expr.span))
      text += " → \(formatted(expr))"
    case .effect(let effect):
      violatedWhen = true
      reason = effect.text
      kind = self.kind(of: effect, at: site)
    case nil: break
    }
    consequence = nil
    switch clause.otherwise {
    case .reason(let literal): reason = literal
    case .effect(let effect):
      reason = effect.text
      kind = self.kind(of: effect, at: site)
    case nil: break
    }
    let said = reason.map { self.text($0, at: $0.span, expecting: nil) }
    let checked = CheckedClause(
      id: id ?? site.ownerID, place: site.place, position: site.position, kind: kind, test: test.node, violatedWhen: violatedWhen,
      reason: said?.node, text: text, terms: TermCollector.terms(of: test),
      span: clause.span, hasOwnID: id != nil)
    return TypedClause(checked: checked, test: test, reason: said, syntax: clause)
  }

  /// Lowers the `if` entries of `when`, joined with `and`.
  func firingCondition(_ entries: [WhenEntry]) -> (checked: CheckedCondition, test: Typed)? {
    var joined: (expr: Expr, test: Typed)?
    for case .condition(let expr) in entries {
      let test = condition(expr)
      if let before = joined {
        let span = before.expr.span.union(expr.span)
        joined = (
          Expr(.and(before.expr, expr), at: span),
          Typed(node: .and(before.test.node, test.node), type: .boolean, span: span, parts: [before.test, test])
        )
      } else {
        joined = (expr, test)
      }
    }
    guard let joined else { return nil }
    let checked = CheckedCondition(
      test: joined.test.node, text: formatted(joined.expr), terms: TermCollector.terms(of: joined.test), span: joined.expr.span)
    return (checked, joined.test)
  }

  private func kind(of effect: Effect, at site: ClauseSite) -> ClauseKind {
    if site.place == .requires { return .requirement }
    switch effect.kind {
    case .reject: return .structural
    case .warn: return .advisory
    case .requiresApproval(let role):
      referToApprovalPolicies(role: role)
      return .acceptance(role: role?.text)
    }
  }

  /// The policies that the engine reads for an acceptance clause belong to what governs it, so its hash covers them.
  private func referToApprovalPolicies(role: Name?) {
    for name in ConvergePack.enginePolicies where name != "approver_role" || role == nil {
      for index in session.policies(named: name) {
        let policy = program.policies[index]
        if policy.pack == scope.name || policy.pack == "trust" { references.insert(.policy(index)) }
      }
    }
  }

  /// The id of an invariant `F → reject(…)` without one: `<pack>.<F>_invariant` (language.md §1, "Clause ids").
  private func derivedID(_ clause: Clause, at site: ClauseSite) -> String? {
    guard site.place == .invariants, case .effect(let effect) = clause.consequence, case .reject = effect.kind,
      let words = clause.condition.words, words.count > 1, let fact = soleFact(words)
    else { return nil }
    return "\(scope.name).\(program.facts[fact].name)_invariant"
  }

  /// The fact type that a path is, whole.
  private func soleFact(_ words: [Name]) -> Int? {
    for start in 0..<min(3, words.count) {
      guard let match = longestFact(words, from: start), start + match.count == words.count else { continue }
      let prefix = words[..<start].map(\.text)
      let isRight = [[], ["fact"], [program.facts[match.fact].pack], ["fact", program.facts[match.fact].pack]].contains(prefix)
      return isRight ? match.fact : nil
    }
    return nil
  }
}
