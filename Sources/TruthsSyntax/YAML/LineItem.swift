import TruthsText

/// The entry of a list or mapping that a line belongs to, found in the text alone, because libyaml could not read it.
struct LineItem {
  /// The keys above the entry, from the one below the root key, and its own key if it has one. An entry of a list is `[]`.
  let path: NodePath
  /// The content after the `- ` and the key, including continuation lines, without white space around it.
  let content: Range<Int>
  /// The key of an entry of `moves`.
  private(set) var moveKey: Range<Int>?
  /// Columns before the `- ` of an element.
  private let indentation: Int

  var place: ScalarPlace { path.scalarPlace }

  /// Whether the entry is one of a list.
  var isElement: Bool { path.steps.last == NodePath.element }

  /// The noun for the entry in a message; `nil` if its place takes neither clause, value nor text.
  var noun: String? {
    switch place {
    case .clause, .expression, .output: "clause"
    case .value: "value"
    case .move: "move"
    case .row: "row"
    case .fieldType: "field"
    case .prose: "text"
    case .word: isWord ? "text" : nil
    case .head, .type, .artifact, .stateChain, .instance, .grid, .match, .enumValue, .jsonName: nil
    }
  }

  /// Whether the entry is a clause, alone or after `rule:` or `if:`.
  var isClause: Bool { place == .clause || place == .expression }

  /// Whether the entry is a single word, in which a `: ` is always a mistake.
  var isWord: Bool { place == .word && path.steps.last.map(Self.wordKeys.contains) ?? false }

  /// Whether an expression is read here, so that an indicator of YAML at its beginning is part of the language.
  var isExpression: Bool {
    switch place {
    case .clause, .expression, .output, .value: true
    default: false
    }
  }

  /// Whether the place is read with the grammar of clauses, so that a `: ` in a text of it is no end of a key.
  var holdsTexts: Bool {
    switch place {
    case .clause, .expression, .output, .value, .move, .row, .fieldType: true
    default: false
    }
  }

  static let clauseKeys = ["requires", "invariants", "ensures"]

  private static let wordKeys = ["enforced_by", "version"]
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
    let path = NodePath(kind: Self.kind(chunk), steps: Self.steps(chunk, line, marks))
    let isMove = path.steps == ["moves", NodePath.element]
    let content = Self.content(chunk, line, marks, through: last ?? offset, isMove: isMove)
    indentation = marks.elementIndentation
    if isMove, let move = Self.move(chunk, content) {
      moveKey = move.key
      self.content = move.states
      self.path = path.appending("")
    } else {
      (self.content, self.path) = (content, path)
      if path.scalarPlace == .move, marks.isElement { moveKey = marks.keyRange }
    }
  }

  /// Returns the ranges of a move's lifecycle, which may have a key in brackets or quotes around it, and of its states.
  private static func move(_ chunk: Chunk, _ content: Range<Int>) -> (key: Range<Int>, states: Range<Int>)? {
    let bytes = chunk.bytes[content]
    guard let first = bytes.first else { return nil }
    var end = content.lowerBound
    if first == 0x22 || first == 0x27 {
      guard let close = FlowEnd.end(bytes) else { return nil }
      end = close
      while end < content.upperBound, chunk.bytes[end] == 0x20 { end += 1 }
      guard end < content.upperBound, chunk.bytes[end] == 0x3A else { return nil }
    } else {
      var isText = false
      while end < content.upperBound {
        let byte = chunk.bytes[end]
        if byte == 0x5C, isText { end += 1 }
        if byte == 0x22 { isText.toggle() }
        if byte == 0x3A, !isText, end + 1 < content.upperBound, isBlank(chunk.bytes[end + 1]) { break }
        end += 1
      }
    }
    guard end < content.upperBound, let states = chunk.bytes[(end + 1)..<content.upperBound].firstIndex(where: { !isBlank($0) })
    else { return nil }
    return (content.lowerBound..<chunk.trimmedEnd(content.lowerBound, end), states..<content.upperBound)
  }

  /// Returns the content of an entry that begins with a line. It may begin on the next one.
  ///
  /// - Parameters:
  ///   - last: a place that belongs to the entry although it looks like another one.
  ///   - isMove: whether it is a move, below whose key only its states are.
  private static func content(
    _ chunk: Chunk, _ line: Int, _ marks: LineMarks, through last: Int, isMove: Bool = false
  ) -> Range<Int> {
    var end = chunk.lineEnd(line)
    if !isMove, let head = Self.headEnd(chunk, marks, end) {
      return marks.content..<max(marks.content, chunk.clauseEnd(marks.content, head))
    }
    let isBelow = marks.content >= end || chunk.bytes[marks.content] == 0x23 || isBlank(chunk.bytes[marks.content])
    while end < chunk.range.upperBound {
      let next = LineMarks(chunk, end + 1)
      guard !next.isBlank, next.indentation > marks.indentation, end + 1 <= last || !next.isEntry else { break }
      end = chunk.lineEnd(end + 1)
    }
    let below = chunk.lineEnd(line) + 1
    let start = isBelow && below < end ? below + LineMarks(chunk, below).indentation : marks.content
    return start..<max(start, chunk.clauseEnd(start, end))
  }

  private init(content: Range<Int>, after item: LineItem) {
    self.content = content
    indentation = item.indentation
    path = item.path
  }

  /// Returns the next element of the list of this one that begins with no key; `nil` at the end of the list.
  func following(in chunk: Chunk) -> LineItem? {
    var end = chunk.lineEnd(content.upperBound)
    while end < chunk.range.upperBound {
      let marks = LineMarks(chunk, end + 1)
      // Deeper lines and mappings are passed over.
      if !marks.isBlank, marks.indentation <= indentation, marks.key == nil || !marks.isElement {
        guard marks.isElement, marks.indentation == indentation else { return nil }
        return LineItem(content: Self.content(chunk, end + 1, marks, through: end + 1), after: self)
      }
      end = chunk.lineEnd(end + 1)
    }
    return nil
  }

  /// Returns the end of the content of a line that ends with a `:` and has lines under it, which makes it a key. A `:` in a
  /// text ends no key.
  private static func headEnd(_ chunk: Chunk, _ marks: LineMarks, _ end: Int) -> Int? {
    let stop = chunk.trimmedEnd(marks.content, end)
    guard stop > marks.content + 1, chunk.bytes[stop - 1] == 0x3A, end < chunk.range.upperBound,
      !LineTraps.endsInsideText(chunk.bytes[marks.content..<stop])
    else { return nil }
    let next = LineMarks(chunk, end + 1)
    return !next.isBlank && next.indentation > marks.indentation ? stop - 1 : nil
  }

  /// Returns the kind of the chunk's declaration.
  private static func kind(_ chunk: Chunk) -> DeclarationKind? {
    let word = chunk.bytes[chunk.range].drop { $0 == 0x20 }.prefix(while: isWordByte)
    return DeclarationKind(rawValue: String(decoding: word, as: UTF8.self))
  }

  /// Returns the keys above a line by indentation, from the one below the root key, and its own.
  private static func steps(_ chunk: Chunk, _ line: Int, _ marks: LineMarks) -> [String] {
    if line == chunk.range.lowerBound { return [] }
    var steps = marks.key.map { [String($0)] } ?? []
    if marks.isElement { steps.append(NodePath.element) }
    var limit = marks.isElement ? marks.elementIndentation : marks.indentation
    var isElement = marks.isElement
    var line = line
    while line > chunk.range.lowerBound, limit > 0 || isElement {
      line = chunk.lineStart(line - 1)
      if line == chunk.range.lowerBound { break }
      let above = LineMarks(chunk, line)
      guard !above.isBlank, above.isEntry else { continue }
      if !isElement, above.isElement, above.key != nil, above.keyIndentation == limit {
        // The first key of the same element.
        steps.append(NodePath.element)
        (limit, isElement) = (above.elementIndentation, true)
        continue
      }
      guard above.keyIndentation < limit || isElement && above.keyIndentation == limit, let key = above.key ?? head(chunk, above)
      else { continue }
      steps.append(key.isEmpty ? "?" : String(key))
      if above.isElement { steps.append(NodePath.element) }
      limit = above.isElement ? above.elementIndentation : above.keyIndentation
      isElement = above.isElement
    }
    return steps.reversed()
  }

  /// Returns the key of an element with lines under it, such as `- fact.order.placed where express:`; `nil` for other lines.
  private static func head(_ chunk: Chunk, _ marks: LineMarks) -> Substring? {
    headEnd(chunk, marks, chunk.lineEnd(marks.content)).map { end in
      Substring(decoding: chunk.bytes[marks.content..<end], as: UTF8.self)
    }
  }
}

