extension DiagnosticRegistry {
  static let t8: [any DiagnosticKind.Type] = [
    T8101ContextFact.self, T8102PolicySetting.self, T8103ProposalShape.self,
    FixtureValue.self, UnknownFixtureField.self, MissingFixtureField.self, DuplicateFixtureID.self, EmptyExpectation.self,
    ProposalOrScenario.self, UnknownFixtureIntent.self, UnknownFixtureFact.self, UnknownFixtureMember.self,
    UnknownFixtureTruth.self, UnknownFixtureWord.self, UnknownFixturePack.self, FixtureStep.self, UnknownFixtureClient.self,
  ]
}
