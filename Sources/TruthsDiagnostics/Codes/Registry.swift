internal import CDiagnostics
import Synchronization

/// The list of all kinds of diagnostics, in order of their codes, and their pages. Read by `docs/diagnostics/README.md`,
/// `truths explain` and the tests of the samples.
package enum DiagnosticRegistry {
  /// All registered kinds, family by family.
  package static let kinds: [any DiagnosticKind.Type] = t0 + t1 + t2 + t3 + t4 + t5 + t6 + t7 + t8

  /// The pages of all kinds, in order.
  package static var pages: [DiagnosticPage] { kinds.compactMap { page(for: $0.code) } }

  /// Returns the page of a code, or `nil`. A page is parsed when it is first asked for.
  package static func page(for code: DiagnosticCode) -> DiagnosticPage? {
    read.withLock { read in
      if let page = read[code] { return page }
      let page = markdown(for: code).flatMap { try? DiagnosticPage(markdown: $0) }
      read[code] = page
      return page
    }
  }

  /// Returns the Markdown of a page, `docs/diagnostics/<code>.md`.
  package static func markdown(for code: DiagnosticCode) -> String? {
    diagnostic_page(code.description, code.description.utf8.count).map { String(cString: $0) }
  }

  /// The cache of parsed pages, by code.
  private static let read = Mutex<[DiagnosticCode: DiagnosticPage]>([:])
}

extension DiagnosticRegistry {
  static let t0: [any DiagnosticKind.Type] = [
    EmptyFile.self, BinaryFile.self, InvalidUTF8.self, FileTooLarge.self, LineSeparator.self, ControlCharacter.self,
    TooDeep.self, TooManyNodes.self, Tab.self, YAMLSyntax.self, Anchor.self, Alias.self, Tag.self, MergeKey.self,
    Directive.self, SeveralDocuments.self, ComplexKey.self, DuplicateKey.self, NotADeclaration.self, UnknownKind.self,
    WrongFile.self, BadName.self, ReservedWord.self, FileName.self, UnknownKey.self, MissingPart.self,
    WrongShape.self, WrongValue.self, MalformedPath.self, ColonInClause.self, CommentInClause.self, ClauseIndicator.self,
    FlowClauses.self,
    FlowClause.self, EmptyClause.self, UnexpectedSyntax.self, ChainedComparison.self, MisplacedNot.self, ForeignOperator.self,
    OtherQuotes.self, UnclosedText.self, UnclosedBracket.self, UnknownEscape.self, TextBrace.self, MisplacedEffect.self,
    ElseBehindEffect.self, ExpressionTooDeep.self, UnexpectedCharacter.self, MalformedNumber.self, UnquotedDate.self,
    MalformedIgnore.self, MisplacedConditional.self, MisplacedInterval.self, GridFault.self, BadPattern.self, ApproverFault.self,
  ]
}

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
    UnknownLifecycle.self,
    UnknownState.self,
    MisplacedState.self,
    LifecycleKeyFault.self,
    BeyondTable.self,
    BeyondDocument.self,
    BeyondFacts.self,
    UnknownZone.self,
    NamedAsFunction.self,
    BeyondFunction.self,
    UnknownRole.self,
    RoleIsName.self,
    MisplacedOld.self,
    EnvelopeField.self,
    JSONName.self,
    UnknownNameInText.self,
    UnitIsName.self,
    AccessFault.self,
    PointlessRequirement.self,
  ]
}

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
    NoValue.self,
    NotAZone.self,
    RowOutputs.self, RecordFields.self, MisusedRange.self,
  ]
}

extension DiagnosticRegistry {
  static let t3: [any DiagnosticKind.Type] = [
    MayBeMissing.self,
    MayDivideByZero.self,
    MayBeIncomplete.self,
    AlwaysIncomplete.self,
    MayBeOverNothing.self,
    MayKeepOldValue.self,
    MayNotFire.self,
    HiddenUnknown.self,
    NeverFits.self,
    MayMixCurrencies.self,
  ]
}

