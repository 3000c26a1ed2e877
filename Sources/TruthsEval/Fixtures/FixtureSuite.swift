package import TruthsDiagnostics
import TruthsEngine
package import TruthsJSON
import TruthsProgram
package import TruthsRuntime
package import TruthsText

/// A fixture file as read: its JSON, or the finding that prevents reading.
package struct FixtureFile: Sendable {
  package var span: Span
  /// Path shown in messages.
  package var path: String
  /// Files that it names as documents, by those names.
  package var documents: [Text: SourceFile] = [:]
  package var json: LocatedJSON?
  package var diagnostics: [Diagnostic]
  /// Further findings about its bytes, which do not prevent reading.
  package var remarks: [Diagnostic] = []

  package init(_ file: SourceFile) {
    span = file.span
    path = file.path
    switch JSONReader.read(file) {
    case .success(let value):
      json = value
      diagnostics = []
      let remark = file.bytes.withUnsafeBufferPointer {
        TurnedWriting.found(in: $0, 0..<$0.count, of: file.id, isJSON: true)
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
  /// Fixtures in order of file and place.
  package private(set) var fixtures: [Fixture] = []
  /// Results of fixtures and files that did not load.
  package private(set) var faulty: [FixtureResult] = []
  /// Warnings about fixtures that can run.
  package private(set) var warnings: [Diagnostic] = []

  /// Reads fixtures strictly against a truth set.
  ///
  /// A faulty fixture does not prevent the others from running. If two have the same id, the second is faulty.
  ///
  /// - Parameters:
  ///   - filter: selects fixtures. An unreadable file is always faulty, because its fixtures are unknown.
  ///   - documents: documents for every fixture that does not give them itself.
  package init(
    _ files: [FixtureFile], against subject: EvalSubject, filter: FixtureFilter = FixtureFilter(), documents: [Document] = []
  ) {
    var vocabularies = FixtureVocabularies(subject)
    var places: [Text: Span] = [:]
    for file in files {
      guard let json = file.json else {
        faulty.append(FixtureResult(id: nil, span: file.span.atStart, outcome: .didNotLoad, diagnostics: file.diagnostics))
        continue
      }
      for element in json.elements ?? [json] { add(element, file, documents, &vocabularies, filter, &places) }
    }
  }

  private mutating func add(
    _ json: LocatedJSON, _ file: FixtureFile, _ documents: [Document], _ vocabularies: inout FixtureVocabularies,
    _ filter: FixtureFilter, _ places: inout [Text: Span]
  ) {
    let id = json.member("id")?.value
    let tags = json.member("tags")?.value.elements?.compactMap(\.stringValue) ?? []
    if let name = id?.stringValue, !filter.takes(id: name, tags: tags) { return }
    var reader = FixtureReader(
      vocabularies.vocabulary(of: json), loadedPacks: vocabularies.loadedPacks, files: file.documents,
      givenDocuments: documents)
    let fixture = reader.fixture(json)
    var findings = reader.findings
    if let id, let name = id.stringValue {
      if let first = places[Text(name)] {
        findings.append(DuplicateFixtureID.duplicate(name, at: id.span, first: first))
      } else {
        places[Text(name)] = id.span
      }
    }
    if let fixture, !findings.hasErrors {
      fixtures.append(fixture)
      warnings += findings
    } else {
      let span = id?.stringValue == nil ? json.span.opening : id?.span ?? json.span
      faulty.append(FixtureResult(id: id?.stringValue, span: span, outcome: .didNotLoad, diagnostics: findings))
    }
  }
}

extension FixtureFile {
  /// Files that its fixtures name as documents: the name as written, and the path relative to the root of fixture paths.
  package var namedDocuments: [(written: String, path: String)] {
    guard let json else { return [] }
    return (json.elements ?? [json]).flatMap { fixture -> [(written: String, path: String)] in
      let documents = fixture.member("context")?.value.member("documents")?.value.members ?? []
      return documents.compactMap { $0.value.stringValue }.map { ($0, Self.path(of: $0, beside: path)) }
    }
  }

  /// Returns the path of a file that is named relative to another one.
  private static func path(of name: String, beside other: String) -> String {
    var parts: [Substring] = name.utf8.first == UInt8(ascii: "/") ? [] : Array(other.split(separator: "/").dropLast())
    let isWhole = (name.utf8.first ?? other.utf8.first) == UInt8(ascii: "/") || other.utf8.first == UInt8(ascii: "/")
    for part in name.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return (isWhole ? "/" : "") + parts.joined(separator: "/")
  }

  /// Reads fixture files with the documents that they name. A file that is named as a document is not a fixture.
  ///
  /// - Parameter files: fixtures and their documents, each with its path.
  package static func read(_ files: [SourceFile]) -> [FixtureFile] {
    let read = files.map { FixtureFile($0) }
    let named = Set(read.flatMap(\.namedDocuments).map { Text($0.path) })
    let known = Dictionary(first: files.map { (Text($0.path), $0) })
    return read.filter { !named.contains(Text($0.path)) }.map { file in
      var file = file
      for (written, path) in file.namedDocuments { file.documents[Text(written)] = known[Text(path)] }
      return file
    }
  }
}

/// The vocabularies for the selections of packs that fixtures name, because a fixture may use only names of its packs.
struct FixtureVocabularies {
  private let subject: EvalSubject
  private var known: [[String]?: FixtureVocabulary] = [:]
  let loadedPacks: [String]

  init(_ subject: EvalSubject) {
    self.subject = subject
    loadedPacks = subject.whole.program.packs.map(\.name)
  }

  /// Returns the vocabulary that a fixture runs against. If its `packs` are faulty, it is that of all packs, and the fault is
  /// reported elsewhere.
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

/// The names that a fixture may use: those of a checked truth set, and the engine's own.
struct FixtureVocabulary: Sendable {
  let procedure: RunProcedure
  /// Whether the requested packs can be loaded without the others; if not, this is the vocabulary of all packs.
  let stands: Bool
  let intents: [String: [Field]]
  let facts: [String: [Field]]
  /// Ids that a decision, violation or trace may report.
  let truths: [String]
  /// Possible values of a trace's `action`.
  let actions: [String]
  private let truthSet: Set<String>
  /// Labels of the terms in a violation, by its id.
  private let terms: [String: Set<String>]

  init(_ procedure: RunProcedure, stands: Bool) {
    self.procedure = procedure
    self.stands = stands
    let program = procedure.program
    intents = Dictionary(first: program.intents.map { ($0.jsonName, $0.fields) })
    facts = Dictionary(first: program.facts.map { ($0.name, $0.fields) })
    let clauses = program.truths.flatMap(\.clauses).map(\.id)
    let invariants = program.invariants.flatMap { [$0.id, $0.clause.id] }
    truthSet = Set(program.truths.map(\.id) + clauses + invariants + BuiltInTruth.allCases.map(\.rawValue))
    truths = truthSet.sorted()
    terms = Self.terms(in: program)
    actions = program.intents.map(\.jsonName) + EngineAction.names
  }

  var program: Program { procedure.program }

  /// Whether a decision, violation or trace can report an id.
  func isTruth(_ id: String) -> Bool { truthSet.contains(id) }

  /// Returns the possible names in the `values` of a violation; `nil` if unknown, as for built-in truths.
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

  /// Returns the fields of an intent, by its bare or qualified name.
  func fields(ofIntent name: String) -> [Field]? { intents[name] ?? intent(named: name)?.fields }

  /// Whether undeclared members of an intent's `payload` are ignored.
  func isOpen(intent name: String) -> Bool { intent(named: name)?.isOpen ?? false }

  private func intent(named name: String) -> IntentType? {
    program.intents.first { $0.isProposed(by: name) }
  }
}
