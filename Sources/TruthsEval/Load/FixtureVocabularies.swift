import TruthsCheck
import TruthsJSON
import TruthsRuntime

/// The vocabulary of each selection of packs that fixtures name: a fixture may speak of nothing that it does not run against.
struct FixtureVocabularies {
  private let subject: EvalSubject
  private var known: [[String]?: FixtureVocabulary] = [:]
  /// Names of all packs that are loaded.
  let loadedPacks: [String]

  init(_ subject: EvalSubject) {
    self.subject = subject
    loadedPacks = subject.whole.program.packs.map(\.name)
  }

  /// The vocabulary that a fixture runs against; that of all packs where its own `packs` do not stand, which is told elsewhere.
  mutating func vocabulary(of fixture: LocatedJSON) -> FixtureVocabulary {
    let packs = fixture.member("packs")?.value.elements?.compactMap(\.stringValue)
    let named = packs?.allSatisfy { loadedPacks.contains($0) } == true ? packs : nil
    if let vocabulary = known[named] { return vocabulary }
    let procedure = subject.procedure(packs: named)
    let vocabulary = FixtureVocabulary(procedure ?? subject.whole, stands: procedure != nil)
    known[named] = vocabulary
    return vocabulary
  }
}
