package import TruthsCheck
package import TruthsRuntime
import Synchronization
package import TruthsText

/// What fixtures run against: a checked truth set, whole or some of its packs.
package final class EvalSubject: Sendable {
  /// All packs that are loaded.
  package let whole: RunProcedure
  private let set: LoadedSet
  /// Selections that were made before; `nil` for those that have errors by themselves.
  private let selections = Mutex<[Set<String>: RunProcedure?]>([:])
  /// Makes of a checked program what is run.
  private let finish: @Sendable (Program, Set<String>?) -> RunProcedure

  /// - Parameter set: A truth set without errors.
  package init(_ set: LoadedSet) {
    whole = RunProcedure(program: set.program)
    self.set = set
    finish = { program, _ in RunProcedure(program: program) }
  }

  /// A set that stands in for another: what is printed of its declarations, their hashes, is that of the other.
  ///
  /// - Parameter change: a last change of every program that is run.
  init(_ set: LoadedSet, standingInFor other: EvalSubject, _ change: @escaping @Sendable (inout Program) -> Void) {
    finish = { program, chosen in
      var program = program
      let stood = chosen == nil ? other.whole : other.procedure(packs: chosen?.sorted())
      program.declarations = stood?.program.declarations ?? []
      change(&program)
      return RunProcedure(program: program)
    }
    whole = finish(set.program, nil)
    self.set = set
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
    let chosen = closure(packs)
    if chosen.isSuperset(of: whole.program.packs.map(\.name)) { return whole }
    if let known = selections.withLock({ $0[chosen] }) { return known }
    let procedure = set.program(of: chosen).map { finish($0, chosen) }
    selections.withLock { $0[chosen] = .some(procedure) }
    return procedure
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
