import TruthsCheck
import TruthsText

/// All that a decision about the proposals of one intent runs through, bound to one store (runtime.md §3, step 4): nothing is
/// looked up by name, and nothing is made.
///
/// Sendable although it holds pointers: nothing is written behind them once it is made.
final class QuickPlan: @unchecked Sendable {
  let intent: Int
  let ground: Ground
  let policies: CellRow
  /// The symbols of the store and of the constants.
  let symbols: SymbolOverlay
  let entries: UnsafePointer<Entry>
  let entryCount: Int
  /// By number: where each clause stands, in the order of `entries`.
  let clauses: [PlannedClause]
  /// The kind and rank of each clause.
  let weights: UnsafePointer<Weight>
  /// Registers, and clauses of one entry, that are needed at most.
  let registerCount: Int
  let outcomeCount: Int
  /// Whether the clauses can be told by this plan: no two of them report one id, and none reads a view.
  let isWhole: Bool
  /// Whether acceptance can be told by it: nothing follows from what is produced, and nothing must hold of the result.
  let isLast: Bool
  /// Whether no run over the facts is needed before a frame's production, because it stands as it was left.
  let isSingle: Bool
  private let kept: [CompiledUnit]
  private let rows: [CellRow]
  private let places: UnsafeMutablePointer<Int32>

  /// A truth or an invariant of its own.
  struct Entry: BitwiseCopyable {
    unowned(unsafe) var unit: CompiledUnit
    var constants: UnsafePointer<Cell>
    /// For each slot the field of the proposal; below 0 for none.
    var fields: UnsafePointer<Int32>
    var fieldCount: Int
    var reading: Int
    var lets: Int
    var producing: Int
    var isTruth: Bool
    /// The pack that a proposal must name if it names one; below 0 where that makes no difference.
    var pack: Int
    /// The number of its first clause, and how many it has; the `if` of a truth comes behind them.
    var firstClause: Int
    var clauseCount: Int
  }

  struct Weight: BitwiseCopyable {
    var kind: ClauseWeight
    /// The order among clauses of one kind.
    var rank: Int32
  }

  init(_ engine: Engine, intent: Int, ground: Ground, symbols base: SymbolOverlay, policies: CellRow) {
    var builder = QuickPlanBuilder(engine: engine, intent: intent, symbols: base)
    builder.build()
    self.intent = intent
    self.ground = ground
    self.policies = policies
    symbols = builder.symbols
    kept = builder.units
    rows = builder.rows
    clauses = builder.clauses
    registerCount = max(1, builder.units.map(\.registerCount).max() ?? 1)
    outcomeCount = max(1, builder.counts.max() ?? 1)
    isWhole = builder.isWhole
    isLast = builder.isLast
    isSingle = builder.units.count == 1
    let places = UnsafeMutablePointer<Int32>.allocate(capacity: max(1, builder.fields.count))
    for (place, field) in builder.fields.enumerated() { (places + place).initialize(to: field) }
    self.places = places
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: max(1, builder.units.count))
    for index in builder.units.indices { (entries + index).initialize(to: builder.entry(index, places)) }
    self.entries = UnsafePointer(entries)
    entryCount = builder.units.count
    let weights = UnsafeMutablePointer<Weight>.allocate(capacity: max(1, builder.clauses.count))
    for (place, weight) in builder.weights.enumerated() { (weights + place).initialize(to: weight) }
    self.weights = UnsafePointer(weights)
  }

  deinit {
    entries.deallocate()
    weights.deallocate()
    places.deallocate()
  }
}

/// What a clause that does not hold comes to.
enum ClauseWeight: UInt8, BitwiseCopyable, Sendable {
  case requirement, structural, acceptance, advisory
}

/// A clause of a plan, for those who ask what decided.
package struct PlannedClause: Hashable, Sendable {
  /// The id that it reports.
  package var id: String
  /// The truth or invariant that declares it.
  package var declaredBy: String
  /// `requires[0]`, `rule` or `if`.
  package var name: String
  /// As the formatter writes it.
  package var text: String
  package var isOfInvariant: Bool
  var place: Violation.Place
  var position: Int
}
