import TruthsCheck
import TruthsText

/// All that a decision about the proposals of one intent runs through, bound to one store (runtime.md §3, step 4): nothing is
/// looked up by name, and nothing is made.
///
/// Sendable although it holds pointers: nothing is written behind them once it is made.
final class QuickPlan: @unchecked Sendable {
  let ground: Ground
  /// The symbols of the store and of the constants.
  let symbols: SymbolOverlay
  /// By number: where each clause stands, in the order of the entries.
  let clauses: [PlannedClause]
  /// What a decision reads.
  let code: UnsafePointer<Code>
  private let policies: CellRow
  private let units: [CompiledUnit]
  private let rows: [CellRow]
  private let probes: [BoundProbes]
  private let places: UnsafeMutablePointer<Int32>
  /// The look-ups by a field of the proposal, with that field.
  private let readings: [(probe: BoundProbe, field: Int)]

  /// The plan without references; good as long as the plan is there.
  struct Code: BitwiseCopyable {
    var ground: Unmanaged<Ground>
    var entries: UnsafeMutablePointer<Entry>
    var entryCount: Int
    /// The kind and rank of each clause.
    var weights: UnsafeMutablePointer<Weight>
    var policies: UnsafePointer<Cell>
    /// Registers, and clauses of one entry, that are needed at most.
    var registerCount: Int
    var outcomeCount: Int
    /// Whether the clauses can be told by this plan: no two of them report one id, and none reads a view.
    var isWhole: Bool
    /// Whether acceptance can be told by it: nothing follows from what is produced, and nothing must hold of the result.
    var isLast: Bool
    /// Whether no run over the facts is needed before a frame's production, because it stands as it was left.
    var isSingle: Bool
  }

  /// A truth or an invariant of its own.
  struct Entry: BitwiseCopyable {
    var unit: Unmanaged<CompiledUnit>
    var probes: UnsafePointer<BoundProbe>
    var constants: UnsafePointer<Cell>
    /// For each slot the field of the proposal; below 0 for none.
    var fields: UnsafePointer<Int32>
    var fieldCount: Int
    var reading: Int
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
    self.ground = ground
    self.policies = policies
    symbols = builder.symbols
    clauses = builder.clauses
    (units, rows) = (builder.units, builder.rows)
    let probes = builder.units.map { BoundProbes($0, ground.store) }
    let places = plain(builder.fields)
    let entries = builder.units.indices.map { builder.entry($0, places, probes[$0].first) }
    (self.probes, self.places) = (probes, places)
    readings = builder.units.indices.flatMap { builder.readings($0, probes[$0].first) }
    let code = Code(
      ground: .passUnretained(ground), entries: plain(entries), entryCount: entries.count, weights: plain(builder.weights),
      policies: policies.cells, registerCount: max(1, builder.units.map(\.registerCount).max() ?? 1),
      outcomeCount: max(1, builder.counts.max() ?? 1), isWhole: builder.isWhole, isLast: builder.isLast,
      isSingle: builder.units.count == 1)
    self.code = UnsafePointer(plain([code]))
  }

  /// Where the first look-ups of a proposal will begin to read.
  ///
  /// - Complexity: O(look-ups), each looked at once.
  func starts(of fields: [Cell]) -> QuickBlock.Starts {
    var starts: [UInt] = []
    for (probe, field) in readings where fields.indices.contains(field) {
      if starts.count == 4 { break }
      if let start = probe.start(fields[field]).map(UInt.init(bitPattern:)), !starts.contains(start) { starts.append(start) }
    }
    starts += [0, 0, 0, 0]
    return (starts[0], starts[1], starts[2], starts[3])
  }

  deinit {
    code.pointee.entries.deallocate()
    code.pointee.weights.deallocate()
    code.deallocate()
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
