import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Quotes dates and times that are read as numbers, where a date or time is compared: `day > 2024-1-1`, `early < 17.30`.
struct MeantMoments {
  private static let types: [(name: String, type: ValueType)] = [
    ("`date`", .date), ("`timestamp`", .timestamp), ("`time`", .time),
  ]

  private let loaded: LoadedSet

  init(_ loaded: LoadedSet) { self.loaded = loaded }

  func applied(to found: [Diagnostic]) -> [Diagnostic] {
    found.map { $0.code == WrongType.code && $0.fixes.isEmpty ? mended($0) : $0 }
  }

  private func mended(_ finding: Diagnostic) -> Diagnostic {
    let isNumber = finding.message.contains("`integer`") || finding.message.contains("`decimal`")
    guard isNumber, let type = Self.types.first(where: { finding.message.contains($0.name) })?.type,
      let file = loaded.sources.file(finding.span.file)
    else { return finding }
    let places = Self.places(in: file.bytes[Int(finding.span.start)..<Int(finding.span.end)], as: type)
    guard places.count == 1, let place = places.first else { return finding }
    let span = Span(file: file.id, start: place.lowerBound, end: place.upperBound)
    guard let literal = MeantValue.literal(of: file.text(span), as: type, in: loaded.program), !isQuoted(place, in: file) else {
      return finding
    }
    var result = finding
    result.help = "write `\(literal)`"
    result.guidance = .exact
    result.fixes = [Diagnostic.Fix(result.help ?? "", [Diagnostic.Edit(span, literal)], isSafe: false)]
    return result
  }

  /// Returns the places of digits that have the form of a date, or of a time with two digits of minutes.
  private static func places(in bytes: ArraySlice<UInt8>, as type: ValueType) -> [Range<Int>] {
    func isPart(_ byte: UInt8) -> Bool { isWordByte(byte) || byte == 0x2E || type != .time && byte == 0x2D }
    return bytes.indices.compactMap { start in
      guard isDigit(bytes[start]), start == bytes.startIndex || !isPart(bytes[start - 1]) else { return nil }
      let end = bytes[start...].firstIndex { !isPart($0) } ?? bytes.endIndex
      let lengths = bytes[start..<end].split(omittingEmptySubsequences: false) { $0 == 0x2E || $0 == 0x2D }.map(\.count)
      let isMeant = type == .time ? lengths.count == 2 && lengths[1] == 2 : lengths.count == 3 && lengths[0] == 4
      return isMeant ? start..<end : nil
    }
  }

  /// Whether the line is a clause in double quotes of YAML, which cannot contain further double quotes unescaped.
  private func isQuoted(_ place: Range<Int>, in file: SourceFile) -> Bool {
    let start = file.bytes[..<place.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let text = file.bytes[start..<place.lowerBound].drop { $0 == 0x20 || $0 == 0x2D }
    return text.first == 0x22 || text.firstRange(of: ": \"".utf8) != nil
  }
}
