extension DiagnosticRegistry {
  static let t4: [any DiagnosticKind.Type] = [
    KeylessFact.self, NegativeCycle.self, NotTerminating.self, MisusedView.self, UnknownTransition.self, UnreachableState.self,
    DeadEndState.self, UnmadeTransition.self, LeftTerminalState.self,
    // What is decided of clauses together
    ContradictoryClauses.self, NeverHolds.self, DeadClause.self, AlwaysTrue.self, ImpliedClause.self, OtherConsequence.self,
    DifferingThresholds.self, ConstantFiring.self, TableGap.self, TableOverlap.self, DeadRow.self, OtherwiseNeeded.self,
  ]
}
