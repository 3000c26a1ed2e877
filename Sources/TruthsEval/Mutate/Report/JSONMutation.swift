package import TruthsJSON
package import TruthsText

/// Mutants for programs: one object with the score, each pack, and every mutant with what became of it.
///
///     {"killed": 19, "of": 20, "percent": 95, "refused": 2,
///      "packs": [{"pack": "demo", "killed": 19, "of": 20, "percent": 95, "refused": 2}],
///      "mutants": [{"fate": "survived", "operator": "boundary", "pack": "demo", "kind": "truth", "id": "demo.sending",
///                   "part": "requires[1]", "file": "truths/demo/demo.truths", "line": 20, "column": 14, "end_line": 20,
///                   "end_column": 15, "replacement": ">=", "old": ["- weight > 0"], "new": ["- weight >= 0"], "fixtures": 3,
///                   "advice": "…"}]}
package struct JSONMutation {
  private let sources: SourceMap

  /// - Parameter sources: the truth files.
  package init(sources: SourceMap) { self.sources = sources }

  /// The whole report.
  package func value(_ results: MutationResults) -> JSONValue {
    let packs = results.mutantsByPack.map { pack, mutants -> JSONValue in
      var object: JSONObject = ["pack": .text(pack)]
      add(mutants, to: &object)
      return .object(object)
    }
    var report: JSONObject = [:]
    add(results.mutants, to: &report)
    report["packs"] = .array(packs)
    report["mutants"] = .array(results.mutants.map { .object(object($0)) })
    return .object(report)
  }

  private func add(_ mutants: [Mutant], to object: inout JSONObject) {
    let share = mutants.mutationShare
    object["killed"] = .number(Decimal(share.exercised))
    object["of"] = .number(Decimal(share.total))
    object["percent"] = (try? Decimal(literal: share.percent)).map { .number($0) }
    object["refused"] = .number(Decimal(mutants.count { !$0.isCounted }))
  }

  private func object(_ mutant: Mutant) -> JSONObject {
    let mutation = mutant.mutation
    let start = sources.start(of: mutation.span)
    let end = sources.end(of: mutation.span)
    let change = MutationChange(mutation, sources)
    var object: JSONObject = [
      "fate": .text(mutant.fate.word), "operator": .text(mutation.operation.rawValue), "pack": .text(mutation.owner.pack),
      "kind": .text(mutation.owner.kind), "id": .text(mutation.owner.id), "part": .text(mutation.part),
      "file": .text(sources.path(of: mutation.span)), "line": .number(Decimal(start.line)),
      "column": .number(Decimal(start.column)), "end_line": .number(Decimal(end.line)),
      "end_column": .number(Decimal(end.column)), "replacement": .text(mutation.replacement ?? ""),
      "old": .array(change.old.map { .text($0) }), "new": .array(change.new.map { .text($0) }),
    ]
    switch mutant.fate {
    case .killed(let fixture): object["killed_by"] = .text(fixture)
    case .survived(let count):
      object["fixtures"] = .number(Decimal(count))
      object["advice"] = .text(mutation.advice)
    case .refused: break
    }
    return object
  }
}

extension Mutant.Fate {
  /// What reports for programs call it.
  fileprivate var word: String {
    switch self {
    case .refused: "refused"
    case .killed: "killed"
    case .survived: "survived"
    }
  }
}
