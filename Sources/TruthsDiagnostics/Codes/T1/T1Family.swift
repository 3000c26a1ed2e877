extension DiagnosticRegistry {
  static let t1: [any DiagnosticKind.Type] = [
    UnknownName.self,
    AmbiguousName.self,
    DuplicateName.self,
    ShadowedName.self,
    UnknownValue.self,
    UnknownType.self,
    UnknownIntent.self,
    UnknownPack.self,
    UnusedPack.self,
    UnknownField.self,
    CannotJoin.self,
    LetCycle.self,
    ConflictingID.self,
    ReservedName.self,
    AmbiguousCopy.self,
    UnknownFunction.self,
    MisplacedPack.self,
    NotAFact.self,
  ]
}