extension DiagnosticRegistry {
  static let t4: [any DiagnosticKind.Type] = [
    KeylessFact.self, NegativeCycle.self, NotTerminating.self, MisusedView.self, EntryOfDerived.self,
    ApprovalOnFacts.self, ConsentOnFacts.self, AuthorityOfApprovals.self,
    DecisionsReadByFacts.self, LetWithTwoValues.self, ReachesFurther.self,
    UnknownTransition.self, UnreachableState.self,
    DeadEndState.self, UnmadeTransition.self, LeftTerminalState.self,
    // Clauses that are checked together
    ContradictoryClauses.self, NeverHolds.self, DeadClause.self, AlwaysTrue.self, ImpliedClause.self, OtherConsequence.self,
    DifferingThresholds.self, ConstantFiring.self, TableGap.self, TableOverlap.self, DeadRow.self, OtherwiseNeeded.self,
    MayOverlap.self,
    // Avoidable costs
    UnjoinedFacts.self, NestedLoops.self,
    OpenPattern.self,
    RoundedQuotient.self, UnindexedComparison.self,
    NoWorkingDay.self,
    // Tables and functions that call each other
    CallCycle.self, TableReadsContext.self,
  ]
}

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
    MisplacedOutput.self, UnreadOverride.self, EvadableGuard.self, MomentOfAnswer.self, UnnamedAdopter.self,
    SelfMadeAuthority.self,
    ClaimedOutsideTrust.self,
  ]
}

extension DiagnosticRegistry {
  static let t6: [any DiagnosticKind.Type] = [
    NoTrace.self,
    ForeignID.self,
    IncompleteJob.self,
  ]
}

extension DiagnosticRegistry {
  static let t7: [any DiagnosticKind.Type] = [
    NotSnakeCase.self,
    ExpiredIgnore.self,
    IdleIgnore.self,
    TurnedWriting.self,
  ]
}

extension DiagnosticRegistry {
  /// Diagnostics of JSON and ledgers.
  static let t80: [any DiagnosticKind.Type] = [
    MalformedJSON.self, TruncatedJSON.self, DuplicateMember.self, InvalidCharacter.self, UnescapedControl.self,
    DataNumberLimits.self, DataTooLarge.self, EntryShape.self, UnknownEntryType.self, UnknownEnvelopeMember.self,
    MissingEnvelopeMember.self, EnvelopeValue.self, EntrySequence.self, DuplicateEntryID.self,
  ]
}

extension DiagnosticRegistry {
  static let t8: [any DiagnosticKind.Type] = t80 + t81 + t82 + t84 + t85

  /// Diagnostics of proposals and contexts that do not fit the vocabulary.
  private static let t81: [any DiagnosticKind.Type] = [
    ContextFactFault.self, PolicySettingFault.self, ProposalShapeFault.self, RepeatedKey.self, RunSettingFault.self,
    RunOriginFault.self, WorkOverLimit.self, ShortDecision.self,
  ]

  /// Diagnostics of bundles.
  private static let t84: [any DiagnosticKind.Type] = [BundleShapeFault.self, BundleVersionFault.self, BundleMismatch.self]

  /// Diagnostics of documents.
  private static let t85: [any DiagnosticKind.Type] = [
    UnknownDocument.self, DocumentPathMissing.self, DocumentShapeFault.self, DocumentValueFault.self,
    DocumentIncomplete.self, UnknownDocumentMember.self, DocumentConflict.self, DocumentHeldTwice.self,
    DocumentNotClosable.self,
  ]

  /// Diagnostics of fixtures.
  private static let t82: [any DiagnosticKind.Type] = [
    FixtureValue.self, UnknownFixtureField.self, MissingFixtureField.self, DuplicateFixtureID.self, EmptyExpectation.self,
    ProposalOrScenario.self, UnknownFixtureIntent.self, UnknownFixtureFact.self, UnknownFixtureMember.self,
    UnknownFixtureTruth.self, UnknownFixtureWord.self, UnknownFixturePack.self, FixtureStep.self, UnknownFixtureClient.self,
    QueueKeyFault.self, UnusedBackground.self,
  ]
}
