import Synchronization
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsSyntax
import TruthsText

/// The governing hash of each intent: the hash of all declarations that affect decisions about the intent (hashes §5.2). It is
/// computed once for each intent.
final class GoverningHash: Sendable {
  private let program: Program
  /// The indices of declarations in ``Program/declarations``, keyed by declaration key.
  private let declarationIndices: [DeclarationKey: Int]
  /// The indices of intents in ``Program/intents``, keyed by their unqualified and qualified names in JSON.
  private let intents: [Text: Int]
  /// The keys of the truths and invariants that apply to each intent, keyed by the intent's index.
  private let governors: [Int: [DeclarationKey]]
  /// The keys of the invariants that apply to every intent.
  private let general: [DeclarationKey]
  /// The keys of the truths that make the facts of each view, keyed by the view's key. These truths determine its facts.
  private let makers: [DeclarationKey: [DeclarationKey]]
  private let cachedHashes = Mutex<[Int: String]>([:])
  private let knownPolicies = Mutex<[Int: [Int]]>([:])
  private let ofNothing = Hashes.truths(JSONObject())

  init(program: Program) {
    self.program = program
    declarationIndices = Dictionary(first: program.declarations.enumerated().map { ($0.element.key, $0.offset) })
    let names = program.intents.enumerated().flatMap { place, intent in
      [(Text(intent.jsonName), place), (Text(intent.qualifiedJSONName), place)]
    }
    intents = Dictionary(first: names)
    var governors: [Int: [DeclarationKey]] = [:]
    var general: [DeclarationKey] = []
    for truth in program.truths {
      for intent in truth.intents { governors[intent, default: []].append(DeclarationKey(.truth, truth.id)) }
    }
    for invariant in program.invariants {
      let key = DeclarationKey(.invariant, invariant.id)
      guard case .intents(let intents) = invariant.applies else {
        general.append(key)
        continue
      }
      for intent in intents { governors[intent, default: []].append(key) }
    }
    var makers: [DeclarationKey: [DeclarationKey]] = [:]
    for truth in program.truths {
      for type in Set(truth.outputs.map(\.fact)).sorted() where program.facts[type].isDerived {
        let key = DeclarationKey(.fact, program.facts[type].pack, program.facts[type].name)
        makers[key, default: []].append(DeclarationKey(.truth, truth.id))
      }
    }
    self.makers = makers
    self.governors = governors
    self.general = general
  }

  /// Returns the index of an intent with an unqualified or qualified name in JSON; `nil` if none exists.
  func index(of intent: String) -> Int? { intents[Text(intent)] }

  /// Returns the governing hash of an intent. The hash for an undeclared intent covers no declarations.
  ///
  /// - Complexity: O(declarations reached) on first use.
  func hash(of intent: String?) -> String {
    guard let place = intent.flatMap({ intents[Text($0)] }) else { return ofNothing }
    if let hash = cachedHashes.withLock({ $0[place] }) { return hash }
    let reached = reachable(from: roots(ofIntentAt: place))
    let hash = Hashes.truths(JSONObject(reached.map(\.member)))
    cachedHashes.withLock { $0[place] = hash }
    return hash
  }

  /// Returns the policies that the declarations covered by an intent's governing hash read, as indices in ``Program/policies``.
  ///
  /// - Complexity: O(declarations reached) on first use.
  func policies(of intent: String?) -> [Int] {
    guard let place = intent.flatMap({ intents[Text($0)] }) else { return [] }
    if let policies = knownPolicies.withLock({ $0[place] }) { return policies }
    let keys = Set(reachable(from: roots(ofIntentAt: place)).map(\.key))
    let policies = program.policies.indices.filter { keys.contains(DeclarationKey(.policy, program.policies[$0].qualifiedName)) }
    knownPolicies.withLock { $0[place] = policies }
    return policies
  }

  /// Returns the keys of the declarations that an intent's governing hash covers, in order.
  func keys(of intent: String?) -> [DeclarationKey] {
    intent.flatMap { intents[Text($0)] }.map { reachable(from: roots(ofIntentAt: $0)).map(\.key) } ?? []
  }

  /// Returns the keys of the intent, and of the truths and invariants that apply to it.
  private func roots(ofIntentAt index: Int) -> [DeclarationKey] {
    [program.declarationKey(ofIntent: index)] + governors[index, default: []] + general
  }

  private func reachable(from roots: [DeclarationKey]) -> [CanonicalDeclaration] {
    var pending = roots
    var seen = Set<Int>()
    while let key = pending.popLast() {
      guard let place = declarationIndices[key], seen.insert(place).inserted else { continue }
      pending += program.declarations[place].references + makers[key, default: []]
    }
    return seen.sorted().map { program.declarations[$0] }
  }
}
