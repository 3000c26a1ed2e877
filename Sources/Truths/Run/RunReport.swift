import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// What a run, or a batch of runs, came to.
public struct RunReport: Sendable {
  let outcomes: [RunOutcome]
  let isBatch: Bool
  let isRecorded: Bool
  /// How a place in a truth file reads in `source`.
  let source: @Sendable (Span) -> String
  /// Entries of the context as it was given.
  let given: Int
  /// The context after the last run, where runs are appended.
  let context: Context
  let procedure: RunProcedure
  /// The context after the one run that there was.
  var after: Context? { isBatch ? nil : outcomes.first?.context }

  /// How a run ended, from best to worst as a batch counts it.
  public enum Ending: Int, Sendable, Comparable {
    /// The proposal was accepted.
    case accepted
    /// It was rejected, or the run halted.
    case refused
    /// The budget was exhausted.
    case outOfBudget
    /// The run waits.
    case waiting
    /// A line of a batch is no proposal.
    case faulty

    /// Whether one counts less than another.
    public static func < (left: Ending, right: Ending) -> Bool { left.rawValue < right.rawValue }
  }

  /// Whether there was nothing to decide: a batch without a proposal.
  public var isEmpty: Bool { outcomes.isEmpty }

  /// How it ended; of a batch, the worst.
  public var ending: Ending { outcomes.map(Self.ending).max() ?? .accepted }

  /// What the first run came to and why, in one line: `halted: Period is closed`; empty where there was none.
  public var summary: String { outcomes.first.map { "\($0.decision.rawValue): \($0.reason)" } ?? "" }

  /// The object of each run (runtime.md §4): one, over several lines, or of a batch one a line.
  public var json: String {
    let objects = outcomes.map { JSONValue.object($0.json(source: source)) }
    return objects.map { isBatch ? $0.line : $0.lines }.joined()
  }

  /// The events of each run as they happened, one a line (contract §13.3).
  public var events: String {
    var buffer = ByteBuffer()
    for outcome in outcomes { RunEvents.write(outcome, to: &buffer) }
    return buffer.string
  }

  /// The story of each run, for people.
  public func story(isColored: Bool = false) -> String {
    outcomes.map { outcome in
      Story(outcome: outcome.json(source: source), examined: outcome.examined, isRecorded: isRecorded, isColored: isColored).text
    }.joined(separator: "\n")
  }

  /// What a ledger gets appended: the entries that were not in the context as it was given, each a line of canonical JSON. An
  /// answer that was given before appends nothing, whatever was set for it.
  public var appended: String {
    isReplay ? "" : lines(of: context.ledger.entries(from: given + 1))
  }

  /// Whether every answer was given before.
  var isReplay: Bool { outcomes.allSatisfy(\.isReplay) }

  /// The whole ledger: the entries of the context as it was given and all that came of it, each a line of canonical JSON.
  public var ledger: String { lines(of: context.ledger.entries) }

  /// Whether lines of a ledger are nested deeper than lines of a ledger are read.
  public static func areTooDeep(_ lines: String) -> Bool { JSONNesting.depth(of: lines.utf8) > JSONLimits.ledger.depth }

  private func lines(of entries: [Entry]) -> String {
    var buffer = ByteBuffer()
    for entry in entries {
      // What was given in short form stays so: nobody said when it was, or by whom.
      if entry.isShortForm { buffer.writeCanonical(entry.payload) } else { entry.writeCanonical(to: &buffer) }
      buffer.append(UInt8(ascii: "\n"))
    }
    return buffer.string
  }

  static func ending(_ outcome: RunOutcome) -> Ending {
    if outcome.isOutOfBudget { return .outOfBudget }
    if outcome.run.status == .waiting { return .waiting }
    return outcome.decision == .accepted ? .accepted : .refused
  }
}
