import TruthsSyntax
import TruthsText

/// Finds every mutation of the declarations of a file, in order of place.
///
/// What it finds is only read, not checked: a change after which the set has errors is told by the checker.
struct MutationFinder {
  let file: SourceFile
  let vocabulary: MutationVocabulary
  private(set) var found: [Mutation] = []
  private var seen: Set<Edit> = []
  var owner = MutationOwner(kind: "", id: "", pack: "", keySpan: Span(file: FileID(0), start: 0, end: 0))
  /// The part of the declaration that is looked at.
  var part = ""

  private struct Edit: Hashable {
    var span: Span
    var replacement: String?
  }

  init(_ file: SourceFile, _ vocabulary: MutationVocabulary) {
    self.file = file
    self.vocabulary = vocabulary
  }

  /// The mutations of a unit.
  static func mutations(of unit: SourceUnit, in file: SourceFile, _ vocabulary: MutationVocabulary) -> [Mutation] {
    var finder = MutationFinder(file, vocabulary)
    for declaration in unit.declarations {
      finder.owner = MutationOwner(
        kind: declaration.body.kind, id: vocabulary.ids[declaration.keySpan] ?? "\(unit.pack).\(declaration.name.text)",
        pack: unit.pack,
        keySpan: declaration.keySpan)
      finder.find(in: declaration)
    }
    return finder.found.sorted { ($0.span, $0.replacement ?? "") < ($1.span, $1.replacement ?? "") }
  }

  /// Adds a mutation; one that makes the same of the same bytes as another is left out.
  mutating func add(
    _ operation: MutationOperator, _ span: Span, _ replacement: String?, dropped: Mutation.Dropped? = nil, advice: String
  ) {
    guard seen.insert(Edit(span: span, replacement: replacement)).inserted else { return }
    found.append(
      Mutation(
        operation: operation, span: span, replacement: replacement, owner: owner, part: part, advice: advice, dropped: dropped))
  }

  // MARK: Text

  /// The text under a span on one line.
  func text(_ span: Span) -> String {
    file.text(span).split { $0 == " " || $0 == "\n" || $0 == "\r\n" || $0 == "\t" }.joined(separator: " ")
  }

  /// The first place of a word or sign between two offsets; `nil` where it is not there.
  func token(_ word: String, from start: Int32, to end: Int32) -> Span? {
    let wanted = Array(word.utf8)
    var offset = Int(start)
    while offset + wanted.count <= min(Int(end), file.bytes.count) {
      if file.bytes[offset..<offset + wanted.count].elementsEqual(wanted) {
        return Span(file: file.id, start: offset, end: offset + wanted.count)
      }
      offset += 1
    }
    return nil
  }

  /// A leaf of an expression without the brackets that may stand around it.
  func inner(_ span: Span) -> Span {
    var (start, end) = (Int(span.start), Int(span.end))
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D }
    while end - start >= 2, file.bytes[start] == 0x28, file.bytes[end - 1] == 0x29 {
      start += 1
      end -= 1
      while start < end, isSpace(file.bytes[start]) { start += 1 }
      while end > start, isSpace(file.bytes[end - 1]) { end -= 1 }
    }
    return Span(file: span.file, start: start, end: end)
  }

  /// An entry of a list with its dash, from what the entry says; `nil` where it is not an entry on lines of its own.
  func entry(around span: Span) -> Span? {
    var (start, end) = (Int(span.start) - 1, Int(span.end))
    if start >= 0, [0x22, 0x27].contains(file.bytes[start]) {
      if end < file.bytes.count, file.bytes[end] == file.bytes[start] { end += 1 }
      start -= 1
    }
    while start >= 0, file.bytes[start] == 0x20 { start -= 1 }
    guard start >= 0, file.bytes[start] == 0x2D else { return nil }
    var before = start - 1
    while before >= 0, file.bytes[before] == 0x20 { before -= 1 }
    guard before < 0 || file.bytes[before] == 0x0A else { return nil }
    return Span(file: file.id, start: start, end: end)
  }

  /// An only entry with the key of its list, which without it would hold nothing.
  func withKey(_ entry: Span) -> Span {
    var line = Int(file.position(at: Int(entry.start)).line) - 1
    while line >= 1 {
      let words = file.line(line).drop { $0 == " " }
      if !words.isEmpty, words.first != "#" {
        let indent = file.line(line).count - words.count
        let start = Int(file.lineStarts[line - 1]) + indent
        return Span(file: file.id, start: start, end: Int(entry.end))
      }
      line -= 1
    }
    return entry
  }
}
