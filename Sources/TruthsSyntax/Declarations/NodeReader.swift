import TruthsDiagnostics
import TruthsText

/// Gives the nodes of one declaration their meaning. Nothing here fails: what does not fit is reported, once, and left out.
struct NodeReader {
  let chunk: Chunk
  var diagnostics: [Diagnostic] = []
  /// How often the chunk may still be searched for the place of a sign.
  private var searchesLeft: Int
  /// Whether the mapping read last has a key that is not known: what seems to be missing may stand there under a wrong name.
  private var hasUnknownKey = false

  init(_ chunk: Chunk) {
    self.chunk = chunk
    searchesLeft = LineTraps.searchLimit(chunk)
  }

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Reports a list where a clause is expected: the clause begins with `[` or `- `.
  mutating func reportIndicator(_ node: YAMLNode, at key: Name) {
    searchesLeft -= 1
    if searchesLeft >= 0, let trap = LineTraps.indicator(chunk, at: Int(node.span.start)) { return report(trap) }
    wrongShape(node, at: key, wants: "a clause")
  }

  // MARK: Mappings

  /// The values of a mapping's known keys.
  struct Fields {
    fileprivate(set) var entries: [(key: Name, value: YAMLNode)] = []

    subscript(_ key: String) -> (key: Name, value: YAMLNode)? { entries.first { $0.key.text == key } }
  }

  /// Reads a mapping whose keys are known; `place` names what it belongs to, with its article.
  mutating func fields(_ entries: [YAMLEntry], of place: String, known: [String]) -> Fields {
    var fields = Fields()
    fields.entries.reserveCapacity(entries.count)
    hasUnknownKey = false
    for entry in entries {
      guard let scalar = entry.key.scalar else { continue }
      let key = scalar.string
      if known.contains(key) {
        fields.entries.append((Name(key, at: entry.key.span), entry.value))
      } else {
        hasUnknownKey = true
        report(
          UnknownKey.found(key, in: place, nearest: nearestName(to: key, among: known), known: known, at: entry.key.span))
      }
    }
    return fields
  }

  /// The same of a mapping within another one, whose own keys stay as they were found.
  mutating func nested(_ entries: [YAMLEntry], of place: String, known: [String]) -> Fields {
    let outer = hasUnknownKey
    defer { hasUnknownKey = outer }
    return fields(entries, of: place, known: known)
  }

  /// The entries of a mapping, or `nil` with a finding.
  mutating func mapping(_ node: YAMLNode, at key: Name, wants wanted: String) -> [YAMLEntry]? {
    if case .mapping(let entries, _) = node.kind { return entries }
    wrongShape(node, at: key, wants: wanted)
    return nil
  }

  /// The elements of a list, or `nil` with a finding.
  mutating func sequence(_ node: YAMLNode, at key: Name, wants wanted: String) -> [YAMLNode]? {
    if case .sequence(let elements, _) = node.kind { return elements }
    let isWord = node.scalar.map { !$0.isNothing } ?? false
    wrongShape(node, at: key, wants: wanted, help: isWord ? "write each in a line of its own, behind `- `" : nil)
    return nil
  }

  mutating func wrongShape(_ node: YAMLNode, at key: Name, wants wanted: String, help: String? = nil) {
    guard !node.isBroken else { return }
    let isNothing = node.scalar?.isNothing ?? false
    report(
      WrongShape.found(key.text, wants: wanted, found: node.noun, at: isNothing ? key.span : firstLine(node.span), help: help))
  }

  /// A span up to the end of its first line: long lists and mappings are shown by their beginning.
  private func firstLine(_ span: Span) -> Span {
    let start = Int(span.start)
    let end = chunk.bytes[start..<max(start, Int(span.end))].firstIndex(of: 0x0A) ?? Int(span.end)
    return chunk.span(start, chunk.trimmedEnd(start, end))
  }

  // MARK: Scalars

