import Synchronization
package import TruthsCheck
import TruthsProgram
package import TruthsRuntime
package import TruthsText

/// What fixtures run against: a checked truth set, whole or some of its packs.
package final class EvalSubject: Sendable {
  /// All packs that are loaded.
  package let whole: RunProcedure
  private let set: LoadedSet
  /// Selections that were made before; `nil` for those that have errors by themselves.
  private let selections = Mutex<[Set<String>: RunProcedure?]>([:])

  /// - Parameter set: A truth set without errors.
  package init(_ set: LoadedSet) {
    whole = RunProcedure(program: set.program)
    self.set = set
  }

  /// A set that stands in for another, with selections that were made before.
  ///
  /// - Parameter selections: by the packs chosen; `nil` for those that have errors by themselves.
  init(_ set: LoadedSet, whole: RunProcedure, selections: [Set<String>: RunProcedure?]) {
    self.whole = whole
    self.set = set
    self.selections.withLock { $0 = selections }
  }

  /// How a place in a truth file reads: `money/money.invoice.creation.truths:12:7`.
  package func source(_ span: Span) -> String {
    let position = set.sources.start(of: span)
    return "\(Loader.relativePath(of: set.sources.path(of: span))):\(position.line):\(position.column)"
  }

  /// The procedure over some packs with all that they use; `nil` where these have errors by themselves. Each selection is checked
  /// once.
  ///
  /// - Parameter packs: Names of packs; `nil` means all that are loaded.
  package func procedure(packs: [String]?) -> RunProcedure? {
    guard let packs else { return whole }
    guard let chosen = selection(packs) else { return whole }
    if let known = selections.withLock({ $0[chosen] }) { return known }
    let procedure = set.program(of: chosen).map { RunProcedure(program: $0) }
    selections.withLock { $0[chosen] = .some(procedure) }
    return procedure
  }

  /// All that is loaded where some packs are named; `nil` where that is everything.
  func selection(_ packs: [String]) -> Set<String>? {
    let chosen = closure(packs)
    return chosen.isSuperset(of: whole.program.packs.map(\.name)) ? nil : chosen
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
