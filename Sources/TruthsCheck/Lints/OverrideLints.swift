import TruthsDiagnostics
import TruthsSyntax
import TruthsText

extension CheckSession {
  /// An approval can be passed with break-glass; where nothing reads `override.used`, nobody learns of it (language-2.md §6).
  ///
  /// Told once for a set, at the pack of the first clause that wants an approval: one truth mends it for all packs.
  func checkOverrides() {
    guard let used = program.facts.firstIndex(where: { $0.name == ConvergePack.overrideUsed && $0.isBuiltIn }),
      usage.readFacts[used] == nil
    else { return }
    let owners =
      program.truths.map { (pack: $0.pack, clauses: $0.invariants + $0.ensures) }
      + program.invariants.map { (pack: $0.pack, clauses: [$0.clause]) }
    let asking = owners.flatMap { owner in
      owner.clauses.filter(\.wantsApproval).map { (pack: owner.pack, span: $0.span) }
    }
    guard let first = asking.min(by: { $0.span < $1.span }),
      let pack = declared.packs.first(where: { $0.name.text == first.pack })
    else { return }
    report(UnreadOverride.found(pack.name.text, at: pack.keySpan, approval: first.span))
  }
}

extension CheckedClause {
  fileprivate var wantsApproval: Bool {
    if case .acceptance = kind { return true }
    return false
  }
}
