import TruthsSyntax
import TruthsText

/// A truth on facts with the facts that it fires on.
struct Firing {
  /// The identity of a firing: a truth does not fire on the same facts again.
  struct Match: Hashable {
    var truth: String
    var numbers: [Int]
  }

  var truth: Vocab.Truth
  var facts: [Known]

  var match: Match { Match(truth: truth.id, numbers: facts.map(\.number)) }

  /// Whether any of the facts corrects another one.
  var isCorrected: Bool { facts.contains { $0.corrects != nil } }

  /// The names of a truth on facts, without values.
  static func emptyScope(_ truth: Vocab.Truth, _ vocab: Vocab) -> Scope {
    var scope = Scope(pack: truth.pack)
    for binding in truth.body.lets { scope.lets[binding.name.text] = binding.value }
    var seen = Set<String>()
    for match in truth.body.matches {
      guard let type = vocab.factType(match.type.text) else { continue }
      if let name = match.variable?.text { scope.matched[name] = (.missing, .fact(type.name)) }
      for field in type.fields {
        // A field that two matched facts have cannot be named without a variable.
        scope.triggerTypes[field.name] = seen.insert(field.name).inserted ? field.type : nil
      }
    }
    return scope
  }

  func scope(_ vocab: Vocab) -> Scope {
    var scope = Firing.emptyScope(truth, vocab)
    for (match, fact) in zip(truth.body.matches, facts) {
      if let name = match.variable?.text { scope.matched[name] = (.record(fact.fields), .fact(fact.type)) }
      for (name, value) in fact.fields where scope.triggerTypes[name] != nil { scope.trigger[name] = value }
    }
    return scope
  }

  /// Every way to match a truth on the facts of a world.
  static func all(_ truth: Vocab.Truth, in world: World) -> [Firing] {
    var rows: [[Known]] = [[]]
    for match in truth.body.matches {
      let facts = world.current(world.vocab.factType(match.type.text)?.name ?? "")
      rows = rows.flatMap { row in facts.map { row + [$0] } }
    }
    return rows.map { Firing(truth: truth, facts: $0) }
  }

  /// Whether every `if` is true and every move can be made.
  func fires(in world: World, _ journeys: Journeys = Journeys()) -> Bool {
    applies(in: world) == true && canMove(in: world, journeys)
  }

  /// Returns whether every `if` holds; `nil` where that is unknown.
  func applies(in world: World) -> Bool? {
    let evaluator = Evaluator(world)
    let scope = scope(world.vocab)
    return truth.body.conditions.reduce(Bool?.some(true)) { evaluator.and($0, evaluator.holds($1, scope)) }
  }

  /// Returns whether every move leaves a state that its instance was in when closing began, or entered since. A move with an
  /// unknown state cannot be made.
  func canMove(in world: World, _ journeys: Journeys) -> Bool {
    let reader = MoveReader(Evaluator(world), scope(world.vocab))
    return truth.body.moves.allSatisfy { journeys.fits($0, reader) }
  }

  /// Returns whether a part of the `if`s that `and` joins is false without reading anything faulty. Then the other parts do not
  /// count.
  func isRuledOut(in world: World) -> Bool {
    let evaluator = Evaluator(world)
    let scope = scope(world.vocab)
    return truth.body.conditions.flatMap(\.conjuncts).contains { part in
      guard evaluator.holds(part, scope) == false else { return false }
      var reads = ViewReads(world)
      reads.read(part, scope)
      return reads.found.isEmpty
    }
  }

  /// In order of truth id, then of the facts matched.
  static func precedes(_ left: Firing, _ right: Firing) -> Bool {
    if left.truth.id != right.truth.id { return Text(left.truth.id) < Text(right.truth.id) }
    return left.facts.map(\.number).lexicographicallyPrecedes(right.facts.map(\.number))
  }
}

/// Holds moves against the present state.
struct MoveReader {
  let evaluator: Evaluator
  let scope: Scope

  init(_ evaluator: Evaluator, _ scope: Scope) {
    self.evaluator = evaluator
    self.scope = scope
  }

  /// Whether the instance is in the state that the move leaves; unknown where its key is missing.
  func fits(_ move: MoveEntry) -> Bool? {
    guard let instance = instance(move) else { return nil }
    let state = evaluator.world.state(instance.lifecycle, instance.key).state
    return evaluator.vocab.left(by: move.chain, of: instance.lifecycle).contains(state)
  }

  /// The instance that a move is of; `nil` where its key is missing.
  func instance(_ move: MoveEntry) -> Journeys.Instance? {
    guard let (name, _) = lifecycle(move), let key = evaluator.keys(ofLifecycle: name, move.keys, scope) else { return nil }
    return Journeys.Instance(lifecycle: name, key: key)
  }

  /// The moves of a truth on an intent that do not fit: structural, with the lifecycle's own id.
  func findings(_ truth: Vocab.Truth) -> [Finding] {
    truth.body.moves.enumerated().compactMap { index, move in
      let fits = fits(move)
      guard fits != true, let (_, lifecycle) = lifecycle(move) else { return nil }
      return Finding(
        id: "\(lifecycle.pack).\(lifecycle.name).lifecycle", declaredBy: truth.id, kind: fits == nil ? .unknown : .structural,
        place: .moves, position: index)
    }
  }

  func lifecycle(_ move: MoveEntry) -> (String, Vocab.Lifecycle)? {
    evaluator.vocab.find(move.lifecycle.text, in: evaluator.vocab.lifecycles, from: scope.pack)
  }
}

extension Vocab {
  /// A fact type by its name, its pack written before it or not.
  func factType(_ name: String) -> FactType? {
    facts[name] ?? facts[name.split(separator: ".").dropFirst().joined(separator: ".")]
  }
}
