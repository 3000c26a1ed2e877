/// Where the bytes of a decoded scalar stand in its file (language.md §1: positions map through quoting, folding and
/// indentation).
struct OffsetMap: Sendable {
  /// A stretch of decoded bytes. In a linear one byte stands for byte; any other (an escape, a folded line break) is one whole.
  struct Segment: Sendable {
    var decoded: Int32
    var sourceStart: Int32
    var sourceEnd: Int32
    var isLinear: Bool
  }

  /// In order of `decoded`, beginning at the text's first byte; empty when the map only shifts.
  private(set) var segments: [Segment] = []
  private let shift: Int

  /// A map for a text that stands in the file as it is.
  init(shift: Int) { self.shift = shift }

  /// A map of stretches in order; an empty list makes the identity.
  init(segments: [Segment]) {
    self.segments = segments
    shift = 0
  }

  /// The source offset of the first byte of what begins at a decoded offset.
  func start(_ offset: Int) -> Int {
    guard let segment = segment(holding: offset) else { return offset + shift }
    return segment.isLinear ? Int(segment.sourceStart) + offset - Int(segment.decoded) : Int(segment.sourceStart)
  }

  /// The source offset behind the last byte of what ends at a decoded offset.
  func end(_ offset: Int) -> Int {
    guard let segment = segment(holding: max(0, offset - 1)) else { return offset + shift }
    if offset <= Int(segment.decoded) { return Int(segment.sourceStart) }
    return segment.isLinear ? Int(segment.sourceStart) + offset - Int(segment.decoded) : Int(segment.sourceEnd)
  }

  /// The last segment that begins at or before an offset.
  private func segment(holding offset: Int) -> Segment? {
    guard !segments.isEmpty else { return nil }
    var low = 0
    var high = segments.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if Int(segments[middle].decoded) <= offset { low = middle } else { high = middle }
    }
    return segments[low]
  }
}
