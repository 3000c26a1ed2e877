package import TruthsProgram
import TruthsText

/// What clauses may read beside the trigger and the facts: the moment, the actor and the envelope of the proposal (clauses
/// §9).
package struct Environment: Hashable, Sendable {
  /// In the order of ``TruthsProgram/Builtin/place``.
  private var values: [Value]
  /// The fields of the intent whose names the proposal's envelope held, and so not the intent.
  package var heldByEnvelope: [String] = []

  /// - Parameter values: what is not named is missing.
  package init(_ values: KeyValuePairs<Builtin, Value>) {
    self.values = [Value](repeating: .missing(.absent), count: Builtin.allCases.count)
    for (builtin, value) in values { self.values[builtin.place] = value }
  }

  package subscript(_ builtin: Builtin) -> Value {
    get { values[builtin.place] }
    set { values[builtin.place] = newValue }
  }

  /// The values as cells, in the order of ``TruthsProgram/Builtin/place``.
  func cells(_ symbols: inout SymbolOverlay) -> CellRow { CellRow(values.map { symbols.cell(of: $0) }) }
}

/// A proposal whose fields have been read as the types of its intent.
package struct TypedProposal: Sendable {
  /// Index in ``Program/intents``.
  package var intent: Int
  /// One per field of the intent, defaults filled in.
  package var fields: [Value]
  /// The proposal's `pack`, where it has one.
  package var pack: String?
  package var environment: Environment

  package init(intent: Int, fields: [Value], pack: String?, environment: Environment) {
    self.intent = intent
    self.fields = fields
    self.pack = pack
    self.environment = environment
  }

  /// The moment of the proposal; the epoch where the environment has none.
  var now: Timestamp {
    if case .timestamp(let now) = environment[.now] { return now }
    return .epoch
  }

  /// The value of a field by its name; missing where the intent has none.
  package func value(of name: String, in program: Program) -> Value {
    guard let index = program.intents[intent].fields.firstIndex(where: { $0.name == name }) else { return .missing(.absent) }
    return fields[index]
  }
}
