import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// What came of recomputing a record.
public struct VerificationReport: Sendable {
  let verifications: [Verification]

  /// Whether all that was recomputed is what was recorded; what could not be recomputed, or decided again, is not looked at.
  public var isUnchanged: Bool { verifications.allSatisfy { $0.difference == nil } }

  /// Whether every hash was recomputed and is what was recorded, and so is every decision that was to be made again.
  public var holds: Bool { verifications.allSatisfy(\.isProven) }

  /// What was recomputed, what could not be, or the first thing that differs; one record a paragraph.
  public var text: String {
    if verifications.count == 1 { return verifications.map(Self.text).joined() }
    return verifications.enumerated().map { "run \($0 + 1) \(Self.text($1))" }.joined(separator: "\n")
  }

  private static func text(_ verification: Verification) -> String {
    if let difference = verification.difference {
      let rows = [("recomputed", difference.recomputed), ("found", difference.found)]
      let table = StoryText.table(rows.map { (name: $0.0, value: visible($0.1)) }, indent: 2)
      let isGiven = difference.subject.hasPrefix("context.before")
      let help = isGiven ? "  a run may be given policies (--set) and documents (--document) beside its context\n" : ""
      return "differs: \(visible(difference.subject))\n" + table.map { $0 + "\n" }.joined() + help
    }
    var lines = [first(verification)]
    lines += verification.unmade.compactMap { words(of: $0.cause, $0.count) }.map { "  \(visible($0))" }
    lines += verification.open.map { "  not recomputed: \(visible($0))" }
    lines += verification.notes.map { "  \(visible($0))" }
    if let end = verification.end { lines.append("  head \(end.head), \(end.size == 1 ? "1 entry" : "\(end.size) entries")") }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func first(_ verification: Verification) -> String {
    let values = counted(verification.agreed, "value") + " recomputed"
    let isHashesAlone = verification.unmade.contains { $0.cause == .notAsked }
    let made =
      isHashesAlone
      ? "no decision made again, as asked"
      : verification.replayed == verification.decisions
        ? counted(verification.replayed, "decision") + " made again"
        : "\(verification.replayed) of \(counted(verification.decisions, "decision")) made again"
    return "\(verification.isProven ? "holds" : "not proven"): \(values), \(made)"
  }

  /// Why decisions were not made again, and what would help.
  private static func words(of cause: Verification.Cause, _ count: Int) -> String? {
    let which = counted(count, "decision")
    let was = count == 1 ? "was" : "were"
    switch cause {
    case .notAsked: return nil
    case .noTruths: return "\(which) \(was) not made again: no truths are at hand (give them with --truths)"
    case .otherTruths(let hash): return "\(which) \(was) made under other truths, \(hash) (give them with --truths)"
    case .version1: return "\(which) \(was) made by version 1"
    case .language(let number): return "\(which) \(was) made by version \(number) of the language, which this tool does not speak"
    case .overworked: return "\(which) \(was) not made again: it takes more work than it may"
    case .inputMissing:
      return "\(which) \(was) not made again: the context or the proposal is not at hand (give it with --context)"
    }
  }
}

/// What is asked of a record.
public struct VerificationQuestion: Sendable {
  /// Whether decisions are made again; without it hashes alone are recomputed.
  public var isReplaying = true
  /// The head of the whole record as it was kept elsewhere, `sha256:…`; of a run's output, that of the context after it.
  public var head: String?
  /// A head that was kept elsewhere when the ledger was shorter.
  public var earlierHead: String?

  /// Asks for all of it.
  public init() {}
}

extension Record {
  /// Recomputes every id and hash of the record, and decides again what was decided, where that can be done.
  ///
  /// - Parameters:
  ///   - workspaces: the truths to decide with, one for each set that was in force; a set with errors decides nothing.
  ///   - given: what the runs were given beside their proposals, each of them: a context, documents, policies; a ledger holds its
  ///     own. Nothing of it: only what began with nothing is decided again.
  /// - Throws: what is wrong with the context, the documents or the policies.
  public func verify(
    with workspaces: [Workspace], given: RunInput? = nil, question: VerificationQuestion = VerificationQuestion()
  ) throws(Findings) -> VerificationReport {
    let sets = workspaces.compactMap { workspace in (try? workspace.procedure()).map { (workspace, $0) } }
    switch kind {
    case .ledger(let entries):
      let shortForms = Set(entries.filter(\.isShortForm).map(\.entry.sequence))
      var verifier = LedgerVerifier(
        entries: entries.map(\.entry), procedures: sets.map(\.1),
        question: LedgerVerifier.Question(
          isReplaying: question.isReplaying, head: question.head, earlierHead: question.earlierHead, shortForms: shortForms))
      return VerificationReport(verifications: [verifier.verify()])
    case .runs(let runs):
      var verifications: [Verification] = []
      for run in runs { verifications.append(try verify(run, sets, given, question)) }
      return VerificationReport(verifications: verifications)
    }
  }

  private func verify(
    _ run: JSONObject, _ sets: [(Workspace, RunProcedure)], _ given: RunInput?, _ question: VerificationQuestion
  ) throws(Findings) -> Verification {
    let truths = run["truths"]?.stringValue
    let set = sets.first { $0.1.truthsHash == truths } ?? sets.first
    let context = try Self.context(given, set?.0, set?.1)
    var verifier = RunOutputVerifier(
      output: run, context: context, procedure: set?.1, source: set?.0.source, isReplaying: question.isReplaying)
    return verifier.verify(against: question.head, after: question.earlierHead)
  }

  private static func context(
    _ given: RunInput?, _ workspace: Workspace?, _ procedure: RunProcedure?
  ) throws(Findings) -> Context? {
    guard let given, let workspace, let procedure else { return nil }
    var data = RunData(sources: workspace.loaded.sources, procedure: procedure)
    let context = try data.context(given.context)
    return try data.take(given.documents, policies: given.policies, on: context)
  }
}
