package import TruthsJSON
package import TruthsText

/// Coverage for programs: one object with the total, each pack, and every item with its counts.
///
///     {"exercised": 12, "of": 13, "percent": 92.3, "packs": [{"pack": "demo", "exercised": 12, "of": 13, "percent": 92.3}],
///      "items": [{"kind": "clause", "pack": "demo", "id": "demo.sending", "name": "requires[1]", "text": "weight > 0",
///                 "file": "truths/demo/demo.truths", "line": 20, "column": 7,
///                 "outcomes": {"held": 3, "violated": 0, "unknown": 1}, "missing": ["violated"]}]}
package struct JSONCoverage {
  private let sources: SourceMap

  /// - Parameter sources: The truth files.
  package init(sources: SourceMap) { self.sources = sources }

  /// The whole report.
  package func value(_ map: CoverageMap) -> JSONValue {
    let packs = map.itemsByPack.map { pack, items -> JSONValue in
      var object: JSONObject = ["pack": .text(pack)]
      add(items.share, to: &object)
      return .object(object)
    }
    var report: JSONObject = [:]
    add(map.share, to: &report)
    report["packs"] = .array(packs)
    report["items"] = .array(map.items.map { .object(object($0)) })
    return .object(report)
  }

  private func add(_ share: CoverageShare, to object: inout JSONObject) {
    object["exercised"] = .number(Decimal(share.exercised))
    object["of"] = .number(Decimal(share.total))
    object["percent"] = (try? Decimal(literal: share.percent)).map { .number($0) }
  }

  private func object(_ item: CoverageItem) -> JSONObject {
    let position = sources.start(of: item.span)
    let outcomes = item.outcomes.map { tally in
      JSONObject.Member(name: Text(tally.outcome.rawValue), value: .number(Decimal(tally.count)))
    }
    return [
      "kind": .text(item.kind.family.rawValue), "pack": .text(item.pack), "id": .text(item.owner), "name": .text(item.name),
      "text": .text(item.text), "file": .text(sources.path(of: item.span)), "line": .number(Decimal(position.line)),
      "column": .number(Decimal(position.column)), "outcomes": .object(JSONObject(outcomes)),
      "missing": .array(item.missing.map { .text($0.rawValue) }),
    ]
  }
}

/// Coverage as a tracefile of LCOV, which most viewers of coverage read.
///
/// A truth is a function; whatever else a suite is expected to show is a branch, the parts of a line being its blocks. So
/// functions and branches together are what the other reports count. A line was hit as often as its parts were read.
package struct LCOVCoverage {
  private let sources: SourceMap

  /// - Parameter sources: The truth files.
  package init(sources: SourceMap) { self.sources = sources }

  /// The whole tracefile, a section a file, in order of path.
  package func text(_ map: CoverageMap) -> String {
    let files = Dictionary(grouping: map.items, by: \.span.file)
    return files.sorted { $0.key < $1.key }.map { section($0.value) }.joined()
  }

  /// The section of one file.
  ///
  /// - Parameter items: at least one, in order of place.
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
    /// How often it was taken; `nil` where what it belongs to was never read.
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
  package static let shape = JSONShape.members(
    share + [
      .required("packs", .list(.members([.required("pack", .text, "The pack.")] + share)), "Each pack by itself."),
      .required("items", .list(.members(item)), "Everything that fixtures can exercise."),
    ])

  private static let share: [JSONMember] = [
    .required("exercised", .count, "How many outcomes were exercised."), .required("of", .count, "Of how many."),
    .required("percent", .number, "The same in percent, rounded down."),
  ]

  private static let item: [JSONMember] = [
    .required("kind", .words(CoverageItem.Family.allCases.map(\.rawValue)), "What it is."),
    .required("pack", .text, "The pack."), .required("id", .text, "The truth, table or lifecycle."),
    .required("name", .text, "The place within it."), .required("text", .text, "How it is written."),
    .required("file", .text, "The file."), .required("line", .count(from: 1), "The line."),
    .required("column", .count(from: 1), "The column, in Unicode scalars."),
    .required("outcomes", .map(.count), "How often it had each outcome."),
    .required("missing", .list(.text), "The outcomes that no fixture shows."),
  ]
}
