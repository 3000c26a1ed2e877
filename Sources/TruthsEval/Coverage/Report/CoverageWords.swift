import TruthsCheck
import TruthsDiagnostics

extension CoverageItem {
  /// What no fixture shows, a sentence for each thing that a fixture could show; none where nothing misses, or where a truth that
  /// never fired is all that has to be said.
  var missingWords: [String] {
    if isOutOfReach || missing.isEmpty { return [] }
    switch kind {
    case .truth:
      let clauses =
        clauses == 0 ? "" : clauses == 1 ? ", so its clause is not read" : ", so none of its \(clauses) clauses is read"
      return ["no fixture fires \(owner)\(clauses)"]
    case .row: return ["no fixture reaches \(owner) \(name) \(quoted)"]
    case .transition: return ["no fixture makes the transition \(quoted) of \(owner)"]
    case .state: return ["no fixture enters the state \(quoted) of \(owner)"]
    case .clause(let clause):
      let isNeverRead = outcomes.allSatisfy { $0.count == 0 }
      if isNeverRead { return ["no fixture reads \(subject)"] }
      return missing.map { words(of: clause, $0) }
    }
  }

  private var quoted: String { "`\(visible(text))`" }

  /// ``money.payment.recording requires[4] `paid > 0` ``
  private var subject: String { "\(owner) \(name) \(quoted)" }

  private func words(of clause: CheckedClause, _ outcome: CoverageOutcome) -> String {
    switch outcome {
    case .violated: clause.hasEffect ? "no fixture trips \(subject): it is never true" : "no fixture violates \(subject)"
    case .notApplicable where clause.hasEffect: "no fixture passes \(subject): it is always true"
    case .notApplicable: "no fixture shows \(subject) where its condition is false"
    default: clause.hasArrow ? "no fixture meets \(subject) where its condition is true" : "no fixture meets \(subject)"
    }
  }
}
