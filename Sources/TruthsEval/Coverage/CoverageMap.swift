package import TruthsCheck
import TruthsProgram
import TruthsText

/// The coverage of a truth set by fixtures, without the built-in pack.
///
/// A suite is expected to show the following:
///
/// - Every truth fires.
/// - Every clause is held and violated. A clause with an arrow to another clause is also not applicable.
/// - A clause with an effect is violated and not applicable.
/// - Every row of a table gives a value.
/// - Every transition is made as it is written, and every state is entered.
///
/// The outcome `unknown`, and an `if` that is false, are shown and never counted.
package struct CoverageMap: Hashable, Sendable {
  /// The items in source order.
  package let items: [CoverageItem]
  /// The names of the packs in byte order.
  package let packs: [String]

  /// - Parameters:
  ///   - set: the whole set that the fixtures ran against, or parts of it.
  ///   - record: what the fixtures exercised.
  package init(_ set: LoadedSet, _ record: CoverageRecord) {
    let counts = CoverageCounts(record)
    let program = set.program
    var items: [CoverageItem] = []
    for truth in program.truths where !truth.isBuiltIn { items += counts.items(of: truth) }
    for invariant in program.invariants where invariant.pack != ConvergePack.name {
      items.append(counts.item(invariant.clause, owner: invariant.id, pack: invariant.pack))
    }
    for table in program.tables where table.pack != ConvergePack.name { items += counts.items(of: table) }
    let declared = set.lifecycleDeclarations
    for lifecycle in program.lifecycles where lifecycle.pack != ConvergePack.name {
      guard let declaration = declared[lifecycle.span] else { continue }
      items += counts.items(of: lifecycle, names: program.enums[lifecycle.states].values, declaration)
    }
    self.items = items.sorted { ($0.span, $0.kind.family.rawValue, $0.name) < ($1.span, $1.kind.family.rawValue, $1.name) }
    packs = program.packs.map(\.name).filter { $0 != ConvergePack.name }.sorted { Text($0) < Text($1) }
  }

  package var share: CoverageShare { items.share }

  package var itemsByPack: [(pack: String, items: [CoverageItem])] {
    let groups = Dictionary(grouping: items, by: \.pack)
    return packs.map { ($0, groups[$0] ?? []) }
  }
}

extension Sequence<CoverageItem> {
  package var share: CoverageShare { reduce(CoverageShare()) { $0 + $1.share } }
}
