import Synchronization
import TruthsProgram
import TruthsText

/// The slots of a frame, for the causes of what reads them: those of a truth, an invariant or a table.
final class FrameCauses: Sendable {
  let frameSize: Int
  private let inputs: [String]
  /// In an order in which each reads only those before it.
  let letsInOrder: [CheckedLet]
  private let lets: [Int: CheckedLet]
  /// The slots from 0 that the trigger fills: its fields, or the facts matched.
  let inputCount: Int
  /// Whether the inputs are fields of a fact, and not of a proposal.
  private let isOfFact: Bool
  private let known = Mutex<[Place: CauseCode]>([:])

  /// What is asked about.
  enum Place: Hashable {
    case binding(slot: Int)
    /// Of an output, by its position: what it goes through, its filter, a field.
    case list(Int), filter(Int)
    case field(Int, output: Int)
  }

  /// - Parameters:
  ///   - inputs: the names of what fills the frame from slot 0.
  ///   - isOfFact: whether those are fields of a fact.
  ///   - matchCount: of a truth on facts, how many facts fill the frame instead.
  init(inputs: [String], lets: [CheckedLet] = [], isOfFact: Bool = false, matchCount: Int = 0, frameSize: Int) {
    self.inputs = inputs
    inputCount = max(inputs.count, matchCount)
    letsInOrder = lets
    self.lets = Dictionary(first: lets.map { ($0.slot, $0) })
    self.isOfFact = isOfFact
    self.frameSize = frameSize
  }

  /// The name of a slot; `nil` of a variable.
  func name(of slot: Int) -> String? { slot < inputs.count ? inputs[slot] : lets[slot]?.name }

  /// What makes a slot missing that is no `let`.
  func cause(ofSlot slot: Int) -> String { slot < inputs.count && !isOfFact ? "not sent" : "not given" }

  /// The cause of a `let`, compiled when it is first asked for; `nil` of any other slot.
  func code(ofLet slot: Int, _ program: Program, _ symbols: Symbols) -> CauseCode? {
    guard let binding = lets[slot] else { return nil }
    return code(of: binding.node, binding.terms, at: .binding(slot: slot), program, symbols)
  }

  /// The cause of something that stands at a place, compiled when it is first asked for.
  func code(of node: Node, _ terms: [Term], at place: Place, _ program: Program, _ symbols: Symbols) -> CauseCode {
    known.withLock { known in
      if let code = known[place] { return code }
      let code = CauseCode(node, terms, self, program, symbols)
      known[place] = code
      return code
    }
  }
}
