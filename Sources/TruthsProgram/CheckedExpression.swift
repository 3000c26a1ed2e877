package import TruthsText

/// A checked standalone expression, outside of any declaration (command-line §5.16).
package struct CheckedExpression: Sendable {
  package var node: Node
  package var type: ValueType
  /// The type as the scope writes it, with its unit: `decimal in eur`.
  package var typeName: String
  /// The names in the expression, as they are written.
  package var terms: [Term]
  /// The names of the values in the frame from slot 0: the fields of the intent, then the kept values.
  package var inputs: [String]
  /// The number of slots of the frame.
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

/// A named value outside of declarations, which `let` keeps in `truths repl`.
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
