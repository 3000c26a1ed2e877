import TruthsCheck
import TruthsDiagnostics
import TruthsRuntime
import TruthsText

extension Workspace {
  /// What is in the set, for people: its packs, and in each what can be proposed and which truths decide.
  ///
  /// - Throws: the findings of a set with errors.
  public func summary(isColored: Bool = false) throws(Findings) -> String {
    let procedure = try procedure()
    let program = loaded.program
    let packs = program.packs.filter { $0.name != ConvergePack.name }
    var text = Style.emphasis.paint("Truth set of \(counted(packs.count, "pack"))", isColored) + "\n"
    for pack in packs {
      let version = pack.version.map { " \(visible($0))" } ?? ""
      let rows = [
        ("intents", program.intents.filter { $0.pack == pack.name }.map(\.name)),
        ("facts", program.facts.filter { $0.pack == pack.name }.map(\.name)),
        ("truths", program.truths.filter { $0.pack == pack.name }.map(\.id)),
        ("invariants", program.invariants.filter { $0.pack == pack.name }.map(\.id)),
        ("jobs", program.jobs.filter { $0.pack == pack.name }.map(\.name)),
      ]
      let shown = rows.filter { !$0.1.isEmpty }.map { (name: $0.0, value: $0.1.joined(separator: ", ")) }
      text += "\n" + Style.emphasis.paint("\(pack.name)\(version)", isColored) + "\n"
      text += StoryText.table(shown, indent: 2).map { $0 + "\n" }.joined()
    }
    return text + "\ntruths  \(procedure.truthsHash)\n"
  }
}
