import Synchronization
import TruthsProgram

/// The truths and invariants that apply to the proposals of one intent, in id order.
///
/// A decision reads only these, whatever the number of other truths.
final class IntentPlan: Sendable {
  let truths: [Entry]
  /// The standalone invariants.
  let invariants: [Entry]

  /// A truth or invariant, with the sources of its inputs.
  struct Entry: Sendable {
    /// The index in ``Program/truths`` or ``Program/invariants``.
    let index: Int
    /// The compiled truth; `nil` for a standalone invariant.
    let truth: CompiledTruth?
    let unit: CompiledUnit
    let frameSize: Int
    /// The start of the code that runs for a proposal; it records the outcomes of `clauses`, in order.
    let reading: Int
    let clauses: [CompiledClause]
    /// The field of the intent that fills each slot; below 0 where the intent has no such field.
    let fields: [Int]
    /// The pack that a proposal must name if it names one; `nil` where any pack is admitted.
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

    /// Returns whether a proposal names the pack of the truth's `when`, or no pack.
    func admits(pack named: String?) -> Bool {
      guard let pack, let named else { return true }
      return pack == named
    }
  }

  private init(_ truths: [Entry], _ invariants: [Entry]) {
    self.truths = truths
    self.invariants = invariants
  }

  /// Creates the plans of all intents, by the intent's index.
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
