extension DiagnosticRegistry {
  static let t2: [any DiagnosticKind.Type] = [
    NumberLimits.self,
    WrongType.self,
    UnitMismatch.self,
    NotBoolean.self,
    NotOrdered.self,
    BadLiteral.self,
    WrongOperands.self,
    NotASource.self,
    WrongArguments.self,
    JSONRead.self,
    DefaultNotLiteral.self,
    MisplacedDefault.self,
    UntypedMember.self,
  ]
}
