import TruthsDiagnostics
import TruthsText

/// Reports keys that the YAML subset excludes: merge keys, complex keys and repetitions. Keeps the other keys.
struct KeyCheck {
  /// Number of searches that remain for the chunk. Each looks for the place of a character that has a meaning in YAML.
  private(set) var searchesLeft: Int
  private(set) var diagnostics: [Diagnostic] = []

  init(searchesLeft: Int) { self.searchesLeft = searchesLeft }

  mutating func run(_ entries: [YAMLEntry], in chunk: Chunk) -> [YAMLEntry] {
    var seen = SeenKeys(entries.count)
    // Usually all keys are kept, and the list is returned without a copy.
    var unique: [YAMLEntry]?
    for (place, entry) in entries.enumerated() {
      if isRead(entry.key, &seen, in: chunk) {
        unique?.append(entry)
      } else if unique == nil {
        unique = Array(entries[..<place])
      }
    }
    return unique ?? entries
  }

  private mutating func isRead(_ node: YAMLNode, _ seen: inout SeenKeys, in chunk: Chunk) -> Bool {
    if node.isBroken { return false }
    guard let key = node.scalar, explicitMark(node, in: chunk) == nil else {
      reportComplexKey(node, in: chunk)
      return false
    }
    if key.style == .plain, key.isMergeKey {
      diagnostics.append(MergeKey.finding(at: node.span))
    } else if let first = seen.first(key, at: node.span) {
      diagnostics.append(DuplicateKey.finding(key.string, at: node.span, first: first))
    } else {
      return true
    }
    return false
  }

  private mutating func reportComplexKey(_ key: YAMLNode, in chunk: Chunk) {
    let place = explicitMark(key, in: chunk).map { chunk.span($0, $0 + 1) } ?? key.span
    searchesLeft -= 1
    let trap = searchesLeft >= 0 ? LineTraps.indicator(chunk, at: Int(place.start)) : nil
    diagnostics.append(trap ?? ComplexKey.finding(at: place))
  }

  /// Returns the offset of the `?` of a key that is written with one.
  private func explicitMark(_ key: YAMLNode, in chunk: Chunk) -> Int? {
    var index = Int(key.span.start) - 1
    while index >= chunk.range.lowerBound, chunk.bytes[index] == 0x20 { index -= 1 }
    guard index >= chunk.range.lowerBound, chunk.bytes[index] == 0x3F, index + 1 < Int(key.span.start) else { return nil }
    return index
  }
}

extension YAMLScalar {
  fileprivate var isMergeKey: Bool {
    let range = text.range
    return range.count == 2 && text.bytes[range.lowerBound] == 0x3C && text.bytes[range.lowerBound + 1] == 0x3C
  }
}

/// The keys of one mapping so far: searched linearly up to 12 keys, hashed beyond.
private struct SeenKeys {
  private static let linearLimit = 12
  private var list: [(text: ArraySlice<UInt8>, span: Span)] = []
  private var table: [ArraySlice<UInt8>: Span] = [:]
  private let areSeveral: Bool

  init(_ count: Int) {
    areSeveral = count > 1
    if areSeveral { list.reserveCapacity(min(count, Self.linearLimit)) }
  }

  /// Returns the place of an earlier equal key; otherwise remembers this one and returns `nil`.
  mutating func first(_ key: YAMLScalar, at span: Span) -> Span? {
    if !areSeveral { return nil }
    let text = key.text.bytes[key.text.range]
    if list.count < Self.linearLimit {
      if let known = list.first(where: { $0.text.count == text.count && $0.text == text }) { return known.span }
      list.append((text, span))
      return nil
    }
    if table.isEmpty { table = Dictionary(first: list.map { ($0.text, $0.span) }) }
    if let known = table[text] { return known }
    table[text] = span
    return nil
  }
}
