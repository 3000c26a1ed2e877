import TruthsDiagnostics
import TruthsText

/// Finds a readable replacement for a clause that could not be read. Every candidate is parsed before it is proposed, and keeps
/// all of the author's words except those that it replaces.
struct ClauseMender {
  /// Longest text that is tried, in bytes, because each candidate costs a reading.
  private static let sizeLimit = 600

  private let finding: Diagnostic
  private let form: Diagnostic.UnreadText.Form
  private let style: ScalarStyle
  /// The offset of the text in its file.
  private let start: Int
  private let clause: String
  private let pieces: Pieces
  /// Index of the piece that could not be read; the number of pieces at the end of the text.
  private let fault: Int
  private let names: Rewordings.Names
  /// Decides the meaning of `unless` in the text.
  private let exceptionContext: Exceptions.Context

  /// Prepares the text of a finding; `nil` if the text cannot be repaired.
  ///
  /// - Parameters:
  ///   - finding: a finding with its unread text.
  ///   - names: the names that the text may use.
  init?(_ finding: Diagnostic, in file: SourceFile, _ names: Rewordings.Names) {
    guard let unread = finding.unread, unread.span.file == file.id else { return nil }
    let range = Int(unread.span.start)..<Int(unread.span.end)
    guard !range.isEmpty, range.count <= Self.sizeLimit, range.upperBound <= file.bytes.count else { return nil }
    let bytes = file.bytes[range]
    let before = range.lowerBound > 0 ? file.bytes[range.lowerBound - 1] : 0
    style = before == 0x27 ? .singleQuoted : before == 0x22 ? .doubleQuoted : .plain
    // If YAML decodes escapes in the text, its offsets are not those of the file.
    let hasEscapes = style == .doubleQuoted && bytes.contains(0x5C) || style == .singleQuoted && bytes.contains(0x27)
    clause = String(decoding: bytes, as: UTF8.self)
    guard !hasEscapes, clause.utf8.elementsEqual(bytes) else { return nil }
    self.finding = finding
    self.names = names
    form = unread.form
    exceptionContext =
      switch unread.form {
      case .clause, .requirement: .clause
      case .row: .condition
      case .output: .output
      case .expression where Self.isCondition(before: range.lowerBound, of: file): .condition
      default: .value
      }
    start = range.lowerBound
    pieces = Pieces(clause)
    let offset = Int(finding.span.start) - start
    fault = pieces.all.firstIndex { $0.range.upperBound > offset } ?? pieces.all.count
  }

  /// Returns the finding with a fix that makes the text readable; `nil` if no candidate is readable.
  func mended() -> Diagnostic? {
    let settled = proposals.lazy.compactMap { LikePatterns.translated(Grouping.settled($0, as: [form]), from: pieces) }
    guard let mended = settled.first(where: isReadable) else { return withUnitHelp }
    let (from, to, replacement) = difference(to: mended)
    let edit = Diagnostic.Edit(
      Span(file: finding.span.file, start: start + from, end: start + to), style.written(replacement))
    let shown = mended.utf8.count <= 100 ? mended : replacement
    let line = shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var result = finding
    result.help = replacement.isEmpty ? "remove `\(pieces.string(from..<to).filter { $0 != " " })`" : "write `\(line)`"
    result.fixes = [Diagnostic.Fix(result.help ?? "", [edit], isSafe: false)]
    return result
  }

  /// The finding with help for a declared unit after a number; `nil` for any other word.
  private var withUnitHelp: Diagnostic? {
    guard finding.help == nil, fault > 0, fault < pieces.all.count, pieces.all[fault - 1].kind == .number,
      names.units.contains(pieces.string(pieces.all[fault].range))
    else { return nil }
    var result = finding
    result.help = "write `\(pieces.small[fault - 1])`: a number takes the unit of the value beside it"
    return result
  }

  /// Whether a text is the value of the key `if`.
  private static func isCondition(before start: Int, of file: SourceFile) -> Bool {
    var end = start
    while end > 0, file.bytes[end - 1] == 0x20 || file.bytes[end - 1] == 0x27 || file.bytes[end - 1] == 0x22 { end -= 1 }
    return end > 3 && file.bytes[end - 3..<end].elementsEqual("if:".utf8) && !isWordByte(file.bytes[end - 4])
  }

