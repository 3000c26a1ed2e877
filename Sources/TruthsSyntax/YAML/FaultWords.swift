import TruthsDiagnostics
import TruthsText

/// Translates the messages of libyaml to messages of this language.
enum FaultWords {
  static func diagnostic(_ fault: YAMLFault, _ chunk: Chunk) -> Diagnostic {
    if let item = LineItem(chunk, holding: fault.offset), let last = item.path.steps.last, LineItem.clauseKeys.contains(last),
      chunk.bytes[item.content].first == 0x5B
    {
      let start = item.content.lowerBound
      return FlowClauses.finding(last, at: chunk.span(start, start + 1))
    }
    if let missing = missingColon(chunk) { return missing }
    let context = fault.context.flatMap(begun)
    let isAtEnd =
      fault.problem.contains("end of stream") || fault.offset >= chunk.trimmedEnd(chunk.range.lowerBound, chunk.range.upperBound)
    if isAtEnd, let context {
      return YAMLSyntax.finding("\(context) is not closed", at: faultSpan(fault.contextOffset, chunk), context: nil)
    }
    let faultSpan = faultSpan(fault.offset, chunk)
    let note = context.map { (words: "\($0) begins here", span: self.faultSpan(fault.contextOffset, chunk)) }
    return YAMLSyntax.finding(
      words(fault, chunk.file.text(faultSpan), isBehindQuote: isBehindQuote(fault.offset, chunk)), at: faultSpan, context: note)
  }

  /// Reports a chunk whose first line is a kind and a name without the colon.
  private static func missingColon(_ chunk: Chunk) -> Diagnostic? {
    let start = chunk.range.lowerBound
    let end = chunk.clauseEnd(start, chunk.lineEnd(start))
    let words = chunk.bytes[start..<end].split(separator: 0x20)
    guard words.count == 2, words[1].allSatisfy({ isWordByte($0) || $0 == 0x2E }),
      DeclarationKind(rawValue: String(decoding: words[0], as: UTF8.self)) != nil
    else { return nil }
    let span = chunk.span(start, end)
    return NotADeclaration.withoutColon(chunk.file.text(span), at: span)
  }

  /// Returns the construct that libyaml was reading, if its beginning helps the user.
  private static func begun(_ context: String) -> String? {
    if context.contains("quoted scalar") { return "the quoted text" }
    if context.contains("flow sequence") { return "the list" }
    if context.contains("flow mapping") { return "the mapping" }
    return nil
  }

  /// Whether only white space is between a closing quote and an offset of the same line.
  private static func isBehindQuote(_ offset: Int, _ chunk: Chunk) -> Bool {
    var index = offset - 1
    while index > chunk.range.lowerBound, chunk.bytes[index] == 0x20 { index -= 1 }
    return index >= chunk.range.lowerBound && index < chunk.range.upperBound
      && (chunk.bytes[index] == 0x22 || chunk.bytes[index] == 0x27)
  }

  private static func words(_ fault: YAMLFault, _ character: String, isBehindQuote: Bool) -> String {
    let problem = fault.problem
    if isBehindQuote, problem.hasPrefix("did not find expected") { return "nothing may follow the closing quote" }
    if problem.contains("cannot start any token") { return "`\(character)` may not begin a value" }
    return rewordings.first { problem.contains($0.theirs) }?.ours ?? problem
  }

  private static let rewordings: [(theirs: String, ours: String)] = [
    ("mapping values", "this `:` follows no key"),
    ("mapping keys", "a key may not begin here"),
    ("block sequence entries", "a list may not begin here; begin it on a line of its own"),
    ("',' or ']'", "expected `,` or `]`"),
    ("',' or '}'", "expected `,` or `}`"),
    ("'-' indicator", "expected `- ` at the indentation of the list"),
    ("expected key", "expected a key at the indentation of the mapping"),
    ("expected ':'", "expected `:` after the key"),
    ("node content", "expected a value"),
    ("comment or line break", "nothing may follow `|` or `>` on the same line"),
    ("alphabetic or numeric", "expected a name after `&` or `*`"),
    ("<document start>", "this does not belong to anything above it"),
    ("unknown escape", "there is no such escape"),
  ]

  /// Returns the span of the character at an offset, or an empty span at the end of a line.
  private static func faultSpan(_ offset: Int, _ chunk: Chunk) -> Span {
    let offset = min(offset, chunk.trimmedEnd(chunk.range.lowerBound, chunk.range.upperBound))
    guard offset < chunk.range.upperBound, !isBlank(chunk.bytes[offset]) else { return chunk.span(offset, offset) }
    var end = offset + 1
    while end < chunk.range.upperBound, chunk.bytes[end] & 0xC0 == 0x80 { end += 1 }
    return chunk.span(offset, end)
  }
}
