import TruthsDiagnostics
import TruthsText

/// Finds keys that the subset leaves out: merge keys, complex keys and repetitions. What remains is read.
struct KeyCheck {
  let chunk: Chunk
  /// How often the chunk may still be searched for the place of a sign.
  private(set) var searchesLeft: Int
  private(set) var diagnostics: [Diagnostic] = []

  init(chunk: Chunk, searchesLeft: Int) {
    self.chunk = chunk
    self.searchesLeft = searchesLeft
  }

  mutating func run(_ entries: [YAMLEntry]) -> [YAMLEntry] {
    var result: [YAMLEntry] = []
    result.reserveCapacity(entries.count)
    var seen = SeenKeys(entries.count)
    for entry in entries {
      guard !entry.key.isBroken else { continue }
      guard let key = entry.key.scalar, explicitMark(entry.key) == nil else {
        reportComplexKey(entry.key)
        continue
      }
      if key.style == .plain, key.isMergeKey {
        diagnostics.append(MergeKey.found(at: entry.key.span))
      } else if let first = seen.first(key, at: entry.key.span) {
        diagnostics.append(DuplicateKey.found(key.string, at: entry.key.span, first: first))
      } else {
        result.append(entry)
      }
    }
    return result
  }

  private mutating func reportComplexKey(_ key: YAMLNode) {
    let place = explicitMark(key).map { chunk.span($0, $0 + 1) } ?? key.span
    searchesLeft -= 1
    let trap = searchesLeft >= 0 ? LineTraps.indicator(chunk, at: Int(place.start)) : nil
    diagnostics.append(trap ?? ComplexKey.found(at: place))
  }

  /// Where the `?` of a key written with one stands.
  private func explicitMark(_ key: YAMLNode) -> Int? {
    var index = Int(key.span.start) - 1
    while index >= chunk.range.lowerBound, chunk.bytes[index] == 0x20 { index -= 1 }
    guard index >= chunk.range.lowerBound, chunk.bytes[index] == 0x3F, index + 1 < Int(key.span.start) else { return nil }
    return index
  }
}

extension YAMLScalar {
  /// Whether it is `<<`.
  fileprivate var isMergeKey: Bool {
    let range = text.range
    return range.count == 2 && text.bytes[range.lowerBound] == 0x3C && text.bytes[range.lowerBound + 1] == 0x3C
  }
}

/// The keys of one mapping so far: compared one by one while they are few, which they nearly always are, then looked up.
private struct SeenKeys {
  private static let few = 12
  private var list: [(text: ArraySlice<UInt8>, span: Span)] = []
  private var table: [ArraySlice<UInt8>: Span] = [:]

  init(_ count: Int) { list.reserveCapacity(min(count, Self.few)) }

  /// Where an equal key stood before; otherwise this one is remembered.
  mutating func first(_ key: YAMLScalar, at span: Span) -> Span? {
    let text = key.text.bytes[key.text.range]
    if list.count < Self.few {
      if let known = list.first(where: { $0.text.count == text.count && $0.text == text }) { return known.span }
      list.append((text, span))
      return nil
    }
    if table.isEmpty { table = Dictionary(list.map { ($0.text, $0.span) }, uniquingKeysWith: { first, _ in first }) }
    if let known = table[text] { return known }
    table[text] = span
    return nil
  }
}
