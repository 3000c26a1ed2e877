import TruthsDiagnostics
package import TruthsJSON
import TruthsSyntax
package import TruthsText

/// A writer of mutants for people: the score, each pack, then each survivor with its location, its change, and advice for a
/// fixture.
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

  /// Returns the whole report; each line ends with a line break.
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
    let location = Style.emphasis.paint(sources.location(of: mutation.span), isColored)
    let change = MutationChange(mutation, sources)
    let tried: String =
      switch mutant.fate {
      case .survived(let count) where count == 0: "no fixture reaches it"
      case .survived(let count): "\(counted(count, "fixture")) \(count == 1 ? "passes" : "pass") all the same"
      case .killed, .refused: ""
      }
    return ["\(location): \(mutation.owner.id) \(mutation.part): \(tried)"]
      + change.old.map { "  " + Style.removed.paint("- \(visible($0))", isColored) }
      + change.new.map { "  " + Style.added.paint("+ \(visible($0))", isColored) } + ["  \(visible(mutation.advice))"]
  }
}

/// The lines that a mutation changes, without their common indentation.
struct MutationChange {
  /// The lines before the change.
  let old: [String]
  /// The lines after the change; empty for a removal.
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

/// A writer of mutants for programs, as one JSON object with the score, each pack, and every mutant with its result.
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

  package func value(_ results: MutationResults) -> JSONValue { .object(Self.record.object(of: (results, sources))) }
}

extension Mutant.Fate {
  /// The name of the result in machine-readable reports.
  fileprivate var word: String {
    switch self {
    case .refused: "refused"
    case .killed: "killed"
    case .survived: "survived"
    }
  }

  /// The id of the fixture that noticed the change; `nil` if none did.
  fileprivate var killer: String? { if case .killed(let fixture) = self { fixture } else { nil } }

  /// The number of fixtures that pass with the change; `nil` if a fixture noticed it, or if the checker refused it.
  fileprivate var passing: Int? { if case .survived(let count) = self { count } else { nil } }
}

extension JSONMutation {
  package static let shape = record.shape

  private static let record = JSONRecord<(results: MutationResults, sources: SourceMap)>(
    score.fields { $0.results.mutants },
    [
      .required("packs", listOf: pack, "Each pack by itself.") { $0.results.mutantsByPack },
      .required("mutants", listOf: mutant, "Every change that was tried.") { root in
        root.results.mutants.map { ($0, MutationChange($0.mutation, root.sources), root.sources) }
      },
    ])

  private static let pack = JSONRecord<(pack: String, mutants: [Mutant])>(
    [.required("pack", .text, "The pack.") { $0.pack }], score.fields { $0.mutants })

  private static let score = JSONRecord<[Mutant]>([
    .required("killed", .count, "The number of changes that a fixture detects.") { $0.mutationShare.exercised },
    .required("of", .count, "The total number.") { $0.mutationShare.total },
    .required("percent", .number, "The share in percent, rounded down.") { $0.mutationShare.percentNumber },
    .required("refused", .count, "The number of changes that the checker refuses.") { $0.count { !$0.isCounted } },
  ])

  private typealias Tried = (mutant: Mutant, change: MutationChange, sources: SourceMap)

  private static let mutant = JSONRecord<Tried>([
    .required("fate", .words(["refused", "killed", "survived"]), "The outcome.") { $0.mutant.fate.word },
    .required("operator", .text, "The kind of change.") { $0.mutant.mutation.operation.rawValue },
    .required("pack", .text, "The pack.") { $0.mutant.mutation.owner.pack },
    .required("kind", .text, "The kind of declaration.") { $0.mutant.mutation.owner.kind.rawValue },
    .required("id", .text, "The declaration.") { $0.mutant.mutation.owner.id },
    .required("part", .text, "The place within the declaration.") { $0.mutant.mutation.part },
    .required("file", .text, "The file.") { $0.sources.path(of: $0.mutant.mutation.span) },
    .required("line", .count(from: 1), "The line where the change begins.") {
      $0.sources.start(of: $0.mutant.mutation.span).line
    },
    .required("column", .count(from: 1), "The column where the change begins.") {
      $0.sources.start(of: $0.mutant.mutation.span).column
    },
    .required("end_line", .count(from: 1), "The line of the end.") { $0.sources.end(of: $0.mutant.mutation.span).line },
    .required("end_column", .count(from: 1), "The column of the end.") { $0.sources.end(of: $0.mutant.mutation.span).column },
    .required("replacement", .text, "The text that replaces it.") { $0.mutant.mutation.replacement ?? "" },
    .required("old", .list(.text), "The lines as they are.") { $0.change.old },
    .required("new", .list(.text), "The lines with the change.") { $0.change.new },
    .optional("killed_by", .text, "The fixture that detects the change.") { $0.mutant.fate.killer },
    .optional("fixtures", .count, "The number of fixtures that pass despite the change.") { $0.mutant.fate.passing },
    .optional("advice", .text, "The case that a fixture would have to show.") {
      $0.mutant.fate.passing == nil ? nil : $0.mutant.mutation.advice
    },
  ])
}
