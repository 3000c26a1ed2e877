extension DiagnosticRegistry {
  static let t7: [any DiagnosticKind.Type] = [
    NotSnakeCase.self,
    ExpiredIgnore.self,
    IdleIgnore.self,
    TurnedWriting.self,
  ]
}
