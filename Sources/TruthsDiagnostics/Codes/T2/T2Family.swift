extension DiagnosticRegistry {
  static let t2: [any DiagnosticKind.Type] = [NumberLimits.self]
}
