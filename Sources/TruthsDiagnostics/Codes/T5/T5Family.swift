extension DiagnosticRegistry {
  static let t5: [any DiagnosticKind.Type] = [
    UngovernedIntent.self,
    NeverFires.self,
    RoleOutsideTrust.self,
    UnknownEnforcer.self,
    UnenforcedGuardrail.self,
    ProducedOutsidePack.self,
    FactNeverProduced.self,
    UnusedDeclaration.self,
    UnknownTrigger.self,
    UnknownArtifact.self,
    UnknownGuardrail.self,
    ProducedExternal.self,
    CorrectedImmutable.self,
    ForeignPackInWhen.self, MixedTrigger.self, ProducedHistory.self, UnfedStep.self,
    MisplacedOutput.self, UnreadOverride.self,
  ]
}
