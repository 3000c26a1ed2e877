extension DiagnosticRegistry {
  /// JSON and ledgers.
  static let t80: [any DiagnosticKind.Type] = [
    MalformedJSON.self, TruncatedJSON.self, DuplicateMember.self, InvalidCharacter.self, UnescapedControl.self,
    DataNumberLimits.self, DataTooLarge.self, EntryShape.self, UnknownEntryType.self, UnknownEnvelopeMember.self,
    MissingEnvelopeMember.self, EnvelopeValue.self, EntrySequence.self, DuplicateEntryID.self,
  ]
}
