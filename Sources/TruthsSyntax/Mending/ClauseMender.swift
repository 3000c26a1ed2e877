import TruthsDiagnostics
import TruthsText

/// Finds what a text was meant to be that could not be read. Every proposal is read itself before it is made, so that what is
/// proposed can be read.
struct ClauseMender {
  /// Longer texts are not tried: a fault in one costs many readings.
  private static let sizeLimit = 1200

  private let text: ClauseText
  private let whole: String
  /// Offsets in `whole` of the piece that could not be read, and of the ends of the piece before it.
  private let fault: Range<Int>
  private let previous: Int
  private let reads: (ClauseText) -> Bool
  private let rewritings: [Rewriting]

  /// - Parameter parser: the parser where it gave up.
  init?(_ parser: ClauseParser, _ rewritings: [Rewriting], reads: @escaping (ClauseText) -> Bool) {
    text = parser.text
    let trimmed = text.trimmed
    guard trimmed.count <= Self.sizeLimit, !trimmed.isEmpty else { return nil }
    whole = text.string(trimmed)
    func place(_ offset: Int32) -> Int { min(max(Int(offset), trimmed.lowerBound), trimmed.upperBound) - trimmed.lowerBound }
    fault = place(parser.current.start)..<place(parser.current.end)
    previous = parser.index > 0 ? place(parser.tokens[parser.index - 1].end) : 0
    self.rewritings = rewritings
    self.reads = reads
  }

  /// The fix that makes it readable.
  func fix() -> (fix: Diagnostic.Fix, help: String)? {
    guard let mended = proposals.first(where: isReadable) else { return nil }
    let (start, end, replacement) = difference(to: mended)
    let base = text.trimmed.lowerBound
    let edit = Diagnostic.Edit(text.span(base + start, base + end), text.style.written(replacement))
    let help = "write `\(mended.utf8.count <= 100 ? mended : replacement)`"
    return (Diagnostic.Fix(help, [edit], isSafe: false), help)
  }

  private func isReadable(_ mended: String) -> Bool {
    guard mended != whole, !mended.utf8.isEmpty else { return false }
    if text.style == .plain {
      let isCut = mended.contains(": ") || mended.contains(" #") || mended.hasSuffix(":")
      if isCut || "\"'[{*&!|>%@`?".contains(mended.prefix(1)) { return false }
    }
    let bytes = Array(mended.utf8)
    return reads(ClauseText(file: text.file, bytes: bytes, range: 0..<bytes.count, style: .bare))
  }

  // MARK: Proposals

  /// What it may have been meant to be, the likeliest first.
  private var proposals: some Sequence<String> {
    let steps: [() -> [String]] = [
      { misspelt(in: whole) }, { rewritings.compactMap { exhausted($0, whole) } }, { insertions }, { removals }, { closings },
      { quotations }, { [all(whole)] }, { misspelt(in: all(whole)) },
    ]
    return steps.lazy.flatMap { $0() }
  }

  /// A rewriting, applied until nothing is left for it.
  private func exhausted(_ rewriting: Rewriting, _ text: String) -> String? {
    var result: String?
    for _ in 0..<8 {
      guard let next = rewriting.applied(to: result ?? text), next != result ?? text else { break }
      result = next
    }
    return result
  }

  /// The text with every rewriting in turn.
  private func all(_ text: String) -> String {
    var result = withDoubleQuotes(text)
    for rewriting in rewritings { result = exhausted(rewriting, result) ?? result }
    return result
  }

