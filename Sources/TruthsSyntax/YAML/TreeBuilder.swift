import CLibYAML
import TruthsDiagnostics
import TruthsText

/// Builds the tree of a chunk with places from events, within the limits of files §2, and rejects what the YAML subset
/// excludes.
struct TreeBuilder {
  static let depthLimit = 64
  static let nodeLimit = 100_000

  let chunk: Chunk
  /// Number of nodes that the file may still have.
  private(set) var nodesLeft: Int
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var isCut = false
  /// Offset of a clause that YAML cuts at a `: ` inside one of its texts; the reading stops there.
  private(set) var colonTrap: Int?
  private let stopsAtColons: Bool
  private var searchesLeft: Int
  private var open: [Open] = []
  /// End of the scalar read last.
  private var lastEnd = 0
  private var root: YAMLNode?

  /// A list or mapping whose end has not come yet.
  private struct Open {
    let isMapping: Bool
    let isFlow: Bool
    let start: Int
    var elements: [YAMLNode] = []
    var key: YAMLNode?
    var entries: [YAMLEntry] = []

    mutating func add(_ node: YAMLNode) {
      if !isMapping {
        if elements.isEmpty { elements.reserveCapacity(4) }
        elements.append(node)
      } else if let key = key.take() {
        if entries.isEmpty { entries.reserveCapacity(4) }
        entries.append(YAMLEntry(key: key, value: node))
      } else {
        key = node
      }
    }
  }

  /// Starts the tree of a chunk.
  ///
  /// - Parameter stopsAtColons: whether a key that ends inside a text, in the place of a clause or value, ends the reading.
  init(_ chunk: Chunk, nodesLeft: Int, stopsAtColons: Bool) {
    self.chunk = chunk
    self.nodesLeft = nodesLeft
    self.stopsAtColons = stopsAtColons
    searchesLeft = LineTraps.searchLimit(chunk)
  }

  /// Adds an event with its place.
  ///
  /// - Returns: `false` if the reading should stop.
  mutating func take(_ event: inout yaml_event_t, _ start: Int, _ end: Int) -> Bool {
    switch event.type {
    case YAML_SCALAR_EVENT:
      let data = event.data.scalar
      let content = properties(data.anchor, data.tag, start)
      guard count(start, end) else { return false }
      if content == nil {
        add(LineTraps.mended(chunk, at: start))
        return true
      }
      let value = UnsafeBufferPointer(start: data.value, count: data.length)
      if data.style == YAML_PLAIN_SCALAR_STYLE, isColonTrap(value, start) {
        colonTrap = start
        return false
      }
      lastEnd = end
      add(scalar(value, style: data.style, min(content ?? start, end), end))
    case YAML_ALIAS_EVENT:
      guard count(start, end) else { return false }
      add(alias(start, end))
    case YAML_SEQUENCE_START_EVENT:
      let data = event.data.sequence_start
      return begin(isMapping: false, isFlow: data.style == YAML_FLOW_SEQUENCE_STYLE, data.anchor, data.tag, start, end)
    case YAML_MAPPING_START_EVENT:
      let data = event.data.mapping_start
      return begin(isMapping: true, isFlow: data.style == YAML_FLOW_MAPPING_STYLE, data.anchor, data.tag, start, end)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: close(at: end)
    default: break
    }
    return true
  }

  /// Closes the open collections and returns the root.
  ///
  /// - Parameter fault: place of libyaml's error, if it failed. A scalar that ends on that line, and brackets that are open
  ///   there, are then not as intended.
  mutating func finish(_ fault: Int?) -> YAMLNode? {
    if let fault, lastEnd <= fault, !chunk.bytes[max(lastEnd, chunk.range.lowerBound)..<fault].contains(0x0A) { breakLast() }
    while let last = open.last {
      if fault != nil, last.isFlow {
        open.removeLast()
        add(YAMLNode(.broken, at: chunk.span(last.start, last.start)))
      } else {
        close(at: last.start)
      }
    }
    return root
  }

  private mutating func breakLast() {
    guard var last = open.popLast() else { return }
    if last.key != nil {
      last.key?.kind = .broken
    } else if !last.entries.isEmpty {
      last.entries[last.entries.count - 1].value.kind = .broken
    } else if !last.elements.isEmpty {
      last.elements[last.elements.count - 1].kind = .broken
    }
    open.append(last)
  }

  /// Whether a scalar becomes a key only because YAML ends keys at `: `, inside a text of a clause.
  private mutating func isColonTrap(_ value: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    guard stopsAtColons, let parent = open.last, parent.isMapping, !parent.isFlow, parent.key == nil,
      LineTraps.endsInsideText(value)
    else { return false }
    searchesLeft -= 1
    guard searchesLeft >= 0, let item = LineItem(chunk, holding: start) else { return false }
    return item.holdsTexts && item.content.lowerBound == start
  }

  // MARK: Collections

