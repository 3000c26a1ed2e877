package import TruthsJSON
import TruthsProgram
package import TruthsSyntax
import TruthsText

/// Proof that the truths on facts of a set reach one fixed point, in a form that can be verified without a search: each claim
/// is checked against the declarations one by one (declarations §6).
package struct ConvergenceCertificate: Hashable, Sendable {
  /// A cycle of truths: each reads a fact that a truth of the cycle makes.
  package struct Cycle: Hashable, Sendable {
    /// Ids of the truths, ascending.
    package var truths: [String]
    /// Fields into which the cycle brings no new value, by fact type: those that identify its facts, and those they are copied
    /// from.
    package var bounded: [String: [String]]
  }

  /// The transitions of a lifecycle that truths on facts make.
  package struct Moves: Hashable, Sendable {
    package struct Transition: Hashable, Sendable {
      package var from: String
      package var to: String
      /// Ids of the truths, ascending.
      package var truths: [String]
    }

    /// The lifecycle with its pack, such as `demo.door`.
    package var lifecycle: String
    /// States in an order in which each transition leads to a later one.
    package var order: [String]
    /// Transitions sorted by `from`, then `to`, in the order of `order`.
    package var transitions: [Transition]
  }

  /// Truths on facts by stratum, in groups. A fact that a truth matches, or reads in its own stratum, is made in an earlier
  /// group, or in its own group if that is a cycle. Ids are sorted within a group.
  package var strata: [[[String]]]
  package var cycles: [Cycle]
  /// Transitions by lifecycle.
  package var moves: [Moves]
}

extension Checker {
  /// Returns the certificate of a set. For a set that does not converge it proves nothing: some claim in it is false.
  ///
  /// - Complexity: O(n log n) in the size of the declarations. It decides no clause.
  package static func certificate(of units: [SourceUnit]) -> ConvergenceCertificate {
    let session = CheckSession(DeclarationTable(units))
    VocabularyPass(session: session).run()
    var bodyPass = BodyPass(session, cache: BodyCache())
    let bodies = bodyPass.run()
    return ConvergencePass(session: session, truthBodies: bodies.truths, tableBodies: bodies.tables).certificate()
  }
}

extension ConvergencePass {
  fileprivate func certificate() -> ConvergenceCertificate {
    let graph = DependencyGraph(truthBodies, program)
    setStrata(graph)
    let ofMatches = graph.ofMatches
    return ConvergenceCertificate(strata: strata(ofMatches), cycles: cycles(ofMatches), moves: moves(ofMatches))
  }

  private func ids(_ places: [Int], _ graph: DependencyGraph) -> [String] {
    places.map { program.truths[graph.truths[$0]].id }
  }

  /// Returns the groups of each stratum: the components of the truths that make matches, in the order of their numbers.
  private func strata(_ graph: DependencyGraph) -> [[[String]]] {
    let groups = Dictionary(grouping: graph.truths.indices) { graph.component[$0] }.sorted { $0.key < $1.key }.map(\.value)
    var strata: [[[String]]] = []
    for group in groups {
      let stratum = program.truths[graph.truths[group[0]]].stratum
      while strata.count < stratum { strata.append([]) }
      strata[stratum - 1].append(ids(group, graph))
    }
    return strata
  }

  private func cycles(_ graph: DependencyGraph) -> [ConvergenceCertificate.Cycle] {
    let reads = graph.readsOfCycles
    let cyclic = Dictionary(grouping: graph.truths.indices.filter { graph.isCyclic[$0] }) { graph.component[$0] }
    return cyclic.sorted { $0.value[0] < $1.value[0] }.map { component, places in
      let truths = places.map { graph.truths[$0] }
      let made = Set(truths.flatMap { program.truths[$0].outputs.map(\.fact) })
      let fields = copiedFields(truths, reads[component] ?? []).filter { made.contains($0.fact) }
      let bounded = Dictionary(grouping: fields) { program.facts[$0.fact].name }.mapValues { fields in
        fields.sorted { $0.field < $1.field }.map { program.facts[$0.fact].fields[$0.field].name }
      }
      return ConvergenceCertificate.Cycle(truths: ids(places, graph), bounded: bounded)
    }
  }

