import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// A clause with an id of its own, as ids compare rules.
struct IdentifiedRule {
  var id: String
  /// The canonical rule, with every `let` replaced.
  var text: String
  var span: Span
}

extension Body {
  /// Those of some clauses that have ids of their own.
  func identified(_ clauses: [TypedClause]) -> [IdentifiedRule] {
    clauses.indices.filter { clauses[$0].checked.hasOwnID }.map { place in
      IdentifiedRule(
        id: clauses[place].checked.id, text: formatted(canonical(clauses[place].syntax)), span: clauses[place].checked.span)
    }
  }
}

extension CheckSession {
  /// Advises an explicit id to begin with its pack.
  func checkID(_ id: Name, pack: String) {
    if !id.text.hasPrefix("\(pack).") { report(ForeignID.found(id, pack: pack)) }
  }

  /// One id with the same canonical rule in several truths is one invariant; with another rule it is at fault (language.md §1).
  func checkClauseIDs() {
    var first: [String: IdentifiedRule] = [:]
    func check(_ rules: [IdentifiedRule]) {
      for rule in rules {
        guard let known = first[rule.id] else {
          first[rule.id] = rule
          continue
        }
        if known.text != rule.text { report(ConflictingID.rules(rule.id, at: rule.span, first: known.span)) }
      }
    }
    for truth in truthBodies { check(truth.rules) }
    for invariant in invariantBodies { check(invariant.rules) }
  }
}
