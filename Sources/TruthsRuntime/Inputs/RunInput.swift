import TruthsEngine
public import TruthsText

/// The input of a run: proposals, context, documents, policies and limits.
public struct RunInput: Sendable {
  /// A proposal as a JSON object, or a batch as JSON Lines, one proposal in each line.
  public var proposals: SourceText
  /// The context: entries or facts as JSON Lines; `nil` for an empty context.
  public var context: SourceText?
  /// Documents. Sources make facts from the documents before the proposals are decided.
  public var documents: [DocumentInput] = []
  /// Policies to set, each `policy=value`; the value is JSON or a plain text.
  public var policies: [String] = []
  /// The time of the run, RFC 3339 in UTC, which is written into the proposal. `proposal` or `nil` means the proposal's own
  /// time.
  ///
  /// Runs that are appended to a ledger require a time; for them `nil` is a fault.
  public var now: String?
  /// The proposer; `nil` for the actor that each proposal names. Runs that are appended to a ledger require a proposer.
  public var actor: RunActor?
  /// Whether records of an offline queue are replayed even if they are marked as not safe to replay.
  public var isForced = false
  /// The largest number of rounds in which truths that start from facts run, until nothing new follows.
  public var maxCycles = Self.standardMaxCycles
  /// The largest number of times that such truths may fire, each time on different facts.
  public var maxSteps = Self.standardMaxSteps
  /// The largest number of new facts.
  public var maxFacts = Self.standardMaxFacts
  /// The largest number of steps of work. If a run exceeds it, there is no decision. The default is about two seconds of work.
  public var maxWork = Self.standardMaxWork
  /// Whether each proposal of a batch is decided on the context after the previous proposal, in order to append to a ledger.
  ///
  /// If it is `false`, all proposals are decided on the same context. If it is `true`, ``now`` and ``actor`` are required. If
  /// one of them is `proposal`, each proposal must give that value.
  public var isAppending = false
  /// Whether the ledger that runs are appended to is empty, so that it begins with the ``context``.
  ///
  /// An agent may bring neither entries nor documents into a ledger.
  public var beginsLedger = false

  /// Whether the run is explained. Only then are the values of terms computed for clauses that hold.
  public var isExplained = true

  /// Whether a dry run of one proposal that is not accepted also lists the changes that would make it accepted (answers §1.3).
  public var tellsWays = false

  /// Creates the input of some proposals, with the standard budget.
  public init(proposals: SourceText) { self.proposals = proposals }

  /// Creates the input of runs on a context, with the standard budget. The proposals are given later, one by one.
  public init(context: SourceText?) {
    proposals = SourceText(path: "proposal", bytes: [])
    self.context = context
  }

  /// The default limit of rounds.
  public static let standardMaxCycles = Budget.standard.maxCycles
  /// The default limit for the number of times that truths fire.
  public static let standardMaxSteps = Budget.standard.maxSteps
  /// The default limit of new facts.
  public static let standardMaxFacts = Budget.standard.maxFacts

  /// The default limit of work, in steps.
  public static let standardMaxWork = Budget.standard.maxWork

  /// Returns whether a text is a timestamp of the language: RFC 3339, in UTC with `Z` or with an offset.
  public static func isTimestamp(_ text: String) -> Bool { Timestamp(text: text) != nil }
}

/// The proposer of a run, as the caller knows it.
public enum RunActor: Sendable {
  /// The actor that each proposal names, without a check. Use it for one's own proposals, and for imported histories.
  case proposal
  /// An actor of contract §4.2, as a JSON object such as `{"type": "user", "user_id": "ann", "roles": ["accountant"]}`.
  ///
  /// The actor is written into a proposal that names no actor. A proposal that names a different actor is rejected
  /// (`converge.actor.mismatch`).
  case known(SourceText)

  /// Returns a known actor, given as the text of a JSON object.
  public static func known(json: String) -> RunActor { .known(SourceText(path: "actor", bytes: Array(json.utf8))) }
}
