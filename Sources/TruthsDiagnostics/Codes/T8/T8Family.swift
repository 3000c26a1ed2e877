extension DiagnosticRegistry {
  static let t8: [any DiagnosticKind.Type] = []
}
