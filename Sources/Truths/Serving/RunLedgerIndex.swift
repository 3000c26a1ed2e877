import Synchronization
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Where the entries of one session's ledger stand, kept from question to question, so that none of them goes through the ledger
/// again.
public final class RunLedgerIndex: Sendable {
  private let index = Mutex(EntryIndex())

  /// Knows nothing; the first question reads the whole ledger.
  public init() {}

  func read<Result: Sendable>(_ ledger: Ledger, _ body: (EntryIndex) -> Result) -> Result {
    index.withLock { index in
      index.extend(to: ledger)
      return body(index)
    }
  }
}

/// An entry, and the proof that it stands in the ledger.
public struct RunEntry: Sendable {
  /// `{"entry", "index", "size", "inclusion", "head"}`, canonical JSON.
  public let json: [UInt8]
  /// Names the entry as it is shown; it stays the same as the ledger grows.
  public let tag: String
}

extension RunQuestions {
  /// An entry with its proof of inclusion (RFC 9162 §2.1.3).
  ///
  /// - Parameter index: of the session's ledger.
  /// - Returns: `nil` where there is none, or none that the actor may read.
  /// - Complexity: O(entries since the last question, and size / 256 hashes).
  public func entry(_ id: String, in index: RunLedgerIndex) -> RunEntry? {
    let ledger = view.context.ledger
    let found = index.read(ledger) { index -> (entry: Entry, inclusion: [Digest])? in
      guard let sequence = index.sequence(of: id), let entry = ledger.entry(sequence: sequence),
        let inclusion = index.inclusion(of: sequence, in: ledger)
      else { return nil }
      return (entry, inclusion)
    }
    guard let (entry, inclusion) = found, let shown = view.shown(entry) else { return nil }
    let object: JSONObject = [
      "entry": .object(shown), "index": .integer(entry.sequence - 1), "size": .integer(ledger.size),
      "inclusion": .texts(inclusion.map(\.prefixed)), "head": .text(view.context.head),
    ]
    return RunEntry(
      json: JSONValue.object(object).canonical(), tag: Identity.digest(JSONValue.object(shown).canonical()))
  }

  /// The proof that the ledger only grew between two sizes (RFC 9162 §2.1.4): `{"from", "to", "consistency", "head"}`, the head
  /// that of the later size.
  ///
  /// - Parameters:
  ///   - to: `nil` for the present size.
  ///   - index: of the session's ledger.
  /// - Throws: ``RunQueryFault`` where the ledger has not so many entries, or `from` is behind `to`.
  public func consistency(from: Int, to: Int?, in index: RunLedgerIndex) throws(RunQueryFault) -> [UInt8] {
    let ledger = view.context.ledger
    let to = to ?? ledger.size
    guard from <= to, to <= ledger.size else {
      throw RunQueryFault(
        "`from` is \(from) and `to` is \(to); the ledger has \(ledger.size) entries, and `from` is not behind `to`")
    }
    // Every ledger continues the empty one: there is nothing to prove.
    let found = index.read(ledger) { index in
      (index.consistency(from: from, to: to, in: ledger) ?? [], index.head(of: to, in: ledger).prefixed)
    }
    let object: JSONObject = [
      "from": .integer(from), "to": .integer(to), "consistency": .texts(found.0.map(\.prefixed)), "head": .text(found.1),
    ]
    return JSONValue.object(object).canonical()
  }
}
