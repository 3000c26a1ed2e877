import Foundation
import Truths
import TruthsDiagnostics
import TruthsJSON
import TruthsText

/// The lines of a `clause` block, over the example set of docs/reference/README.md §3: each is a truth of one file.
struct ClauseSamples {
  /// The expected result of a line.
  enum Promise: Equatable {
    case value(JSONValue)
    /// No value, with its cause where the line names it.
    case missing(String?)
    case finding(String)
    /// A clause without errors.
    case fine
  }

  struct Line {
    var text: String
    var promise: Promise
  }

  let lines: [Line]

  init(_ lines: [String]) {
    self.lines = lines.filter { !$0.isEmpty }.map { line in
      guard let arrow = line.range(of: " → ", options: .backwards) else { return Line(text: line, promise: .fine) }
      guard let promise = Self.promise(String(line[arrow.upperBound...])) else { return Line(text: line, promise: .fine) }
      return Line(text: String(line[..<arrow.lowerBound]), promise: promise)
    }
  }

  private static func promise(_ text: String) -> Promise? {
    if text.wholeMatch(of: /T[0-9]+/) != nil { return .finding(text) }
    if text == "missing" { return .missing(nil) }
    if text.hasPrefix("missing: ") { return .missing(String(text.dropFirst("missing: ".count))) }
    return (try? JSONReader.read(SourceFile(id: FileID(0), path: "value.json", bytes: Array(text.utf8))).get().value).map(
      Promise.value)
  }

  /// Returns the faults of the lines; each message begins with its line.
  func faults(over example: [SourceText]) throws -> [String] {
    try findingFaults(over: example) + valueFaults(over: example)
  }

  /// Returns a file with a truth for each line, and the line numbers of these truths.
  private static func probes(_ texts: [String], asClause: Bool) -> (file: SourceText, places: [ClosedRange<Int>]) {
    var file: [String] = []
    var places: [ClosedRange<Int>] = []
    for (index, text) in texts.enumerated() {
      let start = file.count + 1
      let quoted = "'" + text.replacingOccurrences(of: "'", with: "''") + "'"
      file += ["truth probe_\(index):", "  when:", "    - intent: place_order"]
      if asClause {
        file += ["  \(text.contains(/→|else [a-z]/) ? "invariants" : "requires"):", "    - \(quoted)"]
      } else {
        file += ["  let:", "    v: \(quoted)", "  requires:", "    - v exists and zero == 1", "    - v == v"]
      }
      file += ["  produces:", "    - trace.shop.probe_\(index)", ""]
      places.append(start...file.count)
    }
    let text = file.map { $0 + "\n" }.joined()
    return (SourceText(path: "truths/shop/shop.probe.truths", bytes: Array(text.utf8)), places)
  }

  /// The codes of the findings in each place.
  private static func codes(
    of texts: [String], asClause: Bool, over example: [SourceText]
  ) -> [(all: Set<String>, errors: Set<String>)] {
    let (file, places) = probes(texts, asClause: asClause)
    let truths = example.filter { $0.path.hasSuffix(".truths") } + [file]
    let found = Workspace(truths: truths, today: "2026-06-01").check()
    return places.map { place in
      let here = found.diagnostics.filter {
        found.sources.file($0.span.file)?.path == file.path && place.contains(found.sources.start(of: $0.span).line)
      }
      return (
        Set(here.map { $0.code.description }), Set(here.filter { $0.severity == .error }.map { $0.code.description })
      )
    }
  }

  private func findingFaults(over example: [SourceText]) -> [String] {
    let wanted = lines.filter { if case .finding = $0.promise { true } else { $0.promise == .fine } }
    let texts = wanted.map(\.text)
    let asClauses = Self.codes(of: texts, asClause: true, over: example)
    let asValues = Self.codes(of: texts, asClause: false, over: example)
    return wanted.indices.compactMap { index in
      let (clause, value) = (asClauses[index], asValues[index])
      switch wanted[index].promise {
      case .finding(let code):
        return clause.all.contains(code) || value.all.contains(code)
          ? nil : "\(wanted[index].text): not \(code) but \(clause.all.sorted()), \(value.all.sorted())"
      default: return clause.errors.isEmpty ? nil : "\(wanted[index].text): \(clause.errors.sorted())"
      }
    }
  }

  private func valueFaults(over example: [SourceText]) throws -> [String] {
    let wanted = lines.filter {
      switch $0.promise {
      case .value, .missing: true
      case .finding, .fine: false
      }
    }
    guard !wanted.isEmpty else { return [] }
    let texts = wanted.map(\.text)
    let errors = zip(texts, Self.codes(of: texts, asClause: false, over: example)).filter { !$0.1.errors.isEmpty }
    guard errors.isEmpty else { return errors.map { "\($0.0): \($0.1.errors.sorted())" } }
    let truths = example.filter { $0.path.hasSuffix(".truths") } + [Self.probes(texts, asClause: false).file]
    var input = RunInput(proposals: try source("order.json", of: example))
    input.context = try source("context.jsonl", of: example)
    let report = try Workspace(truths: truths, today: "2026-06-01").run(input)
    let printed = try JSONReader.read(SourceFile(id: FileID(0), path: "run.json", bytes: Array(report.json.utf8))).get().value
    var values: [String: JSONValue] = [:]
    var reasons: [String: String] = [:]
    for violation in printed["violations"]?.arrayValue ?? [] {
      guard let id = violation["truth_id"]?.stringValue?.split(separator: ".").last.map(String.init) else { continue }
      switch violation["clause"]?.stringValue {
      case "requires[0]": values[id] = violation["values"]?["v"]
      case "requires[1]": reasons[id] = violation["reason"]?.stringValue
      default: break
      }
    }
    return wanted.indices.compactMap { index in
      let value = values["probe_\(index)"] ?? .null
      let parts = reasons["probe_\(index)"]?.components(separatedBy: "v is missing: ").dropFirst()
      let cause = parts?.joined(separator: "v is missing: ")
      switch wanted[index].promise {
      case .value(let promised): return value == promised ? nil : "\(wanted[index].text): \(value) (\(cause ?? ""))"
      case .missing(nil): return value == .null ? nil : "\(wanted[index].text): \(value)"
      case .missing(let promised): return cause == promised ? nil : "\(wanted[index].text): \(value), \(cause ?? "no cause")"
      case .finding, .fine: return nil
      }
    }
  }

  private func source(_ path: String, of example: [SourceText]) throws -> SourceText {
    guard let file = example.first(where: { $0.path == path }) else { throw CocoaError(.fileNoSuchFile) }
    return file
  }
}
