import TruthsDiagnostics
import TruthsText

/// Finds the traps of files §2.4: lines that YAML and the language read differently. They are found in the text of the line,
/// because libyaml reports them elsewhere or not at all.
enum LineTraps {
  /// Signs with a meaning in YAML at the beginning of a plain scalar.
  private static let signs: [UInt8] = Array("\"'[{*&!|>%@`?".utf8)

  /// Returns how often a chunk may be searched for the place of a sign. Further errors get the general findings.
  static func searchLimit(_ chunk: Chunk) -> Int { max(1, min(64, (4 << 20) / max(1, chunk.range.count))) }

  /// Returns the finding for a clause or value that begins at an offset with an indicator of YAML.
  static func indicator(_ chunk: Chunk, at offset: Int) -> Diagnostic? {
    guard let item = LineItem(chunk, holding: offset), item.isExpression, item.content.lowerBound == offset else { return nil }
    return indicator(chunk, item)
  }

  /// Returns the intended node of the item whose content begins at an offset.
  static func mended(_ chunk: Chunk, at offset: Int) -> YAMLNode {
    guard let item = LineItem(chunk, holding: offset) else { return YAMLNode(.broken, at: chunk.span(offset, offset)) }
    return node(source(chunk, item.content), at: span(chunk, item.content))
  }

  /// Returns the finding for an item that begins with a sign of YAML.
  static func indicator(_ chunk: Chunk, _ item: LineItem) -> Diagnostic? {
    // A tag cannot begin a clause, and has a finding of its own.
    guard let noun = item.noun, let sign = sign(chunk, item.content), !chunk.bytes[item.content].starts(with: [0x21, 0x21])
    else { return nil }
    let text = source(chunk, item.content)
    let start = item.content.lowerBound
    return ClauseIndicator.found(
      sign, at: chunk.span(start, start + max(1, sign.utf8.count)), place: noun, content: span(chunk, item.content),
      quoted: quoted(text), isSafe: isReadable(text, item))
  }

  /// Recognizes a trap in an error of libyaml. Overwrites the place and records the intended node, so that a second pass
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
      // If the content is correct, the error is another one, such as its indentation.
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

  /// Recognizes a clause or value that begins at an offset and contains `: ` inside a text; recovers like ``recover(_:_:)``.
  static func recoverColon(_ chunk: inout Chunk, at offset: Int) -> Diagnostic? {
    guard let item = LineItem(chunk, holding: offset), let noun = item.noun else { return nil }
    return colon(&chunk, item, noun)
  }

  private static func colon(_ chunk: inout Chunk, _ item: LineItem, _ noun: String) -> Diagnostic? {
    guard let colon = colon(chunk, item.content) else { return nil }
    let text = source(chunk, item.content)
    let isReadable = isReadable(text, item)
    var found = ColonInClause.found(
      at: chunk.span(colon, colon + 1), place: noun, content: span(chunk, item.content), quoted: quoted(text),
      isSafe: isReadable)
    if !isReadable { found.explainBraces(in: text) }
    if !isReadable, let form = form(item) { found.unread = Diagnostic.UnreadText(form, at: span(chunk, item.content)) }
    mend(&chunk, item)
    return found
  }

  private static func mend(_ chunk: inout Chunk, _ item: LineItem) {
    overwrite(&chunk, item.content, with: node(source(chunk, item.content), at: span(chunk, item.content)))
  }

  /// Whether a clause begins with a `[` that is never closed.
  private static func opensList(_ chunk: Chunk, _ item: LineItem, _ offset: Int) -> Bool {
    item.isClause && item.content.lowerBound == offset && chunk.bytes[offset] == 0x5B
  }

  /// Recovers an entry `{id: …, rule: …}` whose clause YAML cut.
  private static func flowClause(_ chunk: inout Chunk, _ item: LineItem) -> Diagnostic? {
    guard let rule = flowRule(chunk, item.content) else { return nil }
    let text = source(chunk, rule)
    let diagnostic = flowClause(chunk, rule)
    overwrite(&chunk, rule, with: node(text, at: span(chunk, rule)))
    return diagnostic
  }

  /// Returns the finding for a clause in braces.
  static func flowClause(_ chunk: Chunk, _ rule: Range<Int>) -> Diagnostic {
    let text = source(chunk, rule)
    let isSafe = Grammar.clause(text, allowsEffects: true).diagnostics.isEmpty
    let place = span(chunk, rule)
    return FlowClause.found(at: place, content: place, quoted: quoted(text), isSafe: isSafe)
  }

