import TruthsDiagnostics
import TruthsText

/// Finds the traps of files §2.4: lines that YAML and the language read differently. They are found in the text of the line,
/// because libyaml reports them elsewhere or not at all.
enum LineTraps {
  /// Characters with a meaning in YAML if a plain scalar begins with them.
  private static let signs: [UInt8] = Array("\"'[{*&!|>%@`?".utf8)

  /// Returns how many searches for the place of such a character a chunk may have. After that, errors get more general findings.
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

  /// Returns the finding for an item that begins with a character that has a meaning in YAML.
  static func indicator(_ chunk: Chunk, _ item: LineItem) -> Diagnostic? {
    // A tag cannot begin a clause, and has a finding of its own.
    guard let noun = item.noun, let sign = sign(chunk, item.content), !chunk.bytes[item.content].starts(with: [0x21, 0x21])
    else { return nil }
    let text = source(chunk, item.content)
    let start = item.content.lowerBound
    return ClauseIndicator.finding(
      sign, at: chunk.span(start, start + max(1, sign.utf8.count)), place: noun, content: span(chunk, item.content),
      quoted: quoted(text), isSafe: isReadable(text, item))
  }

  /// The treatment of a place that libyaml could not read.
  enum Recovery {
    /// The place is read as it is written: its `: ` is part of a text.
    case read
    case reported(Diagnostic)
  }

  /// Recognizes a trap in an error of libyaml. Overwrites the place and records the intended node, so that a second pass
  /// succeeds.
  static func recover(_ chunk: inout Chunk, _ fault: YAMLFault) -> Recovery? {
    let isAtEnd = fault.problem.contains("end of stream")
    let begun = fault.context == nil ? fault.offset : fault.contextOffset
    if !isAtEnd, begun < fault.offset, chunk.range.contains(begun), chunk.bytes[begun] == 0x7B,
      let item = LineItem(chunk, holding: begun, through: fault.offset), item.isClause, item.content.lowerBound == begun,
      let found = flowClause(&chunk, item)
    {
      return .reported(found)
    }
    if fault.problem.hasPrefix(colonProblem), recoverMoveKey(&chunk, at: fault.offset) { return .read }
    for offset in isAtEnd ? [begun, fault.offset] : [fault.offset, begun] {
      if let found = recover(&chunk, fault, at: offset) { return found }
    }
    return nil
  }

  /// The beginning of libyaml's message for a second `: ` in one line.
  private static let colonProblem = "mapping values are not allowed"

  /// Returns the finding for an error of libyaml in a place that further passes would read, of which there are too many.
  static func beyondLimit(_ chunk: Chunk, _ fault: YAMLFault, limit: Int) -> Diagnostic? {
    var tried = chunk
    guard let recovery = recover(&tried, fault) else { return nil }
    if case .reported(let trap) = recovery { return trap }
    guard let item = LineItem(chunk, holding: fault.offset), let noun = item.noun else { return nil }
    let range = fault.offset < item.content.lowerBound ? item.moveKey ?? item.content : item.content
    guard let colon = colon(chunk, range) else { return nil }
    return ColonInClause.beyondLimit(
      at: chunk.span(colon, colon + 1), place: noun, content: span(chunk, range), quoted: quoted(source(chunk, range)),
      limit: limit)
  }

  /// Recovers the key of a move with `: ` in a text: `level(level_id = "a: b"): shut → open`.
  private static func recoverMoveKey(_ chunk: inout Chunk, at offset: Int) -> Bool {
    guard let item = LineItem(chunk, holding: offset), let key = item.moveKey, key.lowerBound < offset,
      offset < item.content.lowerBound, colon(chunk, key) != nil, holdsColonsInTexts(chunk.bytes[key])
    else { return false }
    overwrite(&chunk, key, with: node(source(chunk, key), at: span(chunk, key), isMended: false))
    return true
  }

  private static func recover(_ chunk: inout Chunk, _ fault: YAMLFault, at offset: Int) -> Recovery? {
    guard let item = LineItem(chunk, holding: offset), let noun = item.noun, !item.content.isEmpty,
      // If the content is correct, the error is another one, such as its indentation.
      item.content.lowerBound <= offset, !FlowEnd.isWhole(chunk, item.content, before: offset)
    else { return nil }
    if item.place == .fieldType, let found = flowType(&chunk, item, offset) { return .reported(found) }
    // Of these only a text may hold a `: `; other errors are those of any list or mapping.
    if item.holdsTexts, !item.isExpression, !endsInsideText(chunk.bytes[item.content.lowerBound..<offset]) {
      guard fault.problem.hasPrefix(colonProblem), let found = unquotedText(chunk, item) else { return nil }
      mend(&chunk, item)
      return .reported(found)
    }
    if item.isClause, chunk.bytes[item.content.lowerBound] == 0x7B, let found = flowClause(&chunk, item) {
      return .reported(found)
    }
    if fault.problem.hasPrefix(colonProblem) { return colon(&chunk, item, noun) }
    if item.isClause, let unquoted = unquotedText(chunk, item) {
      mend(&chunk, item)
      return .reported(unquoted)
    }
    guard !fault.problem.contains("escape"), isBalanced(chunk.bytes[item.content]) || opensList(chunk, item, offset),
      let found = indicator(chunk, item)
    else { return nil }
    mend(&chunk, item)
    return .reported(found)
  }

