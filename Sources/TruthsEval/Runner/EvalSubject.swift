import Synchronization
package import TruthsCheck
import TruthsProgram
package import TruthsRuntime
package import TruthsText

/// The truth set that fixtures run against, whole or in selections of its packs.
package final class EvalSubject: Sendable {
  /// Procedure over all loaded packs.
  package let whole: RunProcedure
  private let set: LoadedSet
  /// Cached selections; `nil` for packs that have errors without the others.
  private let selections = Mutex<[Set<String>: RunProcedure?]>([:])

  /// - Parameter set: a truth set without errors.
  package init(_ set: LoadedSet) {
    whole = RunProcedure(program: set.program)
    self.set = set
  }

  /// A subject for a changed set, with prepared selections.
  ///
  /// - Parameter selections: by the packs chosen; `nil` for packs that have errors without the others.
  init(_ set: LoadedSet, whole: RunProcedure, selections: [Set<String>: RunProcedure?]) {
    self.whole = whole
    self.set = set
    self.selections.withLock { $0 = selections }
  }

  /// Returns a location in a truth file as text: `money/money.invoice.creation.truths:12:7`.
  package func source(_ span: Span) -> String {
    let position = set.sources.start(of: span)
    return "\(Loader.relativePath(of: set.sources.path(of: span))):\(position.line):\(position.column)"
  }

  /// Returns the procedure over some packs with all packs that they use; `nil` if these have errors without the others.
  ///
  /// Each selection is checked once.
  ///
  /// - Parameter packs: names of packs; `nil` means all loaded packs.
  package func procedure(packs: [String]?) -> RunProcedure? {
    guard let packs else { return whole }
    guard let chosen = selection(packs) else { return whole }
    if let known = selections.withLock({ $0[chosen] }) { return known }
    let procedure = set.program(of: chosen).map { RunProcedure(program: $0) }
    selections.withLock { $0[chosen] = .some(procedure) }
    return procedure
  }

  /// Returns the packs to load for some named packs; `nil` if these are all.
  func selection(_ packs: [String]) -> Set<String>? {
    let chosen = closure(packs)
    return chosen.isSuperset(of: whole.program.packs.map(\.name)) ? nil : chosen
  }

  /// Returns the named packs and the built-in one, with all packs that they use, directly or not.
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