  /// Returns the range of the clause after `rule:` in `{…}`: up to the last brace.
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

  /// Returns a range of the source as the intended clause, with line breaks folded as in a plain scalar.
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

  static func quoted(_ text: ClauseText) -> String { "'" + ScalarStyle.singleQuoted.written(text.string(text.range)) + "'" }

  static func node(_ text: ClauseText, at span: Span) -> YAMLNode {
    YAMLNode(.scalar(YAMLScalar(text: text, isMended: true)), at: span)
  }

  private static func span(_ chunk: Chunk, _ range: Range<Int>) -> Span { chunk.span(range.lowerBound, range.upperBound) }

  /// Whether quotes alone fix the item.
  private static func isReadable(_ text: ClauseText, _ item: LineItem) -> Bool {
    if item.noun == "text" { return true }
    if item.noun == "value" { return Grammar.value(text, scalar: text.span(0, 0)).diagnostics.isEmpty }
    if item.path.last == "produces" { return Grammar.output(text).diagnostics.isEmpty }
    return Grammar.clause(text, allowsEffects: item.path.last != "requires").diagnostics.isEmpty
  }

  /// Returns the syntax that the item's text is read as.
  private static func form(_ item: LineItem) -> Diagnostic.UnreadText.Form? {
    if item.noun == "text" { return nil }
    if item.noun == "value" { return .expression }
    return item.path.last == "produces" ? .output : item.path.last == "requires" ? .requirement : .clause
  }

  private static func sign(_ chunk: Chunk, _ content: Range<Int>) -> String? {
    guard let first = chunk.bytes[content].first else { return nil }
    if first == 0x2D, content.count > 1, chunk.bytes[content.lowerBound + 1] == 0x20 { return "- " }
    guard signs.contains(first), !isBlockHeader(chunk, content.lowerBound) else { return nil }
    return String(decoding: [first], as: UTF8.self)
  }

  /// Whether a `|` or `>` begins a block scalar: the line has only its indicators and a comment.
  private static func isBlockHeader(_ chunk: Chunk, _ offset: Int) -> Bool {
    guard chunk.bytes[offset] == 0x7C || chunk.bytes[offset] == 0x3E else { return false }
    let rest = chunk.bytes[(offset + 1)..<chunk.lineEnd(offset)]
    let behind = rest.drop { isDigit($0) || $0 == 0x2B || $0 == 0x2D }.drop { isBlank($0) }
    return behind.isEmpty || behind.first == 0x23
  }

  /// Returns the offset of the first `: ` of a content.
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

  /// Overwrites a range with letters, so that libyaml reads it as one plain scalar. The node replaces that scalar.
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

/// The entry of a list or mapping that a line belongs to, found in the text alone, because libyaml could not read it.
struct LineItem {
  /// The keys above the entry, from the root, and its own key if it has one.
  let path: [Substring]
  /// Whether the entry is one of a list.
  let isElement: Bool
  /// The content after the `- ` and the key, including continuation lines, without white space around it.
  let content: Range<Int>

  /// The noun for the entry in a message; `nil` if its place takes neither clause, value nor text.
  var noun: String? {
    guard let last = path.last else { return nil }
    if isClause { return "clause" }
    if isElement, last == "produces" { return "clause" }
    if last == "default" || path.contains("let") || path.contains("produces") { return "value" }
    return Self.textKeys.contains(last) ? "text" : nil
  }

  /// Whether the entry is a clause, alone or after `rule:` or `if:`.
  fileprivate var isClause: Bool {
    guard let last = path.last else { return false }
    if isElement, Self.clauseKeys.contains(last) { return true }
    return last == "rule" || last == "if"
  }

  /// Whether an expression is read here, so that an indicator of YAML at its beginning is part of the language.
  var isExpression: Bool { noun != nil && noun != "text" }

  static let clauseKeys: [Substring] = ["requires", "invariants", "ensures"]

