import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
package import TruthsProgram
import TruthsRuntime
import TruthsText

/// The fixtures of one file as they are read by themselves, before those of several files are compared with one another.
///
/// They depend on the file, on the documents that it names, on the backgrounds and on the vocabulary, and on nothing else.
package struct ReadFixtures: Sendable {
  struct Element: Sendable {
    let id: LocatedJSON?
    /// The fixture as written, without its background.
    let json: LocatedJSON
    let background: Background?
    let findings: [Diagnostic]
    /// Whether all necessary parts are valid.
    let isReadable: Bool
    let fixture: Fixture?
  }

  let elements: [Element]
  /// The truth set that the fixtures run against.
  private let subject: EvalSubject
  /// Whether some fixture names its packs: its findings then depend on whether these can be loaded without the others.
  private let namesPacks: Bool

  init(
    _ file: FixtureFile, _ vocabularies: inout FixtureVocabularies, _ backgrounds: Backgrounds,
    _ filter: FixtureFilter = FixtureFilter(), _ documents: [Document] = []
  ) {
    subject = vocabularies.subject
    var elements: [Element] = []
    var namesPacks = false
    for json in file.json.map({ $0.elements ?? [$0] }) ?? [] where !json.isBackground {
      let id = json.member("id")?.value
      let tags = json.member("tags")?.value.elements?.compactMap(\.stringValue) ?? []
      if let name = id?.stringValue, !filter.takes(id: name, tags: tags) { continue }
      var reader = FixtureReader(
        vocabularies.vocabulary(of: json), loadedPacks: vocabularies.loadedPacks, files: file.documents,
        givenDocuments: documents)
      let (background, whole) = reader.backed(json, by: backgrounds, in: file.path)
      let fixture = whole.flatMap { reader.fixture($0) }
      if json.member("packs") != nil { namesPacks = true }
      elements.append(
        Element(
          id: id, json: json, background: background, findings: reader.findings, isReadable: fixture != nil, fixture: fixture))
    }
    self.elements = elements
    self.namesPacks = namesPacks
  }

  /// Returns whether the fixtures were read against a truth set, so that they can run against it.
  package func canRun(against set: EvalSubject) -> Bool { subject === set }

  /// Whether the findings are the same for every truth set with the same vocabulary.
  package var hasLastingFindings: Bool { !namesPacks }
}

/// The backgrounds of some files, as they were read.
package struct ReadBackgrounds: Sendable {
  let backgrounds: Backgrounds
}

extension FixtureVocabularies {
  /// Reads the backgrounds of all files.
  package mutating func backgrounds(in files: [FixtureFile]) -> ReadBackgrounds {
    ReadBackgrounds(backgrounds: Backgrounds(files, &self, where: { _ in true }))
  }

  /// Reads the fixtures of a file.
  package mutating func fixtures(in file: FixtureFile, _ backgrounds: ReadBackgrounds) -> ReadFixtures {
    ReadFixtures(file, &self, backgrounds.backgrounds)
  }
}

extension FixtureFile {
  /// Whether some element is a background, which fixtures of other files may use.
  package var hasBackgrounds: Bool { !ownBackgrounds.isEmpty }

  /// Whether the findings about its backgrounds are the same for every truth set with the same vocabulary.
  package var hasLastingBackgrounds: Bool { ownBackgrounds.allSatisfy { $0.member("packs") == nil } }

  private var ownBackgrounds: [LocatedJSON] { json.map { $0.elements ?? [$0] }?.filter(\.isBackground) ?? [] }
}

extension FixtureSuite {
  /// Joins fixtures that were read file by file. Fixtures that were read against another truth set have findings, and cannot run.
  package init(_ read: [(file: FixtureFile, fixtures: ReadFixtures)], _ backgrounds: ReadBackgrounds) {
    self.init(read, backgrounds.backgrounds, of: read.map(\.file))
  }
}

extension Program {
  /// Returns whether fixtures have the same findings as under another program: every name that they may use has the same meaning.
  ///
  /// Types and tables are compared, and facts that rules make of facts. Of truths on intents, only names count: their ids, those
  /// of their clauses, and the terms that violations report.
  package func hasFixtureVocabulary(of other: Program) -> Bool {
    truths.count == other.truths.count && invariants.count == other.invariants.count && roles == other.roles
      && packs.map(\.name) == other.packs.map(\.name) && packs.map(\.uses) == other.packs.map(\.uses)
      && tables == other.tables && sources == other.sources && hasTypes(of: other)
      && zip(truths, other.truths).allSatisfy { $0 == $1 || $0.matches.isEmpty && $1.matches.isEmpty && $0.hasNames(of: $1) }
      && zip(invariants, other.invariants).allSatisfy { $0 == $1 || $0.id == $1.id && $0.clause.hasNames(of: $1.clause) }
  }
}

extension CheckedTruth {
  fileprivate func hasNames(of other: CheckedTruth) -> Bool {
    let (mine, theirs) = (clauses, other.clauses)
    return id == other.id && pack == other.pack && namesPack == other.namesPack && intents == other.intents
      && isView == other.isView && mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.hasNames(of: $1) }
      && condition?.terms.map(\.label) == other.condition?.terms.map(\.label)
  }
}

extension CheckedClause {
  fileprivate func hasNames(of other: CheckedClause) -> Bool {
    id == other.id && terms.map(\.label) == other.terms.map(\.label)
  }
}
