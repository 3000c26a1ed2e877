import TruthsCheck
import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// Adds fixes to findings of the checker that have none: what was written is reworded, and the set is checked with that. Only a
/// rewording that leaves fewer errors and makes no new one is proposed.
struct TrialFixes {
  /// Larger sets are not tried, since each trial is a check.
  private static let sizeLimit = 128 << 10
  private static let findingLimit = 3
  private static let trialLimit = 40

  private let loaded: LoadedSet
  private let files: [SourceFile]
  private let errors: [String]

  init(_ loaded: LoadedSet) {
    self.loaded = loaded
    files = Array(loaded.sources.files.dropFirst())
    errors = Self.errors(of: loaded.diagnostics)
  }

  /// The findings of the set, with fixes.
  func diagnostics() -> [Diagnostic] {
    var result = loaded.diagnostics
    guard result.hasErrors, files.reduce(0, { $0 + $1.bytes.count }) <= Self.sizeLimit else { return result }
    let open = result.indices.filter {
      result[$0].severity == .error && result[$0].fixes.isEmpty && ["T1", "T2"].contains(result[$0].code.family)
    }
    for index in open.prefix(Self.findingLimit) {
      guard let fix = fix(result[index]) else { continue }
      result[index].fixes = [fix]
      result[index].help = fix.title
    }
    return result
  }

  private static func errors(of diagnostics: [Diagnostic]) -> [String] {
    diagnostics.filter { $0.severity == .error }.map { "\($0.code) \($0.message)" }
  }

  private func fix(_ finding: Diagnostic) -> Diagnostic.Fix? {
    guard let file = files.first(where: { $0.id == finding.span.file }) else { return nil }
    let (start, end) = content(file, around: Int(finding.span.start))
    guard start < end, end - start <= 400, Int(finding.span.start) >= start else { return nil }
    let text = String(decoding: file.bytes[start..<end], as: UTF8.self)
    let place = Int(finding.span.start) - start..<max(Int(finding.span.start), min(Int(finding.span.end), end)) - start
    for reworded in Rewordings.of(text, at: place).prefix(Self.trialLimit) where isBetter(reworded, file, start..<end) {
      let help = "write `\(reworded)`"
      return Diagnostic.Fix(help, [.init(Span(file: file.id, start: start, end: end), reworded)], isSafe: false)
    }
    return nil
  }

  private func isBetter(_ text: String, _ changed: SourceFile, _ range: Range<Int>) -> Bool {
    let trial = Mending.$isOn.withValue(false) {
      Loader.load(
        files.map { file in
          guard file.id == changed.id else { return (file.path, file.bytes) }
          return (file.path, Array(file.bytes[..<range.lowerBound]) + Array(text.utf8) + Array(file.bytes[range.upperBound...]))
        })
    }
    let found = Self.errors(of: trial.diagnostics)
    return found.count < errors.count && found.allSatisfy(errors.contains)
  }

  /// The entry or value of the line around an offset, without its end.
  private func content(_ file: SourceFile, around offset: Int) -> (Int, Int) {
    let bytes = file.bytes
    var start = min(offset, bytes.count)
    while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
    var end = offset
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    while end > start, bytes[end - 1] == 0x20 { end -= 1 }
    while start < end, bytes[start] == 0x20 { start += 1 }
    if bytes[start..<end].starts(with: "- ".utf8) { start += 2 }
    let key = bytes[start..<end].prefix { $0 == 0x5F || $0 == 0x2E || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    if !key.isEmpty, bytes[key.endIndex..<end].starts(with: ": ".utf8) { start = key.endIndex + 2 }
    return (start, end)
  }
}