  private static let textKeys: [Substring] = ["summary", "outcome", "verb", "object", "must_not", "enforced_by", "version"]
}

extension LineItem {
  /// Finds the item of the line that contains an offset.
  ///
  /// - Parameter last: a place that belongs to the item although it looks like another entry: inside the braces that begin it.
  /// - Complexity: O(lines above it in the chunk); callers limit the number of calls.
  init?(_ chunk: Chunk, holding offset: Int, through last: Int? = nil) {
    var line = chunk.lineStart(offset)
    var marks = LineMarks(chunk, line)
    while !marks.isEntry, line > chunk.range.lowerBound {
      line = chunk.lineStart(line - 1)
      let above = LineMarks(chunk, line)
      if above.isBlank || above.indentation >= marks.indentation && !above.isEntry { continue }
      marks = above
    }
    guard marks.isEntry else { return nil }
    var end = chunk.lineEnd(line)
    if let head = Self.headEnd(chunk, marks, end) {
      end = head
    } else {
      while end < chunk.range.upperBound {
        let next = LineMarks(chunk, end + 1)
        guard !next.isBlank, next.indentation > marks.indentation, end + 1 <= last ?? offset || !next.isEntry else { break }
        end = chunk.lineEnd(end + 1)
      }
    }
    content = marks.content..<max(marks.content, chunk.clauseEnd(marks.content, end))
    isElement = marks.key == nil && marks.isElement
    path = Self.path(chunk, line, marks)
  }

  /// Returns the end of the content of a line that ends with a `:` and has lines under it, which makes it a key.
  private static func headEnd(_ chunk: Chunk, _ marks: LineMarks, _ end: Int) -> Int? {
    let stop = chunk.trimmedEnd(marks.content, end)
    guard stop > marks.content + 1, chunk.bytes[stop - 1] == 0x3A, end < chunk.range.upperBound else { return nil }
    let next = LineMarks(chunk, end + 1)
    return !next.isBlank && next.indentation > marks.indentation ? stop - 1 : nil
  }

  /// Returns the keys above a line, by indentation.
  private static func path(_ chunk: Chunk, _ line: Int, _ marks: LineMarks) -> [Substring] {
    var path: [Substring] = marks.key.map { [$0] } ?? []
    var limit = marks.indentation
    var allowsEqual = marks.isElement
    var line = line
    if marks.isElement, marks.key != nil { limit = marks.elementIndentation }
    while line > chunk.range.lowerBound, limit > 0 || allowsEqual {
      line = chunk.lineStart(line - 1)
      let above = LineMarks(chunk, line)
      guard !above.isBlank, above.isEntry else { continue }
      let isParent = above.keyIndentation < limit || allowsEqual && above.keyIndentation == limit && !above.isElement
      guard isParent, let key = above.key else { continue }
      path.append(key)
      limit = above.isElement ? above.elementIndentation : above.keyIndentation
      allowsEqual = above.isElement
    }
    return path.reversed()
  }
}

/// The beginning of a line: indentation, `- `, a key.
struct LineMarks {
  var isBlank = true
  /// Columns before the first sign, before the last `- `, and before the key.
  var indentation = 0
  var elementIndentation = 0
  var keyIndentation = 0
  var isElement = false
  var key: Substring?
  /// Offset of the content after them.
  var content: Int

  fileprivate var isEntry: Bool { isElement || key != nil }

  init(_ chunk: Chunk, _ line: Int) {
    let end = chunk.lineEnd(line)
    var index = line
    func skipSpaces() { while index < end, chunk.bytes[index] == 0x20 { index += 1 } }
    skipSpaces()
    indentation = index - line
    isBlank = index == end || chunk.bytes[index] == 0x23 || chunk.bytes[index] == 0x0D
    if index < end, chunk.bytes[index] == 0x2D, index + 1 == end || chunk.bytes[index + 1] == 0x20 {
      isElement = true
      elementIndentation = index - line
      index += 1
      skipSpaces()
    }
    keyIndentation = index - line
    var stop = index
    let isRoot = index == line
    while stop < end, Self.isKeyByte(chunk.bytes[stop], isRoot: isRoot) { stop += 1 }
    if stop > index, stop < end, chunk.bytes[stop] == 0x3A, stop + 1 == end || chunk.bytes[stop + 1] <= 0x20 {
      key = Substring(decoding: chunk.bytes[index..<stop], as: UTF8.self)
      index = min(end, stop + 1)
      skipSpaces()
    }
    content = index
  }

  /// Whether a byte may be part of a key. Root keys contain a space between kind and name.
  private static func isKeyByte(_ byte: UInt8, isRoot: Bool) -> Bool {
    isWordByte(byte) || byte == 0x2E || isRoot && byte == 0x20
  }
}