  private func isReadable(_ mended: String) -> Bool {
    guard mended != clause, !mended.utf8.isEmpty, keepsNames(mended) else { return false }
    if SelfComparison.occurs(in: mended), !SelfComparison.occurs(in: clause) { return false }
    if form == .field || form == .type, !keepsRange(Pieces(mended)) || !hasKnownUnits(Pieces(mended)) { return false }
    if style == .plain {
      let isCut = mended.contains(": ") || mended.contains(" #") || mended.hasSuffix(":")
      if isCut || "\"'[{*&!|>%@`?".contains(mended.prefix(1)) { return false }
    }
    let bytes = Array(mended.utf8)
    var text = ClauseText(file: finding.span.file, bytes: bytes, range: 0..<bytes.count, style: .bare)
    text.isTrial = true
    return Grammar.reads(text, as: form)
  }

  /// Whether every unit that the text has not had is declared somewhere, or has the form of a common one: `eur`, `kg`.
  private func hasKnownUnits(_ mended: Pieces) -> Bool {
    mended.all.indices.dropFirst().allSatisfy { index in
      let unit = mended.string(mended.all[index].range)
      guard mended.small[index - 1] == "in", mended.all[index].kind == .word else { return true }
      let isWritten = pieces.all.indices.dropFirst().contains { place in
        pieces.small[place - 1] == "in" && pieces.string(pieces.all[place].range) == unit
      }
      return isWritten || unit.utf8.count <= 3 || names.units.contains(unit) || Self.commonUnits.contains(unit)
    }
  }

  private static let commonUnits = Set(WrittenValues.units + ["percent", "euros", "dollars", "pieces", "points"])

