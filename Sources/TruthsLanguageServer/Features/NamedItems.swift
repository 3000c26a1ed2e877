import TruthsCheck
import TruthsProgram
import TruthsText

/// Completion items that truths and fixtures share.
extension CompletionItem {
  /// Returns the ids of truths, invariants and clauses, and those that are derived from names of facts and lifecycles.
  static func rules(of program: Program) -> [CompletionItem] {
    var ids: [(id: String, isBuiltIn: Bool)] = []
    for truth in program.truths {
      ids.append((truth.id, truth.isBuiltIn))
      for clause in truth.requires + truth.invariants + truth.ensures { ids.append((clause.id, truth.isBuiltIn)) }
    }
    for invariant in program.invariants { ids += [(invariant.id, false), (invariant.clause.id, false)] }
    ids += program.facts.filter { !$0.isBuiltIn }.map { ("\($0.pack).\($0.name)_invariant", false) }
    ids += program.lifecycles.map { ("\($0.pack).\($0.name).lifecycle", false) }
    return ids.uniqued(on: \.id).map {
      CompletionItem(label: $0.id, kind: .function, symbol: .rule($0.id), rank: $0.isBuiltIn ? 7 : 5)
    }
  }

  /// Returns the roles that a declaration or a clause of the project names.
  static func roles(of project: ServedProject) -> [CompletionItem] {
    project.roles.sorted().map { CompletionItem(label: $0, kind: .constant, detail: "role", symbol: .role($0), rank: 2) }
  }

  /// Returns the documents that sources read.
  static func documents(of program: Program) -> [CompletionItem] {
    program.sources.map(\.document).uniqued().map {
      CompletionItem(label: $0, kind: .constant, detail: "document", symbol: .document($0), rank: 3)
    }
  }
}
