import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Manages the rules in force and the rules that may be adopted.
extension RunSession {
  /// Replaces the rule sets that may be adopted. Sets with a waiting adoption remain available. A set comes into force with an
  /// accepted `adopt_truths` proposal for its hash (sessions §6.1). A proposal with another hash is refused.
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

  /// The hashes of the rules that waiting proposals want to adopt.
  ///
  /// - Complexity: O(w log w) in the waiting runs.
  public var awaitedRules: [String] { session.awaitedTruths }

  /// The hash of the rules in force according to the ledger: the last adopted rules, or else the rules of the ledger's first
  /// decision (ledgers §6.1). `nil` before the first decision.
  public var rulesOfLedger: String? { session.context.adopted ?? session.context.runs.firstTruths }

  /// The rules in force, and since when.
  public var rulesInForce: RulesInForce {
    RulesInForce(session.procedure.program, hash: rulesHash, since: session.context.entryInForce)
  }

  /// Returns entries of the ledger from a sequence on, about 100,000 bytes of them.
  ///
  /// - Complexity: O(size of the result).
  public func ledgerSlice(from sequence: Int) -> LedgerSlice {
    LedgerSlice(session.context.ledger, from: max(1, sequence), most: 100_000)
  }

  /// Returns those of the given organisations whose proposals a client may read.
  public mutating func readable(_ organisations: [String?], by client: String) -> [String?] {
    organisations.filter { session.mayRead(organisation: $0, for: client) }
  }
}

/// The rules in force, as `GET /truths` returns them.
public struct RulesInForce: Sendable {
  /// The hash of the rules, `sha256:…`.
  public let hash: String
  private let object: JSONObject

  /// The id of the entry that put the rules in force; `nil` if they have decided nothing yet.
  var entryID: String? { object.text("entry_id") }

  /// - Parameter entry: the entry that put rules into force: an adoption, or the first decision. Ignored where it concerns
  ///   other rules.
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

  /// `truths` and `packs`, as canonical JSON. After the first decision also `since` and `entry_id`; for adopted rules
  /// `adopted_by`, `version` and `note`.
  public var json: [UInt8] { JSONValue.object(object).canonical() }

  /// Returns each pack with its version, without the built-in one.
  static func packs(of program: Program) -> JSONValue {
    .array(
      program.packs.filter { $0.name != ConvergePack.name }.map { pack in
        var object: JSONObject = ["pack": .text(pack.name)]
        object["version"] = pack.version.map { .text($0) }
        return .object(object)
      })
  }
}

/// Consecutive entries of a ledger.
public struct LedgerSlice: Sendable {
  let first: Int
  /// The sequence number that follows the last entry of the slice.
  let end: Int
  let lines: DataBytes
  /// Whether the ledger has no further entries.
  let isLast: Bool

  init(_ ledger: Ledger, from first: Int, most: Int) {
    var buffer = ByteBuffer()
    let starts = ledger.writeLines(from: first, most: most, to: &buffer)
    self.first = first
    end = first + starts.count
    isLast = end > ledger.size
    lines = DataBytes(buffer.withBytes { Array($0) })
  }

  /// Whether there are no entries.
  public var isEmpty: Bool { end == first }
}
