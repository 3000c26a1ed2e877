extension DiagnosticRegistry {
  static let t7: [any DiagnosticKind.Type] = [
    NotSnakeCase.self
  ]
}
