package import TruthsDiagnostics
import TruthsEngine
package import TruthsJSON
import TruthsProgram
package import TruthsRuntime
package import TruthsText

/// A fixture file as read: its JSON, or the finding because of which it cannot be read.
package struct FixtureFile: Sendable {
  package var span: Span
  /// The path that messages show.
  package var path: String
  /// The files that the fixture file names as documents, keyed by the name as written.
  package var documents: [Text: SourceFile] = [:]
  package var json: LocatedJSON?
  package var diagnostics: [Diagnostic]
  /// Further findings about the file's bytes, which do not prevent reading.
  package var remarks: [Diagnostic] = []

  package init(_ file: SourceFile) {
    span = file.span
    path = file.path
    switch JSONReader.read(file) {
    case .success(let value):
      json = value
      diagnostics = []
      let remark = file.bytes.withUnsafeBufferPointer {
        TurnedWriting.finding(in: $0, 0..<$0.count, of: file.id, isJSON: true)
      }
      if let remark { remarks.append(remark) }
    case .failure(let fault):
      json = nil
      diagnostics = [fault]
    }
  }
}

/// The fixtures of some files: those that can run, and the results of those that did not load.
package struct FixtureSuite: Sendable {
  /// The fixtures that can run, in order of file and position.
  package private(set) var fixtures: [Fixture] = []
  /// The results of fixtures and files that did not load.
  package private(set) var faulty: [FixtureResult] = []
  /// The warnings about fixtures that can run.
  package private(set) var warnings: [Diagnostic] = []

  /// Reads fixtures strictly against a truth set.
  ///
  /// A faulty fixture does not prevent others from running. If two fixtures have the same id, the second one is faulty.
  ///
  /// - Parameters:
  ///   - filter: selects fixtures. An unreadable file is always faulty, because its fixtures are unknown.
  ///   - documents: documents for every fixture that does not give them itself.
  ///   - isWanted: whether to read the fixtures of the file with this path; of other files only the backgrounds are read.
  package init(
    _ files: [FixtureFile], against subject: EvalSubject, filter: FixtureFilter = FixtureFilter(), documents: [Document] = [],
    where isWanted: (String) -> Bool = { _ in true }
  ) {
    var vocabularies = FixtureVocabularies(subject)
    let backgrounds = Backgrounds(files, &vocabularies, where: isWanted)
    let read = files.filter { isWanted($0.path) }.map { file in
      (file, ReadFixtures(file, &vocabularies, backgrounds, filter, documents))
    }
    self.init(read, backgrounds, of: files)
  }

  /// Joins fixtures that were read file by file.
  ///
  /// - Parameters:
  ///   - read: the files whose fixtures are wanted, in order.
  ///   - files: all files, which may name the backgrounds.
  init(_ read: [(file: FixtureFile, fixtures: ReadFixtures)], _ backgrounds: Backgrounds, of files: [FixtureFile]) {
    faulty = backgrounds.faulty
    var firstSpans: [Text: Span] = [:]
    var reported: Set<Diagnostic> = []
    for (file, fixtures) in read {
      if file.json == nil {
        faulty.append(FixtureResult(id: nil, span: file.span.atStart, outcome: .didNotLoad, diagnostics: file.diagnostics))
      }
      for element in fixtures.elements { add(element, &firstSpans, &reported) }
    }
    warnings += backgrounds.unused(by: files).map { UnusedBackground.finding($0.name, at: $0.nameSpan) }
  }

  private mutating func add(
    _ element: ReadFixtures.Element, _ firstSpans: inout [Text: Span], _ reported: inout Set<Diagnostic>
  ) {
    let (id, json) = (element.id, element.json)
    var findings =
      element.background.map { element.findings.tellingOnce(of: $0, at: json, &reported) } ?? element.findings
    if let id, let name = id.stringValue {
      if let first = firstSpans[Text(name)] {
        findings.append(DuplicateFixtureID.duplicate(name, at: id.span, first: first))
      } else {
        firstSpans[Text(name)] = id.span
      }
    }
    if element.isReadable, !findings.hasErrors {
      if let fixture = element.fixture { fixtures.append(fixture) }
      warnings += findings
    } else {
      let span = id?.stringValue == nil ? json.span.opening : id?.span ?? json.span
      faulty.append(FixtureResult(id: id?.stringValue, span: span, outcome: .didNotLoad, diagnostics: findings))
    }
  }
}

