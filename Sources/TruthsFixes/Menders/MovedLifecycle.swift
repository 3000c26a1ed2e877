import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Names the lifecycle of a move that is written without one, `lent → returned`, if only one lifecycle has its states.
struct MovedLifecycle {
  private let loaded: LoadedSet

  init(_ loaded: LoadedSet) { self.loaded = loaded }

  func applied(to found: [Diagnostic]) -> [Diagnostic] { found.map { isAboutMoves($0) ? mended($0) : $0 } }

  private func isAboutMoves(_ finding: Diagnostic) -> Bool {
    finding.code == WrongShape.code && finding.fixes.isEmpty && finding.message.hasPrefix("`moves` wants")
  }

  private func mended(_ finding: Diagnostic) -> Diagnostic {
    guard let text = loaded.sources.file(finding.span.file)?.text(finding.span) else { return finding }
    let states = text.replacing("->", with: "→").split(separator: "→").map { Text($0.filter { $0 != " " }) }
    guard states.count > 1 else { return finding }
    let program = loaded.program
    let owners = program.lifecycles.filter { lifecycle in
      let known = program.enums[lifecycle.states].values
      return states.allSatisfy { known.contains($0) || ["start", "any"].contains($0.string) }
    }
    guard owners.count == 1 else { return finding }
    var result = finding
    result.help = "write `\(owners[0].name): \(text)`"
    result.fixes = [.init(result.help ?? "", [.init(finding.span.atStart, "\(owners[0].name): ")], isSafe: false)]
    return result
  }
}
