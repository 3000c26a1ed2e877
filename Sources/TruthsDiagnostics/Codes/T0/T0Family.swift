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
    MalformedIgnore.self,
  ]
}
