import TruthsCheck
import TruthsJSON
import TruthsProgram
import TruthsText

/// The position of a name in a file of the project.
struct NamePlace: Hashable {
  let path: String
  let span: Span
  let role: NameUse.Role
}

/// The positions of symbols in the truths, jobs and fixtures of a project.
struct ProjectReferences {
  let project: ServedProject
  /// Proposals that are no fixtures.
  var proposals: [ServedFixtureFile] = []

  /// Returns the positions in truths and jobs, by file and position, then those in fixtures.
  func places(of symbols: Set<Symbol>) -> [NamePlace] {
    let sources = project.loaded.sources
    let inSet = project.symbols.uses(of: symbols).compactMap { use -> NamePlace? in
      guard use.span.file != FileID(0), let file = sources.file(use.span.file), project.isWritten(use) else { return nil }
      return NamePlace(path: file.path, span: use.span, role: use.role)
    }
    return inSet + inFixtures(symbols)
  }

  private func inFixtures(_ symbols: Set<Symbol>) -> [NamePlace] {
    (project.fixtureFiles + project.triedFiles + proposals).flatMap { fixture in
      fixture.uses.filter { symbols.contains($0.symbol) }.map {
        NamePlace(path: fixture.file.path, span: $0.span, role: $0.role)
      }
    }
  }

  /// Returns the file of a position.
  func file(of place: NamePlace) -> SourceFile? {
    project.file(place.path) ?? project.dataFiles[place.path]
      ?? project.bytesOnDisk(of: place.path).map { SourceFile(id: FileID(-1), path: place.path, bytes: $0) }
  }
}

/// References to a name in the project and in its file.
extension LanguageServer {
  /// Answers `textDocument/references`.
  func references(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let cursor = try cursor(parameters, "textDocument/references") else { return .null }
    let wantsDeclaration = parameters.at("context", "includeDeclaration")?.boolValue ?? true
    let shared = locations(ofSharedNameAt: cursor) { wantsDeclaration || $0.role != .declaration }
    if !shared.isEmpty { return .array(shared) }
    let references = ProjectReferences(project: cursor.project)
    var seen: Set<String> = []
    // The head of a truth with an id of its own names it at this place alone.
    let here = cursor.use.map { [NamePlace(path: cursor.document.path, span: $0.span, role: $0.role)] } ?? []
    let found = (references.places(of: Set(cursor.symbols)) + here).compactMap { place -> JSONValue? in
      guard wantsDeclaration || place.role != .declaration, seen.insert("\(place.path):\(place.span.start)").inserted,
        let file = references.file(of: place)
      else { return nil }
      return .object([
        "uri": .text(uri(of: place.path, in: cursor.project)), "range": range(of: place.span, in: file).json,
      ])
    }
    return .array(found)
  }

  /// Answers `textDocument/documentHighlight`: the uses of the name in its file. Declarations and outputs count as writes.
  func highlights(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let cursor = try cursor(parameters, "textDocument/documentHighlight") else { return .null }
    if let (naming, all) = cursor.sharedName {
      let places = all.namings(in: cursor.document.path).filter { $0.shared == naming.shared }.map(\.place)
      return .array(
        places.map { use in
          .object(["range": cursor.range(use.span).json, "kind": .int(use.role == .use ? 2 : 3)])
        })
    }
    let symbols = Set(cursor.symbols)
    var names = FixtureNames(cursor.project)
    let uses = cursor.isTruths ? cursor.project.symbols.uses(in: cursor.file.id) : names.uses(in: cursor.file)
    var seen: Set<Span> = []
    let found = uses.filter { symbols.contains($0.symbol) && $0.role != .implicit && seen.insert($0.span).inserted }
    return .array(
      found.map { use in
        .object(["range": cursor.range(use.span).json, "kind": .int(use.role == .use ? 2 : 3)])
      })
  }

  /// Answers `textDocument/linkedEditingRange`: the name of a loop's variable or of a `let` with all its uses, which the client
  /// changes together while the user edits one of them. There are none if the name also means something else.
  func linkedRanges(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let cursor = try cursor(parameters, "textDocument/linkedEditingRange"), cursor.isTruths,
      let symbol = cursor.use?.symbol, case .local(let bound) = symbol, cursor.symbols == [symbol],
      let renaming = try? Renaming([symbol], in: cursor.project), renaming.symbols.count == 1
    else { return .null }
    let name = cursor.file.text(bound)
    // A `let` of an intent may have uses in other files, where the client changes nothing.
    let uses = cursor.project.symbols.uses(of: [symbol])
    guard
      uses.allSatisfy({ $0.span.file == cursor.file.id && $0.role != .implicit && cursor.file.text($0.span) == name })
    else { return .null }
    return .object([
      "ranges": .array(uses.map(\.span).uniqued().map { cursor.range($0).json }), "wordPattern": .text("[a-z][a-z0-9_]*"),
    ])
  }

  func range(of span: Span, in file: SourceFile) -> ProtocolRange {
    ProtocolRange(
      file.linePosition(at: Int(span.start), client.encoding), file.linePosition(at: Int(span.end), client.encoding))
  }
}
