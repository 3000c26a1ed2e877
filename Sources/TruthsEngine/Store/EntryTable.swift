import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsText

/// The ledger's data about the facts in a store, apart from the facts because clauses rarely read it.
struct EntryTable: Sendable {
  private var layers = Layers(EntryLayer(first: 0))
  /// The actor of the newest entry and its symbol, because most consecutive facts are from one actor.
  private var lastActor: (actor: JSONObject, symbol: Int)?

  var count: Int { layers.last.first + layers.last.rows.count }

  mutating func settle() { layers.settle() }

  /// Appends an entry.
  ///
  /// - Returns: the number of the entry.
  mutating func append(_ entry: EntryReference, symbols: inout Symbols) -> Int {
    let known = lastActor.flatMap { $0.actor == entry.actor ? $0.symbol : nil }
    let symbol = known ?? symbols.intern(opaque: .json(.object(entry.actor)))
    if known == nil { lastActor = (entry.actor, symbol) }
    let packed = PackedID.digits(of: entry.id, behind: EntryRow.prefix)
    layers.writable().rows.append(
      EntryRow(
        id: packed ?? UInt64(symbols.intern(Text(entry.id))), timestamp: entry.timestamp.milliseconds,
        truth: entry.truthID.map { Int32(symbols.intern(Text($0))) } ?? -1, actor: Int32(symbol), isPacked: packed != nil,
        isCorrection: entry.isCorrection))
    return count - 1
  }

  func id(_ number: Int, _ symbols: Symbols) -> String {
    guard let row = row(number) else { return "" }
    return row.isPacked ? PackedID.text(of: row.id, behind: EntryRow.prefix) : symbols.text(Int(row.id)).string
  }

  func truth(_ number: Int) -> Int32 { row(number)?.truth ?? -1 }

  func isCorrection(_ number: Int) -> Bool { row(number)?.isCorrection ?? false }

  func reference(_ number: Int, sequence: Int, _ symbols: Symbols) -> EntryReference {
    guard let row = row(number) else {
      return EntryReference(id: "", sequence: sequence, timestamp: .epoch, truthID: nil, actor: [:])
    }
    var reference = EntryReference(
      id: id(number, symbols), sequence: sequence, timestamp: Timestamp(milliseconds: row.timestamp) ?? .epoch,
      truthID: row.truth < 0 ? nil : symbols.text(Int(row.truth)).string, actor: [:], isCorrection: row.isCorrection)
    if case .json(.object(let actor)) = symbols.opaque(Int(row.actor)) { reference.actor = actor }
    return reference
  }

  private func row(_ number: Int) -> EntryRow? {
    var index = layers.all.count - 1
    while index > 0, layers.all[index].first > number { index -= 1 }
    let layer = layers.all[index]
    return layer.rows.indices.contains(number - layer.first) ? layer.rows[number - layer.first] : nil
  }
}

/// One entry in packed form.
private struct EntryRow: BitwiseCopyable {
  /// The 16 hex digits after `ctx_`, or the symbol of an id of another form.
  var id: UInt64
  /// Milliseconds since 1970.
  var timestamp: Int64
  /// The symbol of the truth's id; below 0 for an entry without a truth.
  var truth: Int32
  /// The symbol of the actor.
  var actor: Int32
  var isPacked: Bool
  var isCorrection: Bool

  /// The beginning of an id that is stored as its 16 hex digits.
  static let prefix: StaticString = "ctx_"
}

/// A layer of entries. `@unchecked Sendable`: it is written to only while it has one owner.
private final class EntryLayer: Layer, @unchecked Sendable {
  let first: Int
  var rows: [EntryRow] = []

  init(first: Int) { self.first = first }

  var weight: Int { rows.count }

  func follower() -> EntryLayer { EntryLayer(first: first + rows.count) }

  func joined(with next: EntryLayer) -> EntryLayer {
    let layer = EntryLayer(first: first)
    layer.rows = rows + next.rows
    return layer
  }
}
