extension DiagnosticRegistry {
  static let t4: [any DiagnosticKind.Type] = [
    KeylessFact.self
  ]
}
