import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// What a proposal came to, and why.
public struct Decision: Sendable {
  /// What becomes of the proposal.
  public let outcome: QuickDecision.Outcome
  /// Why, in one sentence: of several clauses that of the first.
  public let reason: String
  /// The clauses that do not hold, and those that only warn, in the order in which `truths run` lists them.
  public let violations: [Violation]
  /// The facts that acceptance appends, each a JSON object.
  public let facts: [String]
  /// Who has to agree before the run goes on.
  public let waitingFor: [String]
  /// SHA-256 over what the decision was made with, `sha256:…`.
  public let inputHash: String
  /// SHA-256 over what was decided, `sha256:…`.
  public let outputHash: String
  /// SHA-256 over the truths that decided, `sha256:…`.
  public let truthsHash: String
  private let result: RunOutcome
  private let source: @Sendable (TruthsText.Span) -> String

  /// A clause that does not hold.
  public struct Violation: Hashable, Sendable {
    /// The id that the clause reports: its own, else that of its truth or invariant.
    public let id: String
    /// Where the clause stands: `requires[0]`, `rule`, `if`, `built-in`.
    public let clause: String
    /// What it does: `structural`, `unknown`, `requirement`, `acceptance`, `postcondition` or `advisory`.
    public let kind: String
    /// Why it does not hold, in words.
    public let reason: String
    /// The place of the clause, `money/money.invoice.truths:12:7`; `nil` for what is built in.
    public let place: String?
  }

  init(_ result: RunOutcome, source: @escaping @Sendable (TruthsText.Span) -> String) {
    self.result = result
    self.source = source
    outcome = QuickDecision.Outcome(result.ending)
    reason = result.reason
    violations = result.violations.map { violation in
      Violation(
        id: violation.truthID, clause: violation.clause, kind: violation.kind.rawValue, reason: violation.reason,
        place: violation.span.map(source))
    }
    facts = result.facts.map { String(decoding: JSONValue.object($0).canonical(), as: UTF8.self) }
    waitingFor = result.run.waitingFor.words
    (inputHash, outputHash, truthsHash) = (result.inputHash, result.outputHash, result.truthsHash)
  }

  /// The traces of the truths that fired and of what stood in the way, each a JSON object.
  public var traces: [String] { result.traces.map { String(decoding: JSONValue.object($0).canonical(), as: UTF8.self) } }

  /// The entries that a ledger would have of it, each a line of canonical JSON without its line break.
  public var entries: [String] {
    result.entries.map { String(decoding: JSONValue.object($0.json).canonical(), as: UTF8.self) }
  }

  /// The record of the decision, one line: the bytes of `truths run --format json` for a line of a batch.
  ///
  /// - Complexity: O(its size).
  public var record: [UInt8] {
    var buffer = ByteBuffer()
    result.writeCompact(to: &buffer, source: source)
    return buffer.withBytes { Array($0) }
  }
}
