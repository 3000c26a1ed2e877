import TruthsCheck
import TruthsJSON
import TruthsProgram
import TruthsText

/// A place of a name, in whatever file of the project.
struct NamePlace: Hashable {
  let path: String
  let span: Span
  let role: NameUse.Role
}

/// Where symbols stand in a project: in truths, jobs and fixtures.
struct ProjectReferences {
  let project: ServedProject

  /// In truths and jobs, by file and place, then in fixtures.
  func places(of symbols: Set<Symbol>) -> [NamePlace] {
    let sources = project.loaded.sources
    let inSet = project.symbols.uses(of: symbols).compactMap { use -> NamePlace? in
      guard use.span.file != FileID(0), let file = sources.file(use.span.file), project.isWritten(use) else { return nil }
      return NamePlace(path: file.path, span: use.span, role: use.role)
    }
    return inSet + inFixtures(symbols)
  }

  private func inFixtures(_ symbols: Set<Symbol>) -> [NamePlace] {
    (project.fixtureFiles + project.scratchFiles).flatMap { fixture in
      fixture.uses.filter { symbols.contains($0.symbol) }.map {
        NamePlace(path: fixture.file.path, span: $0.span, role: $0.role)
      }
    }
  }

  /// The file of a place.
  func file(of place: NamePlace) -> SourceFile? {
    project.file(place.path)
      ?? project.bytes(of: place.path).map { SourceFile(id: FileID(-1), path: place.path, bytes: $0) }
  }
}

extension LanguageServer {
  /// `textDocument/references`
  func references(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let cursor = try cursor(parameters, "textDocument/references") else { return .null }
    let wantsDeclaration = parameters.at("context", "includeDeclaration")?.boolValue ?? true
    let references = ProjectReferences(project: cursor.project)
    var seen: Set<String> = []
    let found = references.places(of: Set(cursor.symbols)).compactMap { place -> JSONValue? in
      guard wantsDeclaration || place.role != .declaration, seen.insert("\(place.path):\(place.span.start)").inserted,
        let file = references.file(of: place)
      else { return nil }
      return .object([
        "uri": .text(uri(of: place.path, in: cursor.project)), "range": range(of: place.span, in: file).json,
      ])
    }
    return .array(found)
  }

  /// `textDocument/documentHighlight`: the same name in the same file, read or made.
  func highlights(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let cursor = try cursor(parameters, "textDocument/documentHighlight") else { return .null }
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

  func range(of span: Span, in file: SourceFile) -> ProtocolRange {
    ProtocolRange(
      file.linePosition(at: Int(span.start), client.encoding), file.linePosition(at: Int(span.end), client.encoding))
  }
}
