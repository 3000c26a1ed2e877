import TruthsEngine
import TruthsProgram
import TruthsRuntime
import TruthsSyntax
import TruthsText

/// The comparison of a table or function.
struct TableDifference {
  var difference: Difference
  var isFunction: Bool

  /// Compares all tables and functions of two sets.
  ///
  /// Tables with equal results for all inputs get the same form. Expressions that call them then do not differ only because
  /// rows are written differently.
  static func all(
    _ before: TypeForms, _ old: RunProcedure, _ after: TypeForms, _ new: RunProcedure, work: Int
  ) -> [TableDifference] {
    func named(_ program: Program) -> [DeclarationKey: Int] {
      Dictionary(first: program.tables.enumerated().map { ($0.element.key, $0.offset) })
    }
    let (ours, theirs) = (named(old.program), named(new.program))
    // Tables that call others come after them.
    let keys = Set(ours.keys).union(theirs.keys).sorted { one, other in
      let depths = [one, other].map { key in theirs[key].map { new.program.depth(ofTable: $0) } ?? 0 }
      return depths[0] != depths[1] ? depths[0] < depths[1] : one < other
    }
    let meter = WorkMeter(limit: work)
    let differences = keys.map { key -> TableDifference in
      var difference = Difference(name: key.name, kind: .same)
      difference.packs = [key.pack]
      switch (ours[key], theirs[key]) {
      case (let oldTable?, let newTable?):
        if before.table(oldTable) != after.table(newTable) {
          let search = TableSearch(old: old, new: new)
          let isShaped = search.hasSameShape(oldTable, newTable, before, after)
          let answer = isShaped ? search.compare(oldTable, newTable, within: meter) : TableSearch.Answer()
          (difference.values, difference.tried) = (answer.witnesses, answer.tried)
          if !isShaped {
            (difference.kind, difference.notes) = (.both, ["other inputs or outputs"])
          } else if !answer.shifts.isEmpty {
            difference.kind = DifferenceKind(answer.shifts)
          } else if answer.isExact {
            after.take(before.table(oldTable), forTable: newTable)
          } else {
            difference.kind = .undecided
          }
        }
      case (_?, nil): difference.kind = .removed
      case (nil, _): difference.kind = .added
      }
      return TableDifference(difference: difference, isFunction: key.kind == .function)
    }
    return differences.sorted { Text($0.difference.name) < Text($1.difference.name) }
  }
}

extension Program {
  /// Returns the depth to which a table calls other tables, at most 40.
  fileprivate func depth(ofTable index: Int) -> Int {
    var (depth, open, seen) = (0, [index], Set<Int>([index]))
    while !open.isEmpty, depth < 40 {
      var next: [Int] = []
      for table in open {
        for node in tables[table].nodes {
          node.forEachRead { if case .table(let called, _) = $0, seen.insert(called).inserted { next.append(called) } }
        }
      }
      open = next
      if !next.isEmpty { depth += 1 }
    }
    return depth
  }
}
