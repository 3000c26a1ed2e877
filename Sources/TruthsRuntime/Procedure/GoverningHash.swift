import TruthsCheck
import TruthsJSON
import TruthsLedger
import TruthsText

/// The hash over the declarations that decide about one intent (runtime.md §2, "governing hash").
struct GoverningHash: Sendable {
  private let program: Program
  private let places: [String: Int]

  init(program: Program) {
    self.program = program
    places = Dictionary(
      program.declarations.enumerated().map { ($0.element.key, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// An intent that no truth governs has the hash of no declarations.
  ///
  /// - Complexity: O(declarations reached).
  func hash(of intent: String?) -> String {
    Hashes.truths(JSONObject(declarations(of: intent).map { JSONObject.Member(name: Text($0.key), value: $0.body) }))
  }

  /// The declarations that decide about an intent, in order of their keys.
  func declarations(of intent: String?) -> [CanonicalDeclaration] { reachable(from: roots(of: intent)) }

  /// The truths and invariants that apply to the intent, and the intent itself.
  private func roots(of intent: String?) -> [String] {
    guard let intent, let index = program.intents.firstIndex(where: { $0.name == intent || "\($0.pack).\($0.name)" == intent })
    else {
      return []
    }
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
