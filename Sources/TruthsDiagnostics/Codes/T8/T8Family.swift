extension DiagnosticRegistry {
  static let t8: [any DiagnosticKind.Type] = t80 + t81 + t82 + t84 + t85

  /// Proposals and contexts against the vocabulary.
  private static let t81: [any DiagnosticKind.Type] = [
    T8101ContextFact.self, T8102PolicySetting.self, T8103ProposalShape.self, T8110RunSetting.self,
    T8111RunOrigin.self, T8112WorkExceeded.self,
  ]

  /// Bundles.
  private static let t84: [any DiagnosticKind.Type] = [T8401BundleShape.self, T8402BundleVersion.self, T8403BundleMismatch.self]

  /// Documents.
  private static let t85: [any DiagnosticKind.Type] = [
    T8501UnknownDocument.self, T8502DocumentPathMissing.self, T8503DocumentShape.self, T8504DocumentValue.self,
    T8505DocumentIncomplete.self, T8506UnknownDocumentMember.self, T8507DocumentConflict.self, T8508HeldTwice.self,
  ]

  /// Fixtures.
  private static let t82: [any DiagnosticKind.Type] = [
    FixtureValue.self, UnknownFixtureField.self, MissingFixtureField.self, DuplicateFixtureID.self, EmptyExpectation.self,
    ProposalOrScenario.self, UnknownFixtureIntent.self, UnknownFixtureFact.self, UnknownFixtureMember.self,
    UnknownFixtureTruth.self, UnknownFixtureWord.self, UnknownFixturePack.self, FixtureStep.self, UnknownFixtureClient.self,
    T8220QueueKey.self,
  ]
}
