import TruthsCheck

/// What applies to the proposals of one intent, in id order: nothing else is looked at, however many truths there are.
struct IntentDispatch: Sendable {
  var truths: [Entry] = []
  /// Invariants of their own.
  var invariants: [Entry] = []

  /// A truth or invariant with the places where its inputs come from.
  struct Entry: Sendable {
    /// In ``Program/truths`` or ``Program/invariants``.
    let index: Int
    let isTruth: Bool
    let frameSize: Int
    /// For each slot the field of the intent that fills it; below 0 where it has none of that name.
    let fields: [Int]

    init(_ truth: CheckedTruth, at index: Int, intent: IntentType) {
      self.index = index
      isTruth = true
      frameSize = max(truth.frameSize, truth.inputs.count)
      fields = Self.fields(truth.inputs, intent)
    }

    init(_ invariant: CheckedInvariant, at index: Int, intent: IntentType) {
      self.index = index
      isTruth = false
      frameSize = max(invariant.frameSize, invariant.inputs.count)
      fields = Self.fields(invariant.inputs, intent)
    }

    private static func fields(_ inputs: [Input], _ intent: IntentType) -> [Int] {
      inputs.map { input in intent.fields.firstIndex { $0.name == input.name } ?? -1 }
    }
  }

  /// By index of the intent.
  ///
  /// - Complexity: O(truths + invariants · intents that they name).
  static func all(of program: Program) -> [IntentDispatch] {
    var all = [IntentDispatch](repeating: IntentDispatch(), count: program.intents.count)
    for (index, truth) in program.truths.enumerated() {
      for intent in truth.intents {
        all[intent].truths.append(Entry(truth, at: index, intent: program.intents[intent]))
      }
    }
    for (index, invariant) in program.invariants.enumerated() {
      let intents: [Int]
      switch invariant.applies {
      case .all: intents = Array(all.indices)
      case .intents(let named): intents = named
      case .state: intents = []
      }
      for intent in intents {
        all[intent].invariants.append(Entry(invariant, at: index, intent: program.intents[intent]))
      }
    }
    return all
  }
}
