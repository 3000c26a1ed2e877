package import TruthsSyntax
package import TruthsText

/// A source after checking: how the elements of a document become facts (declarations §14).
package struct CheckedSource: Hashable, Sendable {
  package var name: String
  package var pack: String
  /// The name under which its document is given.
  package var document: String
  /// The way to its elements; empty where the document itself is the only one.
  package var each: [DocumentPath.Step]
  /// Whether a member that nothing takes is at fault.
  package var isClosed: Bool
  /// The members that it reads of an element, which fill the frame from slot 0.
  package var inputs: [Input]
  /// Members that elements of inner lists take from the element around them where they have none themselves.
  package var inherited: [InheritedMembers]
  /// In an order in which each reads only those before it.
  package var lets: [CheckedLet]
  package var outputs: [CheckedOutput]
  package var proposals: [CheckedProposal]
  /// Slots that its frame needs.
  package var frameSize: Int
  /// The declaration's key, `source task_tracker`.
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

/// A proposal that a source makes of an element.
package struct CheckedProposal: Hashable, Sendable {
  /// Index in ``Program/intents``.
  package var intent: Int
  package var loop: LoopNode?
  package var filter: Node?
  /// The filter as the formatter writes it.
  package var filterText: String?
  /// One per field of the intent.
  package var fields: [Node?]
  /// From 0, among the entries of `produces`.
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

/// What a loop over a list of an element copies by name: from whichever of the two holds it, the list's element or the one around
/// it.
package struct InheritedMembers: Hashable, Sendable {
  /// Names of members from the outer element down to the list.
  package var list: [String]
  /// Sorted.
  package var names: [String]

  package init(list: [String], names: [String]) {
    self.list = list
    self.names = names
  }
}
