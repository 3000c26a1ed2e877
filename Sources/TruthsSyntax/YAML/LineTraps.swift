import TruthsDiagnostics
import TruthsText

/// The traps of language.md §1: places where YAML's reading of a line and ours part. Found from the text of the line, since
/// libyaml reports them elsewhere or not at all.
enum LineTraps {
  /// The signs that YAML gives a meaning at the beginning of a plain scalar.
  private static let signs: [UInt8] = Array("\"'[{*&!|>%@`?".utf8)

  /// How often a chunk may be searched for the place of a sign; behind that, the plain findings must do.
  static func searchLimit(_ chunk: Chunk) -> Int { max(1, min(64, (4 << 20) / max(1, chunk.range.count))) }

  /// Where a clause or value begins at an offset with a sign of YAML: that finding.
  static func indicator(_ chunk: Chunk, at offset: Int) -> Diagnostic? {
    guard let item = LineItem(chunk, holding: offset), item.isExpression, item.content.lowerBound == offset else { return nil }
    return indicator(chunk, item)
  }

  /// The text of the item whose content begins at an offset, as it was meant.
  static func mended(_ chunk: Chunk, at offset: Int) -> YAMLNode {
    guard let item = LineItem(chunk, holding: offset) else { return YAMLNode(.broken, at: chunk.span(offset, offset)) }
    return node(source(chunk, item.content), at: span(chunk, item.content))
  }

  /// A finding for an item that begins with a sign of YAML.
  static func indicator(_ chunk: Chunk, _ item: LineItem) -> Diagnostic? {
    guard let noun = item.noun, let sign = sign(chunk, item.content) else { return nil }
    let text = source(chunk, item.content)
    let start = item.content.lowerBound
    return ClauseIndicator.found(
      sign, at: chunk.span(start, start + max(1, sign.utf8.count)), place: noun, content: span(chunk, item.content),
      quoted: quoted(text), isSafe: isReadable(text, item))
  }

  /// Recognises a trap in what libyaml objected to, writes over the place, and keeps what was meant, so that a second pass
  /// succeeds.
  static func recover(_ chunk: inout Chunk, _ fault: YAMLFault) -> Diagnostic? {
    let isAtEnd = fault.problem.contains("end of stream")
    let begun = fault.context == nil ? fault.offset : fault.contextOffset
    if !isAtEnd, begun < fault.offset, chunk.range.contains(begun), chunk.bytes[begun] == 0x7B,
      let item = LineItem(chunk, holding: begun, through: fault.offset), item.isClause, item.content.lowerBound == begun,
      let found = flowClause(&chunk, item)
    {
      return found
    }
    for offset in isAtEnd ? [begun, fault.offset] : [fault.offset, begun] {
      if let found = recover(&chunk, fault, at: offset) { return found }
    }
    return nil
  }

  private static func recover(_ chunk: inout Chunk, _ fault: YAMLFault, at offset: Int) -> Diagnostic? {
    guard let item = LineItem(chunk, holding: offset), let noun = item.noun, !item.content.isEmpty,
      // Where the content is fine by itself, the fault is another one, such as of its indentation.
      item.content.lowerBound <= offset, !FlowEnd.isWhole(chunk, item.content, before: offset)
    else { return nil }
    if item.isClause, chunk.bytes[item.content.lowerBound] == 0x7B, let found = flowClause(&chunk, item) { return found }
    if fault.problem.hasPrefix("mapping values are not allowed") { return colon(&chunk, item, noun) }
    guard !fault.problem.contains("escape"), isBalanced(chunk.bytes[item.content]) || opensList(chunk, item, offset),
      let found = indicator(chunk, item)
    else { return nil }
    mend(&chunk, item)
    return found
  }

  /// The same for a clause or value that begins at an offset and holds `: ` inside a text.
  static func recoverColon(_ chunk: inout Chunk, at offset: Int) -> Diagnostic? {
    guard let item = LineItem(chunk, holding: offset), let noun = item.noun else { return nil }
    return colon(&chunk, item, noun)
  }

  private static func colon(_ chunk: inout Chunk, _ item: LineItem, _ noun: String) -> Diagnostic? {
    guard let colon = colon(chunk, item.content) else { return nil }
    let text = source(chunk, item.content)
    let found = ColonInClause.found(
      at: chunk.span(colon, colon + 1), place: noun, content: span(chunk, item.content), quoted: quoted(text),
      isSafe: isReadable(text, item))
    mend(&chunk, item)
    return found
  }

  /// Writes over an item and keeps what was meant.
  private static func mend(_ chunk: inout Chunk, _ item: LineItem) {
    overwrite(&chunk, item.content, with: node(source(chunk, item.content), at: span(chunk, item.content)))
  }

  /// Whether a clause begins with a `[` that is never closed.
  private static func opensList(_ chunk: Chunk, _ item: LineItem, _ offset: Int) -> Bool {
    item.isClause && item.content.lowerBound == offset && chunk.bytes[offset] == 0x5B
  }

  /// `{id: …, rule: …}` whose clause YAML cut.
  private static func flowClause(_ chunk: inout Chunk, _ item: LineItem) -> Diagnostic? {
    guard let rule = flowRule(chunk, item.content) else { return nil }
    let text = source(chunk, rule)
    let diagnostic = flowClause(chunk, rule)
    overwrite(&chunk, rule, with: node(text, at: span(chunk, rule)))
    return diagnostic
  }

