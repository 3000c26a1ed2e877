import TruthsDiagnostics
import TruthsText

/// Finds the line that keeps a declaration from being read, and a replacement for it. YAML often reports an error one line too
/// late. A replacement is proposed only if the declaration can be read with it without a finding.
struct LineMender {
  /// Longest declaration that is tried, in bytes, because each candidate costs a reading.
  private static let sizeLimit = 6000
  /// Limit of readings for one declaration.
  private static let trialLimit = 160
  /// Fixed cost of a reading, in bytes, added to the bytes that are read.
  private static let trialCost = 300

  private let file: SourceFile
  private let range: Range<Int>
  private let isJobFile: Bool
  /// The lines of the declaration without their ends, with the offsets at which they begin in the file.
  private let lines: [(text: String, start: Int)]

  init?(_ file: SourceFile, _ range: Range<Int>, isJobFile: Bool) {
    guard range.count <= Self.sizeLimit, !file.bytes[range].contains(0x0D), !file.path.hasPrefix("(built-in)/") else {
      return nil
    }
    // Offsets in the text equal those in the file only if every byte is UTF-8.
    guard String(decoding: file.bytes[range], as: UTF8.self).utf8.elementsEqual(file.bytes[range]) else { return nil }
    self.file = file
    self.range = range
    self.isJobFile = isJobFile
    var start = range.lowerBound
    lines = file.bytes[range].split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      defer { start += line.count + 1 }
      return (String(decoding: line, as: UTF8.self), start)
    }
  }

  /// Returns a finding that replaces all findings of the declaration; `nil` if no candidate is readable.
  ///
  /// - Parameters:
  ///   - finding: the first of them.
  ///   - bytesLeft: number of bytes that may still be read in trials.
  func mended(_ finding: Diagnostic, _ bytesLeft: inout Int) -> Diagnostic? {
    let faultyLine = lines.lastIndex { $0.start <= Int(finding.span.start) } ?? 0
    let isYAML = finding.code == YAMLSyntax.code
    var order =
      isYAML
      ? [faultyLine - 1, faultyLine, faultyLine - 2, faultyLine + 1]
      : [faultyLine, faultyLine - 1, faultyLine + 1, faultyLine - 2]
    while let first = order.first, lines.indices.contains(first), lines[first].text.allSatisfy(\.isWhitespace) {
      order[0] = first - 1
    }
    let texts = lines.map(\.text)
    var trialsLeft = Self.trialLimit
    if finding.code == MissingPart.code {
      let parts = LineForms.parts(texts).map { (0, $0) }
      if let (index, form) = parts.first(where: { isTried($0.1, at: $0.0, &trialsLeft, &bytesLeft) }) {
        return diagnostic(form, texts[0], index, faultyLine == 0 ? finding : nil)
      }
    }
    for step in LineForms.Step.allCases {
      var forms = candidates(texts, step, order, faultyLine).filter(lines.indices.contains).flatMap { index in
        LineForms.forms(step, texts, index).map { (index: index, form: $0) }
      }
      // Moving a single line explains more than moving many.
      if step == .indentations { forms = forms.filter { $0.form.count == 1 } + forms.filter { $0.form.count > 1 } }
      guard let (index, form) = forms.first(where: { isTried($0.form, at: $0.index, &trialsLeft, &bytesLeft) }) else { continue }
      return diagnostic(form, old(form, at: index), index, index == faultyLine && !isYAML ? finding : nil)
    }
    return nil
  }

  private func old(_ form: LineForms.Form, at index: Int) -> String {
    lines[index..<min(lines.count, index + form.count)].map(\.text).joined(separator: "\n")
  }

  /// Whether the declaration can be read with a form; `false` once the trials are used up.
  private func isTried(_ form: LineForms.Form, at index: Int, _ trialsLeft: inout Int, _ bytesLeft: inout Int) -> Bool {
    guard trialsLeft > 0, bytesLeft > 0 else { return false }
    let old = old(form, at: index)
    guard form.text != old else { return false }
    trialsLeft -= 1
    bytesLeft -= range.count + Self.trialCost
    return isReadable(form.text, instead: old, at: lines[index].start)
  }

  /// Returns the lines that are tried in a step: those around the finding, and suspicious lines above it.
  private func candidates(_ texts: [String], _ step: LineForms.Step, _ near: [Int], _ place: Int) -> [Int] {
    let above = texts.indices.prefix(place + 1).reversed().filter { !near.contains($0) }
    func indentation(_ index: Int) -> Int { texts[index].prefix { $0 == " " }.count }
    switch step {
    case .signs: return near + above.filter { !LineForms.signs(texts, $0).isEmpty }.prefix(4)
    case .keys, .dashes: return near + above.filter { LineForms.isBare(texts[$0]) }.prefix(4)
    case .indentations:
      let odd = (near.filter(lines.indices.contains) + above).filter { indentation($0) % 2 == 1 }
      return odd.prefix(6) + near.filter { !odd.contains($0) } + above.filter { indentation($0) == 2 }.prefix(2)
    default: return near
    }
  }

  private func isReadable(_ new: String, instead old: String, at start: Int) -> Bool {
    let end = start + old.utf8.count
    let bytes = Array(file.bytes[range.lowerBound..<start]) + Array(new.utf8) + Array(file.bytes[end..<range.upperBound])
    var nodesLeft = TreeBuilder.nodeLimit
    let trial = SourceFile(id: file.id, path: file.path, bytes: bytes)
    let read = ReadChunk(trial, 0..<bytes.count, isJobFile: isJobFile, hasIgnores: false, nodesLeft: &nodesLeft)
    let isComment = range.lowerBound == start && new.hasPrefix("#")
    return read.diagnostics.isEmpty && read.unread.isEmpty && read.declarations.count == (isComment ? 0 : 1)
  }

  /// Returns the finding with its fix.
  ///
  /// - Parameter finding: the finding at the line itself, which is kept; `nil` makes a new one.
  private func diagnostic(_ form: LineForms.Form, _ old: String, _ index: Int, _ finding: Diagnostic?) -> Diagnostic {
    let (before, after) = (Array(old.utf8), Array(form.text.utf8))
    var start = 0
    while start < min(before.count, after.count), before[start] == after[start] { start += 1 }
    var behind = 0
    while behind < min(before.count, after.count) - start, before[before.count - 1 - behind] == after[after.count - 1 - behind] {
      behind += 1
    }
    while start > 0, start < before.count, before[start] & 0xC0 == 0x80 { start -= 1 }
    let at = lines[index].start
    func span(_ from: Int, _ to: Int) -> Span { Span(file: file.id, start: at + from, end: at + to) }
    let replacement = String(decoding: after[start..<(after.count - behind)], as: UTF8.self)
    let first = form.text.split(separator: "\n").first.map { $0.drop { $0 == " " } } ?? ""
    let help = form.help ?? "write `\(first)`"
    let fix = Diagnostic.Fix(help, [.init(span(start, before.count - behind), replacement)], isSafe: false)
    if var finding {
      finding.help = help
      finding.fixes = [fix]
      return finding
    }
    let line = Array(lines[index].text.utf8)
    let content = line.firstIndex { $0 != 0x20 } ?? 0
    return YAMLSyntax.line(form.problem, at: span(content, max(content, line.count)), help: help, fix: fix)
  }
}