  private mutating func begin(
    isMapping: Bool, isFlow: Bool, _ anchor: UnsafeMutablePointer<yaml_char_t>?, _ tag: UnsafeMutablePointer<yaml_char_t>?,
    _ start: Int, _ end: Int
  ) -> Bool {
    let content = properties(anchor, tag, start) ?? start
    guard count(content, max(end, content)) else { return false }
    guard open.count < Self.depthLimit else {
      diagnostics.append(TooDeep.finding(limit: Self.depthLimit, at: chunk.span(start, min(start + 1, chunk.range.upperBound))))
      isCut = true
      return false
    }
    open.append(Open(isMapping: isMapping, isFlow: isFlow, start: content))
    return true
  }

  private mutating func close(at end: Int) {
    guard let last = open.popLast() else { return }
    var entries = last.entries
    if let key = last.key { entries.append(YAMLEntry(key: key, value: YAMLNode(.broken, at: key.span.atEnd))) }
    let inner = last.isMapping ? entries.last?.value.span.end : last.elements.last?.span.end
    let stop = last.isFlow && end > last.start ? end : inner.map { Int($0) } ?? last.start
    let span = chunk.span(last.start, stop)
    if last.isMapping {
      add(YAMLNode(.mapping(keys(entries), isFlow: last.isFlow), at: span))
    } else {
      add(YAMLNode(.sequence(last.elements, isFlow: last.isFlow), at: span))
    }
  }

  /// Removes keys that the YAML subset excludes.
  private mutating func keys(_ entries: [YAMLEntry]) -> [YAMLEntry] {
    if isCut { return entries }
    var check = KeyCheck(searchesLeft: searchesLeft)
    let kept = check.run(entries, in: chunk)
    searchesLeft = check.searchesLeft
    diagnostics += check.diagnostics
    return kept
  }

  private mutating func add(_ node: YAMLNode) {
    if open.isEmpty { root = root ?? node } else { open[open.count - 1].add(node) }
  }

  private mutating func count(_ start: Int, _ end: Int) -> Bool {
    nodesLeft -= 1
    if nodesLeft >= 0 { return true }
    diagnostics.append(TooManyNodes.finding(limit: Self.nodeLimit, at: chunk.span(start, max(start, end))))
    isCut = true
    return false
  }

  // MARK: Leaves

  private func scalar(
    _ value: UnsafeBufferPointer<UInt8>, style: yaml_scalar_style_t, _ start: Int, _ end: Int
  ) -> YAMLNode {
    if let mended = chunk.mended[start] { return mended }
    let decoder = ScalarDecoder(value: value, start: start, end: end)
    let (text, contentEnd) = decoder.text(Self.style(style), in: chunk)
    return YAMLNode(.scalar(YAMLScalar(text: text)), at: chunk.span(start, contentEnd))
  }

  private static func style(_ style: yaml_scalar_style_t) -> ScalarStyle {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }

  private mutating func alias(_ start: Int, _ end: Int) -> YAMLNode {
    if let trap = indicator(start) {
      diagnostics.append(trap)
      return LineTraps.mended(chunk, at: start)
    }
    diagnostics.append(Alias.finding(string(start + 1, end), at: chunk.span(start, end)))
    return YAMLNode(.broken, at: chunk.span(start, end))
  }

  /// Reports an anchor and a tag before a node.
  ///
  /// - Returns: the offset of the node itself; `nil` if the sign begins a clause, which has been reported as such.
  private mutating func properties(
    _ anchor: UnsafeMutablePointer<yaml_char_t>?, _ tag: UnsafeMutablePointer<yaml_char_t>?, _ start: Int
  ) -> Int? {
    guard anchor != nil || tag != nil else { return start }
    if let trap = indicator(start) {
      diagnostics.append(trap)
      return nil
    }
    var position = start
    while position < chunk.range.upperBound, chunk.bytes[position] == 0x26 || chunk.bytes[position] == 0x21 {
      let isAnchor = chunk.bytes[position] == 0x26
      var end = position + 1
      while end < chunk.range.upperBound, !isBlank(chunk.bytes[end]), !isFlowSign(chunk.bytes[end]) { end += 1 }
      var gap = end
      while gap < chunk.range.upperBound, chunk.bytes[gap] == 0x20 { gap += 1 }
      var next = gap
      while next < chunk.range.upperBound, isBlank(chunk.bytes[next]) { next += 1 }
      let span = chunk.span(position, end)
      diagnostics.append(
        isAnchor
          ? Anchor.finding(string(position + 1, end), at: span)
          : Tag.finding(string(position, end), at: span, removal: chunk.span(position, gap)))
      position = next
    }
    return position
  }

  /// Returns the finding for a clause that begins, at an offset, with a character that has a meaning in YAML.
  private mutating func indicator(_ offset: Int) -> Diagnostic? {
    searchesLeft -= 1
    return searchesLeft >= 0 ? LineTraps.indicator(chunk, at: offset) : nil
  }

  private func isFlowSign(_ byte: UInt8) -> Bool { byte == 0x2C || byte == 0x5D || byte == 0x7D }

  private func string(_ start: Int, _ end: Int) -> String {
    String(decoding: chunk.bytes[start..<max(start, end)], as: UTF8.self)
  }
}
