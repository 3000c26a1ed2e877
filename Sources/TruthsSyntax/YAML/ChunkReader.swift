import TruthsDiagnostics
import TruthsText

/// A part of a file that contains one declaration: from its root key to the next (architecture.md §1, "Reading YAML").
struct Chunk: Sendable {
  let file: SourceFile
  /// Byte offsets in the file.
  let range: Range<Int>
  /// The bytes for libyaml, at their offsets in the file: the file's bytes, or replacements for reported errors.
  var bytes: ArraySlice<UInt8>
  /// The nodes that the author evidently meant where bytes were replaced, by the file offset at which they begin.
  var mended: [Int: YAMLNode] = [:]

  init(_ file: SourceFile, _ range: Range<Int>) {
    self.file = file
    self.range = range
    bytes = file.bytes[range]
  }

  func span(_ start: Int, _ end: Int) -> Span { Span(file: file.id, start: start, end: end) }

  /// Returns the offset at which the line of an offset begins; never before the chunk.
  func lineStart(_ offset: Int) -> Int {
    var start = min(offset, range.upperBound)
    while start > range.lowerBound, !endsLine(start - 1) { start -= 1 }
    return start
  }

  /// Returns the offset of the line break after an offset, or the chunk's end.
  func lineEnd(_ offset: Int) -> Int {
    var end = offset
    while end < range.upperBound, !endsLine(end) { end += 1 }
    return end
  }

  /// Whether a line ends with the byte at an offset: an LF, or a CR without an LF after it.
  func endsLine(_ offset: Int) -> Bool {
    if bytes[offset] == 0x0A { return true }
    return bytes[offset] == 0x0D && (offset + 1 == range.upperBound || bytes[offset + 1] != 0x0A)
  }

  /// Returns the end of a clause that begins at an offset: before a comment outside its texts, without white space.
  func clauseEnd(_ start: Int, _ end: Int) -> Int {
    var isText = false
    var index = start
    while index < end {
      switch bytes[index] {
      case 0x5C where isText: index += 1
      case 0x22: isText.toggle()
      case 0x23 where !isText && index > start && isBlank(bytes[index - 1]): return trimmedEnd(start, index)
      default: break
      }
      index += 1
    }
    return trimmedEnd(start, end)
  }

  /// Returns the end of a range without white space before it.
  func trimmedEnd(_ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return end
  }
}

/// Reads one chunk and builds its tree: checks the bytes, then runs libyaml. If YAML would misread a part, the part is reported,
/// its bytes are replaced, and the chunk is read again.
struct ChunkReader {
  private(set) var chunk: Chunk
  private(set) var diagnostics: [Diagnostic] = []
  /// Findings about the chunk's bytes that do not prevent reading.
  private(set) var remarks: [Diagnostic] = []
  /// Whether everything could be read; if not, a part that seems to be missing may be in the text.
  private(set) var isWhole = true
  /// Whether a limit ended the reading. Findings about the part read until then are not reported.
  private(set) var isCut = false

  init(_ chunk: Chunk) { self.chunk = chunk }

  /// Limits of the additional passes for one chunk: their number and their bytes.
  private static let passLimit = 32
  private static let passBytes = 8 << 20

  /// Returns the root node, if there is one.
  mutating func read(nodesLeft: inout Int) -> YAMLNode? {
    let check = ByteCheck(chunk)
    if let fault = check.fault {
      diagnostics = [fault]
      isWhole = false
      nodesLeft -= 1
      return nil
    }
    if let remark = check.remark { remarks.append(remark) }
    let tabs = check.hasTab ? ByteCheck.mendTabs(&chunk) : nil
    if let tabs { diagnostics.append(tabs) }
    let passes = max(1, min(Self.passLimit, Self.passBytes / max(1, chunk.range.count)))
    var stopsAtColons = true
    for pass in 0...passes {
      var builder = TreeBuilder(chunk, nodesLeft: nodesLeft, stopsAtColons: stopsAtColons && pass < passes)
      let (root, fault) = EventReader.read(&builder, isASCII: check.isASCII)
      if let place = builder.colonTrap {
        // If the intended text is not known, the mapping is read to its end, and reported as a mapping.
        let recovery = LineTraps.recoverColon(&chunk, at: place)
        if recovery == nil { stopsAtColons = false }
        if case .reported(let trap)? = recovery { diagnostics.append(trap) }
        continue
      }
      if let fault, pass < passes, let recovery = LineTraps.recover(&chunk, fault) {
        if case .reported(let trap) = recovery { diagnostics.append(trap) }
        continue
      }
      nodesLeft = min(builder.nodesLeft, nodesLeft - 1)
      diagnostics += builder.diagnostics
      isCut = builder.isCut
      isWhole = !isCut && fault == nil
      // If tabs were used as indentation, they cause errors of the indentation.
      if let fault, tabs == nil {
        diagnostics.append(LineTraps.beyondLimit(chunk, fault, limit: passes) ?? FaultWords.diagnostic(fault, chunk))
      }
      if isWhole, let root, let tight = ByteCheck.tightComment(chunk, root) { diagnostics.append(tight) }
      return root
    }
    return nil
  }
}
