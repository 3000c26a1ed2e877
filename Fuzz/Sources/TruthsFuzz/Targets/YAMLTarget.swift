import Truths
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsRuntime
import TruthsSyntax

/// Bytes of a truth or job file, read, checked, and their findings shown in every form.
enum YAMLTarget {
  static func attempt(_ bytes: [UInt8]) {
    let set = Loader.load([(path(for: bytes), bytes)])
    Claim.standInside(set.diagnostics, set.sources)
    // The built-in pack is a unit of every set; the file is the other.
    let isSilent = set.units.allSatisfy { $0.declarations.isEmpty || $0.relativePath == ConvergePack.path }
    Claim.holds(!isSilent || !set.diagnostics.isEmpty, "nothing is said of a file that declares nothing")
    let findings = Findings(set.diagnostics, in: set.sources, hiddenCount: set.hiddenCount)
    _ = findings.text(isColored: true)
    _ = findings.json
    // A set that passes the check can be compiled: it does not exceed the limits of the engine.
    if !set.diagnostics.hasErrors { _ = RunProcedure(program: set.program) }
  }
}