extension FixtureReader {
  /// Returns the background that a fixture names, and the fixture with it in it. The fixture is `nil` if there is no such
  /// background or it has errors, because names of its actors would be reported too.
  mutating func backed(
    _ json: LocatedJSON, by backgrounds: Backgrounds, in path: String
  ) -> (background: Background?, whole: LocatedJSON?) {
    guard let member = json.member("background"), let name = text(member.value, "background") else { return (nil, json) }
    guard let background = backgrounds.background(name, for: path) else {
      findings.append(UnknownFixtureWord.background(name, known: backgrounds.names(for: path), at: member.value.span))
      return (nil, nil)
    }
    if background.isFaulty {
      if !background.isWanted { findings += background.faults }
      findings.append(FixtureValue.faultyBackground(name, at: member.value.span))
    }
    return (background, background.isFaulty ? nil : joined(json, with: background))
  }
}

extension [Diagnostic] {
  /// Returns findings. Those within a background stay with the first fixture that uses it. The other fixtures, and those of
  /// other files, report that it has errors.
  fileprivate func tellingOnce(of background: Background, at json: LocatedJSON, _ reported: inout Set<Diagnostic>) -> [Diagnostic]
  {
    let backgroundSpan = background.json.span
    func isShared(_ finding: Diagnostic) -> Bool {
      finding.span.file == backgroundSpan.file && backgroundSpan.start <= finding.span.start
        && finding.span.end <= backgroundSpan.end
    }
    let (shared, own) = (filter(isShared), filter { !isShared($0) })
    guard !shared.isEmpty, let name = json.member("background")?.value else { return self }
    let new = shared.filter { reported.insert($0).inserted }
    let isReported = background.isFaulty || !new.isEmpty && backgroundSpan.file == json.span.file
    if isReported || !shared.hasErrors { return own + new }
    return own + new + [FixtureValue.faultyBackground(background.name, at: name.span)]
  }
}

extension FixtureFile {
  /// The documents that the fixtures name. For each, the name as written, and the file's path relative to the root of all fixture
  /// paths.
  package var namedDocuments: [(written: String, path: String)] {
    guard let json else { return [] }
    return (json.elements ?? [json]).flatMap { fixture -> [(written: String, path: String)] in
      let documents = fixture.member("context")?.value.member("documents")?.value.members ?? []
      return documents.compactMap { $0.value.stringValue }.map { ($0, Self.path(of: $0, beside: path)) }
    }
  }

  /// Returns the path of a file that is named relative to a different file.
  private static func path(of name: String, beside other: String) -> String {
    var segments: [Substring] = name.utf8.first == UInt8(ascii: "/") ? [] : Array(other.split(separator: "/").dropLast())
    let isWhole = (name.utf8.first ?? other.utf8.first) == UInt8(ascii: "/") || other.utf8.first == UInt8(ascii: "/")
    for part in name.split(separator: "/") where part != "." {
      if part == "..", let last = segments.last, last != ".." { segments.removeLast() } else { segments.append(part) }
    }
    return (isWhole ? "/" : "") + segments.joined(separator: "/")
  }

  /// Reads fixture files with the documents that they name. A file that is named as a document is not read as a fixture.
  ///
  /// - Parameter files: the fixture files and their documents, each with its path.
  package static func read(_ files: [SourceFile]) -> [FixtureFile] { joined(files.map { FixtureFile($0) }, with: files) }

  /// Returns files that were read by themselves with the documents that they name, and without these documents.
  ///
  /// - Parameter files: the files from which they were read, in the same order.
  package static func joined(_ read: [FixtureFile], with files: [SourceFile]) -> [FixtureFile] {
    let named = Set(read.flatMap(\.namedDocuments).map { Text($0.path) })
    let known = Dictionary(first: files.map { (Text($0.path), $0) })
    return read.filter { !named.contains(Text($0.path)) }.map { file in
      var file = file
      for (written, path) in file.namedDocuments { file.documents[Text(written)] = known[Text(path)] }
      return file
    }
  }
}

