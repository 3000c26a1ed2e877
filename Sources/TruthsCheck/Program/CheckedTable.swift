package import TruthsText

/// A decision table after checking (language.md §8): rows are tried from the top, the first true one gives the value.
///
/// A row's frame holds the inputs from slot 0, then the variables of its quantifiers and aggregates.
package struct CheckedTable: Hashable, Sendable {
  package var name: String
  package var pack: String
  package var inputs: [Field]
  package var output: ValueType
  package var rows: [CheckedRow]
  /// Whether it says `hit: unique`: the checker forbids that two rows are true at once.
  package var isUnique: Bool
  package var frameSize: Int
  /// The declaration's key, `table urgency_of`.
  package var span: Span

  package init(
    name: String, pack: String, inputs: [Field], output: ValueType, rows: [CheckedRow], isUnique: Bool, frameSize: Int, span: Span
  ) {
    self.name = name
    self.pack = pack
    self.inputs = inputs
    self.output = output
    self.rows = rows
    self.isUnique = isUnique
    self.frameSize = frameSize
    self.span = span
  }

  package var qualifiedName: String { "\(pack).\(name)" }
}

package struct CheckedRow: Hashable, Sendable {
  /// `nil` for `otherwise`.
  package var condition: Node?
  /// `nil` for `missing`: the row gives no value.
  package var value: Node?
  /// As the formatter writes it: `hours_left <= 0 → expired`.
  package var text: String
  package var span: Span

  package init(condition: Node?, value: Node?, text: String, span: Span) {
    self.condition = condition
    self.value = value
    self.text = text
    self.span = span
  }
}
