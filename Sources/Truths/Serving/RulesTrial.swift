import TruthsAnswers
import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Decides the decisions of a ledger again with other rules: first past decisions, then new ones in shadow. Nothing is
/// recorded.
///
///     var trial = try RulesTrial(of: pending, besides: inForce, liveAfter: session.ledgerPoint.size)
///     trial.take(session.ledgerSlice(from: trial.report.nextSequence))
///
/// Each decision is made again on the entries before it (answers §2). Use the value on a thread of its own: it keeps a copy of
/// the ledger's facts as its rules read them.
public struct RulesTrial: Sendable {
  /// The results so far.
  public private(set) var report: TrialReport
  private var replay: Replay
  /// Masks of both rule sets: reasons omit values that are sensitive under either.
  private let maskings: [Masking]

  /// - Parameters:
  ///   - rules: the rules to try.
  ///   - current: the rules in force.
  ///   - size: number of entries that are history; later decisions are in shadow.
  ///   - maxWork: maximum number of work steps of a decision.
  /// - Throws: the findings of a set with errors.
  public init(
    of rules: RuleSet, besides current: RuleSet, liveAfter size: Int, maxWork: Int = RunInput.standardMaxWork
  ) throws(Findings) {
    let procedure = try rules.workspace.procedure()
    replay = Replay(procedure, on: procedure.emptyContext, cascades: false, budget: Budget(maxWork: maxWork))
    maskings = [Masking(program: procedure.program), Masking(program: try current.workspace.procedure().program)]
    report = TrialReport(liveAfter: size)
  }

  /// Processes the next entries, which must begin at the report's `nextSequence`; other slices are ignored.
  ///
  /// - Complexity: O(each decision again).
  public mutating func take(_ slice: LedgerSlice) {
    guard slice.first == report.nextSequence else { return }
    _ = LedgerReader.read(slice.lines, of: FileID(0), from: slice.first) { read, line in
      take(read.entry, line.map { LedgerLine(slice.lines, at: $0) })
      return .fine
    }
    report.nextSequence = slice.end
    // The ledger's end includes everything that its last decision left.
    if slice.isLast, let flip = replay.end() { count(flip) }
  }

  private mutating func take(_ entry: Entry, _ line: LedgerLine?) {
    let (decided, undecided) = (replay.decided, replay.undecided)
    if let flip = replay.take(entry, line) { count(flip) }
    report.count(decided: replay.decided - decided, undecided: replay.undecided - undecided, at: entry.sequence)
  }

  private mutating func count(_ flip: Flip) {
    var flip = flip
    for masking in maskings {
      flip.reason = masking.masked(reason: flip.reason, truthID: flip.truthID)
      flip.oldFacts = flip.oldFacts.map { masking.masked(fact: $0) }
      flip.newFacts = flip.newFacts.map { masking.masked(fact: $0) }
    }
    report.count(flip, of: Authority.organisation(of: replay.proposer(ofRun: flip.runID) ?? flip.actor))
  }
}

/// The decisions that change under rules on trial.
public struct TrialReport: Sendable {
  /// Sequence of the first entry that was not processed yet.
  public internal(set) var nextSequence = 1
  let liveAfter: Int
  private var replay = FlipTally(mostKept: 1_000)
  private var shadow = FlipTally(mostKept: 10)

  init(liveAfter size: Int) { liveAfter = size }

  /// Whether all past decisions were made again.
  public var isReplayed: Bool { nextSequence > liveAfter }

  /// Number of decisions made in shadow, and how many of them differ.
  public var shadowCounts: (decided: Int, flips: Int) { (shadow.decided, shadow.flipCount) }

  /// The organisations with changed decisions; `nil` for decisions without an organisation.
  public var organisations: [String?] {
    var all = replay.organisations
    for organisation in shadow.organisations where !all.contains(organisation) { all.append(organisation) }
    return all
  }

  mutating func count(decided: Int, undecided: Int, at sequence: Int) {
    if sequence > liveAfter {
      shadow.count(decided: decided, undecided: undecided)
    } else {
      replay.count(decided: decided, undecided: undecided)
    }
  }

  mutating func count(_ flip: Flip, of organisation: String?) {
    if flip.sequence > liveAfter {
      shadow.count(flip, of: organisation)
    } else {
      replay.count(flip, of: organisation)
    }
  }

  /// Returns the changes as `truths replay --format json` prints them, with `done`, and `left_out` for the number not listed.
  ///
  /// - Parameter readable: the organisations whose decisions are included.
  func replayJSON(_ readable: [String?]) -> JSONObject {
    let flips = replay.latestFlips(of: readable)
    return [
      "decided": .integer(replay.decided), "undecided": .integer(replay.undecided),
      "flips": .array(Flip.record.objects(of: flips).map { .object($0) }), "done": .boolean(isReplayed),
      "left_out": .integer(replay.counts(of: readable).map(\.count).reduce(0, +) - flips.count),
    ]
  }

  /// Returns counts by intent and outcomes, and the last ten changed decisions.
  func shadowJSON(_ readable: [String?]) -> JSONObject {
    let counts = shadow.counts(of: readable).map { kind, count -> JSONValue in
      .object([
        "action": .text(kind.action.string), "kind": .text(kind.kind.rawValue), "from": .text(kind.from.rawValue),
        "to": .text(kind.to.rawValue), "count": .integer(count),
      ])
    }
    return [
      "decided": .integer(shadow.decided), "undecided": .integer(shadow.undecided), "flips": .array(counts),
      "examples": .array(Flip.record.objects(of: shadow.latestFlips(of: readable).suffix(10)).map { .object($0) }),
    ]
  }
}
