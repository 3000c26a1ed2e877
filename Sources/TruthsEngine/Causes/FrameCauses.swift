import Synchronization
import TruthsProgram
import TruthsText

/// The slots of the frame of a truth, an invariant or a table, as the explanation of missing values needs them.
final class FrameCauses: Sendable {
  let frameSize: Int
  private let inputs: [String]
  /// The `let`s, ordered so that each reads only those before it.
  let letsInOrder: [CheckedLet]
  private let lets: [Int: CheckedLet]
  /// The number of slots, from 0, that the trigger fills: with its fields, or with the matched facts.
  let inputCount: Int
  /// Whether the inputs are fields of a fact; otherwise they are fields of a proposal.
  private let isOfFact: Bool
  private let cache = Mutex<[Place: CauseCode]>([:])

  /// A place in a truth whose cause is compiled once and kept.
  enum Place: Hashable {
    case binding(slot: Int)
    /// A place in an output, by the output's position: its loop's list, its filter, or a field.
    case list(Int), filter(Int)
    case field(Int, output: Int)
  }

  /// Creates the slots of a frame.
  ///
  /// - Parameters:
  ///   - inputs: the names of the values in the slots from 0.
  ///   - isOfFact: whether the inputs are fields of a fact.
  ///   - matchCount: the number of matched facts that fill the frame instead, for a truth on facts.
  init(inputs: [String], lets: [CheckedLet] = [], isOfFact: Bool = false, matchCount: Int = 0, frameSize: Int) {
    self.inputs = inputs
    inputCount = max(inputs.count, matchCount)
    letsInOrder = lets
    self.lets = Dictionary(first: lets.map { ($0.slot, $0) })
    self.isOfFact = isOfFact
    self.frameSize = frameSize
  }

  /// Returns the name of a slot; `nil` for a variable.
  func name(of slot: Int) -> String? { slot < inputs.count ? inputs[slot] : lets[slot]?.name }

  /// Returns the text of the cause for a missing slot that is no `let`.
  func cause(ofSlot slot: Int) -> String { slot < inputs.count && !isOfFact ? "not sent" : "not given" }

  /// Returns the cause code of a `let`, compiled on first use; `nil` for any other slot.
  func code(ofLet slot: Int, _ program: Program, _ symbols: Symbols) -> CauseCode? {
    guard let binding = lets[slot] else { return nil }
    return code(of: binding.node, binding.terms, at: .binding(slot: slot), program, symbols)
  }

  /// Returns the cause code of a node at a place, compiled on first use.
  func code(of node: Node, _ terms: [Term], at place: Place, _ program: Program, _ symbols: Symbols) -> CauseCode {
    cache.withLock { known in
      if let code = known[place] { return code }
      let code = CauseCode(node, terms, self, program, symbols)
      known[place] = code
      return code
    }
  }
}
