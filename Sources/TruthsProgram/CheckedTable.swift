package import TruthsSyntax
package import TruthsText

/// A decision table after checking (declarations §8), or a function, which is one of a single row.
///
/// A frame holds the inputs from slot 0, the `let`s, then the variables of quantifiers and aggregates.
package struct CheckedTable: Hashable, Sendable {
  package var name: String
  package var pack: String
  package var inputs: [Field]
  /// What one row gives; of several outputs a record of them, which follows the declared ones in ``Program/records``.
  package var rowType: ValueType
  /// Of an output in a unit that is data: the place of the input that is the unit.
  package var currency: Int?
  package var hit: HitPolicy
  package var isFunction: Bool
  /// In an order in which each reads only those before it.
  package private(set) var lets: [CheckedLet] = []
  package private(set) var rows: [CheckedRow] = []
  package private(set) var frameSize = 0
  /// The declaration's key, `table urgency_of`.
  package var span: Span
  /// Whether it reads facts, lifecycles or `now`, or calls what does.
  package var readsContext = false
  /// Whether its value may be missing although every input is there.
  package var mayBeMissing = false
  /// Of a function: what its value may lack beside the inputs, in the slots of its frame.
  package var lacks: [Prerequisite] = []
  /// Of a function: what it reads of the context.
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

  /// The word of its key.
  package var kind: String { isFunction ? "function" : "table" }

  /// Whether the first row that is true gives its value, and none behind it is read.
  package var takesFirst: Bool { hit == .first }

  /// The type of its value.
  package var output: ValueType {
    switch hit {
    case .first, .unique, .any, .collect(.sum), .collect(.min), .collect(.max): rowType
    case .collect(.list): .list(rowType)
    case .collect(.count): .integer(unit: nil)
    }
  }

  /// What one row gives, with a unit that is data called as the input that holds it.
  package var namedRowType: ValueType {
    currency.map { rowType.with(numberUnit: .named(inputs[$0].name)) } ?? rowType
  }

  /// The inputs without which the value may be missing; rows may do without the others.
  package var neededInputs: Set<Int> { needs.possible }

  /// The inputs without which the value is missing, whichever row gives it.
  package var requiredInputs: Set<Int> { needs.certain }

  /// Every expression inside: the `let`s, then the rows.
  package var nodes: [Node] { lets.map(\.node) + rows.flatMap(\.nodes) }

  /// Fills the inside in.
  ///
  /// - Complexity: O(size of the rows).
  package mutating func fill(lets: [CheckedLet], rows: [CheckedRow], frameSize: Int) {
    self.lets = lets
    self.rows = rows
    self.frameSize = frameSize
    needs = InputNeeds(of: rows, lets: lets, hit: hit, count: inputs.count)
  }
}

package struct CheckedRow: Hashable, Sendable {
  /// `nil` for `otherwise`.
  package var condition: Node?
  /// `nil` for `missing`: the row gives no value.
  package var value: Node?
  /// The names in both, as they are written.
  package var terms: [Term]
  /// As the formatter writes it: `hours_left <= 0 → expired`.
  package var text: String
  package var span: Span

  package init(condition: Node?, value: Node?, terms: [Term], text: String, span: Span) {
    self.condition = condition
    self.value = value
    self.terms = terms
    self.text = text
    self.span = span
  }

  /// Whether it is true of every input: `otherwise`, or a line of `-`.
  package var isAlways: Bool { condition == nil || condition == .constant(.boolean(true)) }

  /// Every expression in it: the condition, then the value.
  package var nodes: [Node] { [condition, value].compactMap(\.self) }
}
