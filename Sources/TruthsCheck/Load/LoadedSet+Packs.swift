import TruthsDiagnostics
import TruthsSyntax

extension LoadedSet {
  /// The checked program of some packs alone; `nil` where they have errors by themselves.
  ///
  /// - Parameter packs: Names of packs, the built-in one among them.
  package func program(of packs: Set<String>) -> Program? {
    let result = Checker.check(units.filter { packs.contains($0.pack) })
    return result.diagnostics.hasErrors ? nil : result.program
  }
}
