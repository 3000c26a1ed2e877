import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Members that may be missing from a declaration: `output`, `type` or `applies_to`, with possible values.
struct MissingParts {
  /// The maximum number of types of a set that are tried, for each kind of type.
  private static let most = 8

  private let loaded: LoadedSet
  private let units: [String]

  init(_ loaded: LoadedSet) {
    self.loaded = loaded
    units = Set(loaded.units.flatMap(\.declarations).flatMap(\.types).compactMap(\.unit?.text)).sorted()
  }

  /// A member that is put below the head of a declaration, or first into its braces.
  struct Candidate {
    /// The member alone, `type: text`.
    var member: String
    /// The text that is inserted.
    var text: String
    var place: Span
  }

  /// Returns the candidates for a finding, the narrowest types first; empty if the finding is about another kind of part.
  func candidates(for finding: Diagnostic) -> [Candidate] {
    guard finding.code == MissingPart.code, finding.fixes.isEmpty, let file = loaded.sources.file(finding.span.file),
      let key = finding.message.split(separator: "`").last
    else { return [] }
    let start = Int(finding.span.start)
    guard let end = file.bytes[start...].firstIndex(of: 0x0A), file.bytes[start] != 0x20 else { return [] }
    // In the flow form the line itself holds the members.
    if let open = file.bytes[start..<end].firstIndex(of: 0x7B) {
      let place = Span(file: file.id, start: open + 1, end: open + 1)
      let isAlone = file.bytes[(open + 1)..<end].first { $0 != 0x20 } == 0x7D
      return values(of: String(key)).map {
        Candidate(member: "\(key): \($0)", text: "\(key): \($0)\(isAlone ? "" : ", ")", place: place)
      }
    }
    let place = Span(file: file.id, start: end, end: end)
    return values(of: String(key)).map { Candidate(member: "\(key): \($0)", text: "\n  \(key): \($0)", place: place) }
  }

  private func values(of key: String) -> [String] {
    let program = loaded.program
    switch key {
    case "applies_to":
      let intents = Array(program.intents.filter { !$0.isBuiltIn }.map(\.name).prefix(Self.most))
      let all = intents.count > 1 ? ["[\(intents.joined(separator: ", "))]"] : []
      return ["state"] + intents.map { "[\($0)]" } + all
    case "output", "type":
      let enums = declared { if case .enumeration = $0 { true } else { false } }
      let records = declared { if case .record = $0 { true } else { false } }
      let numbers = ["integer", "decimal"].flatMap { type in [type] + units.prefix(Self.most).map { "\(type) in \($0)" } }
      return enums + ["boolean", "text", "date", "timestamp", "time", "duration", "period"] + numbers + records
    default: return []
    }
  }

  private func declared(_ isWanted: (Declaration.Body) -> Bool) -> [String] {
    Array(loaded.units.flatMap(\.declarations).filter { isWanted($0.body) }.map(\.name.text).prefix(Self.most))
  }
}