  /// Recognizes a clause or value that begins at an offset and contains `: ` inside a text; recovers like ``recover(_:_:)``.
  static func recoverColon(_ chunk: inout Chunk, at offset: Int) -> Recovery? {
    guard let item = LineItem(chunk, holding: offset), let noun = item.noun else { return nil }
    return colon(&chunk, item, noun)
  }

  private static func colon(_ chunk: inout Chunk, _ item: LineItem, _ noun: String) -> Recovery? {
    guard let colon = colon(chunk, item.content) else { return nil }
    let text = source(chunk, item.content)
    if !item.isWord, isReadable(text, item) || item.holdsTexts && holdsColonsInTexts(chunk.bytes[item.content]) {
      mend(&chunk, item, isMended: false)
      readFollowing(&chunk, item)
      return .read
    }
    let content = span(chunk, item.content)
    let place = chunk.span(colon, colon + 1)
    let unquoted = unquotedText(chunk, item)
    mend(&chunk, item)
    if let unquoted { return .reported(unquoted) }
    var found = ColonInClause.finding(at: place, place: noun, content: content, quoted: quoted(text), isSafe: item.isWord)
    if !item.isWord { found.explainBraces(in: text) }
    if !item.isWord, let form = form(item) { found.unread = Diagnostic.UnreadText(form, at: content) }
    return .reported(found)
  }

  /// Reads the entries after a clause in its list like the clause, so that a list of many such clauses takes one pass.
  ///
  /// Stops at an entry that may contain further lines of its own: an open quote, a block.
  private static func readFollowing(_ chunk: inout Chunk, _ item: LineItem) {
    guard item.isElement, item.holdsTexts else { return }
    var last = item
    while let next = last.following(in: chunk), let first = chunk.bytes[next.content].first {
      last = next
      if signs.contains(first) {
        guard FlowEnd.isWhole(chunk, next.content, before: next.content.upperBound) else { return }
        continue
      }
      guard colon(chunk, next.content) != nil else { continue }
      guard isReadable(source(chunk, next.content), next) || holdsColonsInTexts(chunk.bytes[next.content]) else { return }
      mend(&chunk, next, isMended: false)
    }
  }

  /// Returns the finding for a clause, move, row, default or value with a text that lacks nothing but double quotes.
  static func unquotedText(_ chunk: Chunk, _ item: LineItem) -> Diagnostic? {
    guard let colon = colon(chunk, item.content), let (mended, noun) = quotingText(source(chunk, item.content), item) else {
      return nil
    }
    return ColonInClause.unquoted(
      at: chunk.span(colon, colon + 1), noun, content: span(chunk, item.content), mended: mended)
  }

  /// Returns the clause with its text in double quotes, if only the quotes are missing, as in `a else Not yet: b`. Also returns
  /// the noun for the text.
  private static func quotingText(_ text: ClauseText, _ item: LineItem) -> (mended: String, noun: String)? {
    let written = text.string(text.trimmed)
    if item.place == .value {
      return isProse(written) ? ("\"\(written)\"", "text") : nil
    }
    let reasons = [(" else ", "", "reason"), ("reject(", ")", "reason"), ("warn(", ")", "reason")]
    let openings: [ScalarPlace: [(String, String, String)]] = [
      .clause: reasons, .move: [reasons[0]], .row: [("→ ", "", "text"), ("-> ", "", "text")], .fieldType: [("= ", "", "default")],
    ]
    for (opening, closing, noun) in openings[item.place] ?? [] {
      guard let begin = written.firstRange(of: opening), written.hasSuffix(closing) else { continue }
      let reason = written[begin.upperBound...].dropLast(closing.count)
      guard reason.contains(": "), !reason.contains(where: { $0 == "\"" || $0 == "\\" }) else { continue }
      let mended = "\(written[..<begin.upperBound])\"\(reason)\"\(closing)"
      let bytes = Array(mended.utf8)
      if isReadable(ClauseText(file: text.file, bytes: bytes, range: bytes.indices, style: .bare), item) { return (mended, noun) }
    }
    return nil
  }