  /// A scalar's text as it is, or `nil` with a finding.
  mutating func text(_ node: YAMLNode, at key: Name, wants wanted: String = "a text") -> Name? {
    guard let scalar = node.scalar, !scalar.isNothing else {
      wrongShape(node, at: key, wants: wanted)
      return nil
    }
    return Name(scalar.text.string(scalar.text.trimmed), at: node.span)
  }

  /// The texts of a list.
  mutating func texts(_ node: YAMLNode, at key: Name, wants wanted: String) -> [Name] {
    guard let elements = sequence(node, at: key, wants: wanted) else { return [] }
    return elements.compactMap { text($0, at: key, wants: wanted) }
  }

  /// `true` or `false`
  mutating func boolean(_ field: (key: Name, value: YAMLNode)?) -> Bool {
    guard let field else { return false }
    return choice(field, among: ["true", "false"]) == "true"
  }

  /// A text that is one of a few.
  mutating func choice(_ field: (key: Name, value: YAMLNode), among known: [String]) -> String? {
    let list = known.map { "`\($0)`" }.joined(separator: " or ")
    guard let word = text(field.value, at: field.key, wants: list) else { return nil }
    if known.contains(word.text) { return word.text }
    let nearest = nearestName(to: word.text, among: known)
    report(WrongValue.found(word.text, of: field.key.text, known: known, nearest: nearest, at: word.span))
    return nil
  }

  // MARK: Names

  /// A name that is given here: shaped as one, and not taken (language.md §2, "Names").
  mutating func newName(_ node: YAMLNode) -> Name? {
    guard let scalar = node.scalar else { return nil }
    let name = Name(scalar.string, at: node.span)
    return check(name) ? name : nil
  }

  /// Whether a name may be given; reports why not.
  mutating func check(_ name: Name) -> Bool {
    guard NameShape.isName(name.text.utf8) else {
      report(BadName.found(name.text, at: name.span, help: NameShape.proposal(name.text).map { "write `\($0)`" }))
      return false
    }
    guard !ReservedWords.contains(name.text), !NameShape.reserved.contains(name.text) else {
      report(ReservedWord.asName(name.text, at: name.span))
      return false
    }
    return true
  }

  /// A part of a declaration that must be there.
  mutating func require(
    _ field: (key: Name, value: YAMLNode)?, _ key: String, in place: String, at span: Span, help: String? = nil
  ) -> Bool {
    if field != nil { return true }
    if hasUnknownKey { return false }
    report(MissingPart.found(key, in: place, at: span, help: help))
    return false
  }
}

/// How names look: `[a-z][A-Za-z0-9_]*`.
enum NameShape {
  /// Names that the language gives itself, beside its reserved words (language.md §2, "Names").
  static let reserved = ["proposal", "actor", "now", "start", "any", "entry"]

  static func isName(_ bytes: some Collection<UInt8>) -> Bool {
    guard let first = bytes.first, first >= 0x61, first <= 0x7A else { return false }
    return bytes.allSatisfy(isWordByte)
  }

  /// A fact type that a text was surely meant to be.
  static func factType(_ text: String) -> String? {
    let segments = text.split(separator: ".", omittingEmptySubsequences: false).map { segment in
      isName(segment.utf8) ? String(segment) : proposal(String(segment))
    }
    return segments.contains(nil) ? nil : segments.compactMap { $0 }.joined(separator: ".")
  }

  /// A name that a text was surely meant to be: with a small first letter, `_` for spaces and dashes.
  static func proposal(_ text: String) -> String? {
    var bytes = text.utf8.map { $0 == 0x20 || $0 == 0x2D || $0 == 0x2E ? 0x5F : $0 }
    guard let first = bytes.first else { return nil }
    if first >= 0x41, first <= 0x5A { bytes[0] = first | 0x20 }
    let name = String(decoding: bytes, as: UTF8.self)
    return isName(bytes) && name != text ? name : nil
  }
}
