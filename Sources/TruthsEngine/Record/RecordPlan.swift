package import TruthsCheck
package import TruthsJSON
import TruthsText

/// All that telling what a plain proposal of one intent comes to runs through, bound to one store: which clauses do not hold,
/// why, and what is produced.
///
/// It says, as bytes, what ``Engine/examine(_:store:isExplained:)`` and ``Engine/produce(_:proposal:store:envelope:extra:)`` say,
/// or that a closer look is wanted. It belongs to one thread: what a proposal says is kept in it until the next one.
package final class RecordPlan {
  package let program: Program
  /// Place in ``Program/intents``.
  package let intent: Int
  /// Every clause that applies, in the order in which they are read.
  package let clauses: [RecordClause]
  /// Whether acceptance can be told: nothing follows from what is produced, and nothing must hold of the result.
  let isLast: Bool
  let entries: [Entry]
  let ground: Ground
  let policies: CellRow
  let symbols: UnsafeMutablePointer<SymbolOverlay>
  /// The symbols before any proposal.
  private let beginning: SymbolOverlay
  let registers: UnsafeMutablePointer<Cell>
  let outcomes: UnsafeMutablePointer<ClauseOutcome>
  let bases: UnsafeMutablePointer<UnsafeMutablePointer<Cell>>
  let memory = MachineMemory()
  let builtins: UnsafeMutablePointer<Cell>
  let fields: UnsafeMutablePointer<Cell>
  /// How they are read.
  let forms: FieldForms
  /// In ``Program/packs``; -1 where the proposal names none, -2 where it names another.
  @exclusivity(unchecked) var pack = -1
  /// Values of a clause's terms, and the cells of a fact.
  @exclusivity(unchecked) var values: [Cell] = []
  /// A reason before it is a JSON text.
  @exclusivity(unchecked) var words = ByteBuffer(capacity: 256)

  /// What a proposal comes to: the caller's while it is decided, else without meaning.
  @exclusivity(unchecked) var outcome = RecordOutcome(capacity: 1)
  @exclusivity(unchecked) var wantsCloserLook = false

  /// A truth or an invariant of its own.
  final class Entry {
    let unit: CompiledUnit
    let probes: BoundProbes
    let constants: CellRow
    /// The code of terms and reasons, over the same frame.
    let words: CompiledUnit
    let wordProbes: BoundProbes
    let wordConstants: CellRow
    /// For each slot the field of the proposal; below 0 for none.
    let fields: [Int]
    let reading: Int
    /// Place in ``Program/truths``; below 0 for an invariant.
    let truth: Int
    /// The pack that a proposal must name if it names one; below 0 where that makes no difference.
    let pack: Int
    /// Places in ``RecordPlan/clauses``.
    let clauses: Range<Int>
    /// Of each of them, whether it is a requirement.
    let areRequirements: [Bool]
    /// The code of the `let`s alone, and what the truth produces.
    let lets: Int
    let outputs: [RecordOutput]

    init(
      unit: CompiledUnit, constants: CellRow, words: CompiledUnit, wordConstants: CellRow, store: FactStore, fields: [Int],
      reading: Int, truth: Int,
      pack: Int, clauses: Range<Int>, areRequirements: [Bool], lets: Int, outputs: [RecordOutput]
    ) {
      self.unit = unit
      probes = BoundProbes(unit, store)
      self.constants = constants
      self.words = words
      wordProbes = BoundProbes(words, store)
      self.wordConstants = wordConstants
      self.fields = fields
      self.reading = reading
      self.truth = truth
      self.pack = pack
      self.clauses = clauses
      self.areRequirements = areRequirements
      self.lets = lets
      self.outputs = outputs
    }
  }

  /// - Returns: `nil` where some clause of the intent wants a closer look whatever is proposed.
  package init?(_ engine: Engine, intent: Int, store: FactStore) {
    var builder = RecordPlanBuilder(engine, intent: intent, store: store)
    guard builder.build() else { return nil }
    program = engine.program
    self.intent = intent
    ground = builder.ground
    policies = CellRow(store.policyCells)
    entries = builder.entries
    clauses = builder.clauses
    isLast = builder.isLast
    forms = FieldForms(program.intents[intent].fields, program, &builder.symbols)
    beginning = builder.symbols
    symbols = .allocate(capacity: 1)
    symbols.initialize(to: builder.symbols)
    registers = .allocate(capacity: builder.registerCount)
    registers.initialize(repeating: .absent, count: builder.registerCount)
    let most = max(1, builder.entries.map(\.clauses.count).max() ?? 1)
    outcomes = .allocate(capacity: most)
    outcomes.initialize(repeating: .holds, count: most)
    bases = .allocate(capacity: Machine.Operands.spaces)
    builtins = .allocate(capacity: Builtin.allCases.count)
    builtins.initialize(repeating: .absent, count: Builtin.allCases.count)
    fields = .allocate(capacity: max(1, program.intents[intent].fields.count))
    fields.initialize(repeating: .absent, count: max(1, program.intents[intent].fields.count))
  }

  deinit {
    symbols.deinitialize(count: 1)
    symbols.deallocate()
    registers.deallocate()
    outcomes.deallocate()
    bases.deallocate()
    builtins.deallocate()
    fields.deallocate()
  }

  /// Forgets what proposals said, once that is much: small tables stay near. What clauses may read of the envelope must be set
  /// anew then.
  ///
  /// - Returns: whether it has.
  package func forget() -> Bool {
    guard symbols.pointee.weight > beginning.weight + 2048 else { return false }
    symbols.pointee = beginning
    memory.ordered = OrderedSources()
    return true
  }

  /// The truths of the intent, by their places in ``Program/truths``.
  package var truths: [Int] { entries.map(\.truth).filter { $0 >= 0 } }

  // MARK: What a proposal says

  /// What clauses may read of the envelope.
  package func set(_ builtin: Builtin, to value: Value) { builtins[builtin.place] = symbols.pointee.cell(of: value) }

  /// The pack that the proposal names.
  package func set(pack name: String?) {
    set(.proposalPack, to: name.map { .text(Text($0)) } ?? .missing(.absent))
    pack = name.map { name in program.packs.firstIndex { $0.name == name } ?? -2 } ?? -1
  }

  /// Takes in the fields of a proposal.
  ///
  /// - Parameter names: where their names stand in the tape.
  /// - Returns: whether each is one of the intent's and of its type; where not, a closer look says what is wrong.
  package func take(_ names: UnsafeBufferPointer<Int32>, of tape: borrowing JSONTape) -> Bool {
    forms.read(names, of: tape, into: fields, program, &symbols.pointee)
  }
}
