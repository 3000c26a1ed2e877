extension DiagnosticRegistry {
  static let t6: [any DiagnosticKind.Type] = [
    NoTrace.self,
    ForeignID.self,
  ]
}
