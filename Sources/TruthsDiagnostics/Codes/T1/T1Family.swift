extension DiagnosticRegistry {
  static let t1: [any DiagnosticKind.Type] = []
}
