import TruthsText

/// Finds out how the bytes that libyaml gives for a scalar stand in the source, so that positions map back exactly.
///
/// libyaml's value is what counts. The decoding here repeats it with positions; should the two ever differ, the value keeps only
/// the place of the whole scalar.
struct ScalarDecoder {
  let value: UnsafeBufferPointer<UInt8>
  let start: Int
  let end: Int

  /// The text of the scalar, and where the scalar ends without white space behind it.
  func text(_ style: ScalarStyle, in chunk: Chunk) -> (ClauseText, Int) {
    let end = chunk.trimmedEnd(start, self.end)
    switch style {
    case .plain, .bare:
      if isValue(start..<end, in: chunk) { return (inPlace(start..<end, .plain, in: chunk), end) }
      var decoder = FoldingDecoder(chunk.bytes, start..<end)
      return (mapped(decoder.plain(), .plain, end, in: chunk), end)
    case .singleQuoted, .doubleQuoted:
      let content = start + 1..<max(start + 1, end - 1)
      if isValue(content, in: chunk) { return (inPlace(content, style, in: chunk), end) }
      var decoder = FoldingDecoder(chunk.bytes, content)
      let decoded = style == .singleQuoted ? decoder.singleQuoted() : decoder.doubleQuoted()
      return (mapped(decoded, style, end, in: chunk), end)
    case .literal, .folded:
      return (mapped(BlockAligner(chunk.bytes, start..<end, value).aligned(), style, end, in: chunk), end)
    }
  }

  private func isValue(_ range: Range<Int>, in chunk: Chunk) -> Bool {
    guard range.count == value.count else { return false }
    return chunk.file.bytes.withUnsafeBufferPointer { bytes in
      for place in value.indices where bytes[range.lowerBound + place] != value[place] { return false }
      return true
    }
  }

  /// A scalar that stands in the file as it is read.
  private func inPlace(_ range: Range<Int>, _ style: ScalarStyle, in chunk: Chunk) -> ClauseText {
    ClauseText(file: chunk.file.id, bytes: chunk.file.bytes, range: range, style: style)
  }

  private func mapped(_ decoded: DecodedScalar, _ style: ScalarStyle, _ end: Int, in chunk: Chunk) -> ClauseText {
    let bytes = Array(value)
    var segments = decoded.segments
    if decoded.bytes != bytes || segments.isEmpty {
      segments = [
        .init(
          decoded: 0, sourceStart: Int32(truncatingIfNeeded: start), sourceEnd: Int32(truncatingIfNeeded: end), isLinear: false)
      ]
    }
    return ClauseText(
      file: chunk.file.id, bytes: bytes, range: 0..<bytes.count, style: style, map: OffsetMap(segments: segments))
  }
}

/// Decoded bytes with where each stretch came from.
struct DecodedScalar {
  var bytes: [UInt8] = []
  var segments: [OffsetMap.Segment] = []

  /// Appends bytes that stand for themselves.
  mutating func copy(_ source: ArraySlice<UInt8>) {
    guard !source.isEmpty else { return }
    if segments.last.map({ !$0.isLinear || Int($0.sourceEnd) != source.startIndex }) ?? true {
      begin(source.startIndex, source.startIndex, isLinear: true)
    }
    bytes += source
    segments[segments.count - 1].sourceEnd = Int32(truncatingIfNeeded: source.endIndex)
  }

  /// Appends bytes that a range of the source stands for as a whole.
  mutating func replace(_ source: Range<Int>, by other: some Sequence<UInt8>) {
    begin(source.lowerBound, source.upperBound, isLinear: false)
    bytes += other
  }

  private mutating func begin(_ start: Int, _ end: Int, isLinear: Bool) {
    segments.append(
      .init(
        decoded: Int32(truncatingIfNeeded: bytes.count), sourceStart: Int32(truncatingIfNeeded: start),
        sourceEnd: Int32(truncatingIfNeeded: end), isLinear: isLinear))
  }
}
