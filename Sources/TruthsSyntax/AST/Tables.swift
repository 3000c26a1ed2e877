package import TruthsText

/// A `table urgency_of:` declaration: rows that give values for inputs (declarations §8, §8.1). A function is a table without
/// rows: its value is one expression.
package struct TableDeclaration: Hashable, Sendable {
  package var inputs: [FieldDeclaration]
  package var outputs: TableOutputs
  package var hit: HitPolicy
  package var lets: [LetBinding]
  package var rows: [TableRow]
  /// The first line of a grid; `nil` if the rows are a list.
  package var grid: GridHeading?
  /// The value of a function; `nil` for a table.
  package var value: ValueSyntax?

  package init(
    inputs: [FieldDeclaration], outputs: TableOutputs, hit: HitPolicy = .first, lets: [LetBinding] = [], rows: [TableRow] = [],
    grid: GridHeading? = nil, value: ValueSyntax? = nil
  ) {
    self.inputs = inputs
    self.outputs = outputs
    self.hit = hit
    self.lets = lets
    self.rows = rows
    self.grid = grid
    self.value = value
  }

  package var isFunction: Bool { value != nil }
}

/// Outputs of a table: one value, or several with names.
package enum TableOutputs: Hashable, Sendable {
  case one(TypeSyntax)
  case several([FieldDeclaration])
}

/// Policy that selects the rows of a table that count (declarations §8.1).
package enum HitPolicy: Hashable, Sendable {
  /// The first row that is true; later rows are not read.
  case first
  /// The only row that is true; with two there is no value.
  case unique
  /// All rows that are true, if they give the same value.
  case any
  /// All rows that are true, with their values combined.
  case collect(Collection)

  /// Operation that combines collected values.
  package enum Collection: String, Hashable, Sendable, CaseIterable {
    case list, sum, min, max, count
  }

  /// Every policy, in the order of documentation.
  package static let all: [HitPolicy] = [.first, .unique, .any] + Collection.allCases.map(HitPolicy.collect)

  package init?(written: String) {
    guard let policy = Self.all.first(where: { $0.written == written }) else { return nil }
    self = policy
  }

  /// The policy as it is written after `hit:`.
  package var written: String {
    switch self {
    case .first: "first"
    case .unique: "unique"
    case .any: "any"
    case .collect(.list): "collect"
    case .collect(let collection): "collect \(collection.rawValue)"
    }
  }

  /// Whether the values of all true rows are combined.
  package var collects: Bool {
    if case .collect = self { return true }
    return false
  }
}

/// A row, such as `hours_left <= 0 → expired`.
package struct TableRow: Hashable, Sendable {
  package var span: Span
  /// The condition; `nil` for `otherwise`.
  package var condition: Expr?
  package var result: RowResult
  /// Cells of a grid line, one per column; empty for `otherwise`. `nil` for a row of a list.
  package var cells: [GridCell]?

  package init(condition: Expr?, result: RowResult, cells: [GridCell]? = nil, at span: Span) {
    self.condition = condition
    self.result = result
    self.cells = cells
    self.span = span
  }
}

/// The result of a row, after its arrow; `missing` gives no value and is `nil`.
package enum RowResult: Hashable, Sendable {
  case value(Expr?)
  case outputs([RowOutput])

  /// The expressions in the result.
  package var values: [Expr] {
    switch self {
    case .value(let value): [value].compactMap(\.self)
    case .outputs(let outputs): outputs.compactMap(\.value)
    }
  }
}

/// A named output of a row, such as `tier = "gold"`.
package struct RowOutput: Hashable, Sendable {
  package var name: Name
  package var value: Expr?

  package init(name: Name, value: Expr?) {
    self.name = name
    self.value = value
  }
}

/// The first line of a grid: the names that its columns compare, and its outputs.
package struct GridHeading: Hashable, Sendable {
  package var span: Span
  package var columns: [Name]
  package var outputs: [Name]

  package init(columns: [Name], outputs: [Name], at span: Span) {
    self.columns = columns
    self.outputs = outputs
    self.span = span
  }
}

/// A cell of a grid: a test of the name in its column's heading.
package enum GridCell: Hashable, Sendable {
  /// `-`: a cell that tests nothing
  case any
  /// Alternatives: one of them must hold, or with `not (…)` none of them may hold.
  case tests([CellTest], isNegated: Bool)

  package var tests: [CellTest] {
    if case .tests(let tests, _) = self { return tests }
    return []
  }
}

/// An alternative of a cell.
package enum CellTest: Hashable, Sendable {
  /// `[a..b)`: an interval; each end is included or excluded
  case interval(Expr, Expr, includesLower: Bool, includesUpper: Bool)
  /// `< 5`, `in allowed`, `missing`: a whole comparison, whose left side the cell leaves out.
  case relation(Expr)
  /// A value that is compared by `==`.
  case equal(Expr)
}

extension GridCell {
  /// Returns the cell with changed expressions.
  package func map(_ change: (Expr) -> Expr) -> GridCell {
    guard case .tests(let tests, let isNegated) = self else { return self }
    let changed = tests.map { test -> CellTest in
      switch test {
      case .interval(let lower, let upper, let includesLower, let includesUpper):
        .interval(change(lower), change(upper), includesLower: includesLower, includesUpper: includesUpper)
      case .relation(let expr): .relation(change(expr))
      case .equal(let expr): .equal(change(expr))
      }
    }
    return .tests(changed, isNegated: isNegated)
  }
}

extension RowResult {
  /// Returns the result with changed expressions.
  package func map(_ change: (Expr) -> Expr) -> RowResult {
    switch self {
    case .value(let value): .value(value.map(change))
    case .outputs(let outputs): .outputs(outputs.map { RowOutput(name: $0.name, value: $0.value.map(change)) })
    }
  }
}

extension TableRow {
  /// Returns the row with changed expressions.
  package func map(_ change: (Expr) -> Expr) -> TableRow {
    TableRow(
      condition: condition.map(change), result: result.map(change), cells: cells.map { $0.map { $0.map(change) } }, at: span)
  }
}
