import TruthsDiagnostics
import TruthsText

/// A stretch of a file that holds one declaration: from its root key to the next (architecture.md §1, "Reading YAML").
struct Chunk: Sendable {
  let file: SourceFile
  /// Byte offsets in the file.
  let range: Range<Int>
  /// The bytes that libyaml is given, at their offsets in the file: the file's, or others where a reported fault was written
  /// over.
  var bytes: ArraySlice<UInt8>
  /// What was meant at places that were written over, by the file offset at which it begins.
  var mended: [Int: YAMLNode] = [:]

  init(_ file: SourceFile, _ range: Range<Int>) {
    self.file = file
    self.range = range
    bytes = file.bytes[range]
  }

  func span(_ start: Int, _ end: Int) -> Span { Span(file: file.id, start: start, end: end) }

  /// The offset at which the line holding an offset begins; never before the chunk.
  func lineStart(_ offset: Int) -> Int {
    var start = min(offset, range.upperBound)
    while start > range.lowerBound, !endsLine(start - 1) { start -= 1 }
    return start
  }

  /// The offset of the line break behind an offset, or the chunk's end.
  func lineEnd(_ offset: Int) -> Int {
    var end = offset
    while end < range.upperBound, !endsLine(end) { end += 1 }
    return end
  }

  /// Whether a line ends with the byte at an offset: an LF, or a CR without one behind it.
  func endsLine(_ offset: Int) -> Bool {
    if bytes[offset] == 0x0A { return true }
    return bytes[offset] == 0x0D && (offset + 1 == range.upperBound || bytes[offset + 1] != 0x0A)
  }

  /// Where a clause that begins at an offset ends: before a comment that stands outside its texts, without white space.
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

  /// The end of a range without white space before it.
  func trimmedEnd(_ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return end
  }
}

/// Reads one chunk to its tree: bytes, traps, libyaml, in as many passes as there are traps to write over.
struct ChunkReader {
  private(set) var chunk: Chunk
  private(set) var diagnostics: [Diagnostic] = []
  /// What was found in its bytes beside; it keeps nothing from being read.
  private(set) var remarks: [Diagnostic] = []
  /// Whether a part could not be read, so that what seems to be missing may stand there.
  private(set) var isWhole = true
  /// Whether a limit ended the reading: what was read until then is not worth a finding of its own.
  private(set) var isCut = false

  init(_ chunk: Chunk) { self.chunk = chunk }

  /// Bytes that second passes may cost for one chunk, and their number.
  private static let passLimit = 32
  private static let passBytes = 8 << 20

  /// The root node, if there is one.
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
        // Where it cannot be told what was meant, the mapping is read to its end, and reported as one.
        if let trap = LineTraps.recoverColon(&chunk, at: place) { diagnostics.append(trap) } else { stopsAtColons = false }
        continue
      }
      if let fault, pass < passes, let trap = LineTraps.recover(&chunk, fault) {
        diagnostics.append(trap)
        continue
      }
      nodesLeft = min(builder.nodesLeft, nodesLeft - 1)
      diagnostics += builder.diagnostics
      isCut = builder.isCut
      isWhole = !isCut && fault == nil
      // Where tabs indented, a fault of the indentation is their doing.
      if let fault, tabs == nil { diagnostics.append(FaultWords.diagnostic(fault, chunk)) }
      if isWhole, let root, let tight = ByteCheck.tightComment(chunk, root) { diagnostics.append(tight) }
      return root
    }
    return nil
  }
}