  /// The finding for a clause in braces.
  static func flowClause(_ chunk: Chunk, _ rule: Range<Int>) -> Diagnostic {
    let text = source(chunk, rule)
    let isSafe = Grammar.clause(text, allowsEffects: true).diagnostics.isEmpty
    let place = span(chunk, rule)
    return FlowClause.found(at: place, content: place, quoted: quoted(text), isSafe: isSafe)
  }

  /// Where the clause behind `rule:` stands in `{…}`: up to the last brace.
  static func flowRule(_ chunk: Chunk, _ content: Range<Int>) -> Range<Int>? {
    let bytes = chunk.bytes[content]
    guard let close = bytes.lastIndex(of: 0x7D) else { return nil }
    let word = Array("rule:".utf8)
    var start = content.lowerBound + 1
    while start + word.count < close {
      let before = chunk.bytes[start - 1]
      if chunk.bytes[start..<start + word.count].elementsEqual(word), isBlank(before) || before == 0x7B || before == 0x2C {
        break
      }
      start += 1
    }
    start += word.count
    while start < close, isBlank(chunk.bytes[start]) { start += 1 }
    guard start < close, chunk.bytes[start] != 0x27, chunk.bytes[start] != 0x22 else { return nil }
    return start..<chunk.trimmedEnd(start, close)
  }

  // MARK: Texts

  /// A stretch of the source as the clause that was meant, line breaks folded as in a plain scalar.
  static func source(_ chunk: Chunk, _ range: Range<Int>) -> ClauseText {
    guard chunk.file.bytes[range].contains(0x0A) else {
      return ClauseText(file: chunk.file.id, bytes: chunk.file.bytes, range: range, style: .plain)
    }
    var decoder = FoldingDecoder(chunk.file.bytes[...], range)
    let decoded = decoder.plain()
    return ClauseText(
      file: chunk.file.id, bytes: decoded.bytes, range: 0..<decoded.bytes.count, style: .plain,
      map: OffsetMap(segments: decoded.segments))
  }

  /// The text in single quotes of YAML.
  static func quoted(_ text: ClauseText) -> String { "'" + ScalarStyle.singleQuoted.written(text.string(text.range)) + "'" }

  static func node(_ text: ClauseText, at span: Span) -> YAMLNode {
    YAMLNode(.scalar(YAMLScalar(text: text, isMended: true)), at: span)
  }

  private static func span(_ chunk: Chunk, _ range: Range<Int>) -> Span { chunk.span(range.lowerBound, range.upperBound) }

  /// Whether quoting is all that was missing.
  private static func isReadable(_ text: ClauseText, _ item: LineItem) -> Bool {
    if item.noun == "text" { return true }
    if item.noun == "value" { return Grammar.value(text, scalar: text.span(0, 0)).diagnostics.isEmpty }
    if item.path.last == "produces" { return Grammar.output(text).diagnostics.isEmpty }
    return Grammar.clause(text, allowsEffects: item.path.last != "requires").diagnostics.isEmpty
  }

  private static func sign(_ chunk: Chunk, _ content: Range<Int>) -> String? {
    guard let first = chunk.bytes[content].first else { return nil }
    if first == 0x2D, content.count > 1, chunk.bytes[content.lowerBound + 1] == 0x20 { return "- " }
    guard signs.contains(first), !isBlockHeader(chunk, content.lowerBound) else { return nil }
    return String(decoding: [first], as: UTF8.self)
  }

  /// Whether a `|` or `>` begins a block scalar: nothing but its indicators and a comment stand on the line.
  private static func isBlockHeader(_ chunk: Chunk, _ offset: Int) -> Bool {
    guard chunk.bytes[offset] == 0x7C || chunk.bytes[offset] == 0x3E else { return false }
    let rest = chunk.bytes[(offset + 1)..<chunk.lineEnd(offset)]
    let behind = rest.drop { isDigit($0) || $0 == 0x2B || $0 == 0x2D }.drop { isBlank($0) }
    return behind.isEmpty || behind.first == 0x23
  }

  /// The first `: ` of a content.
  private static func colon(_ chunk: Chunk, _ content: Range<Int>) -> Int? {
    content.dropLast().first { chunk.bytes[$0] == 0x3A && isBlank(chunk.bytes[$0 + 1]) }
  }

  /// Whether every text and every bracket outside texts is closed.
  static func isBalanced(_ bytes: ArraySlice<UInt8>) -> Bool {
    var depth = 0
    var isText = false
    var isEscaped = false
    for byte in bytes {
      if byte == 0x22, !isEscaped { isText.toggle() }
      isEscaped = byte == 0x5C && !isEscaped
      if isText { continue }
      if byte == 0x5B || byte == 0x7B || byte == 0x28 { depth += 1 }
      if byte == 0x5D || byte == 0x7D || byte == 0x29 { depth -= 1 }
    }
    return depth == 0 && !isText
  }

  /// Whether a text is open at the end of some bytes.
  static func endsInsideText(_ bytes: some Sequence<UInt8>) -> Bool {
    var isText = false
    var isEscaped = false
    for byte in bytes {
      if byte == 0x22, !isEscaped { isText.toggle() }
      isEscaped = byte == 0x5C && !isEscaped
    }
    return isText
  }

  /// Writes letters over a range, so that libyaml reads it as one plain scalar, for which the node then stands.
  private static func overwrite(_ chunk: inout Chunk, _ range: Range<Int>, with node: YAMLNode) {
    var isIndentation = false
    for index in range {
      let byte = chunk.bytes[index]
      if byte == 0x0A || byte == 0x0D {
        isIndentation = true
      } else if !isIndentation || byte != 0x20 {
        isIndentation = false
        chunk.bytes[index] = 0x78
      }
    }
    chunk.mended[range.lowerBound] = node
  }
}
