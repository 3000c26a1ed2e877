package import TruthsText

/// `table urgency_of:` — rows that are tried from the top (language.md §8).
package struct TableDeclaration: Hashable, Sendable {
  package var inputs: [FieldDeclaration]
  package var output: TypeSyntax
  /// Whether it says `hit: unique`: then no input may make two rows true.
  package var isUnique: Bool
  package var rows: [TableRow]

  package init(inputs: [FieldDeclaration], output: TypeSyntax, isUnique: Bool, rows: [TableRow]) {
    self.inputs = inputs
    self.output = output
    self.isUnique = isUnique
    self.rows = rows
  }
}

/// `hours_left <= 0 → expired`
package struct TableRow: Hashable, Sendable {
  package var span: Span
  /// `nil` for `otherwise`.
  package var condition: Expr?
  /// `nil` for `missing`: the row gives no value.
  package var value: Expr?

  package init(condition: Expr?, value: Expr?, at span: Span) {
    self.condition = condition
    self.value = value
    self.span = span
  }
}
