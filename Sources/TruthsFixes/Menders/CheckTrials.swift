import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Searches for fixes by trial, for findings whose help is only general. It rewords the text, and checks the set again. A
/// rewording is suggested only if it leaves fewer errors and causes no new one.
struct CheckTrials {
  /// The maximum number of findings that are tried, and of checks; each check costs as much as an edit in an editor.
  private static let findingLimit = 8
  private static let checkLimit = 60
  /// The maximum number of missing parts that are tried; each is tried with many types.
  private static let partLimit = 2
  /// The maximum size of all checked sets together, in bytes, because a check of a larger set costs more.
  private static let sizeLimit = 2 << 20
  /// The longest line that is reworded, in bytes.
  private static let lineLimit = 400

  private let loaded: LoadedSet
  /// The errors of the set as trials see it.
  private var errors: [String] = []
  private var checksLeft: Int

  init(_ loaded: LoadedSet) {
    self.loaded = loaded
    let size = loaded.sources.files.dropFirst().reduce(1) { $0 + $1.bytes.count }
    checksLeft = min(Self.checkLimit, Self.sizeLimit / size)
  }

  /// Returns the findings, with fixes for some that had none.
  ///
  /// - Parameter set: returns the set for trials; it is unchanged afterwards.
  mutating func mended(_ findings: [Diagnostic], trying set: () -> IncrementalSet) -> [Diagnostic] {
    let open = findings.indices.filter { isOpen(findings[$0]) }
    let parts = MissingParts(loaded)
    let lacking = findings.indices.filter { !parts.candidates(for: findings[$0]).isEmpty }
    guard !open.isEmpty || !lacking.isEmpty, checksLeft > 0 else { return findings }
    var result = findings
    var trial: IncrementalSet?
    for index in lacking.prefix(Self.partLimit) {
      let tried = trial ?? set()
      if trial == nil { errors = Self.errors(of: tried.found().diagnostics) }
      trial = tried
      guard let best = best(of: parts.candidates(for: findings[index]), tried) else { continue }
      let help = "write `\(best.member)`"
      result[index].help = help
      result[index].fixes = [Diagnostic.Fix(help, [Diagnostic.Edit(best.place, best.text)], isSafe: false)]
    }
    let knownNames = KnownNames(loaded)
    for index in open.prefix(Self.findingLimit) {
      guard let line = ValueText(findings[index].span, in: loaded.sources), line.range.count <= Self.lineLimit else { continue }
      let names = knownNames.names(at: findings[index].span)
      let isType = findings[index].code == UnknownType.code
      let rewordings = isType ? Rewordings.ofType(line.text, names) : Rewordings.of(line.text, at: line.place, names)
      let inner = line.inBraces.map { part in Rewordings.of(part.text, at: part.place, names).map { (part, $0) } } ?? []
      let proposals = lets(knownNames.lets(at: findings[index].span), in: line) + inner + rewordings.map { (line, $0) }
      for (line, reworded) in proposals where checksLeft > 0 {
        checksLeft -= 1
        let tried = trial ?? set()
        if trial == nil { errors = Self.errors(of: tried.found().diagnostics) }
        trial = tried
        guard isBetter(reworded, line, tried) else { continue }
        let help = "write `\(reworded)`"
        if !line.range.contains(Int(result[index].span.start)) { result[index].span = line.span }
        result[index].help = help
        result[index].fixes = [Diagnostic.Fix(help, [Diagnostic.Edit(line.span, reworded)], isSafe: false)]
        break
      }
    }
    return result
  }

  /// Returns rewordings of the `let`s that a line reads: an expression without quotes, or the current fact in place of its
  /// presence.
  private func lets(_ bindings: [LetBinding], in line: ValueText) -> [(ValueText, String)] {
    let words = line.text.utf8.split { !($0 == 0x5F || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 >= 0x30 && $0 <= 0x39) }
    let read = Set(words.map { String($0) })
    return bindings.filter { read.contains($0.name.text) }.compactMap { binding in
      guard let value = ValueText(binding.value.span, in: loaded.sources), value.range != line.range else { return nil }
      if value.text.hasPrefix("\""), value.text.hasSuffix("\"") { return (value, String(value.text.dropFirst().dropLast())) }
      let isPath = value.text.contains(".") && value.text.utf8.allSatisfy { $0 == 0x2E || $0 == 0x5F || ($0 | 0x20) >= 0x61 }
      return isPath ? (value, "the \(value.text)") : nil
    }
  }

