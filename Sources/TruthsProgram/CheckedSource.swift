package import TruthsSyntax
package import TruthsText

/// A checked source, which converts the elements of a document to facts (declarations §14).
package struct CheckedSource: Hashable, Sendable {
  package var name: String
  package var pack: String
  /// The name under which the source's document is given.
  package var document: String
  /// The path to the source's elements; empty if the whole document is the only element.
  package var each: [DocumentPath.Step]
  /// Whether members that the source does not read are errors.
  package var isClosed: Bool
  /// The members of an element that the source reads, which fill the frame from slot 0.
  package var inputs: [Input]
  /// The members that elements of inner lists take from the element around them if they have none themselves.
  package var inherited: [InheritedMembers]
  /// The `let`s, in an order in which each reads only earlier ones.
  package var lets: [CheckedLet]
  package var outputs: [CheckedOutput]
  package var proposals: [CheckedProposal]
  /// The number of slots of the frame.
  package var frameSize: Int
  /// The span of the declaration's key, `source task_tracker`.
  package var span: Span

  package init(
    name: String, pack: String, document: String, each: [DocumentPath.Step], isClosed: Bool, inputs: [Input],
    inherited: [InheritedMembers], lets: [CheckedLet], outputs: [CheckedOutput], proposals: [CheckedProposal], frameSize: Int,
    span: Span
  ) {
    self.name = name
    self.pack = pack
    self.document = document
    self.each = each
    self.isClosed = isClosed
    self.inputs = inputs
    self.inherited = inherited
    self.lets = lets
    self.outputs = outputs
    self.proposals = proposals
    self.frameSize = frameSize
    self.span = span
  }

  package var qualifiedName: String { "\(pack).\(name)" }
}

/// A proposal that a source makes from an element.
package struct CheckedProposal: Hashable, Sendable {
  /// Index in ``Program/intents``.
  package var intent: Int
  package var loop: LoopNode?
  package var filter: Node?
  /// The filter as the formatter writes it.
  package var filterText: String?
  /// The expressions of the intent's fields, one for each field.
  package var fields: [Node?]
  /// The index among the entries of `produces`, from 0.
  package var position: Int

  package init(intent: Int, loop: LoopNode?, filter: Node?, filterText: String?, fields: [Node?], position: Int) {
    self.intent = intent
    self.loop = loop
    self.filter = filter
    self.filterText = filterText
    self.fields = fields
    self.position = position
  }
}

/// The members that a loop over a list copies by name, either from the list's element or from the element around it.
package struct InheritedMembers: Hashable, Sendable {
  /// The names of members from the outer element down to the list.
  package var list: [String]
  /// The names of the copied members, sorted.
  package var names: [String]

  package init(list: [String], names: [String]) {
    self.list = list
    self.names = names
  }
}
