import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// A small complete pack without findings, into which a test inserts the declarations and clauses that it tests.
struct Shop {
  /// Lines below `fields:` of intent `buy`, beside `order_id: text`.
  var fields: [String] = []
  var lets: [String] = []
  var conditions: [String] = []
  /// Clauses beside `order_id exists`.
  var requires: [String] = []
  var invariants: [String] = []
  /// Entries beside `fact.order.placed` and the trace, each with the lines under it.
  var produces: [String] = []
  var ensures: [String] = []
  /// Whole declarations before the others.
  var declarations: [String] = []
  /// Files beside `truths/shop/shop.truths`.
  var files: [(path: String, text: String)] = []
  var uses: [String] = []

  var text: String {
    var lines = ["pack shop:", "  version: 1.0.0"]
    if !uses.isEmpty { lines.append("  uses: [\(uses.joined(separator: ", "))]") }
    for declaration in declarations { lines += ["", declaration] }
    lines += ["", "fact order.placed:", "  key: [order_id]", "  fields:", "    order_id: text"]
    lines += ["", "intent buy:", "  fields:", "    order_id: text"] + fields.map { "    \($0)" }
    lines += ["", "truth buying:", "  when:", "    - intent: buy"] + conditions.map { "    - if: \($0)" }
    lines += section("let", lets, mark: "")
    lines += section("requires", ["order_id exists"] + requires, mark: "- ")
    lines += section("invariants", invariants, mark: "- ")
    lines += section("produces", ["fact.order.placed"] + produces + ["trace.order.placing"], mark: "- ")
    lines += section("ensures", ensures, mark: "- ")
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ name: String, _ entries: [String], mark: String) -> [String] {
    entries.isEmpty ? [] : ["  \(name):"] + entries.map { "    \(mark)\($0)" }
  }

  func load() -> LoadedSet {
    let all = [("truths/shop/shop.truths", text)] + files.map { ($0.path, $0.text) }
    return Loader.load(all.map { ($0.0, Array($0.1.utf8)) })
  }

  /// The findings, each as its code and the characters under it: "T1001 `amuont`".
  ///
  /// Findings about clauses that contradict each other (T43) have separate tests, and are left out: samples of names and types
  /// need not make sense as rules.
  var findings: [String] { load().findings.filter { !$0.hasPrefix("T43") } }

  /// The lowered truth.
  func truth() -> CheckedTruth? { load().program.truths.first { $0.id == "shop.buying" } }
}

extension LoadedSet {
  var findings: [String] {
    diagnostics.map { diagnostic in
      "\(diagnostic.code) `\(sources.file(diagnostic.span.file)?.text(diagnostic.span) ?? "?")`"
    }
  }
}
