import Synchronization
import TruthsProgram

/// What applies to the proposals of one intent, in id order: nothing else is looked at, however many truths there are.
final class IntentPlan: Sendable {
  let truths: [Entry]
  /// Invariants of their own.
  let invariants: [Entry]

  /// A truth or invariant with the places where its inputs come from.
  struct Entry: Sendable {
    /// In ``Program/truths`` or ``Program/invariants``.
    let index: Int
    /// `nil` for an invariant of its own.
    let truth: CompiledTruth?
    let unit: CompiledUnit
    let frameSize: Int
    /// What is run for a proposal; its first `clauses` outcomes are those of the clauses.
    let reading: Int
    let clauses: [CompiledClause]
    /// For each slot the field of the intent that fills it; below 0 where it has none of that name.
    let fields: [Int]
    /// The pack that a proposal must name if it names one; `nil` where that makes no difference.
    let pack: String?

    init(_ truth: CheckedTruth, _ compiled: CompiledTruth, at index: Int, intent: IntentType) {
      self.index = index
      self.truth = compiled
      unit = compiled.unit
      frameSize = compiled.frameSize
      reading = compiled.reading
      clauses = compiled.clauses
      fields = Self.fields(truth.inputs, intent)
      pack = truth.namesPack ? truth.pack : nil
    }

    init(_ invariant: CheckedInvariant, _ compiled: CompiledInvariant, at index: Int, intent: IntentType) {
      self.index = index
      truth = nil
      unit = compiled.unit
      frameSize = max(invariant.frameSize, invariant.inputs.count)
      reading = 0
      clauses = [compiled.clause]
      fields = Self.fields(invariant.inputs, intent)
      pack = nil
    }

    private static func fields(_ inputs: [Input], _ intent: IntentType) -> [Int] {
      inputs.map { input in intent.fields.firstIndex { $0.name == input.name } ?? -1 }
    }

    /// Whether the pack of a proposal is that of the truth's `when`, or absent.
    func admits(pack named: String?) -> Bool {
      guard let pack, let named else { return true }
      return pack == named
    }
  }

  private init(_ truths: [Entry], _ invariants: [Entry]) {
    self.truths = truths
    self.invariants = invariants
  }

  /// By index of the intent.
  ///
  /// - Complexity: O(truths + invariants · intents that they name).
  static func all(of program: Program, _ code: CompiledProgram) -> [IntentPlan] {
    var truths = [[Entry]](repeating: [], count: program.intents.count)
    var invariants = truths
    for (index, truth) in program.truths.enumerated() {
      for intent in truth.intents {
        truths[intent].append(Entry(truth, code.truths[index], at: index, intent: program.intents[intent]))
      }
    }
    for (index, invariant) in program.invariants.enumerated() {
      let intents: [Int]
      switch invariant.applies {
      case .all: intents = Array(program.intents.indices)
      case .intents(let named): intents = named
      case .state: intents = []
      }
      for intent in intents {
        invariants[intent].append(Entry(invariant, code.invariants[index], at: index, intent: program.intents[intent]))
      }
    }
    return zip(truths, invariants).map { IntentPlan($0, $1) }
  }
}
