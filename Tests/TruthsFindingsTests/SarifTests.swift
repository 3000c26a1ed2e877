import Foundation
import Testing
import Truths
import TruthsDiagnostics
import TruthsText

/// Logs in SARIF 2.1.0 compared with the standard's text: the findings of every wrong sample of every page are written, and
/// every property is checked.
@Suite("Findings as SARIF")
struct SarifTests {
  /// The findings of each wrong sample, with the code that they are of.
  static let samples: [(code: String, findings: Findings)] = DiagnosticRegistry.pages.flatMap { page in
    // The sample of 16 MiB takes long, and shows nothing new here.
    page.wrong.filter { ($0.bytes?().count ?? 0) < 1 << 20 }.map {
      (page.code.description, SampleRun.findings(of: $0))
    }
  }

  private func log(_ findings: Findings) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(findings.sarif.utf8)) as? [String: Any])
  }

  private func run(_ findings: Findings) throws -> [String: Any] {
    try #require((try log(findings)["runs"] as? [[String: Any]])?.first)
  }

  @Test("keep to the structure of the standard, whatever was found")
  func structure() throws {
    #expect(Self.samples.count > 100)
    for (code, findings) in Self.samples {
      let faults = SarifStructure.faults(try log(findings))
      #expect(faults.isEmpty, "\(code): \(faults)")
    }
  }

  @Test("are all there, in order, each with its rule and its place")
  func results() throws {
    for (_, findings) in Self.samples {
      let results = try #require(try run(findings)["results"] as? [[String: Any]])
      #expect(results.map { $0["ruleId"] as? String } == findings.diagnostics.map(\.code.description))
      #expect(results.map { $0["level"] as? String } == findings.diagnostics.map(\.severity.rawValue))
      for (result, diagnostic) in zip(results, findings.diagnostics) {
        let place = try #require((result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any])
        #expect(try Place(place) == Place(diagnostic.span, findings.sources))
        let related = (result["relatedLocations"] as? [[String: Any]]) ?? []
        let notes = try related.map { try Place(try #require($0["physicalLocation"] as? [String: Any])) }
        #expect(notes == diagnostic.notes.map { Place($0.span, findings.sources) })
      }
    }
  }

  @Test("hold their fixes: the edits of a fix, done by its regions, give the text that the fix gives")
  func fixes() throws {
    var count = 0
    for (code, findings) in Self.samples {
      let results = try #require(try run(findings)["results"] as? [[String: Any]])
      for (result, diagnostic) in zip(results, findings.diagnostics) {
        let written = (result["fixes"] as? [[String: Any]]) ?? []
        #expect(written.count == diagnostic.fixes.count)
        for (json, fix) in zip(written, diagnostic.fixes) {
          count += 1
          for change in try #require(json["artifactChanges"] as? [[String: Any]]) {
            let uri = try #require((change["artifactLocation"] as? [String: Any])?["uri"] as? String)
            let file = try #require(findings.sources.files.first { $0.path == uri.removingPercentEncoding })
            let replacements = try #require(change["replacements"] as? [[String: Any]])
            #expect(
              try Scalars(file).applying(replacements) == Self.applying(fix.edits.filter { $0.span.file == file.id }, to: file),
              "\(code)")
          }
        }
      }
    }
    #expect(count > 10)
  }

  @Test("are an empty list where nothing is wrong")
  func nothing() throws {
    let sample = try #require(DiagnosticRegistry.pages.first?.right.first)
    let run = try run(SampleRun.findings(of: sample))
    #expect((run["results"] as? [Any])?.isEmpty == true)
  }

  @Test("encode what is special in a path, and double braces in messages")
  func escapes() throws {
    var sources = SourceMap()
    let odd = sources.add(path: "truths/a b%:{é}#?.truths", bytes: Array("x".utf8))
    let whole = sources.add(path: "/tmp/über.truths", bytes: Array("x".utf8))
    let findings = Findings(
      [
        Diagnostic(
          "T1003", .warning, "no `{a}`", at: odd.span, fixes: [.init("write {b}", [.init(odd.span, "{b}")], isSafe: true)]),
        Diagnostic("T1003", .error, "other", at: whole.span),
      ], in: sources)
    let results = try #require(try run(findings)["results"] as? [[String: Any]])
    let places = try results.map {
      try #require(($0["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any])
    }
    let artifacts = try places.map { try #require($0["artifactLocation"] as? [String: String]) }
    #expect(artifacts[0] == ["uri": "truths/a%20b%25%3A%7B%C3%A9%7D%23%3F.truths", "uriBaseId": "%SRCROOT%"])
    #expect(artifacts[1] == ["uri": "file:///tmp/%C3%BCber.truths"])
    #expect((results[0]["message"] as? [String: String])?["text"] == "no `{{a}}`")
    let fix = try #require((results[0]["fixes"] as? [[String: Any]])?.first)
    #expect((fix["description"] as? [String: String])?["text"] == "write {{b}}")
    let change = try #require((fix["artifactChanges"] as? [[String: Any]])?.first)
    let replacement = try #require((change["replacements"] as? [[String: Any]])?.first)
    #expect((replacement["insertedContent"] as? [String: String])?["text"] == "{b}")
  }

  private static func applying(_ edits: [Diagnostic.Edit], to file: SourceFile) -> String {
    var bytes = file.bytes
    for edit in edits.sorted(by: { $0.span < $1.span }).reversed() {
      bytes.replaceSubrange(Int(edit.span.start)..<Int(edit.span.end), with: Array(edit.replacement.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A place as a finding and a log both have it.
private struct Place: Equatable {
  var uri: String
  var numbers: [Int]

  init(_ json: [String: Any]) throws {
    uri = try #require((json["artifactLocation"] as? [String: Any])?["uri"] as? String)
    let region = try #require(json["region"] as? [String: Int])
    numbers = try ["startLine", "startColumn", "endLine", "endColumn"].map { try #require(region[$0]) }
  }

  init(_ span: Span, _ sources: SourceMap) {
    uri = sources.file(span.file)?.path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
    let start = sources.start(of: span)
    let end = sources.end(of: span)
    numbers = [start.line, start.column, end.line, end.column]
  }
}

/// A text as a reader of SARIF sees it: lines of Unicode scalars.
private struct Scalars {
  private let scalars: [Unicode.Scalar]
  private var lineStarts = [0]

  init(_ file: SourceFile) {
    scalars = Array(String(decoding: file.bytes, as: UTF8.self).unicodeScalars)
    for (index, scalar) in scalars.enumerated() where scalar == "\n" { lineStarts.append(index + 1) }
  }

  private func offset(_ region: [String: Int], _ end: String) throws -> Int {
    lineStarts[try #require(region["\(end)Line"]) - 1] + (try #require(region["\(end)Column"])) - 1
  }

  /// The text after replacements, which all speak of the text before.
  func applying(_ replacements: [[String: Any]]) throws -> String {
    var result = scalars
    for replacement in replacements.reversed() {
      let region = try #require(replacement["deletedRegion"] as? [String: Int])
      let content = try #require((replacement["insertedContent"] as? [String: String])?["text"])
      result.replaceSubrange(try offset(region, "start")..<offset(region, "end"), with: Array(content.unicodeScalars))
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: result)
    return String(text)
  }
}
