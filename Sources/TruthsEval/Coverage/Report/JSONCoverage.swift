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
