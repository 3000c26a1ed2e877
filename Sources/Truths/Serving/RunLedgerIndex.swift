import Synchronization
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Positions and hashes of a session's ledger entries, kept between questions so that the ledger is read only once.
public final class RunLedgerIndex: Sendable {
  private let index = Mutex(EntryIndex())

  /// Creates an empty index; the first question reads the whole ledger.
  public init() {}

  func read<Result: Sendable>(_ ledger: Ledger, _ body: (EntryIndex) -> Result) -> Result {
    index.withLock { index in
      index.extend(to: ledger)
      return body(index)
    }
  }
}

/// A ledger entry with its proof of inclusion.
public struct RunEntry: Sendable {
  /// `{"entry", "index", "size", "inclusion", "head"}`, canonical JSON.
  public let json: [UInt8]
  /// A tag of the entry as it is shown; it does not change as the ledger grows.
  public let tag: String
}

extension RunQuestions {
  /// Returns an entry with its proof of inclusion (RFC 9162 §2.1.3).
  ///
  /// - Parameters:
  ///   - id: the id of the entry, or its sequence.
  ///   - index: the index of the session's ledger.
  /// - Returns: `nil` where the entry does not exist, or the actor may not read it.
  /// - Complexity: O(entries since the last question, and size / 256 hashes).
  public func entry(_ id: String, in index: RunLedgerIndex) -> RunEntry? {
    let ledger = view.context.ledger
    let numbered = Int(id).flatMap { $0 > 0 && $0 <= ledger.size ? $0 : nil }
    let proven = index.read(ledger) { index -> (entry: Entry, inclusion: [Digest])? in
      guard let sequence = index.sequence(of: id) ?? numbered, let entry = ledger.entry(sequence: sequence),
        let inclusion = index.inclusion(of: sequence, in: ledger)
      else { return nil }
      return (entry, inclusion)
    }
    guard let (entry, inclusion) = proven, let shown = view.shown(entry) else { return nil }
    let object: JSONObject = [
      "entry": .object(shown), "index": .integer(entry.sequence - 1), "size": .integer(ledger.size),
      "inclusion": .texts(inclusion.map(\.prefixed)), "head": .text(view.context.head),
    ]
    return RunEntry(
      json: JSONValue.object(object).canonical(), tag: Identity.digest(JSONValue.object(shown).canonical()))
  }

  /// Returns the proof that the ledger was only appended to between two sizes (RFC 9162 §2.1.4): `{"from", "to", "consistency",
  /// "head"}`. `head` is the head at the later size.
  ///
  /// - Parameters:
  ///   - to: the later size; `nil` for the current one.
  ///   - index: the index of the session's ledger.
  /// - Throws: ``RunQueryFault`` where the ledger has fewer entries, or `from` exceeds `to`.
  public func consistency(from: Int, to: Int?, in index: RunLedgerIndex) throws(RunQueryFault) -> [UInt8] {
    let ledger = view.context.ledger
    let to = to ?? ledger.size
    guard from <= to, to <= ledger.size else {
      throw RunQueryFault(
        "`from` is \(from) and `to` is \(to); the ledger has \(ledger.size) entries, and `from` must not be greater than `to`")
    }
    // Every ledger extends the empty one, so the proof is empty.
    let found = index.read(ledger) { index in
      (index.consistency(from: from, to: to, in: ledger) ?? [], index.head(of: to, in: ledger).prefixed)
    }
    let object: JSONObject = [
      "from": .integer(from), "to": .integer(to), "consistency": .texts(found.0.map(\.prefixed)), "head": .text(found.1),
    ]
    return JSONValue.object(object).canonical()
  }
}
