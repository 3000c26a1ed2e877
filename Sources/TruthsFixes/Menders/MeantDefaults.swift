import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Corrects defaults that are not values of their type, but whose meaning is clear: `2024-1-1`, `17.30`, `5pm`, `3 days`.
struct MeantDefaults {
  private static let codes: Set<DiagnosticCode> = [
    UnexpectedSyntax.code, MalformedNumber.code, WrongType.code, DefaultNotLiteral.code,
  ]
  private static let types: [String: ValueType] = [
    "text": .text, "boolean": .boolean, "integer": .integer(unit: nil), "decimal": .decimal(unit: nil), "date": .date,
    "time": .time, "timestamp": .timestamp, "duration": .duration, "period": .period,
  ]

  private let loaded: LoadedSet

  init(_ loaded: LoadedSet) { self.loaded = loaded }

  func applied(to found: [Diagnostic]) -> [Diagnostic] { found.map { Self.codes.contains($0.code) ? mended($0) : $0 } }

  private func mended(_ finding: Diagnostic) -> Diagnostic {
    guard let file = loaded.sources.file(finding.span.file), let (name, place) = value(around: finding.span, in: file),
      let type = Self.types[name]
    else { return finding }
    let written = file.text(place)
    guard let literal = MeantValue.literal(of: written, as: type, in: loaded.program), literal != written else { return finding }
    let help = "write `\(literal)`"
    var result = finding
    result.help = help
    result.fixes = [Diagnostic.Fix(help, [Diagnostic.Edit(place, literal)], isSafe: false)]
    return result
  }

  /// Returns the name of the type and the place of the default on the line of a finding; `nil` if the line has no default.
  private func value(around span: Span, in file: SourceFile) -> (type: String, place: Span)? {
    let unit = loaded.units.first { $0.file == span.file }
    guard let declaration = unit?.declarations.last(where: { $0.span.start <= span.start && span.start <= $0.span.end }) else {
      return nil
    }
    let bytes = file.bytes
    let offset = min(Int(span.start), bytes.count)
    let start = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = bytes[offset...].firstIndex(of: 0x0A) ?? bytes.count
    switch declaration.body {
    case .policy(let policy):
      guard case .named(let name, unit: _) = policy.type.kind, let key = bytes[start..<end].firstRange(of: "default:".utf8) else {
        return nil
      }
      return place(from: key.upperBound, start..<end, before: offset, in: file).map { (name.text, $0) }
    case .intent, .record:
      guard let sign = bytes[start..<end].firstRange(of: " = ".utf8) else { return nil }
      let type = String(decoding: bytes[start..<sign.lowerBound], as: UTF8.self).split { !$0.isLetter }.last
      guard let type else { return nil }
      return place(from: sign.upperBound, start..<end, before: offset, in: file).map { (String(type), $0) }
    default: return nil
    }
  }

  /// Returns the place of a value without quotes that begins at an offset and ends with the line, or in its braces or quotes.
  private func place(from start: Int, _ line: Range<Int>, before offset: Int, in file: SourceFile) -> Span? {
    let bytes = file.bytes
    let isFlow = bytes[line.lowerBound..<start].contains(0x7B)
    var first = start
    while first < line.upperBound, bytes[first] == 0x20 { first += 1 }
    var end = first
    while end < line.upperBound, bytes[end] != 0x27, bytes[end] != 0x22, bytes[end] != 0x0D {
      if isFlow, bytes[end] == 0x2C || bytes[end] == 0x7D { break }
      if bytes[end] == 0x23, bytes[end - 1] == 0x20 { break }
      end += 1
    }
    while end > first, bytes[end - 1] == 0x20 { end -= 1 }
    return first < end && first <= offset && offset <= end ? Span(file: file.id, start: first, end: end) : nil
  }
}