  private func withDoubleQuotes(_ text: String) -> String {
    let pieces = Pieces(text)
    var bytes = pieces.bytes
    for (kind, range) in pieces.all where kind == .text && bytes[range.lowerBound] == 0x27 && !bytes[range].contains(0x22) {
      bytes[range.lowerBound] = 0x22
      bytes[range.upperBound - 1] = 0x22
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Words that are not reserved and have a meaning in some places.
  private static let words =
    ReservedWords.all + ["otherwise", "between", "matching", "matches", "of", "list", "map", "the", "as"]

  /// Words one edit away from one of the language, or in capitals, one at a time and then all.
  private func misspelt(in text: String) -> [String] {
    let pieces = Pieces(text)
    var found: [(range: Range<Int>, word: String)] = []
    for (kind, range) in pieces.all where kind == .word {
      let word = pieces.string(range)
      guard !Self.words.contains(word) else { continue }
      let small = word.lowercased()
      if let meant = Self.words.contains(small) ? small : nearestName(to: small, among: Self.words) {
        found.append((range, meant))
      }
    }
    func replacing(_ places: [(range: Range<Int>, word: String)]) -> String {
      var bytes = pieces.bytes
      for place in places.reversed() { bytes.replaceSubrange(place.range, with: Array(place.word.utf8)) }
      return String(decoding: bytes, as: UTF8.self)
    }
    return found.map { replacing([$0]) } + (found.count > 1 ? [replacing(found)] : [])
  }

  /// A word or sign that may be missing before the fault.
  private var insertions: [String] {
    [", ", "else ", "→ ", "then ", "satisfies ", "where ", "in ", "for ", "of ", "= ", "and ", "== ", ".", "("].map { word in
      inserted((word.first == "," || word.first == "." ? "" : " ") + word, at: previous, skippingBlanks: true)
    }
  }

  private func inserted(_ word: String, at place: Int, skippingBlanks: Bool = false) -> String {
    var bytes = Array(whole.utf8)
    var end = place
    if skippingBlanks { while end < bytes.count, isBlank(bytes[end]) { end += 1 } }
    bytes.replaceSubrange(place..<end, with: Array(word.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text without the fault, and without what stands from it on.
  private var removals: [String] {
    let bytes = Array(whole.utf8)
    let without = [bytes[..<previous] + bytes[fault.upperBound...], bytes[..<previous]]
    let isSign = !fault.isEmpty && !isWordByte(bytes[fault.lowerBound])
    return isSign ? without.map { String(decoding: $0, as: UTF8.self) } : []
  }

  /// A bracket or quote that was forgotten: before an arrow, before `else`, before a bracket at the end, or at the end.
  private var closings: [String] {
    let bytes = Array(whole.utf8)
    var places = [" →", " ->", " else ", ")"].compactMap { whole.utf8.range(of: $0) }
    places.append(bytes.count)
    return ["\"", ")", "]", "))", "\")"].flatMap { sign in places.map { inserted(sign, at: $0) } }
  }

  /// Words behind `else`, or in the brackets of an effect, in double quotes.
  private var quotations: [String] {
    let elses = whole.utf8.range(of: " else ").map { place -> String in
      let bytes = Array(whole.utf8)
      return String(decoding: bytes[..<(place + 6)], as: UTF8.self) + "\""
        + String(decoding: bytes[(place + 6)...], as: UTF8.self)
        + "\""
    }
    let effects = ["reject", "warn", "requires_consent"].compactMap { effect in
      Rewriting("\(effect) ( *a )", "\(effect)(\"$a\")").applied(to: whole)
    }
    return (elses.map { [$0] } ?? []) + effects
  }

  // MARK: Edits

  /// The stretch of the text that differs, whole words of it, and what stands there in the mended one.
  private func difference(to mended: String) -> (start: Int, end: Int, replacement: String) {
    let (old, new) = (Array(whole.utf8), Array(mended.utf8))
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    while start > 0, isInside(old, start) || isInside(new, start) { start -= 1 }
    var behind = 0
    while behind < min(old.count, new.count) - start, old[old.count - 1 - behind] == new[new.count - 1 - behind] { behind += 1 }
    while behind > 0, isInside(old, old.count - behind) || isInside(new, new.count - behind) { behind -= 1 }
    return (start, old.count - behind, String(decoding: new[start..<(new.count - behind)], as: UTF8.self))
  }

  /// Whether an offset lies within a word or a character.
  private func isInside(_ bytes: [UInt8], _ offset: Int) -> Bool {
    guard offset < bytes.count else { return false }
    if bytes[offset] & 0xC0 == 0x80 { return true }
    return offset > 0 && isWordByte(bytes[offset]) && isWordByte(bytes[offset - 1])
  }
}

extension String.UTF8View {
  /// The offset at which some bytes first stand.
  fileprivate func range(of word: String) -> Int? {
    let (bytes, wanted) = (Array(self), Array(word.utf8))
    return bytes.indices.first { bytes[$0...].starts(with: wanted) }
  }
}
