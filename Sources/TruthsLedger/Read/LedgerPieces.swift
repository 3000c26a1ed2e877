import TruthsDiagnostics
import TruthsJSON
import TruthsText

/// The lines of a ledger in pieces. All cores parse one piece while the caller processes the piece before it.
package struct LedgerPieces {
  /// Computes a result that needs one entry and no earlier entries.
  package typealias Preparation = (ReadEntry) -> any AnyObject & Sendable

  /// Consecutive lines.
  struct Piece {
    var lines: [LedgerLineParser.Line] = []
    /// The number of line breaks in the piece: one for each of its lines and one for each blank line before a line.
    var breaks = 0
  }

  let parser: LedgerLineParser
  private var lines: JSONLines.Iterator

  init(_ lines: JSONLines.Iterator, isWhollyShown: Bool, preparing prepare: Preparation?) {
    self.lines = lines
    parser = LedgerLineParser(lines, isWhollyShown: isWhollyShown, prepare)
  }

  /// Returns the next lines, parsed; empty after the last line.
  ///
  /// - Parameters:
  ///   - start: the offset in the shown bytes at which the piece begins, if `sideWork` adds no lines to them.
  ///   - sideWork: a function that runs while the lines are parsed.
  mutating func next(at start: Int, beside sideWork: () -> Void) -> Piece {
    var piece = Piece()
    var linePlaces: [LedgerLineParser.LineExtent] = []
    var bytes = 0
    while linePlaces.count < Self.mostLines, bytes < Self.mostBytes, lines.advance() {
      piece.breaks += lines.blanks
      let place = parser.start(start + piece.breaks)
      linePlaces.append(LedgerLineParser.LineExtent(range: lines.range, number: lines.line, blanks: lines.blanks, start: place))
      piece.breaks += 1
      bytes += lines.range.count
    }
    let parser = parser
    piece.lines = Parallel.map(linePlaces.count, stride: Self.stride, beside: sideWork) { parser.line(linePlaces[$0]) }
    return piece
  }

  /// The maximum number of lines of a piece. A piece is enough work for several cores, and two pieces with their results fit into
  /// the processor's caches. A piece also ends once it has `mostBytes` bytes.
  private static let mostLines = 128
  private static let mostBytes = 1 << 18
  private static let stride = 4
}

/// Parses lines of a ledger, each without the earlier lines.
struct LedgerLineParser {
  /// A line before it is parsed.
  struct LineExtent {
    let range: Range<Int>
    /// The number of the line, from 1.
    let number: Int
    /// The number of blank lines before the line.
    let blanks: Int
    /// The offset of the line in the shown bytes, to which spans refer; `nil` if spans refer to the ledger's own bytes.
    let start: Int?
  }

  /// A parsed line.
  struct Line {
    let place: LineExtent
    let value: Result<LocatedJSON, Diagnostic>
    /// The envelope of a whole entry that gives its sequence; `nil` for any other value.
    let envelope: ReadEnvelope?
  }

  private let lines: JSONLines.Iterator
  private let isWhollyShown: Bool
  private let prepare: LedgerPieces.Preparation?

  /// - Parameter isWhollyShown: whether spans refer to the ledger's own bytes, and not to the part of them that is shown.
  init(_ lines: JSONLines.Iterator, isWhollyShown: Bool, _ prepare: LedgerPieces.Preparation?) {
    self.lines = lines
    self.isWhollyShown = isWhollyShown
    self.prepare = prepare
  }

  /// Returns the `start` of a line that is shown at an offset; `nil` if spans refer to the ledger's own bytes.
  func start(_ offset: Int) -> Int? { isWhollyShown ? nil : offset }

  func line(_ place: LineExtent) -> Line {
    let value = lines.value(in: place.range, at: place.start)
    var envelope = (try? value.get()).flatMap { ReadEnvelope(ofWhole: $0) }
    if let prepare, let entry = envelope?.entry { envelope?.entry?.prepared = prepare(entry) }
    return Line(place: place, value: value, envelope: envelope)
  }

  /// Returns a line with spans that begin at an offset, which may differ from the offset known when the line was parsed.
  ///
  /// Its value is moved, and its prepared parts stay. Only a line that does not read is parsed again.
  func line(_ line: Line, at offset: Int) -> Line {
    let place = line.place
    guard let before = place.start, let start = start(offset), before != start else { return line }
    let moved = LineExtent(range: place.range, number: place.number, blanks: place.blanks, start: start)
    guard case .success(let value) = line.value else { return self.line(moved) }
    let movedValue = value.moved(by: Int32(truncatingIfNeeded: start - before))
    var envelope = line.envelope == nil ? nil : ReadEnvelope(ofWhole: movedValue)
    envelope?.entry?.prepared = line.envelope?.entry?.prepared
    return Line(place: moved, value: .success(movedValue), envelope: envelope)
  }
}

extension LocatedJSON {
  /// Returns the value with every span at another offset.
  fileprivate func moved(by distance: Int32) -> LocatedJSON {
    let moved: Kind =
      switch kind {
      case .null, .boolean, .number, .string: kind
      case .array(let elements): .array(elements.map { $0.moved(by: distance) })
      case .object(let members):
        .object(
          members.map {
            Member(name: $0.name, nameSpan: $0.nameSpan.moved(by: distance), value: $0.value.moved(by: distance))
          })
      }
    return LocatedJSON(moved, at: span.moved(by: distance))
  }
}

extension Span {
  fileprivate func moved(by distance: Int32) -> Span {
    var moved = self
    moved.start &+= distance
    moved.end &+= distance
    return moved
  }
}
