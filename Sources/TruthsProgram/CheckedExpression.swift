package import TruthsText

/// One expression of its own after checking (`command-line §5.16`): it stands in no declaration.
package struct CheckedExpression: Sendable {
  package var node: Node
  package var type: ValueType
  /// The type as the scope writes it, with its unit: `decimal in eur`.
  package var typeName: String
  /// The names in it, as they are written.
  package var terms: [Term]
  /// The names of what fills the frame from slot 0: the fields of the intent, then the kept values.
  package var inputs: [String]
  /// Slots that its frame needs.
  package var frameSize: Int
  package var span: Span

  package init(node: Node, type: ValueType, typeName: String, terms: [Term], inputs: [String], frameSize: Int, span: Span) {
    self.node = node
    self.type = type
    self.typeName = typeName
    self.terms = terms
    self.inputs = inputs
    self.frameSize = frameSize
    self.span = span
  }
}

/// A value that has a name beside the declarations: what `let` kept in `truths repl`.
package struct NamedValue: Sendable {
  package var name: String
  package var type: ValueType
  package var value: Value

  package init(name: String, type: ValueType, value: Value) {
    self.name = name
    self.type = type
    self.value = value
  }
}
