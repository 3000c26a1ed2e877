package import TruthsDiagnostics
package import TruthsJSON
package import TruthsRuntime
package import TruthsText

/// A fixture file as read: its JSON, or why it has none.
package struct FixtureFile: Sendable {
  package var span: Span
  /// As messages show it.
  package var path: String
  /// The files that it names as documents, as it names them.
  package var documents: [Text: SourceFile] = [:]
  package var json: LocatedJSON?
  package var diagnostics: [Diagnostic]
  /// What was found in its bytes beside; it keeps nothing from being read.
  package var remarks: [Diagnostic] = []

  /// Reads a file.
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

/// The fixtures of some files: those that can run, and what became of those that cannot.
package struct FixtureSuite: Sendable {
  /// In order of file and place.
  package private(set) var fixtures: [Fixture] = []
  /// The fixtures and files that did not load.
  package private(set) var faulty: [FixtureResult] = []
  /// What is doubtful about fixtures that can run.
  package private(set) var warnings: [Diagnostic] = []

  /// Reads fixtures strictly against a truth set. One that is at fault does not keep the others from running; of two with one id
  /// the second is at fault.
  ///
  /// - Parameters:
  ///   - filter: Which to take; a file that cannot be read is always among the faulty, since nobody knows what it holds.
  ///   - documents: for every fixture that does not give them itself.
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
