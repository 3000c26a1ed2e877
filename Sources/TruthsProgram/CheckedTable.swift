package import TruthsSyntax
package import TruthsText

/// A checked decision table (declarations §8), or a function, which is a table with a single row.
///
/// A frame contains the inputs from slot 0, the `let`s, then the variables of quantifiers and aggregates.
package struct CheckedTable: Hashable, Sendable {
  package var name: String
  package var pack: String
  package var inputs: [Field]
  /// The type of a row's value; several outputs are a record of them, which follows the declared ones in `Program.records`.
  package var rowType: ValueType
  /// The index of the input that is the unit of the output, where that unit is data.
  package var currency: Int?
  package var hit: HitPolicy
  package var isFunction: Bool
  /// The `let`s, in an order in which each reads only earlier ones.
  package private(set) var lets: [CheckedLet] = []
  package private(set) var rows: [CheckedRow] = []
  package private(set) var frameSize = 0
  /// The span of the declaration's key, `table urgency_of`.
  package var span: Span
  /// Whether the table reads facts, lifecycles or `now`, directly or through calls.
  package var readsContext = false
  /// Whether the table's value may be missing although no input is.
  package var mayBeMissing = false
  /// For a function, the values that may be missing besides the inputs, in the slots of its frame.
  package var lacks: [Prerequisite] = []
  /// For a function, the parts of the context that the function reads.
  package var contextReads = ContextReads()
  private var needs = InputNeeds()

  package init(
    name: String, pack: String, inputs: [Field], rowType: ValueType, hit: HitPolicy = .first, isFunction: Bool = false, span: Span
  ) {
    self.name = name
    self.pack = pack
    self.inputs = inputs
    self.rowType = rowType
    self.hit = hit
    self.isFunction = isFunction
    self.span = span
  }

  package var qualifiedName: String { "\(pack).\(name)" }

  /// The keyword of the declaration.
  package var kind: String { isFunction ? "function" : "table" }

  /// Whether the first row that holds gives the value, so that later rows are not read.
  package var takesFirst: Bool { hit == .first }

  /// The type of the table's value.
  package var output: ValueType {
    switch hit {
    case .first, .unique, .any, .collect(.sum), .collect(.min), .collect(.max): rowType
    case .collect(.list): .list(rowType)
    case .collect(.count): .integer(unit: nil)
    }
  }

  /// The type of a row's value, in which a unit that is data has the name of its input.
  package var namedRowType: ValueType {
    currency.map { rowType.with(numberUnit: .named(inputs[$0].name)) } ?? rowType
  }

  /// The inputs without which the value may be missing; the others are only needed by some rows.
  package var neededInputs: Set<Int> { needs.possible }

  /// The inputs without which the value is missing, whichever row gives it.
  package var requiredInputs: Set<Int> { needs.certain }

  /// Every expression in the table: the `let`s, then the rows.
  package var nodes: [Node] { lets.map(\.node) + rows.flatMap(\.nodes) }

  /// Sets the content of the table.
  ///
  /// - Complexity: O(size of the rows).
  package mutating func fill(lets: [CheckedLet], rows: [CheckedRow], frameSize: Int) {
    self.lets = lets
    self.rows = rows
    self.frameSize = frameSize
    needs = InputNeeds(of: rows, lets: lets, hit: hit, count: inputs.count)
  }
}

/// A checked row of a table.
package struct CheckedRow: Hashable, Sendable {
  /// The condition; `nil` for `otherwise`.
  package var condition: Node?
  /// The value; `nil` for `missing`, a row without a value.
  package var value: Node?
  /// The names in the condition and the value, as they are written.
  package var terms: [Term]
  /// The row as the formatter writes it: `hours_left <= 0 → expired`.
  package var text: String
  package var span: Span

  package init(condition: Node?, value: Node?, terms: [Term], text: String, span: Span) {
    self.condition = condition
    self.value = value
    self.terms = terms
    self.text = text
    self.span = span
  }

  /// Whether the row holds for all inputs: `otherwise`, or a line of `-`.
  package var isAlways: Bool { condition == nil || condition == .constant(.boolean(true)) }

  /// Every expression in the row: the condition, then the value.
  package var nodes: [Node] { [condition, value].compactMap(\.self) }
}
