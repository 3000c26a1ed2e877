import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// The result of a proposal, with its reasons.
public struct Decision: Sendable {
  /// The outcome: accepted, rejected, halted or waiting.
  public let outcome: QuickDecision.Outcome
  /// The reason in one sentence; that of the first clause where there are several.
  public let reason: String
  /// The clauses that do not hold, and those that only warn, in the order in which `truths run` lists them.
  public let violations: [Violation]
  /// The facts that acceptance appends, each a JSON object.
  public let facts: [String]
  /// The people or roles who must agree before the run continues.
  public let waitingFor: [String]
  /// SHA-256 over the inputs of the decision, `sha256:…`.
  public let inputHash: String
  /// SHA-256 over the result of the decision, `sha256:…`.
  public let outputHash: String
  /// SHA-256 over the rules that decided, `sha256:…`.
  public let truthsHash: String
  private let result: RunOutcome
  private let source: @Sendable (TruthsText.Span) -> String

  /// A clause that does not hold.
  public struct Violation: Hashable, Sendable {
    /// The id that the clause reports: its own id, or else the id of its truth or invariant.
    public let id: String
    /// Position of the clause in its declaration: `requires[0]`, `rule`, `if`, `built-in`.
    public let clause: String
    /// The kind of clause: `structural`, `unknown`, `requirement`, `acceptance`, `postcondition` or `advisory`.
    public let kind: String
    /// The reason why the clause does not hold, in words.
    public let reason: String
    /// Location of the clause, `money/money.invoice.truths:12:7`; `nil` for a built-in clause.
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

  /// Traces of the truths that fired and of the clauses that blocked the proposal, each a JSON object.
  public var traces: [String] { result.traces.map { String(decoding: JSONValue.object($0).canonical(), as: UTF8.self) } }

  /// The ledger entries of the decision, each a line of canonical JSON without its line break.
  public var entries: [String] {
    result.entries.map { String(decoding: JSONValue.object($0.json).canonical(), as: UTF8.self) }
  }

  /// The record of the decision in one line: the bytes of `truths run --format json` for a line of a batch.
  ///
  /// - Complexity: O(size of the record).
  public var record: [UInt8] {
    var buffer = ByteBuffer()
    result.writeCompact(to: &buffer, source: source)
    return buffer.withBytes { Array($0) }
  }
}
