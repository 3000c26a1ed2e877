import TruthsAnswers
import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Other rules that decide once more what a ledger has decided, and from then on what it decides: first the history, then in
/// shadow. Nothing of it is recorded.
///
///     var trial = try RulesTrial(of: pending, besides: inForce, liveAfter: session.ledgerPoint.size)
///     trial.take(session.ledgerSlice(from: trial.report.nextSequence))
///
/// Each decision is made again on what stood before it (answers §2). It is a value for a thread of its own: it has the facts of
/// the ledger, as its rules read them, for itself.
public struct RulesTrial: Sendable {
  /// What came of it so far.
  public private(set) var report: TrialReport
  private var replay: Replay
  /// Reasons leave out what is sensitive by the rules of either side.
  private let maskings: [Masking]

  /// - Parameters:
  ///   - rules: those that are tried.
  ///   - current: those in force.
  ///   - size: how many entries are history; decisions behind them are in shadow.
  ///   - maxWork: the most steps of work of a decision.
  /// - Throws: the findings of a set with errors.
  public init(
    of rules: RuleSet, besides current: RuleSet, liveAfter size: Int, maxWork: Int = RunInput.standardMaxWork
  ) throws(Findings) {
    let procedure = try rules.workspace.procedure()
    replay = Replay(procedure, on: procedure.emptyContext, cascades: false, budget: Budget(maxWork: maxWork))
    maskings = [Masking(program: procedure.program), Masking(program: try current.workspace.procedure().program)]
    report = TrialReport(liveAfter: size)
  }

  /// Takes in the next entries, those from the report's `nextSequence` on; others are not looked at.
  ///
  /// - Complexity: O(each decision once more).
  public mutating func take(_ slice: LedgerSlice) {
    guard slice.first == report.nextSequence else { return }
    _ = LedgerReader.read(slice.lines, of: FileID(0), from: slice.first) { read, line in
      take(read.entry, line.map { LedgerLine(slice.lines, at: $0) })
      return .fine
    }
    report.nextSequence = slice.end
    // At its end a ledger has everything that its last decision left.
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

/// Which decisions come out otherwise under rules that are tried.
public struct TrialReport: Sendable {
  /// The sequence of the entry that was not looked at yet.
  public internal(set) var nextSequence = 1
  let liveAfter: Int
  private var replay = FlipTally(mostKept: 1_000)
  private var shadow = FlipTally(mostKept: 10)

  init(liveAfter size: Int) { liveAfter = size }

  /// Whether the whole history was decided once more.
  public var isReplayed: Bool { nextSequence > liveAfter }

  /// How many decisions were made in shadow, and how many of them come out otherwise.
  public var shadowCounts: (decided: Int, flips: Int) { (shadow.decided, shadow.flipCount) }

  /// The organisations of whose decisions some come out otherwise; `nil` for what is everybody's.
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

  /// As `truths replay --format json` prints it, with `done`, and how many flips are `left_out` of the list.
  ///
  /// - Parameter readable: the organisations whose decisions are told.
  func replayJSON(_ readable: [String?]) -> JSONObject {
    let flips = replay.kept(of: readable)
    return [
      "decided": .integer(replay.decided), "undecided": .integer(replay.undecided),
      "flips": .array(Flip.record.objects(of: flips).map { .object($0) }), "done": .boolean(isReplayed),
      "left_out": .integer(replay.counts(of: readable).map(\.count).reduce(0, +) - flips.count),
    ]
  }

  /// Counts by intent and outcomes, and the last ten decisions.
  func shadowJSON(_ readable: [String?]) -> JSONObject {
    let counts = shadow.counts(of: readable).map { kind, count -> JSONValue in
      .object([
        "action": .text(kind.action.string), "kind": .text(kind.kind.rawValue), "from": .text(kind.from.rawValue),
        "to": .text(kind.to.rawValue), "count": .integer(count),
      ])
    }
    return [
      "decided": .integer(shadow.decided), "undecided": .integer(shadow.undecided), "flips": .array(counts),
      "examples": .array(Flip.record.objects(of: shadow.kept(of: readable).suffix(10)).map { .object($0) }),
    ]
  }
}
