import TruthsRuntime
import TruthsText

/// What is to be decided, and on what.
public struct RunInput: Sendable {
  /// A proposal, a JSON object; or a batch, JSON Lines, a proposal a line.
  public var proposals: SourceText
  /// What is known already: entries or facts as JSON Lines. None: nothing is known.
  public var context: SourceText?
  /// Documents that sources make facts of, before anything else.
  public var documents: [DocumentInput] = []
  /// Policies to set, each `policy=value`; the value is JSON or a plain text.
  public var policies: [String] = []
  /// The moment of the run, RFC 3339 in UTC, written into the proposal; `proposal`, or none: the proposal's own. What is appended
  /// wants one said.
  public var now: String?
  /// Who proposes; none: whom each proposal names. What is appended wants one said.
  public var actor: RunActor?
  /// Whether records of an offline queue are replayed that say they are not safe to replay.
  public var isForced = false
  /// Rounds of the fixed point at most.
  public var maxCycles = Self.standardMaxCycles
  /// Matches that fire at most.
  public var maxSteps = Self.standardMaxSteps
  /// New facts at most.
  public var maxFacts = Self.standardMaxFacts
  /// Steps of work at most; past them there is no decision. A second has some millions.
  public var maxWork = Self.standardMaxWork
  /// Whether each proposal of a batch is decided on what those before it left, instead of all on the same context, to be kept in
  /// a ledger: then ``now`` and ``actor`` are wanted, and a proposal that is believed says both itself.
  public var isAppending = false

  /// Whether the story is told: only then the values under the terms of clauses that hold are worked out.
  public var isExplained = true

  /// A run of some proposals with the standard budget.
  public init(proposals: SourceText) { self.proposals = proposals }

  /// Runs on a context with the standard budget, whose proposals are given one by one.
  public init(context: SourceText?) {
    proposals = SourceText(path: "proposal", bytes: [])
    self.context = context
  }

  /// The limit of rounds when nothing is said.
  public static let standardMaxCycles = Budget.standard.maxCycles
  /// The limit of matches when nothing is said.
  public static let standardMaxSteps = Budget.standard.maxSteps
  /// The limit of new facts when nothing is said.
  public static let standardMaxFacts = Budget.standard.maxFacts

  /// The limit of work when nothing is said.
  public static let standardMaxWork = Budget.standard.maxWork

  /// Whether a text is a timestamp as the language writes it: RFC 3339 in UTC with `Z`, up to milliseconds.
  public static func isTimestamp(_ text: String) -> Bool { Timestamp(text: text) != nil }
}
