package import TruthsLedger
import TruthsText

/// Replays a ledger as it is read, on all cores: against the recorded history each piece of it is decided by itself, on what the
/// entries before it say. What it holds does not grow with the ledger beyond the facts and flips.
package struct ReplayRunner: Sendable {
  private typealias Item = (entry: Entry, line: LedgerLine?)

  /// Entries of a piece at least, and pieces that are decided at a time.
  private static let (size, width) = (512, 16)

  private let cascades: Bool
  /// What stands before the piece that is read.
  private var front: Replay
  private var piece: [Item] = []
  private var pieces: [(start: Replay, items: [Item])] = []
  /// In sequence.
  package private(set) var flips: [Flip] = []
  package private(set) var decided = 0
  package private(set) var undecided = 0

  package init(_ replay: Replay, cascades: Bool) {
    front = replay
    self.cascades = cascades
  }

  /// Takes the next entry.
  ///
  /// - Parameter line: where it stands, so that nobody keeps it.
  /// - Returns: whether something was decided meanwhile.
  package mutating func take(_ entry: Entry, _ line: LedgerLine?) -> Bool {
    if cascades {
      if let flip = front.take(entry, line) { flips.append(flip) }
      (decided, undecided) = (front.decided, front.undecided)
      return true
    }
    // A decision stands right behind its proposal.
    let isFull = piece.count >= Self.size && entry.type == .proposal
    if isFull { close() }
    piece.append((entry, line))
    guard pieces.count == Self.width else { return false }
    decide()
    return true
  }

  /// Decides what is left.
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
