import TruthsDiagnostics
import TruthsText

/// Finds keys that the subset leaves out: merge keys, complex keys and repetitions. What remains is read.
enum KeyCheck {
  static func run(_ entries: [YAMLEntry], _ chunk: Chunk, _ diagnostics: inout [Diagnostic]) -> [YAMLEntry] {
    var result: [YAMLEntry] = []
    result.reserveCapacity(entries.count)
    var seen: [Text: Span] = [:]
    for entry in entries {
      guard !entry.key.isBroken else { continue }
      guard let key = entry.key.scalar, isExplicit(entry.key, chunk) == nil else {
        let place = isExplicit(entry.key, chunk).map { chunk.span($0, $0 + 1) } ?? entry.key.span
        diagnostics.append(LineTraps.indicator(chunk, at: Int(place.start)) ?? ComplexKey.found(at: place))
        continue
      }
      let name = key.string
      if name == "<<", key.style == .plain {
        diagnostics.append(MergeKey.found(at: entry.key.span))
      } else if let first = seen.updateValue(entry.key.span, forKey: Text(name)) {
        seen[Text(name)] = first
        diagnostics.append(DuplicateKey.found(name, at: entry.key.span, first: first))
      } else {
        result.append(entry)
      }
    }
    return result
  }

  /// Where the `?` of a key written with one stands.
  private static func isExplicit(_ key: YAMLNode, _ chunk: Chunk) -> Int? {
    var index = Int(key.span.start) - 1
    while index >= chunk.range.lowerBound, chunk.bytes[index] == 0x20 { index -= 1 }
    guard index >= chunk.range.lowerBound, chunk.bytes[index] == 0x3F, index + 1 < Int(key.span.start) else { return nil }
    return index
  }
}