  /// Whether a finding is an error whose help is only general, and which has no fix.
  private func isOpen(_ finding: Diagnostic) -> Bool {
    finding.severity == .error && finding.fixes.isEmpty && finding.guidance == .general && finding.unread == nil
      && (["T1", "T2"].contains(finding.code.family) || finding.code == ApproverFault.code)
  }

  private static func errors(of diagnostics: [Diagnostic]) -> [String] {
    diagnostics.filter { $0.severity == .error }.map { "\($0.code) \($0.message)" }
  }

  private func isBetter(_ text: String, _ line: ValueText, _ set: IncrementalSet) -> Bool {
    if line.isQuoted, text.contains("'") { return false }
    let found = errors(with: text, in: line.range, of: line.file, set)
    return found.count < errors.count && found.allSatisfy(errors.contains)
  }

  /// Returns the errors of the set after an edit, which is undone.
  private func errors(with text: String, in range: Range<Int>, of file: SourceFile, _ set: IncrementalSet) -> [String] {
    let changed = Array(file.bytes[..<range.lowerBound]) + Array(text.utf8) + Array(file.bytes[range.upperBound...])
    set.update(path: file.path, bytes: changed)
    defer { set.update(path: file.path, bytes: file.bytes) }
    return Self.errors(of: set.found().diagnostics)
  }

  /// Returns the first candidate with the fewest errors, if it leaves fewer errors than before and causes no new ones.
  private mutating func best(of candidates: [MissingParts.Candidate], _ set: IncrementalSet) -> MissingParts.Candidate? {
    var best: (candidate: MissingParts.Candidate, count: Int)?
    for candidate in candidates where checksLeft > 0 {
      guard let file = loaded.sources.file(candidate.place.file) else { continue }
      checksLeft -= 1
      let place = Int(candidate.place.start)
      let found = errors(with: candidate.text, in: place..<place, of: file, set)
      guard found.count < best?.count ?? errors.count, found.allSatisfy(errors.contains) else { continue }
      best = (candidate, found.count)
      if found.isEmpty { break }
    }
    return best?.candidate
  }
}

/// The list entry, or the value of a key, on the line of a finding.
private struct ValueText {
  let file: SourceFile
  /// The byte range in the file.
  let range: Range<Int>
  let text: String
  /// Whether the text is in single quotes. A replacement must then not contain any.
  let isQuoted: Bool

  var span: Span { Span(file: file.id, start: range.lowerBound, end: range.upperBound) }

  /// The range of the finding in the text.
  let place: Range<Int>

  /// The expression in braces of a text that the finding is about; `nil` outside of texts.
  var inBraces: ValueText? {
    let bytes = Array(text.utf8)
    guard place.upperBound <= bytes.count, let open = bytes[..<place.lowerBound].lastIndex(of: 0x7B),
      let close = bytes[place.upperBound...].firstIndex(of: 0x7D), bytes[..<open].contains(0x22),
      !bytes[open..<close].contains(0x22)
    else { return nil }
    return ValueText(part: open + 1..<close, of: self)
  }

  private init(part: Range<Int>, of outer: ValueText) {
    file = outer.file
    range = outer.range.lowerBound + part.lowerBound..<outer.range.lowerBound + part.upperBound
    text = String(decoding: Array(outer.text.utf8)[part], as: UTF8.self)
    isQuoted = outer.isQuoted
    place = outer.place.lowerBound - part.lowerBound..<outer.place.upperBound - part.lowerBound
  }

  init?(_ span: Span, in sources: SourceMap) {
    guard let file = sources.file(span.file) else { return nil }
    let bytes = file.bytes
    let offset = min(Int(span.start), bytes.count)
    var start = offset
    while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
    var end = offset
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    while end > start, bytes[end - 1] == 0x20 { end -= 1 }
    while start < end, bytes[start] == 0x20 { start += 1 }
    var isClause = bytes[start..<end].starts(with: "- ".utf8)
    if isClause { start += 2 }
    let key = bytes[start..<end].prefix { $0 == 0x5F || $0 == 0x2E || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    if !key.isEmpty, bytes[key.endIndex..<end].starts(with: ": ".utf8) {
      start = key.endIndex + 2
      isClause = ["if", "rule"].contains(String(decoding: key, as: UTF8.self))
    }
    // A clause in quotes of YAML is the text within.
    isQuoted = isClause && end - start > 2 && bytes[start] == 0x27 && bytes[start + 1..<end].firstIndex(of: 0x27) == end - 1
    if isQuoted { (start, end) = (start + 1, end - 1) }
    guard start <= offset, start < end else { return nil }
    self.file = file
    range = start..<end
    text = String(decoding: bytes[range], as: UTF8.self)
    place = min(offset, end) - start..<max(offset, min(Int(span.end), end)) - start
  }
}
