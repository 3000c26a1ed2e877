import TruthsProgram
import TruthsSyntax

/// An index of the truths that govern intents, produce and follow facts, and move lifecycles.
struct HandbookIndex {
  /// By intent, the ids of the truths that fire on it and of its standalone invariants.
  private(set) var governing: [Int: [String]] = [:]
  /// By fact type, the truths that produce it.
  private(set) var producing: [Int: [String]] = [:]
  /// By fact type, the truths that fire on it.
  private(set) var following: [Int: [String]] = [:]
  /// By lifecycle and transition, the truths that make it.
  private(set) var moving: [Int: [LifecycleType.Transition: [String]]] = [:]
  /// By truth, the facts that it reads, as `<pack>.<type>`.
  private(set) var reading: [String: [String]] = [:]

  init(_ program: Program) {
    for truth in program.truths {
      for intent in truth.intents { governing[intent, default: []].append(truth.id) }
      for fact in Set(truth.outputs.map(\.fact)).sorted() { producing[fact, default: []].append(truth.id) }
      for fact in Set(truth.matches.map(\.fact)).sorted() { following[fact, default: []].append(truth.id) }
      for move in truth.moves { add(move, of: truth.id) }
    }
    for invariant in program.invariants {
      guard case .intents(let intents) = invariant.applies else { continue }
      for intent in intents { governing[intent, default: []].append(invariant.id) }
    }
    for declaration in program.declarations where declaration.key.kind == .truth {
      reading[declaration.key.name] = declaration.references.filter { $0.kind == .fact }.map(\.name)
    }
  }

  private mutating func add(_ move: CheckedMove, of truth: String) {
    var froms = move.from.sorted()
    for state in move.path {
      for from in froms {
        let step = LifecycleType.Transition(from: from, to: state)
        let known = moving[move.key.lifecycle]?[step] ?? []
        // A truth may move several instances alike.
        if !known.contains(truth) { moving[move.key.lifecycle, default: [:]][step] = known + [truth] }
      }
      froms = [state]
    }
  }
}
