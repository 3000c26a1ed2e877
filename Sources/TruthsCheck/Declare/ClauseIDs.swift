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
  /// Advises an explicit id to begin with its pack. Those of the built-in pack are the engine's own.
  func checkID(_ id: Name, pack: String) {
    if id.text.hasPrefix("\(pack).") { return }
    if Self.isBuiltIn(id.text) {
      report(ConflictingID.builtIn(id, pack: ConvergePack.name))
    } else {
      report(ForeignID.found(id, pack: pack))
    }
  }

  /// Whether an id is one of the built-in pack's.
  static func isBuiltIn(_ id: String) -> Bool { id.segments.first == ConvergePack.name }

  /// One id with the same canonical rule in several truths is one invariant; with another rule it is at fault (language.md §1),
  /// and so it is where a truth has it.
  func checkClauseIDs() {
    var first: [String: IdentifiedRule] = [:]
    // Hardly any clause has the id of a declaration, so that mostly nobody asks whose they are.
    lazy var truthIDs = Set(truthBodies.filter { !$0.declared.isBuiltIn }.map(\.id))
    func check(_ rules: [IdentifiedRule], of owner: String) {
      for rule in rules {
        if rule.id != owner, let truth = idPlaces[rule.id], truthIDs.contains(rule.id) {
          report(ConflictingID.truth(rule.id, at: rule.span, first: truth))
          continue
        }
        guard let known = first[rule.id] else {
          first[rule.id] = rule
          continue
        }
        if known.text != rule.text { report(ConflictingID.rules(rule.id, at: rule.span, first: known.span)) }
      }
    }
    for truth in truthBodies { check(truth.rules, of: truth.id) }
    for invariant in invariantBodies { check(invariant.rules, of: invariant.id) }
  }
}
