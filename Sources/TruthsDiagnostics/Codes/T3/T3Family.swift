extension DiagnosticRegistry {
  static let t3: [any DiagnosticKind.Type] = [
    MayBeMissing.self,
    MayDivideByZero.self,
    MayBeIncomplete.self,
    AlwaysIncomplete.self,
    MayBeOverNothing.self,
    MayKeepOldValue.self,
  ]
}
