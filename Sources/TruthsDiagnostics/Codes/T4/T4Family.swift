extension DiagnosticRegistry {
  static let t4: [any DiagnosticKind.Type] = [
    KeylessFact.self, NegativeCycle.self, NotTerminating.self, MisusedView.self, UnknownTransition.self, UnreachableState.self,
    DeadEndState.self, UnmadeTransition.self, LeftTerminalState.self,
  ]
}
