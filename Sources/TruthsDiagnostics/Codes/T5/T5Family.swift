extension DiagnosticRegistry {
  static let t5: [any DiagnosticKind.Type] = []
}
