/// Room for cells that grows, and keeps what it holds.
struct CellRoom: ~Copyable {
  private(set) var cells: UnsafeMutablePointer<Cell>
  private var capacity = 64

  init() {
    cells = .allocate(capacity: capacity)
    cells.initialize(repeating: .absent, count: capacity)
  }

  deinit { cells.deallocate() }

  mutating func reserve(_ count: Int) {
    if count <= capacity { return }
    let larger = max(count, 2 * capacity)
    let grown = UnsafeMutablePointer<Cell>.allocate(capacity: larger)
    grown.initialize(from: cells, count: capacity)
    (grown + capacity).initialize(repeating: .absent, count: larger - capacity)
    cells.deallocate()
    (cells, capacity) = (grown, larger)
  }

  /// Empties the first cells.
  func clear(_ count: Int) { cells.update(repeating: .absent, count: count) }

  subscript(place: Int) -> Cell {
    get { place < capacity ? cells[place] : .absent }
    nonmutating set { if place < capacity { cells[place] = newValue } }
  }
}

/// Room for what clauses come to.
struct OutcomeRoom: ~Copyable {
  private(set) var outcomes: UnsafeMutablePointer<ClauseOutcome>
  private var capacity = 32

  init() {
    outcomes = .allocate(capacity: capacity)
    outcomes.initialize(repeating: .holds, count: capacity)
  }

  deinit { outcomes.deallocate() }

  /// Makes room for so many, none of which is known.
  mutating func reserve(_ count: Int) {
    if count > capacity {
      outcomes.deallocate()
      capacity = max(count, 2 * capacity)
      outcomes = .allocate(capacity: capacity)
    }
    outcomes.initialize(repeating: .holds, count: count)
  }

  subscript(clause: Int) -> ClauseOutcome { clause < capacity ? outcomes[clause] : .holds }
}