/// The vocabularies for the selections of packs that fixtures name. A fixture may use only names of its packs.
package struct FixtureVocabularies: Sendable {
  package let subject: EvalSubject
  private var vocabularies: [[String]?: FixtureVocabulary] = [:]
  let loadedPacks: [String]

  init(_ subject: EvalSubject) {
    self.subject = subject
    loadedPacks = subject.procedureOfAllPacks.program.packs.map(\.name)
  }

  /// Creates the vocabularies with that of all packs, which most fixtures use.
  ///
  /// - Complexity: O(size of the program).
  package init(preparedFor subject: EvalSubject) {
    self.init(subject)
    vocabularies[.none] = FixtureVocabulary(subject.procedureOfAllPacks, isChecked: true)
  }

  /// Returns the vocabulary that a fixture runs against. If the fixture's `packs` are faulty, the vocabulary is that of all
  /// packs, and the fault is reported elsewhere.
  mutating func vocabulary(of fixture: LocatedJSON) -> FixtureVocabulary {
    let packs = fixture.member("packs")?.value.elements?.compactMap(\.stringValue)
    let named = packs?.allSatisfy { loadedPacks.contains($0) } == true ? packs : nil
    if let vocabulary = vocabularies[named] { return vocabulary }
    let procedure = subject.procedure(packs: named)
    let vocabulary = FixtureVocabulary(procedure ?? subject.procedureOfAllPacks, isChecked: procedure != nil)
    vocabularies[named] = vocabulary
    return vocabulary
  }
}

/// The names that a fixture may use, which are those of a checked truth set and those of the engine.
struct FixtureVocabulary: Sendable {
  let procedure: RunProcedure
  /// Whether the requested packs can be loaded without the others. If false, the vocabulary is that of all packs.
  let isChecked: Bool
  let facts: [String: [Field]]
  /// The ids that a decision, violation or trace may report.
  let truths: [String]
  /// The possible values of `action` in a trace.
  let actions: [String]
  private let truthSet: Set<String>
  /// The labels of terms that a violation may have in `values`, keyed by the violation's id.
  private let terms: [String: Set<String>]
  /// The indices of intents, keyed by each action that proposes them.
  private let intents: [String: Int]

  init(_ procedure: RunProcedure, isChecked: Bool) {
    self.procedure = procedure
    self.isChecked = isChecked
    let program = procedure.program
    facts = Dictionary(first: program.facts.map { ($0.name, $0.fields) })
    let clauses = program.truths.flatMap(\.clauses).map(\.id)
    let invariants = program.invariants.flatMap { [$0.id, $0.clause.id] }
    truthSet = Set(program.truths.map(\.id) + clauses + invariants + BuiltInTruth.allCases.map(\.rawValue))
    truths = truthSet.sorted()
    terms = Self.terms(in: program)
    actions = program.intents.map(\.jsonName) + EngineAction.names
    intents = Dictionary(
      first: program.intents.enumerated().flatMap { [($1.jsonName, $0), ($1.qualifiedJSONName, $0)] })
  }

  var program: Program { procedure.program }

  /// Whether a decision, violation or trace can report an id.
  func isTruth(_ id: String) -> Bool { truthSet.contains(id) }

  /// Returns the possible names in the `values` of a violation with an id; `nil` if they are unknown, as for built-in truths.
  func terms(of id: String) -> Set<String>? { terms[id] }

  private static func terms(in program: Program) -> [String: Set<String>] {
    var terms: [String: Set<String>] = [:]
    for truth in program.truths {
      for clause in truth.clauses {
        let labels = clause.terms.map(\.label)
        for id in [truth.id, clause.id] { terms[id, default: []].formUnion(labels) }
      }
      terms[truth.id, default: []].formUnion((truth.condition?.terms ?? []).map(\.label))
    }
    for invariant in program.invariants {
      for id in [invariant.id, invariant.clause.id] { terms[id, default: []].formUnion(invariant.clause.terms.map(\.label)) }
    }
    return terms
  }

  /// Returns the intent that a proposal with an `action` proposes; `nil` if no intent is declared for the action.
  func intent(proposedBy action: String) -> IntentType? { intents[action].map { program.intents[$0] } }
}
