import TruthsEngine
public import TruthsText

/// The input of a run: proposals, context, documents, policies and limits.
public struct RunInput: Sendable {
  /// A proposal as a JSON object, or a batch as JSON Lines, one proposal in each line.
  public var proposals: SourceText
  /// The context: entries or facts as JSON Lines; `nil` for an empty one.
  public var context: SourceText?
  /// Documents, from which sources read facts before anything else happens.
  public var documents: [DocumentInput] = []
  /// Policies to set, each `policy=value`; the value is JSON or a plain text.
  public var policies: [String] = []
  /// The time of the run, RFC 3339 in UTC, written into the proposal; `proposal` or `nil` for the proposal's own time.
  ///
  /// It is required for runs that are appended.
  public var now: String?
  /// The proposer; `nil` for the actor that each proposal names. It is required for runs that are appended.
  public var actor: RunActor?
  /// Whether to replay records of an offline queue that are marked as not safe to replay.
  public var isForced = false
  /// The largest number of rounds of the fixed point.
  public var maxCycles = Self.standardMaxCycles
  /// The largest number of matches that fire.
  public var maxSteps = Self.standardMaxSteps
  /// The largest number of new facts.
  public var maxFacts = Self.standardMaxFacts
  /// The largest number of steps of work; beyond it there is no decision. The default is about two seconds of work.
  public var maxWork = Self.standardMaxWork
  /// Whether each proposal of a batch is decided on the context that the previous one left, for appending to a ledger.
  ///
  /// Otherwise all are decided on the same context. If it is set, ``now`` and ``actor`` are required; with `proposal` for one
  /// of them, each proposal must have it.
  public var isAppending = false
  /// Whether the ledger to append to is empty and begins with the ``context``.
  ///
  /// An agent may bring no entries into a ledger, and no documents.
  public var beginsLedger = false

  /// Whether the run is explained. Only then the values of terms are computed for clauses that hold.
  public var isExplained = true

  /// Whether a dry run of one proposal that is not accepted also tells the changes that would get it accepted (answers §1.3).
  public var tellsWays = false

  /// Creates the input of some proposals, with the standard budget.
  public init(proposals: SourceText) { self.proposals = proposals }

  /// Creates the input of runs on a context, with the standard budget; the proposals are given one by one.
  public init(context: SourceText?) {
    proposals = SourceText(path: "proposal", bytes: [])
    self.context = context
  }

  /// The default limit of rounds.
  public static let standardMaxCycles = Budget.standard.maxCycles
  /// The default limit of matches.
  public static let standardMaxSteps = Budget.standard.maxSteps
  /// The default limit of new facts.
  public static let standardMaxFacts = Budget.standard.maxFacts

  /// The default limit of work.
  public static let standardMaxWork = Budget.standard.maxWork

  /// Returns whether a text is a timestamp of the language: RFC 3339, in UTC with `Z` or with an offset.
  public static func isTimestamp(_ text: String) -> Bool { Timestamp(text: text) != nil }
}

/// The proposer, as far as the caller knows.
public enum RunActor: Sendable {
  /// The actor that each proposal names, trusted: for one's own proposals, and for imported histories.
  case proposal
  /// An actor of contract §4.2, as a JSON object such as `{"type": "user", "user_id": "ann", "roles": ["accountant"]}`.
  ///
  /// It is written into a proposal that names no actor. A proposal that names another one is rejected
  /// (`converge.actor.mismatch`).
  case known(SourceText)

  /// Returns an actor that a program knows, given as JSON.
  public static func known(json: String) -> RunActor { .known(SourceText(path: "actor", bytes: Array(json.utf8))) }
}
