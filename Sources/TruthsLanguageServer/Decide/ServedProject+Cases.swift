import Truths
import TruthsCheck
import TruthsDiagnostics
import TruthsEval
import TruthsProgram
import TruthsText

/// Decisions of fixtures in pauses, and the choice of the case that is shown beside a rule.
extension ServedProject {
  /// Whether fixtures are left to be decided under the current rules.
  var hasMoreToDecide: Bool {
    guard !root.isEmpty, readySound?.isDecidable ?? true else { return false }
    return cases.map { !$0.isDone } ?? true
  }

  /// Decides some more fixtures, first those that the last change may affect, and then computes the results shown in some files.
  ///
  /// - Parameters:
  ///   - shown: the paths of these files.
  ///   - isInterrupted: whether a message waits.
  /// - Returns: whether there are new results.
  func decideMore(for shown: [String], until isInterrupted: () -> Bool) -> Bool {
    guard hasMoreToDecide, !isInterrupted() else { return false }
    let isNew = decideSome(until: isInterrupted)
    guard let cases, !isInterrupted() else { return isNew }
    let isTold = cases.tell(shown.sorted().flatMap { shownCases(in: $0, cases) }, until: isInterrupted)
    return isNew || isTold
  }

  /// Returns the cases that are shown in a file.
  private func shownCases(in path: String, _ cases: ServedCases) -> [CaseID] {
    if let file = file(path) { return rules(in: file).compactMap { shownCase(beside: $0) } }
    return fixtureIndex.fixtures.filter { $0.path == path && cases.results[$0.id] != nil }.map { .fixture($0.id) }
  }

  private func decideSome(until isInterrupted: () -> Bool) -> Bool {
    if let cases { return cases.decide(atMost: ServedCases.portion, until: isInterrupted) }
    guard let reading = reading(until: isInterrupted), let set = decidable else { return false }
    let made = ServedCases(CaseDecider(set, reading), first: changedFixtures, trial: trial)
    cases = made
    _ = made.decide(atMost: ServedCases.urgent, until: isInterrupted)
    return true
  }

  /// The results, if every pack is free of errors and takes part in them; otherwise `nil`.
  var wholeCases: ServedCases? { readySound?.isWhole ?? false ? cases : nil }

  /// The ids of the fixtures that the last change may affect.
  private var changedFixtures: [String] {
    guard let path = lastChanged, sound.isWhole else { return [] }
    let index = fixtureIndex
    guard let file = file(path) else { return index.fixtures.filter { $0.path == path }.map(\.id) }
    let flow = RuleFlow(self)
    let truths = program.truths.filter { $0.span.file == file.id }
    return index.ids(using: truths.reduce(into: []) { $0.formUnion(flow.triggers(of: $1)) })
  }

  private var trial: (proposal: SourceText, context: SourceText?)? {
    guard let proposal = trials.texts[ScratchFiles.proposal] else { return nil }
    return (
      SourceText(path: ScratchFiles.proposal, bytes: proposal),
      trials.texts[ScratchFiles.context].map { SourceText(path: ScratchFiles.context, bytes: $0) }
    )
  }

  // MARK: Rules of a file

  /// Returns the truths and invariants of a file.
  func rules(in file: SourceFile) -> [ServedRule] {
    program.truths.filter { $0.span.file == file.id }.map { ServedRule($0) }
      + program.invariants.filter { $0.span.file == file.id }.map { ServedRule($0) }
  }

  /// Returns the case that is shown beside a rule: the one that the user chose, otherwise the scratch proposal, otherwise the
  /// first fixture that fails, otherwise the first fixture.
  func shownCase(beside rule: ServedRule) -> CaseID? {
    guard let cases else { return nil }
    let all = cases.shown(beside: rule)
    if let chosen = chosenCases[rule.id], all.contains(chosen) { return chosen }
    if all.first == .scratch { return .scratch }
    let failed = all.first { one in
      if case .fixture(let id) = one { cases.results[id]?.outcome.isFailure ?? false } else { false }
    }
    return failed ?? all.first
  }
}