  private func moves(_ graph: DependencyGraph) -> [ConvergenceCertificate.Moves] {
    var makers: [Int: [Transition: Set<String>]] = [:]
    for index in graph.truths {
      let truth = program.truths[index]
      for move in truth.moves {
        var sources = move.from
        for target in move.path {
          for from in sources {
            makers[move.key.lifecycle, default: [:]][Transition(from: from, to: target), default: []].insert(truth.id)
          }
          sources = [target]
        }
      }
    }
    return makers.sorted { $0.key < $1.key }.map { lifecycle, transitions in
      let type = program.lifecycles[lifecycle]
      let names = program.enums[type.states].values.map(\.string)
      let order = Self.order(of: Set(transitions.keys))
      let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($0.element, $0.offset) })
      let sorted = transitions.sorted {
        (places[$0.key.from] ?? 0, places[$0.key.to] ?? 0) < (places[$1.key.from] ?? 0, places[$1.key.to] ?? 0)
      }
      return ConvergenceCertificate.Moves(
        lifecycle: "\(type.pack).\(type.name)", order: order.map { names[$0] },
        transitions: sorted.map { .init(from: names[$0.key.from], to: names[$0.key.to], truths: $0.value.sorted()) })
    }
  }

  /// Ordinals of the states that a transition leaves and enters.
  private struct Transition: Hashable {
    var from: Int
    var to: Int
  }

  /// Sorts the states of transitions, each after all states that lead to it, otherwise in the order of declaration. States on a
  /// cycle, and those after it, come last.
  ///
  /// - Complexity: O(states · transitions).
  private static func order(of transitions: Set<Transition>) -> [Int] {
    var unordered = Set(transitions.flatMap { [$0.from, $0.to] }).sorted()
    var order: [Int] = []
    while let next = unordered.first(where: { state in !transitions.contains { $0.to == state && unordered.contains($0.from) } })
    {
      order.append(next)
      unordered.removeAll { $0 == next }
    }
    return order + unordered
  }
}

extension ConvergenceCertificate {
  /// The certificate as JSON.
  package static let record = JSONRecord<ConvergenceCertificate>([
    .required("strata", listOf: stratum, "Truths on facts by stratum.") {
      $0.strata.enumerated().map { (number: $0 + 1, groups: $1) }
    },
    .required("cycles", listOf: cycle, "Groups of truths that read the facts which they make.") { $0.cycles },
    .required("moves", listOf: moves, "Transitions by lifecycle.") { $0.moves },
  ])

  private static let stratum = JSONRecord<(number: Int, groups: [[String]])>([
    .required("stratum", .count(from: 1), "The number of the stratum.") { $0.number },
    .required(
      "groups", .list(.list(.text)),
      "Groups of truths. A group reads only facts that earlier groups make, or that it makes itself."
    ) { $0.groups },
  ])

  private static let cycle = JSONRecord<Cycle>([
    .required("truths", .list(.text), "The truths, by id.") { $0.truths },
    .required("bounded", .map(.list(.text)), "For each fact type, the fields that get no new values.") {
      JSONObject($0.bounded.sorted { $0.key < $1.key }.map { .init(name: Text($0.key), value: $0.value.jsonValue) })
    },
  ])

  private static let moves = JSONRecord<Moves>([
    .required("lifecycle", .text, "The lifecycle, with its pack.") { $0.lifecycle },
    .required("order", .list(.text), "The states, in an order in which every transition leads to a later one.") { $0.order },
    .required("transitions", listOf: transition, "The transitions that truths on facts make.") { $0.transitions },
  ])

  private static let transition = JSONRecord<Moves.Transition>([
    .required("from", .text, "The state that is left.") { $0.from },
    .required("to", .text, "The state that is entered.") { $0.to },
    .required("truths", .list(.text), "The truths that make the transition.") { $0.truths },
  ])
}