/// The beginning of a line: indentation, `- `, a key.
struct LineMarks {
  var isBlank = true
  /// Columns before the first sign. The next two members: before the last `- `, and before the key.
  var indentation = 0
  var elementIndentation = 0
  var keyIndentation = 0
  var isElement = false
  var key: Substring?
  /// The range of the key, with its quotes.
  var keyRange: Range<Int>?
  /// Offset of the content after the marks.
  var content: Int

  var isEntry: Bool { isElement || key != nil }

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
    if let (range, colon) = Self.key(chunk, index, end, isRoot: index == line) {
      keyRange = range
      let isQuoted = chunk.bytes[index] == 0x22 || chunk.bytes[index] == 0x27
      key = Substring(decoding: chunk.bytes[isQuoted ? range.dropFirst().dropLast() : range], as: UTF8.self)
      index = min(end, colon + 1)
      skipSpaces()
    }
    content = index
  }

  /// Returns the range of the key that begins at an offset, and the offset of its colon. The key may be in quotes, and white
  /// space may be before the colon.
  private static func key(_ chunk: Chunk, _ start: Int, _ end: Int, isRoot: Bool) -> (range: Range<Int>, colon: Int)? {
    guard start < end else { return nil }
    let quote: UInt8? = chunk.bytes[start] == 0x22 || chunk.bytes[start] == 0x27 ? chunk.bytes[start] : nil
    var stop = quote == nil ? start : start + 1
    while stop < end, isKeyByte(chunk.bytes[stop], isRoot: isRoot) { stop += 1 }
    if let quote {
      guard stop > start + 1, stop < end, chunk.bytes[stop] == quote else { return nil }
      stop += 1
    }
    var colon = stop
    while colon < end, chunk.bytes[colon] == 0x20 { colon += 1 }
    guard stop > start, colon < end, chunk.bytes[colon] == 0x3A, colon + 1 == end || chunk.bytes[colon + 1] <= 0x20 else {
      return nil
    }
    return (start..<stop, colon)
  }

  /// Whether a byte may be part of a key. Root keys contain a space between kind and name.
  private static func isKeyByte(_ byte: UInt8, isRoot: Bool) -> Bool {
    isWordByte(byte) || byte == 0x2E || isRoot && byte == 0x20
  }
}
