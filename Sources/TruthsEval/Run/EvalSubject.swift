package import TruthsCheck
package import TruthsRuntime
package import TruthsText

/// What fixtures run against: a checked truth set, whole or some of its packs.
package struct EvalSubject: Sendable {
  /// All packs that are loaded.
  package let whole: RunProcedure
  private let set: LoadedSet

  /// - Parameter set: A truth set without errors.
  package init(_ set: LoadedSet) {
    whole = RunProcedure(program: set.program)
    self.set = set
  }

  /// How a place in a truth file reads: `money/money.invoice.creation.truths:12:7`.
  package func source(_ span: Span) -> String {
    let position = set.sources.start(of: span)
    return "\(Loader.relativePath(of: set.sources.path(of: span))):\(position.line):\(position.column)"
  }

  /// The procedure over some packs with all that they use; `nil` where these have errors by themselves.
  package func procedure(packs: [String]) -> RunProcedure? {
    let chosen = closure(packs)
    let loaded = whole.program.packs.map(\.name)
    if chosen.isSuperset(of: loaded) { return whole }
    return set.program(of: chosen).map { RunProcedure(program: $0) }
  }

  /// The packs named and the built-in one, with all that they use, directly or not.
  private func closure(_ names: [String]) -> Set<String> {
    var found = Set<String>()
    var open = names + ["converge"]
    while let name = open.popLast() {
      guard found.insert(name).inserted else { continue }
      open += whole.program.packs.first { $0.name == name }?.uses ?? []
    }
    return found
  }
}
