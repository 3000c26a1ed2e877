import TruthsCheck
import TruthsText

/// Looks up what the code actions for the findings of a request need. Each result is computed once for all findings.
final class ActionLookups {
  let project: ServedProject
  private var outlines: [String: LineOutline] = [:]
  private lazy var heads = Dictionary(grouping: project.symbols.declarations, by: \.text)

  init(_ project: ServedProject) { self.project = project }

  /// Returns the outline of a truth or job file.
  func outline(of file: SourceFile) -> LineOutline {
    if let known = outlines[file.path] { return known }
    let outline = LineOutline(file)
    outlines[file.path] = outline
    return outline
  }

  /// Returns the declarations of a name, as clauses write it.
  func declarations(named name: String) -> [SymbolDeclaration] { heads[name] ?? [] }

  /// Returns the declaration of a pack.
  func declaration(ofPack name: String) -> SymbolDeclaration? {
    declarations(named: name).first { $0.symbol == .pack(name) }
  }
}
