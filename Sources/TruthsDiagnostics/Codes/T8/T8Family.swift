extension DiagnosticRegistry {
  static let t8: [any DiagnosticKind.Type] = [
    FixtureValue.self, UnknownFixtureField.self, MissingFixtureField.self, DuplicateFixtureID.self, EmptyExpectation.self,
    ProposalOrScenario.self, UnknownFixtureIntent.self, UnknownFixtureFact.self, UnknownFixtureMember.self,
    UnknownFixtureTruth.self, UnknownFixtureWord.self, UnknownFixturePack.self, FixtureStep.self, UnknownFixtureClient.self,
  ]
}
