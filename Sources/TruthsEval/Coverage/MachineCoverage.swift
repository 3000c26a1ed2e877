package import TruthsJSON
package import TruthsText

/// A writer of coverage for programs, as one JSON object with the total, each pack, and every item with its counts.
///
///     {"exercised": 12, "of": 13, "percent": 92.3, "packs": [{"pack": "demo", "exercised": 12, "of": 13, "percent": 92.3}],
///      "items": [{"kind": "clause", "pack": "demo", "id": "demo.sending", "name": "requires[1]", "text": "weight > 0",
///                 "file": "truths/demo/demo.truths", "line": 20, "column": 7,
///                 "outcomes": {"held": 3, "violated": 0, "unknown": 1}, "missing": ["violated"]}]}
package struct JSONCoverage {
  private let sources: SourceMap

  /// - Parameter sources: the truth files.
  package init(sources: SourceMap) { self.sources = sources }

  package func value(_ map: CoverageMap) -> JSONValue { .object(Self.record.object(of: (map, sources))) }
}

/// A writer of coverage as an LCOV tracefile, which most coverage viewers read.
///
/// A truth is an LCOV function. Each other expected outcome is a branch, and the branches of one part of a line are a block. So
/// the numbers of functions and branches together equal the counts of the other reports. The hits of a line are the evaluations
/// of its parts.
package struct LCOVCoverage {
  private let sources: SourceMap

  /// - Parameter sources: the truth files.
  package init(sources: SourceMap) { self.sources = sources }

  /// Returns the whole tracefile, with a section for each file in path order.
  package func text(_ map: CoverageMap) -> String {
    let files = Dictionary(grouping: map.items, by: \.span.file)
    return files.sorted { $0.key < $1.key }.map { section($0.value) }.joined()
  }

  /// Returns the section of one file.
  ///
  /// - Parameter items: the items of the file in source order, at least one.
  private func section(_ items: [CoverageItem]) -> String {
    let placed = items.map { (line: sources.start(of: $0.span).line, item: $0) }
    let functions = placed.filter { $0.item.kind == .truth }
    let branches = branches(placed.filter { $0.item.kind != .truth })
    var hits: [Int: Int] = [:]
    for (line, item) in placed { hits[line, default: 0] += item.outcomes.reduce(0) { $0 + $1.count } }
    let lines = hits.sorted { $0.key < $1.key }
    var text = ["TN:", "SF:\(items.first.map { sources.path(of: $0.span) } ?? "")"]
    text += functions.map { "FN:\($0.line),\($0.item.owner)" }
    text += functions.map { "FNDA:\($0.item.count(.fired)),\($0.item.owner)" }
    text += ["FNF:\(functions.count)", "FNH:\(functions.count { $0.item.count(.fired) > 0 })"]
    text += branches.map { "BRDA:\($0.line),\($0.block),\($0.branch),\($0.taken.map { String($0) } ?? "-")" }
    text += ["BRF:\(branches.count)", "BRH:\(branches.count { ($0.taken ?? 0) > 0 })"]
    text += lines.map { "DA:\($0.key),\($0.value)" }
    text += ["LF:\(lines.count)", "LH:\(lines.count { $0.value > 0 })", "end_of_record"]
    return text.map { $0 + "\n" }.joined()
  }

  private struct Branch {
    var line: Int
    var block: Int
    var branch: Int
    /// The number of times the branch was taken; `nil` if its part was never evaluated.
    var taken: Int?
  }

  private func branches(_ placed: [(line: Int, item: CoverageItem)]) -> [Branch] {
    var blocks: [Int: Int] = [:]
    return placed.flatMap { line, item in
      let block = blocks[line, default: 0]
      blocks[line] = block + 1
      let isRead = item.outcomes.contains { $0.count > 0 }
      return item.outcomes.filter(\.isExpected).enumerated().map { branch, tally in
        Branch(line: line, block: block, branch: branch, taken: isRead ? tally.count : nil)
      }
    }
  }
}

extension JSONCoverage {
  package static let shape = record.shape

  private static let record = JSONRecord<(map: CoverageMap, sources: SourceMap)>(
    share.fields { $0.map.share },
    [
      .required("packs", listOf: pack, "Each pack by itself.") { $0.map.itemsByPack },
      .required("items", listOf: item, "Everything that fixtures can exercise.") { root in
        root.map.items.map { ($0, root.sources) }
      },
    ])

  private static let pack = JSONRecord<(pack: String, items: [CoverageItem])>(
    [.required("pack", .text, "The pack.") { $0.pack }], share.fields { $0.items.share })

  private static let share = JSONRecord<CoverageShare>([
    .required("exercised", .count, "The number of exercised outcomes.") { $0.exercised },
    .required("of", .count, "The total number.") { $0.total },
    .required("percent", .number, "The share in percent, rounded down.") { $0.percentNumber },
  ])

  private static let item = JSONRecord<(item: CoverageItem, sources: SourceMap)>(
    [
      .required("kind", .words(CoverageItem.Family.allCases.map(\.rawValue)), "The kind.") { $0.item.kind.family.rawValue },
      .required("pack", .text, "The pack.") { $0.item.pack },
      .required("id", .text, "The truth, table or lifecycle.") { $0.item.owner },
      .required("name", .text, "The place within the declaration.") { $0.item.name },
      .required("text", .text, "The text as it is written.") { $0.item.text },
    ], SourceMap.location.fields { ($0.sources, $0.item.span) },
    [
      .required("outcomes", .map(.count), "How often each outcome occurred.") {
        JSONObject($0.item.outcomes.map { .init(name: Text($0.outcome.rawValue), value: $0.count.jsonValue) })
      },
      .required("missing", .list(.text), "The outcomes that no fixture shows.") { $0.item.missing.map(\.rawValue) },
    ])
}
