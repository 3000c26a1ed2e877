extension DiagnosticRegistry {
  static let t3: [any DiagnosticKind.Type] = []
}
