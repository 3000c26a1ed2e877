import TruthsCheck
import TruthsDiagnostics
import TruthsRuntime
import TruthsText

/// Tries mutants, one after the other, on a truth set of its own that is checked again only as far as each change reaches.
final class MutantJudge {
  private let live: LiveSet
  private let suite: MutationSuite
  /// The file that is changed now.
  private var changed: FileID?

  init(_ suite: MutationSuite) {
    self.suite = suite
    live = LiveSet(suite.set.sources.files.dropFirst().map { ($0.path, $0.bytes) })
  }

  /// What becomes of a mutant.
  func fate(of mutation: Mutation) -> Mutant.Fate {
    put(mutation)
    let found = live.found()
    guard !found.diagnostics.hasErrors else { return .refused }
    let subject = EvalSubject(found, standingInFor: suite.subject) { $0.restorePositions(mutation) }
    var vocabularies = FixtureVocabularies(subject)
    let runner = FixtureRunner(subject)
    let reach = suite.reach.fixtures(for: mutation.owner)
    for place in reach {
      let fixture = suite.fixtures[place]
      guard let changed = fixture.read(against: &vocabularies), runner.run(changed).outcome == .passed else {
        return .killed(by: fixture.id)
      }
    }
    return .survived(fixtures: reach.count)
  }

  private func put(_ mutation: Mutation) {
    let file = mutation.span.file
    if let changed, changed != file, let old = suite.set.sources.file(changed) { live.update(path: old.path, bytes: old.bytes) }
    changed = file
    if let old = suite.set.sources.file(file) { live.update(path: old.path, bytes: mutation.applied(to: old.bytes)) }
  }
}

extension Fixture {
  /// The same fixture against another truth set; `nil` where it does not fit it.
  func read(against vocabularies: inout FixtureVocabularies) -> Fixture? {
    var reader = FixtureReader(
      vocabularies.vocabulary(of: origin.json), loadedPacks: vocabularies.loadedPacks, files: origin.files,
      givenDocuments: origin.givenDocuments)
    let fixture = reader.fixture(origin.json)
    return reader.findings.hasErrors ? nil : fixture
  }
}

extension Program {
  /// Gives the entries behind one that goes the numbers that they had before: fixtures name clauses by them.
  fileprivate mutating func restorePositions(_ mutation: Mutation) {
    guard let dropped = mutation.dropped, let place = truths.firstIndex(where: { $0.span == mutation.owner.keySpan }) else {
      return
    }
    func restore(_ position: inout Int) { if position >= dropped.position { position += 1 } }
    switch dropped.list {
    case "requires": for index in truths[place].requires.indices { restore(&truths[place].requires[index].position) }
    case "invariants": for index in truths[place].invariants.indices { restore(&truths[place].invariants[index].position) }
    case "ensures": for index in truths[place].ensures.indices { restore(&truths[place].ensures[index].position) }
    case "moves": for index in truths[place].moves.indices { restore(&truths[place].moves[index].clause.position) }
    default: for index in truths[place].outputs.indices { restore(&truths[place].outputs[index].position) }
    }
  }
}
