import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Corrects defaults that are not values of their type, but whose meaning is clear: `2024-1-1`, `17.30`, `5pm`, `-3 days`,
/// `a, b`. Fixes that would leave a default that is no literal are removed.
struct MeantDefaults {
  private static let codes: Set<DiagnosticCode> = [
    UnexpectedSyntax.code, MalformedNumber.code, WrongType.code, DefaultNotLiteral.code, ClauseIndicator.code,
    UnquotedDate.code,
  ]
  private static let types: [String: ValueType] = [
    "text": .text, "boolean": .boolean, "integer": .integer(unit: nil), "decimal": .decimal(unit: nil), "date": .date,
    "time": .time, "timestamp": .timestamp, "duration": .duration, "period": .period,
  ]

  private let loaded: LoadedSet

  init(_ loaded: LoadedSet) { self.loaded = loaded }

  func applied(to found: [Diagnostic]) -> [Diagnostic] { found.map { Self.codes.contains($0.code) ? mended($0) : $0 } }

  private func mended(_ finding: Diagnostic) -> Diagnostic {
    guard let file = loaded.sources.file(finding.span.file), let (type, valueSpan) = value(around: finding.span, in: file) else {
      return finding
    }
    let written = file.text(valueSpan)
    var result = finding
    // The elements of a list in brackets have findings of their own.
    let isElement = type.element != nil && written.hasPrefix("[")
    if !isElement, let literal = MeantValue.literal(of: written, as: type, in: loaded.program), literal != written {
      let help = "write `\(literal)`"
      result.help = help
      result.fixes = [Diagnostic.Fix(help, [Diagnostic.Edit(valueSpan, literal)], isSafe: false)]
    } else if !isElement, finding.fixes.contains(where: { !isLiteral($0, type, valueSpan, in: file) }) {
      // A default that is no literal would be the next error.
      result.help = nil
      result.guidance = .general
      result.fixes = []
    }
    return result
  }

  /// Whether the value is a literal of its type after a fix.
  private func isLiteral(_ fix: Diagnostic.Fix, _ type: ValueType, _ valueSpan: Span, in file: SourceFile) -> Bool {
    guard fix.edits.count == 1, let edit = fix.edits.first, valueSpan.start <= edit.span.start, edit.span.end <= valueSpan.end
    else {
      return false
    }
    let before = Span(file: file.id, start: Int(valueSpan.start), end: Int(edit.span.start))
    let after = Span(file: file.id, start: Int(edit.span.end), end: Int(valueSpan.end))
    return MeantValue.isLiteral(file.text(before) + edit.replacement + file.text(after), of: type, in: loaded.program)
  }

  /// Returns the type and the place of the default on the line of a finding; `nil` if the line has no default.
  private func value(around span: Span, in file: SourceFile) -> (type: ValueType, place: Span)? {
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
      guard let type = Self.type(policy.type), let key = bytes[start..<end].firstRange(of: "default:".utf8) else { return nil }
      return valuePlace(from: key.upperBound, start..<end, before: offset, isList: type.element != nil, in: file).map {
        (type, $0)
      }
    case .intent, .record:
      guard let sign = bytes[start..<end].firstRange(of: " = ".utf8) else { return nil }
      let words = String(decoding: bytes[start..<sign.lowerBound], as: UTF8.self).split { !$0.isLetter }
      guard let name = words.last, let own = Self.types[String(name)], !words.contains("map") else { return nil }
      let type = words.dropLast().suffix(2) == ["list", "of"] ? ValueType.list(own) : own
      return valuePlace(from: sign.upperBound, start..<end, before: offset, isList: type.element != nil, in: file).map {
        (type, $0)
      }
    default: return nil
    }
  }

  private static func type(_ type: TypeSyntax) -> ValueType? {
    switch type.kind {
    case .named(let name, unit: _): types[name.text]
    case .list(let element): self.type(element).map { .list($0) }
    case .map, .error: nil
    }
  }

  /// Returns the place of a value that begins at an offset and ends with the line, or in its braces. A value that is no list is
  /// without quotes.
  private func valuePlace(from start: Int, _ line: Range<Int>, before offset: Int, isList: Bool, in file: SourceFile) -> Span? {
    let bytes = file.bytes
    let isFlow = bytes[line.lowerBound..<start].contains(0x7B)
    var first = start
    while first < line.upperBound, bytes[first] == 0x20 { first += 1 }
    var end = first
    var depth = 0
    while end < line.upperBound, isList || bytes[end] != 0x27 && bytes[end] != 0x22, bytes[end] != 0x0D {
      if bytes[end] == 0x5B { depth += 1 } else if bytes[end] == 0x5D { depth -= 1 }
      if isFlow, depth == 0, bytes[end] == 0x2C || bytes[end] == 0x7D { break }
      if bytes[end] == 0x23, bytes[end - 1] == 0x20 { break }
      end += 1
    }
    while end > first, bytes[end - 1] == 0x20 { end -= 1 }
    return first < end && first <= offset && offset <= end ? Span(file: file.id, start: first, end: end) : nil
  }
}
