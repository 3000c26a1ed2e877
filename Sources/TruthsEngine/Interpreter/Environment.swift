package import TruthsProgram
import TruthsText

/// The values that clauses read besides the trigger and the facts: the time, the actor and the proposal's envelope (clauses
/// §9).
package struct Environment: Hashable, Sendable {
  /// The values, in the order of ``TruthsProgram/Builtin/place``.
  private var values: [Value]
  /// The fields of the intent that the sender put into the envelope by mistake, so that they are missing.
  package var heldByEnvelope: [String] = []

  /// Creates an environment.
  ///
  /// - Parameter values: the known values; all others are missing.
  package init(_ values: KeyValuePairs<Builtin, Value>) {
    self.values = [Value](repeating: .missing(.absent), count: Builtin.allCases.count)
    for (builtin, value) in values { self.values[builtin.place] = value }
  }

  package subscript(_ builtin: Builtin) -> Value {
    get { values[builtin.place] }
    set { values[builtin.place] = newValue }
  }

  /// Returns the remark that follows `<field> is missing` if the sender put the field into the envelope; empty for other fields.
  package func remark(onMissing field: String) -> String {
    guard heldByEnvelope.contains(field) else { return "" }
    return " (`\(field)` beside the fields is the proposal's own: send the field in `payload`)"
  }

  /// Returns the values as cells, in the order of ``TruthsProgram/Builtin/place``.
  func cells(_ symbols: inout SymbolOverlay) -> CellRow { CellRow(values.map { symbols.cell(of: $0) }) }
}

/// A proposal whose fields are decoded as the types of its intent.
package struct TypedProposal: Sendable {
  /// Index in ``Program/intents``.
  package var intent: Int
  /// The values, one for each field of the intent, with defaults filled in.
  package var fields: [Value]
  /// The `pack` that the proposal names, if any.
  package var pack: String?
  package var environment: Environment

  package init(intent: Int, fields: [Value], pack: String?, environment: Environment) {
    self.intent = intent
    self.fields = fields
    self.pack = pack
    self.environment = environment
  }

  /// The time of the proposal; the epoch where the environment has none.
  var now: Timestamp {
    if case .timestamp(let now) = environment[.now] { return now }
    return .epoch
  }

  /// Returns the value of a field by its name; a missing value if the intent has no such field.
  package func value(of name: String, in program: Program) -> Value {
    guard let index = program.intents[intent].fields.firstIndex(where: { $0.name == name }) else { return .missing(.absent) }
    return fields[index]
  }
}
