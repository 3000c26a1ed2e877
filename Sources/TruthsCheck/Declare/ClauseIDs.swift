import TruthsDiagnostics
import TruthsSyntax
import TruthsText

extension CheckSession {
  /// Advises an explicit id to begin with its pack.
  func checkID(_ id: Name, pack: String) {
    if !id.text.hasPrefix("\(pack).") { report(ForeignID.found(id, pack: pack)) }
  }

  /// One id with the same canonical rule in several truths is one invariant; with another rule it is at fault (language.md §1).
  func checkClauseIDs() {
    var first: [String: (clause: TypedClause, body: Body)] = [:]
    func check(_ clause: TypedClause, in body: Body) {
      guard clause.checked.hasOwnID else { return }
      guard let known = first[clause.checked.id] else {
        first[clause.checked.id] = (clause, body)
        return
      }
      if formatted(known.body.canonical(known.clause.syntax)) != formatted(body.canonical(clause.syntax)) {
        report(ConflictingID.rules(clause.checked.id, at: clause.checked.span, first: known.clause.checked.span))
      }
    }
    for truth in truthBodies {
      for clause in truth.invariants + truth.requires + truth.ensures { check(clause, in: truth.body) }
    }
    for invariant in invariantBodies { check(invariant.rule, in: invariant.body) }
  }
}
