import Synchronization
import TruthsCheck
import TruthsRuntime

/// The decision procedure over one set, compiled when it is first asked for and kept: compiling costs far more than a decision.
final class CompiledSet: Sendable {
  private let known = Mutex<RunProcedure?>(nil)

  /// - Parameter program: the set's own, the same in every call.
  /// - Complexity: O(size of the program) the first time, then O(1).
  func procedure(of program: Program) -> RunProcedure {
    known.withLock { known in
      if let known { return known }
      let compiled = RunProcedure(program: program)
      known = compiled
      return compiled
    }
  }
}
