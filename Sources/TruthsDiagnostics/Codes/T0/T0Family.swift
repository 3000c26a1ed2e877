extension DiagnosticRegistry {
  static let t0: [any DiagnosticKind.Type] = []
}
