import TruthsDiagnostics
import TruthsJSON
import TruthsText

/// Findings in SARIF 2.1.0 (the Static Analysis Results Interchange Format of OASIS), for code hosts and editors. `§` refers to
/// sections of that standard.
///
/// Columns count Unicode scalars. Paths are relative to the directory that contains the truths. That directory is not named, so
/// the log is the same on every machine.
struct SarifLog {
  private let diagnostics: [Diagnostic]
  private let places: SarifPlaces
  /// The codes of the results, in order. A result refers to its code by the index in this list.
  private let codes: [DiagnosticCode]

  private static let schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

  init(_ diagnostics: [Diagnostic], in sources: SourceMap) {
    self.diagnostics = diagnostics
    places = SarifPlaces(sources)
    codes = Set(diagnostics.map(\.code)).sorted()
  }

  /// The log as JSON, with one run (§3.13, §3.14).
  var json: JSONObject {
    let base: JSONObject = ["description": .object(Self.message("the directory that holds truths, jtbd and Fixtures"))]
    let run: JSONObject = [
      "tool": .object(["driver": .object(driver)]), "columnKind": .text("unicodeCodePoints"),
      "originalUriBaseIds": .object([SarifPlaces.base: .object(base)]), "results": .array(results),
    ]
    return ["$schema": .text(Self.schema), "version": .text("2.1.0"), "runs": .array([.object(run)])]
  }

  /// The tool, with the rules to which its results refer (§3.19).
  private var driver: JSONObject {
    let rules = codes.map { JSONValue.object(Self.rule($0)) }
    return ["name": .text(Tool.name), "version": .text(Tool.version), "rules": .array(rules)]
  }

  /// Returns the rule of a code, with the texts of the code's help page (§3.49).
  private static func rule(_ code: DiagnosticCode) -> JSONObject {
    var rule: JSONObject = ["id": .text(code.description)]
    guard let page = DiagnosticRegistry.page(for: code) else { return rule }
    rule["name"] = .text(page.name)
    rule["shortDescription"] = .object(message(page.title))
    rule["fullDescription"] = .object(message(page.why))
    rule["help"] = .object(message("\(page.mend)\ntruths explain \(code)"))
    rule["defaultConfiguration"] = .object(["level": .text(page.severity.rawValue)])
    return rule
  }

  private var results: [JSONValue] {
    let indices = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($1, $0) })
    return diagnostics.map { .object(result($0, ruleIndex: indices[$0.code] ?? 0)) }
  }

  /// Returns the result for a finding (§3.27). The help of the finding is the second line of the message.
  ///
  /// - Parameter ruleIndex: the index of the finding's code in `codes`.
  private func result(_ diagnostic: Diagnostic, ruleIndex: Int) -> JSONObject {
    let help = diagnostic.help.map { "\nhelp: \($0)" } ?? ""
    var result: JSONObject = [
      "ruleId": .text(diagnostic.code.description), "ruleIndex": .number(Decimal(ruleIndex)),
      "level": .text(diagnostic.severity.rawValue), "message": .object(Self.message(diagnostic.message + help)),
      "locations": .array([.object(places.location(diagnostic.span))]),
    ]
    if !diagnostic.notes.isEmpty {
      result["relatedLocations"] = .array(
        diagnostic.notes.enumerated().map { index, note in
          var location: JSONObject = ["id": .number(Decimal(index + 1))]
          location["physicalLocation"] = places.location(note.span)["physicalLocation"]
          location["message"] = .object(Self.message(note.message))
          return .object(location)
        })
    }
    if !diagnostic.fixes.isEmpty { result["fixes"] = .array(diagnostic.fixes.map { .object(fix($0)) }) }
    return result
  }

  /// Returns a fix (§3.55). The edits of each file are together, in the order of their locations. The standard has no member
  /// for safe fixes, so a property says whether the fix is safe.
  private func fix(_ fix: Diagnostic.Fix) -> JSONObject {
    let edits = fix.edits.enumerated().sorted { ($0.element.span, $0.offset) < ($1.element.span, $1.offset) }.map(\.element)
    let changes = edits.chunked(by: \.span.file).map { edits -> JSONValue in
      let replacements = edits.map { edit -> JSONValue in
        let content: JSONObject = ["text": .text(edit.replacement)]
        return .object(["deletedRegion": .object(places.region(edit.span)), "insertedContent": .object(content)])
      }
      return .object(["artifactLocation": .object(places.artifact(edits[0].span)), "replacements": .array(replacements)])
    }
    return [
      "description": .object(Self.message(fix.title)), "artifactChanges": .array(changes),
      "properties": .object(["safe": .boolean(fix.isSafe)]),
    ]
  }

  /// Returns a message (§3.11). Braces are doubled, because single braces would be placeholders (§3.11.5).
  private static func message(_ text: String) -> JSONObject {
    var escaped = ""
    for scalar in text.unicodeScalars {
      escaped.unicodeScalars.append(scalar)
      if scalar == "{" || scalar == "}" { escaped.unicodeScalars.append(scalar) }
    }
    return ["text": .text(escaped)]
  }
}

extension Array {
  /// Splits the array into runs of neighbours with equal keys. No run is empty.
  fileprivate func chunked(by key: (Element) -> some Equatable) -> [[Element]] {
    var chunks: [[Element]] = []
    for element in self {
      if let last = chunks.last?.last, key(last) == key(element) {
        chunks[chunks.count - 1].append(element)
      } else {
        chunks.append([element])
      }
    }
    return chunks
  }
}

/// Locations in files, in the form of SARIF.
struct SarifPlaces {
  /// The name of the directory to which paths are relative (§3.4.4).
  static let base = "%SRCROOT%"

  private let sources: SourceMap

  init(_ sources: SourceMap) { self.sources = sources }

  /// Returns the location of a span (§3.28).
  func location(_ span: Span) -> JSONObject {
    ["physicalLocation": .object(["artifactLocation": .object(artifact(span)), "region": .object(region(span))])]
  }

  /// Returns the file of a span (§3.4). Its path is relative to the base, or a `file:` URL if the path is absolute.
  func artifact(_ span: Span) -> JSONObject {
    let path = sources.file(span.file)?.path ?? ""
    guard path.utf8.first != UInt8(ascii: "/") else { return ["uri": .text("file://" + Self.encoded(path))] }
    return ["uri": .text(Self.encoded(path)), "uriBaseId": .text(Self.base)]
  }

  /// Returns the region of a span (§3.30.2). Lines and columns count from 1, and the end is after the last character.
  func region(_ span: Span) -> JSONObject {
    let start = sources.start(of: span)
    let end = sources.end(of: span)
    return [
      "startLine": .number(Decimal(start.line)), "startColumn": .number(Decimal(start.column)),
      "endLine": .number(Decimal(end.line)), "endColumn": .number(Decimal(end.column)),
    ]
  }

  /// Percent-encodes a path for a URL (RFC 3986), except unreserved characters and slashes. So no part of the path is read as a
  /// scheme, a query or a fragment.
  static func encoded(_ path: String) -> String {
    var result = ""
    for byte in path.utf8 {
      if isPlain(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~/".utf8.contains(byte)
    }
  }
}

extension Findings {
  /// The findings as a log of SARIF 2.1.0 with one run. Findings that `# truths:ignore` comments hide are not included. If
  /// there are no findings, the list of results is empty.
  public var sarif: String { JSONValue.object(SarifLog(diagnostics, in: sources).json).lines }
}
