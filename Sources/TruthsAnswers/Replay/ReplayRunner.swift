package import TruthsLedger
import TruthsText

/// Replays a ledger on all cores while the ledger is read.
///
/// With the recorded history, each piece is decided independently, on the entries before it. Memory grows only with the facts
/// and the flips.
package struct ReplayRunner: Sendable {
  private typealias Item = (entry: Entry, line: LedgerLine?)

  /// The minimum number of entries in a piece (`size`), and the number of pieces that are decided in parallel (`width`).
  private static let (size, width) = (512, 16)

  private let cascades: Bool
  /// The replay up to the piece that is being read.
  private var front: Replay
  private var piece: [Item] = []
  private var pieces: [(start: Replay, items: [Item])] = []
  /// The flips, in the order of the ledger.
  package private(set) var flips: [Flip] = []
  package private(set) var decided = 0
  package private(set) var undecided = 0

  package init(_ replay: Replay, cascades: Bool) {
    front = replay
    self.cascades = cascades
  }

  /// Reads the next entry of the ledger.
  ///
  /// - Parameter line: the line of the entry, so that the entry need not be kept in memory; `nil` to keep it.
  /// - Returns: whether decisions were made in this call.
  package mutating func take(_ entry: Entry, _ line: LedgerLine?) -> Bool {
    if cascades {
      if let flip = front.take(entry, line) { flips.append(flip) }
      (decided, undecided) = (front.decided, front.undecided)
      return true
    }
    // A decision follows directly after its proposal, so a piece may begin at a proposal.
    let isFull = piece.count >= Self.size && entry.type == .proposal
    if isFull { close() }
    piece.append((entry, line))
    guard pieces.count == Self.width else { return false }
    decide()
    return true
  }

  /// Decides the remaining pieces.
  package mutating func end() {
    if let flip = front.end() { flips.append(flip) }
    close()
    decide()
  }

  private mutating func close() {
    guard let last = piece.last else { return }
    pieces.append((front, piece))
    for item in piece { front.pass(item.entry, item.line) }
    front.close(at: last.entry.timestamp)
    piece = []
  }

  private mutating func decide() {
    let pieces = pieces
    let results = Parallel.map(pieces.count, stride: 1) { place in
      var replay = pieces[place].start
      var flips = pieces[place].items.compactMap { replay.take($0.entry, $0.line) }
      if let flip = replay.end() { flips.append(flip) }
      return (flips: flips, decided: replay.decided, undecided: replay.undecided)
    }
    for result in results {
      flips += result.flips
      decided += result.decided
      undecided += result.undecided
    }
    self.pieces = []
  }
}
