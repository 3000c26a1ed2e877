import Synchronization
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsSyntax
import TruthsText

/// The hashes over the declarations that decide about one intent (hashes §5.2), each worked out once.
final class GoverningHash: Sendable {
  private let program: Program
  /// Places of declarations by their keys.
  private let places: [DeclarationKey: Int]
  /// Places of intents by their bare and qualified names.
  private let intents: [Text: Int]
  /// Keys of the truths and invariants that apply to each intent, by its place.
  private let governors: [Int: [DeclarationKey]]
  /// Keys of the invariants that apply to every intent.
  private let general: [DeclarationKey]
  /// Keys of the truths that make up each view, by the view's key: what it holds is what they give now.
  private let makers: [DeclarationKey: [DeclarationKey]]
  private let known = Mutex<[Int: String]>([:])
  private let knownPolicies = Mutex<[Int: [Int]]>([:])
  private let ofNothing = Hashes.truths(JSONObject())

  init(program: Program) {
    self.program = program
    places = Dictionary(first: program.declarations.enumerated().map { ($0.element.key, $0.offset) })
    let names = program.intents.enumerated().flatMap { place, intent in
      [(Text(intent.name), place), (Text("\(intent.pack).\(intent.name)"), place)]
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

  /// The place of an intent by its bare or qualified name.
  func place(of intent: String) -> Int? { intents[Text(intent)] }

  /// An intent that is not declared has the hash of no declarations.
  ///
  /// - Complexity: O(declarations reached) the first time.
  func hash(of intent: String?) -> String {
    guard let place = intent.flatMap({ intents[Text($0)] }) else { return ofNothing }
    if let hash = known.withLock({ $0[place] }) { return hash }
    let reached = reachable(from: roots(ofIntentAt: place))
    let hash = Hashes.truths(JSONObject(reached.map(\.member)))
    known.withLock { $0[place] = hash }
    return hash
  }

  /// The policies that the declarations read which the hash of an intent is over: places in ``Program/policies``.
  ///
  /// - Complexity: O(declarations reached) the first time.
  func policies(of intent: String?) -> [Int] {
    guard let place = intent.flatMap({ intents[Text($0)] }) else { return [] }
    if let policies = knownPolicies.withLock({ $0[place] }) { return policies }
    let keys = Set(reachable(from: roots(ofIntentAt: place)).map(\.key))
    let policies = program.policies.indices.filter { keys.contains(DeclarationKey(.policy, program.policies[$0].qualifiedName)) }
    knownPolicies.withLock { $0[place] = policies }
    return policies
  }

  /// The keys of the declarations that the hash of an intent is over, in their order.
  func keys(of intent: String?) -> [DeclarationKey] {
    intent.flatMap { intents[Text($0)] }.map { reachable(from: roots(ofIntentAt: $0)).map(\.key) } ?? []
  }

  /// The truths and invariants that apply to the intent, and the intent itself.
  private func roots(ofIntentAt index: Int) -> [DeclarationKey] {
    [program.declarationKey(ofIntent: index)] + governors[index, default: []] + general
  }

  private func reachable(from roots: [DeclarationKey]) -> [CanonicalDeclaration] {
    var pending = roots
    var seen = Set<Int>()
    while let key = pending.popLast() {
      guard let place = places[key], seen.insert(place).inserted else { continue }
      pending += program.declarations[place].references + makers[key, default: []]
    }
    return seen.sorted().map { program.declarations[$0] }
  }
}
