import TruthsCheck
import TruthsDiagnostics
public import TruthsFindings
import TruthsProgram
import TruthsSyntax
public import TruthsText

/// A truth set of an older language version, converted to version 3 (`truths migrate`): its rewritten files, and remarks for
/// a person to check.
public struct Migration: Sendable {
  /// The files, in the order in which they were given.
  public let files: [MigratedSource]
  /// Remarks on parts whose meaning changed, and on decisions that need a person, in order of place.
  public let remarks: [MigrationRemark]

  /// - Complexity: O(size of the set + lines at fault · size of their files).
  public init(_ given: [SourceText], fixtures: [SourceText] = []) {
    let names = Self.conditionalFields(of: given)
    files = given.map { MigratedSource($0, fields: names) }
    var finder = MigrationRemarks(files.map { MigratedSource.parsed($0.original.path, $0.bytes).unit })
    for file in files { finder.read(file) }
    for fixture in fixtures { finder.read(fixture: fixture) }
    remarks = finder.found
  }

  /// Returns the names of fields that are reserved words since version 2.
  private static func conditionalFields(of files: [SourceText]) -> Set<String> {
    var names: Set<String> = []
    for unit in files.map({ MigratedSource.parsed($0.path, $0.bytes).unit }) {
      for declaration in unit.declarations {
        let fields: [FieldDeclaration] =
          switch declaration.body {
          case .intent(let intent): intent.fields
          case .fact(let fact): fact.fields
          default: []
          }
        names.formUnion(fields.map(\.name.text).filter { ReservedWords.conditional.contains($0) })
      }
    }
    return names
  }
}

/// A file, rewritten where version 2 requires it.
public struct MigratedSource: Sendable {
  /// The file before the migration.
  public let original: SourceText
  /// The bytes after the migration, in canonical layout if the file was rewritten.
  public let bytes: [UInt8]
  /// The remaining findings about the file's syntax.
  public let findings: Findings

  /// The maximum number of lines of a file for which a rewrite is tried; errors in later lines are only reported.
  private static let attempts = 1_000

  /// - Parameter fields: the names of fields that are reserved words now.
  init(_ source: SourceText, fields: Set<String>) {
    original = source
    var text = source.bytes
    var parsed = Self.parsed(source.path, text)
    var tried: Set<Int> = []
    while !fields.isEmpty, tried.count < Self.attempts, let line = parsed.faultyLines.first(where: { !tried.contains($0) }) {
      tried.insert(line)
      let changed = FieldQualifier(fields).rewritten(text, line: line)
      if changed == text { continue }
      let other = Self.parsed(source.path, changed)
      if other.faults < parsed.faults { (text, parsed) = (changed, other) }
    }
    let worded = EmptyReasons(parsed).rewritten(text)
    if worded != text, Self.parsed(source.path, worded).faults < parsed.faults { text = worded }
    if text != source.bytes { text = FormattedSource(SourceText(path: source.path, bytes: text)).bytes }
    bytes = text
    let whole = Self.parsed(source.path, text)
    findings = Findings(whole.unit.diagnostics, in: whole.sources)
  }

  /// Whether the file was rewritten.
  public var isChanged: Bool { bytes != original.bytes }

  /// The difference in the unified format; empty without changes.
  public var diff: String { UnifiedDiff.text(original.path, from: original.bytes, to: bytes) }

  /// A parsed text with its sources.
  struct Parsed {
    var unit: SourceUnit
    var sources: SourceMap

    /// The number of syntax errors.
    var faults: Int { unit.diagnostics.count { $0.severity == .error } }

    /// The lines of errors, from 1, ascending; for an expression that ends too early, the line of its end.
    var faultyLines: [Int] {
      Set(unit.diagnostics.filter { $0.severity == .error }.map { sources.start(of: $0.span).line }).sorted()
    }
  }

  static func parsed(_ path: String, _ bytes: [UInt8]) -> Parsed {
    var sources = SourceMap()
    let file = sources.add(path: path, bytes: bytes)
    return Parsed(unit: Parser.parse(file, relativePath: Loader.relativePath(of: path)), sources: sources)
  }
}

/// Qualifies names of fields in a line of clauses: `if` becomes `trigger.if`.
private struct FieldQualifier {
  private let fields: Set<String>

  init(_ fields: Set<String>) { self.fields = fields }

  /// Returns a file in which the field names of one line are qualified.
  ///
  /// - Parameter line: the number of the line, from 1.
  func rewritten(_ bytes: [UInt8], line: Int) -> [UInt8] {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1) else { return bytes }
    lines[line - 1] = rewritten(Array(lines[line - 1]))[...]
    return Array(lines.joined(separator: [0x0A]))
  }

  /// Returns a line in which every bare field name is qualified, outside of texts and within braces in texts.
  private func rewritten(_ line: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var offset = 0
    var (isText, braces) = (false, 0)
    while offset < line.count {
      let byte = line[offset]
      if isText, byte == UInt8(ascii: "\\"), offset + 1 < line.count {
        result += line[offset...offset + 1]
        offset += 2
        continue
      }
      if byte == UInt8(ascii: "\""), braces == 0 { isText.toggle() }
      if isText, byte == UInt8(ascii: "{") { braces += 1 }
      if isText, byte == UInt8(ascii: "}"), braces > 0 { braces -= 1 }
      if !isText, byte == UInt8(ascii: "#"), offset == 0 || line[offset - 1] == 0x20 { return result + line[offset...] }
      let end = line[offset...].firstIndex { !Self.isWordByte($0) } ?? line.count
      guard end > offset else {
        result.append(byte)
        offset += 1
        continue
      }
      if !isText || braces > 0, isBareName(line, offset..<end) { result += Array("trigger.".utf8) }
      result += line[offset..<end]
      offset = end
    }
    return result
  }

  /// Whether a word is the name of a field, and not a member, a key of YAML or a key of a fact.
  private func isBareName(_ line: [UInt8], _ range: Range<Int>) -> Bool {
    guard fields.contains(String(decoding: line[range], as: UTF8.self)) else { return false }
    if range.lowerBound > 0, line[range.lowerBound - 1] == UInt8(ascii: ".") { return false }
    let rest = line[range.upperBound...].drop { $0 == 0x20 }
    if rest.first == UInt8(ascii: ":") { return false }
    return rest.first != UInt8(ascii: "=") || rest.dropFirst().first == UInt8(ascii: "=")
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x30 && byte <= 0x39
  }
}
