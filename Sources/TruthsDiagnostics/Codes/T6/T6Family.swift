extension DiagnosticRegistry {
  static let t6: [any DiagnosticKind.Type] = []
}