  /// Whether all declared names of the text are still in it: a declared name is no misspelling.
  private func keepsNames(_ mended: String) -> Bool {
    guard !names.declared.isEmpty else { return true }
    func counts(_ text: String) -> [Substring: Int] {
      let words = text.split { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "_") }
      return Dictionary(words.lazy.filter { names.declared.contains(String($0)) }.map { ($0, 1) }, uniquingKeysWith: +)
    }
    let after = counts(mended)
    return counts(clause).allSatisfy { $0.value <= after[$0.key] ?? 0 }
  }

  /// Whether the words `min` and `max` of a range are still in the text, and neither has become a unit.
  private func keepsRange(_ mended: Pieces) -> Bool {
    ["min", "max"].allSatisfy { word in
      let places = mended.small.indices.filter { mended.small[$0] == word }
      return (!places.isEmpty || !pieces.small.contains(word)) && places.allSatisfy { $0 == 0 || mended.small[$0 - 1] != "in" }
    }
  }

  // MARK: Proposals

  private var rewritings: [Rewriting] {
    switch form {
    case .type, .field: ForeignForms.types
    case .states, .artifact: ForeignForms.states
    case .move: ForeignForms.moves
    case .output: ForeignForms.outputs
    default: ForeignForms.expressions
    }
  }

  /// Candidates, the likeliest first.
  private var proposals: some Sequence<String> {
    var steps: [() -> [String]] = [
      { misspelt(in: pieces) + (form == .states || form == .move ? [clause.lowercased()] : []) },
      { WrittenValues.numbers(pieces) + Exceptions(pieces: pieces, context: exceptionContext).proposals },
      { WrittenValues.negatives(pieces, names.booleans) + Rewordings.keyedLookUps(pieces, names, asTest: asksForCondition) },
      { Rewordings.bracketedLookUps(pieces, names) },
      { form == .type || form == .field ? WrittenTypes.proposals(pieces) : [] },
      { implications },
      { rewritings.lazy.flatMap { [$0.applied(to: pieces), $0.exhausted(on: pieces)].compactMap { $0 } } },
    ]
    if finding.guidance == .general {
      steps += [
        { WrittenValues.proposals(pieces) }, { callBrackets }, { insertions }, { removals }, { closings }, { quotations },
        { Rewordings.methods(clause) },
      ]
    } else {
      steps += [{ callBrackets }, { insertions }]
    }
    steps += [{ everything.map { [$0] } ?? [] }, { everything.map { misspelt(in: Pieces($0)) } ?? [] }]
    return steps.lazy.flatMap { $0() }
  }

  /// Candidates for `if A then B` as a clause; none if B is a number or a text, which is no condition.
  private var implications: [String] {
    let compares = pieces.all.contains { "<>=!".utf8.contains(pieces.bytes[$0.range.lowerBound]) }
    guard form == .clause || form == .requirement, compares || pieces.all.last?.kind == .word else { return [] }
    return ForeignForms.implications.compactMap { $0.applied(to: pieces) }
  }

  /// The text after all rewritings, each applied to the result of those before it; `nil` if they change nothing.
  private var everything: String? {
    var result = Pieces(withDoubleQuotes)
    for rewriting in rewritings {
      if let next = rewriting.exhausted(on: result) { result = Pieces(next) }
    }
    return result.bytes == pieces.bytes ? nil : String(decoding: result.bytes, as: UTF8.self)
  }

  private var withDoubleQuotes: String {
    var bytes = pieces.bytes
    for (kind, range) in pieces.all where kind == .text && bytes[range.lowerBound] != 0x22 && !bytes[range].contains(0x22) {
      bytes[range.lowerBound] = 0x22
      bytes[range.upperBound - 1] = 0x22
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Words that are not reserved but have a meaning in some places.
  private static let words =
    ReservedWords.all + ["otherwise", "between", "matching", "matches", "of", "list", "map", "the", "as"]

  private static let functions = ["sum", "min", "max", "mean", "count", "first", "last"]

  /// Words that are near to one of the language but mean something else.
  private static let foreignWords: Set<String> = ["ilike"]

  /// Returns the text with misspelt words corrected: capitals to small letters, one word at a time and then all; and the word
  /// at or before the fault replaced by the nearest word of the language.
  private func misspelt(in pieces: Pieces) -> [String] {
    var (capitals, near): ([(range: Range<Int>, word: String)], [(range: Range<Int>, word: String)]) = ([], [])
    for (index, piece) in pieces.all.enumerated() where piece.kind == .word {
      let (word, small) = (pieces.string(piece.range), pieces.small[index])
      if Self.words.contains(word) || names.declared.contains(word) || Self.foreignWords.contains(small) { continue }
      if Self.words.contains(small) || word != small && Self.functions.contains(small) {
        capitals.append((piece.range, small))
      } else if index == fault || index + 1 == fault, small.utf8.count > 2, let meant = nearestName(to: small, among: Self.words)
      {
        near.append((piece.range, meant))
      } else if let effect = misspeltEffect(at: index, in: pieces) {
        near.append((piece.range, effect))
      }
    }
    func replacing(_ places: [(range: Range<Int>, word: String)]) -> String {
      var bytes = pieces.bytes
      for place in places.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
        bytes.replaceSubrange(place.range, with: Array(place.word.utf8))
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    let words = capitals + near
    return capitals.map { replacing([$0]) } + (capitals.count > 1 ? [replacing(capitals)] : []) + near.map { replacing([$0]) }
      + (words.count > 1 ? [replacing(words)] : [])
  }

  /// Returns the effect that a word before brackets most likely means, at the beginning of a clause or after its arrow.
  private func misspeltEffect(at index: Int, in pieces: Pieces) -> String? {
    guard form == .clause, pieces.sign(index + 1) == 0x28, !Self.effects.contains(pieces.small[index]),
      !names.functions.contains(pieces.string(pieces.all[index].range)),
      index == 0 || ["→", "->"].contains(pieces.small[index - 1])
    else { return nil }
    return nearestName(to: pieces.small[index], among: Self.effects.sorted())
  }

  private static let effects: Set<String> = ["reject", "warn", "requires_approval", "requires_consent"]

  /// Candidates with a missing word or sign before the fault: `→` before an effect, `else` before a text, a comma within
  /// brackets, `as` before a variable.
  private var insertions: [String] {
    guard fault > 0, fault < pieces.all.count else { return [] }
    let kind = pieces.all[fault].kind
    let gap = pieces.all[fault - 1].range.upperBound..<pieces.all[fault].range.lowerBound
    // Text on a line of its own is an entry of its own.
    if form != .clause, form != .requirement, form != .expression, form != .move, pieces.bytes[gap].contains(0x0A) { return [] }
    var words: [String] = []
    if form == .fact, kind == .word { words.append(" as ") }
    if form == .states || form == .move || form == .artifact, kind == .word { words.append(" → ") }
    let isLoop = kind == .word && fault + 1 < pieces.all.count && pieces.small[fault + 1] == "in"
    if isLoop, form == .output || pieces.isInBrackets(fault) { words.append(" for ") }
    if endsLoop { words.append(" where ") }
    if Self.effects.contains(pieces.small[fault]) { words += [" → ", " else "] }
    if kind == .text, endsInReason { words.append(" else ") }
    if pieces.isInBrackets(fault), kind != .sign || pieces.depth(fault) == 1 { words.append(", ") }
    let place = pieces.all[fault - 1].range.upperBound
    return words.map { inserted($0, at: place) }
  }

  /// Candidates with the brackets of a call of a function: `round a, b`.
  private var callBrackets: [String] {
    guard fault > 0, fault < pieces.all.count, names.functions.contains(pieces.string(pieces.all[fault - 1].range)),
      let first = pieces.operand(at: fault), pieces.path(at: fault - 1) == fault
    else { return [] }
    var end = first
    while pieces.sign(end) == 0x2C, let next = pieces.operand(at: end + 1) { end = next }
    let arguments = pieces.string(of: fault..<end)
    let call = pieces.string(0..<pieces.all[fault - 1].range.upperBound) + "(\(arguments))"
    return [call + pieces.string(pieces.all[end - 1].range.upperBound..<pieces.bytes.count)]
  }

  /// Whether the text is a condition, or begins with one.
  private var asksForCondition: Bool { exceptionContext == .clause || exceptionContext == .condition }

  /// Whether the form may end with `else` and a text.
  private var endsInReason: Bool { form == .clause || form == .requirement || form == .move }

  /// Whether the fault is a word directly after the source of a loop, so that `where` may be missing there.
  private var endsLoop: Bool {
    var start = fault - 1
    while start > 1, pieces.all[start - 1].kind == .sign, pieces.sign(start - 1) == 0x2E { start -= 2 }
    return start > 0 && pieces.all[start].kind == .word && pieces.small[start - 1] == "in" && pieces.all[fault].kind == .word
  }

  private func inserted(_ word: String, at place: Int) -> String {
    var bytes = pieces.bytes
    var end = place
    if word.last == " " { while end < bytes.count, isBlank(bytes[end]) { end += 1 } }
    bytes.replaceSubrange(place..<end, with: Array(word.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Candidates without a comma or semicolon at the end, or without an unmatched bracket there.
  private var removals: [String] {
    guard fault > 0, fault == pieces.all.count - 1, [0x2C, 0x3B, 0x29, 0x5D, 0x7D].contains(pieces.sign(fault)) else { return [] }
    return [pieces.string(0..<pieces.all[fault - 1].range.upperBound)]
  }

  /// Candidates with a missing bracket or quote: before an arrow, before `else`, before brackets at the end, or at the end.
  private var closings: [String] {
    let isQuote = finding.code == UnclosedText.code
    guard isQuote || finding.code == UnclosedBracket.code || fault == pieces.all.count else { return [] }
    let end = pieces.bytes.count
    if isQuote {
      var start = end
      while start > 0, pieces.bytes[start - 1] == 0x29 || pieces.bytes[start - 1] == 0x5D { start -= 1 }
      return (start...end).map { inserted("\"", at: $0) } + [inserted("\")", at: end)]
    }
    let before = pieces.all.indices.filter { ["→", "->", "else"].contains(pieces.small[$0]) && $0 > 0 }
    let places = before.map { pieces.all[$0 - 1].range.upperBound } + [end]
    return [")", "]", "))"].flatMap { sign in places.map { inserted(sign, at: $0) } }
  }

  /// The candidates that add double quotes around the words after `else`, or around the words in the brackets of an effect.
  private var quotations: [String] {
    var result: [String] = []
    if let word = pieces.all.indices.last(where: { pieces.small[$0] == "else" }), word + 1 < pieces.all.count {
      let start = pieces.all[word + 1].range.lowerBound
      let reason = pieces.string(start..<pieces.bytes.count)
      let isPlain = reason.utf8.first.map { isLetter($0) || $0 == 0x7B } ?? false && !reason.contains("\"")
      if isPlain, endsInReason { result.append(pieces.string(0..<start) + "\"\(reason)\"") }
    }
    return result + Self.quotedReasons.compactMap { $0.applied(to: pieces) }
  }

  private static let quotedReasons = ["reject", "warn", "requires_consent"].map { Rewriting("\($0) ( *a )", "\($0)(\"$a\")") }

  // MARK: Edits

  /// Returns the range of the text that differs, extended to whole words, and its replacement.
  private func difference(to mended: String) -> (start: Int, end: Int, replacement: String) {
    let (old, new) = (pieces.bytes, Array(mended.utf8))
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    while start > 0, isInside(old, start) || isInside(new, start) { start -= 1 }
    var behind = 0
    while behind < min(old.count, new.count) - start, old[old.count - 1 - behind] == new[new.count - 1 - behind] { behind += 1 }
    while behind > 0, isInside(old, old.count - behind) || isInside(new, new.count - behind) { behind -= 1 }
    return (start, old.count - behind, String(decoding: new[start..<(new.count - behind)], as: UTF8.self))
  }

  /// Whether an offset is within a word or a character.
  private func isInside(_ bytes: [UInt8], _ offset: Int) -> Bool {
    guard offset < bytes.count else { return false }
    if bytes[offset] & 0xC0 == 0x80 { return true }
    return offset > 0 && isWordByte(bytes[offset]) && isWordByte(bytes[offset - 1])
  }
}
