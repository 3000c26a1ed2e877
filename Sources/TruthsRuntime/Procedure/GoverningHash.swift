import Synchronization
import TruthsCheck
import TruthsJSON
import TruthsLedger
import TruthsText

/// The hashes over the declarations that decide about one intent (runtime.md §2, "governing hash"), each worked out once.
final class GoverningHash: Sendable {
  private let program: Program
  /// Places of declarations by their keys.
  private let places: [String: Int]
  /// Places of intents by their bare and qualified names.
  private let intents: [Text: Int]
  private let known = Mutex<[Int: String]>([:])
  private let ofNothing = Hashes.truths(JSONObject())

  init(program: Program) {
    self.program = program
    places = Dictionary(
      program.declarations.enumerated().map { ($0.element.key, $0.offset) }, uniquingKeysWith: { first, _ in first })
    let names = program.intents.enumerated().flatMap { place, intent in
      [(Text(intent.name), place), (Text("\(intent.pack).\(intent.name)"), place)]
    }
    intents = Dictionary(names, uniquingKeysWith: { first, _ in first })
  }

  /// An intent that is not declared has the hash of no declarations.
  ///
  /// - Complexity: O(declarations reached) the first time.
  func hash(of intent: String?) -> String {
    guard let place = intent.flatMap({ intents[Text($0)] }) else { return ofNothing }
    if let hash = known.withLock({ $0[place] }) { return hash }
    let reached = reachable(from: roots(ofIntentAt: place))
    let hash = Hashes.truths(JSONObject(reached.map { JSONObject.Member(name: Text($0.key), value: $0.body) }))
    known.withLock { $0[place] = hash }
    return hash
  }

  /// The keys of the declarations that the hash of an intent is over, in their order.
  func keys(of intent: String?) -> [String] {
    intent.flatMap { intents[Text($0)] }.map { reachable(from: roots(ofIntentAt: $0)).map(\.key) } ?? []
  }

  /// The truths and invariants that apply to the intent, and the intent itself.
  private func roots(ofIntentAt index: Int) -> [String] {
    var keys = ["intent \(program.intents[index].pack).\(program.intents[index].name)"]
    keys += program.truths.filter { $0.intents.contains(index) }.map { "truth \($0.id)" }
    keys += program.invariants.filter { invariant in
      if case .intents(let intents) = invariant.applies { return intents.contains(index) }
      return true
    }.map { "invariant \($0.id)" }
    return keys
  }

  private func reachable(from roots: [String]) -> [CanonicalDeclaration] {
    var pending = roots
    var seen = Set<Int>()
    while let key = pending.popLast() {
      guard let place = places[key], seen.insert(place).inserted else { continue }
      pending += program.declarations[place].references
    }
    return seen.sorted().map { program.declarations[$0] }
  }
}
