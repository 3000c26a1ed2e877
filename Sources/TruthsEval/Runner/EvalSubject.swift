import Synchronization
package import TruthsCheck
import TruthsProgram
package import TruthsRuntime
package import TruthsText

/// The truth set that fixtures run against, as a whole or in selections of its packs.
package final class EvalSubject: Sendable {
  /// The procedure over all loaded packs.
  package let procedureOfAllPacks: RunProcedure
  private let set: LoadedSet
  /// The procedures of selections that were checked, keyed by the packs; `nil` if the packs have errors without the others.
  private let selections = Mutex<[Set<String>: RunProcedure?]>([:])

  /// - Parameter set: a truth set without errors.
  package init(_ set: LoadedSet) {
    procedureOfAllPacks = RunProcedure(program: set.program)
    self.set = set
  }

  /// Creates a subject for a changed truth set, with the procedures of its selections.
  ///
  /// - Parameter selections: the procedures, keyed by the chosen packs; `nil` if the packs have errors without the others.
  init(_ set: LoadedSet, procedureOfAllPacks: RunProcedure, selections: [Set<String>: RunProcedure?]) {
    self.procedureOfAllPacks = procedureOfAllPacks
    self.set = set
    self.selections.withLock { $0 = selections }
  }

  /// Returns a location in a truth file as text: `money/money.invoice.creation.truths:12:7`.
  package func source(_ span: Span) -> String {
    let position = set.sources.start(of: span)
    return "\(Loader.relativePath(of: set.sources.path(of: span))):\(position.line):\(position.column)"
  }

  /// Returns the procedure over some packs and all packs that they use; `nil` if these have errors without the others.
  ///
  /// Each selection of packs is checked only once.
  ///
  /// - Parameter packs: the names of packs; `nil` means all loaded packs.
  package func procedure(packs: [String]?) -> RunProcedure? {
    guard let packs else { return procedureOfAllPacks }
    guard let chosen = selection(packs) else { return procedureOfAllPacks }
    if let known = selections.withLock({ $0[chosen] }) { return known }
    let procedure = set.program(of: chosen).map { RunProcedure(program: $0) }
    selections.withLock { $0[chosen] = .some(procedure) }
    return procedure
  }

  /// Returns the packs to load for some named packs; `nil` if these are all packs.
  func selection(_ packs: [String]) -> Set<String>? {
    let chosen = closure(packs)
    return chosen.isSuperset(of: procedureOfAllPacks.program.packs.map(\.name)) ? nil : chosen
  }

  /// Returns the named packs and the built-in one, with all packs that they use directly or through others.
  private func closure(_ names: [String]) -> Set<String> {
    var packs = Set<String>()
    var open = names + ["converge"]
    while let name = open.popLast() {
      guard packs.insert(name).inserted else { continue }
      open += procedureOfAllPacks.program.packs.first { $0.name == name }?.uses ?? []
    }
    return packs
  }
}
