import TruthsDiagnostics
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
    let refused = results.refused == 0 ? "" : "; \(counted(results.refused, "more")) refused by the checker"
    let total = "mutation score \(share.percent) %: \(share.exercised) of \(counted(share.total, "mutant")) killed" + refused
    let style: Style = share.isWhole ? .help : .warning
    let packs = results.packs.count > 1 || !share.isWhole ? table(results) : []
    return ([style.paint(total, isColored)] + packs + results.survivors.flatMap { [""] + lines(of: $0) })
      .map { $0 + "\n" }.joined()
  }

  private func counted(_ count: Int, _ noun: String) -> String {
    count == 1 || noun == "more" ? "\(count) \(noun)" : "\(count) \(noun)s"
  }

  private func table(_ results: MutationResults) -> [String] {
    let width = results.packs.map(\.count).max() ?? 0
    return results.mutantsByPack.map { pack, mutants in
      let share = mutants.mutationShare
      let gap = String(repeating: " ", count: width - pack.count)
      return "  \(pack)\(gap)  \(share.exercised)/\(share.total)  \(share.percent) %"
    }
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
