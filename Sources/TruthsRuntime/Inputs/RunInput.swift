import TruthsEngine
public import TruthsText

/// The input of a run: proposals, context, documents, policies and limits.
public struct RunInput: Sendable {
  /// A proposal, a JSON object; or a batch, JSON Lines, one proposal per line.
  public var proposals: SourceText
  /// The context: entries or facts as JSON Lines; `nil` for an empty one.
  public var context: SourceText?
  /// Documents that sources read facts from, before anything else.
  public var documents: [DocumentInput] = []
  /// Policies to set, each `policy=value`; the value is JSON or a plain text.
  public var policies: [String] = []
  /// The moment of the run, RFC 3339 in UTC, written into the proposal; `proposal` or `nil` for the proposal's own. Required for
  /// runs that are appended.
  public var now: String?
  /// Who proposes; `nil` for the actor that each proposal names. Required for runs that are appended.
  public var actor: RunActor?
  /// Whether records of an offline queue are replayed that are marked as not safe to replay.
  public var isForced = false
  /// The most rounds of the fixed point.
  public var maxCycles = Self.standardMaxCycles
  /// The most matches that fire.
  public var maxSteps = Self.standardMaxSteps
  /// The most new facts.
  public var maxFacts = Self.standardMaxFacts
  /// The most steps of work; beyond them there is no decision. The default is about two seconds' worth.
  public var maxWork = Self.standardMaxWork
  /// Whether each proposal of a batch is decided on the context that the one before it left, for appending to a ledger, instead
  /// of all on the same context. Then ``now`` and ``actor`` are required; with `proposal` for one of them, each proposal must
  /// have it.
  public var isAppending = false
  /// Whether the ledger that is appended to is empty and begins with the ``context``. An agent brings no entries into a ledger,
  /// as it brings no documents.
  public var beginsLedger = false

  /// Whether the run is explained. Only then the values of the terms of clauses that hold are computed.
  public var isExplained = true

  /// Whether a dry run of one proposal that is not accepted also tells what would have to be different (answers §1.3).
  public var tellsWays = false

  /// A run of some proposals with the standard budget.
  public init(proposals: SourceText) { self.proposals = proposals }

  /// Runs on a context with the standard budget; the proposals are given one by one.
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

  /// Whether a text is a timestamp of the language: RFC 3339, in UTC with `Z` or with an offset.
  public static func isTimestamp(_ text: String) -> Bool { Timestamp(text: text) != nil }
}

/// The proposer, as far as the caller knows.
public enum RunActor: Sendable {
  /// The actor that each proposal names, trusted: for one's own proposals, and for imported histories.
  case proposal
  /// An actor of contract §4.2, a JSON object such as `{"type": "user", "user_id": "ann", "roles": ["accountant"]}`.
  ///
  /// It is written into a proposal that names nobody; one that names somebody else is rejected (`converge.actor.mismatch`).
  case known(SourceText)

  /// An actor that a program knows, as JSON.
  public static func known(json: String) -> RunActor { .known(SourceText(path: "actor", bytes: Array(json.utf8))) }
}
