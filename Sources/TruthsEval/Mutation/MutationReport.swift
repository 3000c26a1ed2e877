import TruthsDiagnostics
package import TruthsJSON
package import TruthsText

/// Mutants for people: the score, each pack, then each mutant that no fixture noticed, with its place, what was changed, and how
/// to write a fixture that notices.
package struct HumanMutation {
  private let sources: SourceMap
  private let isColored: Bool

  /// - Parameters:
  ///   - sources: the truth files.
  ///   - isColored: whether to write ANSI colours.
  package init(sources: SourceMap, isColored: Bool = false) {
    self.sources = sources
    self.isColored = isColored
  }

  /// The whole report; lines with an end each.
  package func text(_ results: MutationResults) -> String {
    let share = results.share
    let refused = results.refused == 0 ? "" : "; \(results.refused) more refused by the checker"
    let total = "mutation score \(share.percent) %: \(share.exercised) of \(counted(share.total, "mutant")) killed" + refused
    let style: Style = share.isWhole ? .help : .warning
    let packs = results.packs.count > 1 || !share.isWhole ? table(results) : []
    return ([style.paint(total, isColored)] + packs + results.survivors.flatMap { [""] + lines(of: $0) })
      .map { $0 + "\n" }.joined()
  }

  private func table(_ results: MutationResults) -> [String] {
    let rows = results.mutantsByPack.map { pack, mutants in
      let share = mutants.mutationShare
      return [pack, "\(share.exercised)/\(share.total)  \(share.percent) %"]
    }
    return alignedLines(rows, indent: 2)
  }

  private func lines(of mutant: Mutant) -> [String] {
    let mutation = mutant.mutation
    let place = Style.emphasis.paint(sources.place(of: mutation.span), isColored)
    let change = MutationChange(mutation, sources)
    let tried: String =
      switch mutant.fate {
      case .survived(let count) where count == 0: "no fixture reaches it"
      case .survived(let count): "\(counted(count, "fixture")) \(count == 1 ? "passes" : "pass") all the same"
      case .killed, .refused: ""
      }
    return ["\(place): \(mutation.owner.id) \(mutation.part): \(tried)"]
      + change.old.map { "  " + Style.removed.paint("- \(visible($0))", isColored) }
      + change.new.map { "  " + Style.added.paint("+ \(visible($0))", isColored) } + ["  \(visible(mutation.advice))"]
  }
}

/// The lines that a mutation changes, without what stands before all of them.
struct MutationChange {
  /// As they are.
  let old: [String]
  /// As they are with the change; empty where they go.
  let new: [String]

  init(_ mutation: Mutation, _ sources: SourceMap) {
    guard let file = sources.file(mutation.span.file) else {
      (old, new) = ([], [])
      return
    }
    let first = file.position(at: Int(mutation.span.start)).line
    let last = file.position(at: max(Int(mutation.span.start), Int(mutation.span.end) - 1)).line
    let changed = SourceFile(id: file.id, path: file.path, bytes: mutation.applied(to: file.bytes))
    let grown = changed.lineStarts.count - file.lineStarts.count
    let before = (first...last).map { file.line($0) }
    let after = (first...max(first, last + grown)).map { changed.line($0) }
    let indent = before.filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix { $0 == " " }.utf8.count }.min() ?? 0
    func cut(_ lines: [String]) -> [String] {
      lines.filter { !$0.allSatisfy(\.isWhitespace) }.map { String($0.dropFirst(indent)) }
    }
    (old, new) = (cut(before), cut(after))
  }
}

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

extension JSONMutation {
  package static let shape = JSONShape.members(
    score + [
      .required("packs", .list(.members([.required("pack", .text, "The pack.")] + score)), "Each pack by itself."),
      .required("mutants", .list(.members(mutant)), "Every change that was tried."),
    ])

  private static let score: [JSONMember] = [
    .required("killed", .count, "How many changes a fixture notices."), .required("of", .count, "Of how many."),
    .required("percent", .number, "The same in percent, rounded down."),
    .required("refused", .count, "How many the checker refuses."),
  ]

  private static let mutant: [JSONMember] = [
    .required("fate", .words(["refused", "killed", "survived"]), "What became of it."),
    .required("operator", .text, "What was changed."), .required("pack", .text, "The pack."),
    .required("kind", .text, "The kind of declaration."), .required("id", .text, "The declaration."),
    .required("part", .text, "The place within it."), .required("file", .text, "The file."),
    .required("line", .count(from: 1), "Where the change begins."), .required("column", .count(from: 1), "Its column."),
    .required("end_line", .count(from: 1), "Where it ends."), .required("end_column", .count(from: 1), "Its column."),
    .required("replacement", .text, "What stands there instead."),
    .required("old", .list(.text), "The lines as they are."), .required("new", .list(.text), "The lines with the change."),
    .optional("killed_by", .text, "The fixture that notices it."),
    .optional("fixtures", .count, "How many fixtures pass all the same."),
    .optional("advice", .text, "What a fixture would have to show."),
  ]
}
