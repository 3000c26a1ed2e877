import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Rules that are in force, and those that others may come into force instead.
extension RunSession {
  /// Has rule sets ready that may be adopted, in place of those that were; those whose adoption waits stay ready. They are in
  /// force for all that is decided behind an accepted proposal of `adopt_truths` with their hash (sessions §6.1); one with
  /// another hash is refused.
  ///
  /// - Throws: the findings of a set with errors.
  public mutating func offer(_ rules: [RuleSet], now: Int) throws(Findings) {
    var procedures: [RunProcedure] = []
    for set in rules { procedures.append(try set.workspace.procedure()) }
    session.offer(procedures, at: now)
    keep(rules)
  }

  /// The hashes of the rule sets that may be adopted, in byte order.
  public var offeredRules: [String] { session.offeredTruths }

  /// The hashes that waiting adoptions want to have adopted.
  ///
  /// - Complexity: O(w log w) in the runs that wait.
  public var awaitedRules: [String] { session.awaitedTruths }

  /// The hash of the rules that are in force by the ledger: those that were adopted last, else those of its first decision
  /// (ledgers §6.1). `nil` where nothing was decided yet.
  public var rulesOfLedger: String? { session.context.adopted ?? session.context.runs.firstTruths }

  /// Which rules decide, and since when.
  public var rulesInForce: RulesInForce {
    RulesInForce(session.procedure.program, hash: rulesHash, since: session.context.entryInForce)
  }

  /// Entries of the ledger, from one on; some 100,000 bytes of them.
  ///
  /// - Complexity: O(what is returned).
  public func ledgerSlice(from sequence: Int) -> LedgerSlice {
    LedgerSlice(session.context.ledger, from: max(1, sequence), most: 100_000)
  }

  /// The organisations among some of which a client may read what they propose.
  public mutating func readable(_ organisations: [String?], by client: String) -> [String?] {
    organisations.filter { session.mayRead(organisation: $0, for: client) }
  }
}

/// Rules that decide, as `GET /truths` tells them.
public struct RulesInForce: Sendable {
  /// Their hash, `sha256:…`.
  public let hash: String
  private let object: JSONObject

  /// The entry that put them in force; `nil` where nothing was decided by them yet.
  var entryID: String? { object.text("entry_id") }

  /// - Parameter entry: what put truths into force: an adoption, or the first decision. One about others is none of these.
  init(_ program: Program, hash: String, since entry: Entry?) {
    self.hash = hash
    var object: JSONObject = ["truths": .text(hash), "packs": Self.packs(of: program)]
    let adoption = entry.flatMap { AdoptionRecord($0) }
    let named = adoption?.hash ?? entry.flatMap { DecisionRecord($0.payload).truthsHash }
    if let entry, named == hash {
      object["since"] = .text(entry.timestamp.text)
      object["entry_id"] = .text(entry.entryID)
      object["adopted_by"] = adoption?.proposer.map { .text($0) }
      object["version"] = adoption?.version.map { .text($0) }
      object["note"] = adoption?.note.map { .text($0) }
    }
    self.object = object
  }

  /// `truths`, `packs`; once something was decided by them `since` and `entry_id`; of adopted ones `adopted_by`, `version` and
  /// `note`. Canonical JSON.
  public var json: [UInt8] { JSONValue.object(object).canonical() }

  /// Each pack with its version, without the one that is built in.
  static func packs(of program: Program) -> JSONValue {
    .array(
      program.packs.filter { $0.name != ConvergePack.name }.map { pack in
        var object: JSONObject = ["pack": .text(pack.name)]
        object["version"] = pack.version.map { .text($0) }
        return .object(object)
      })
  }
}

/// Entries of a ledger that follow each other.
public struct LedgerSlice: Sendable {
  let first: Int
  /// The sequence behind the last of them.
  let end: Int
  let lines: DataBytes
  /// Whether the ledger has no more.
  let isLast: Bool

  init(_ ledger: Ledger, from first: Int, most: Int) {
    var buffer = ByteBuffer()
    let starts = ledger.writeLines(from: first, most: most, to: &buffer)
    self.first = first
    end = first + starts.count
    isLast = end > ledger.size
    lines = DataBytes(buffer.withBytes { Array($0) })
  }

  /// Whether there are none.
  public var isEmpty: Bool { end == first }
}