  /// Whether a value is words for people, and no expression: it has no sign of an operator, call, record or text.
  private static func isProse(_ written: String) -> Bool {
    // A `{` behind a letter begins a record, `line{sku: …}`; behind a blank it is a placeholder of a text.
    let isRecord = zip(written, written.dropFirst()).contains { $0.isLetter && $1 == "{" }
    return !isRecord && !written.contains { "\"\\()[]<>=+*/→".contains($0) } && written.contains(": ")
  }

  /// Reports the type of a field in braces that YAML cuts, `{type: text = "a: b"}`. Reads the type as the author intended it.
  private static func flowType(_ chunk: inout Chunk, _ item: LineItem, _ offset: Int) -> Diagnostic? {
    guard chunk.bytes[item.content.lowerBound] == 0x7B, let type = flowType(chunk, item.content), type.contains(offset),
      let colon = colon(chunk, type), holdsColonsInTexts(chunk.bytes[type])
    else { return nil }
    let text = source(chunk, type)
    overwrite(&chunk, type, with: node(text, at: span(chunk, type), isMended: false))
    return ColonInClause.finding(
      at: chunk.span(colon, colon + 1), place: "type", content: span(chunk, type), quoted: quoted(text),
      isSafe: Grammar.fieldType(text).diagnostics.isEmpty)
  }

  /// Returns the range of the value after `type:` in `{…}`: up to a comma or brace outside of its texts and brackets.
  private static func flowType(_ chunk: Chunk, _ content: Range<Int>) -> Range<Int>? {
    let word = Array("type:".utf8)
    let places = content.dropLast(word.count).dropFirst()
    guard
      let key = places.first(where: { place in
        let before = chunk.bytes[place - 1]
        let isWord = isBlank(before) || before == 0x7B || before == 0x2C
        return isWord && chunk.bytes[place..<place + word.count].elementsEqual(word)
      })
    else { return nil }
    var start = key + word.count
    while start < content.upperBound, isBlank(chunk.bytes[start]) { start += 1 }
    var (end, depth, isText) = (start, 0, false)
    while end < content.upperBound {
      let byte = chunk.bytes[end]
      if byte == 0x5C, isText { end += 1 }
      if byte == 0x22 { isText.toggle() }
      if !isText {
        if depth == 0, byte == 0x2C || byte == 0x7D { return start..<chunk.trimmedEnd(start, end) }
        if byte == 0x5B || byte == 0x7B || byte == 0x28 { depth += 1 }
        if byte == 0x5D || byte == 0x7D || byte == 0x29 { depth -= 1 }
      }
      end += 1
    }
    return nil
  }

  private static func mend(_ chunk: inout Chunk, _ item: LineItem, isMended: Bool = true) {
    let node = node(source(chunk, item.content), at: span(chunk, item.content), isMended: isMended)
    overwrite(&chunk, item.content, with: node)
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
    return FlowClause.finding(at: place, content: place, quoted: quoted(text), isSafe: isSafe)
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

  /// Returns the clause that the author evidently meant in a range of the source. Its line breaks are folded as in a plain
  /// scalar.
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

  static func node(_ text: ClauseText, at span: Span, isMended: Bool = true) -> YAMLNode {
    YAMLNode(.scalar(YAMLScalar(text: text, isMended: isMended)), at: span)
  }

  private static func span(_ chunk: Chunk, _ range: Range<Int>) -> Span { chunk.span(range.lowerBound, range.upperBound) }

  /// Whether the text is what the item's place takes.
  private static func isReadable(_ text: ClauseText, _ item: LineItem) -> Bool {
    if item.place == .value { return Grammar.value(text, scalar: text.span(0, 0)).diagnostics.isEmpty }
    return form(item).map { Grammar.reads(text, as: $0) } ?? true
  }

  /// Returns the syntax that the item's text is read as; `nil` for words for people.
  private static func form(_ item: LineItem) -> Diagnostic.UnreadText.Form? {
    switch item.place {
    case .clause: item.path.steps.first == "requires" ? .requirement : .clause
    case .expression, .value: .expression
    case .output: .output
    case .move: .move
    case .row: .row
    case .fieldType: .field
    default: nil
    }
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

  /// Whether no text is open at the end of some bytes, and every `: ` is in a text.
  static func holdsColonsInTexts(_ bytes: ArraySlice<UInt8>) -> Bool {
    var isText = false
    var isEscaped = false
    for (place, byte) in zip(bytes.indices, bytes) {
      if byte == 0x22, !isEscaped { isText.toggle() }
      isEscaped = isText && byte == 0x5C && !isEscaped
      if byte == 0x3A, !isText, place + 1 < bytes.endIndex, isBlank(bytes[place + 1]) { return false }
    }
    return !isText
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
