import TruthsCheck
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// A document that a request names, with its project.
struct DocumentPlace {
  let uri: String
  let project: ServedProject
  /// The path as messages show it.
  let path: String
  let encoding: PositionEncoding

  /// The truth or job file; `nil` for a fixture.
  var file: SourceFile? { project.file(path) }

  var places: SpanPlaces { SpanPlaces(project.sources, in: project, encoding) }
}

/// A position in a truth or job file, or in a fixture.
struct CursorPlace {
  let document: DocumentPlace
  let file: SourceFile
  let offset: Int

  var project: ServedProject { document.project }
  var isTruths: Bool { ServedProject.isTruths(document.path) }

  /// The shortest name that contains or ends at the position.
  var use: NameUse? {
    let here = uses.filter { $0.role != .implicit }
    return here.min { ($0.span.end - $0.span.start) < ($1.span.end - $1.span.start) }
  }

  /// The names at the position, also those that the text only implies.
  var uses: [NameUse] {
    let named = project.symbols.uses(in: file.id).filter {
      Int($0.span.start) <= offset && offset <= Int($0.span.end) && project.isWritten($0)
    }
    return named + (head.map { [$0] } ?? [])
  }

  /// The name of the truth or invariant at the position, if the rule also has a written id, by which other declarations refer to
  /// it.
  private var head: NameUse? {
    guard let declaration = project.unit(file)?.declaration(around: offset), let id = declaration.ruleID,
      Int(declaration.name.span.start) <= offset, offset <= Int(declaration.name.span.end)
    else { return nil }
    return NameUse(.rule(id), at: declaration.name.span, .declaration)
  }
}

/// The documents and positions that requests name.
extension LanguageServer {
  /// Returns the document of a request.
  func document(_ parameters: JSONValue, _ method: String) throws(ResponseError) -> DocumentPlace {
    guard let uri = parameters.at("textDocument", "uri")?.stringValue else {
      throw ResponseError.parameters(of: method, lack: "textDocument.uri")
    }
    let (project, path) = project(of: uri)
    return DocumentPlace(uri: uri, project: project, path: path, encoding: client.encoding)
  }

  /// Returns the position of a request; `nil` where the text of its file is unknown.
  func cursor(_ parameters: JSONValue, _ method: String) throws(ResponseError) -> CursorPlace? {
    let place = try document(parameters, method)
    guard let position = parameters["position"].flatMap({ LinePosition($0) }) else {
      throw ResponseError.parameters(of: method, lack: "position")
    }
    return cursor(place, position)
  }

  func cursor(_ place: DocumentPlace, _ position: LinePosition) -> CursorPlace? {
    guard let file = text(of: place) else { return nil }
    return CursorPlace(document: place, file: file, offset: file.offset(of: position, client.encoding))
  }

  /// Returns the text of a document: a truth or job file, a fixture, a trial, or any other open document.
  func text(of place: DocumentPlace) -> SourceFile? {
    if let file = place.file { return file }
    let known = place.project.fixtures[place.path] ?? place.project.trials.texts[place.path]
    guard let bytes = known ?? documents[place.uri]?.bytes else { return nil }
    return SourceFile(id: FileID(-1), path: place.path, bytes: bytes)
  }
}

extension SourceFile {
  /// Returns the path, line and column of an offset, for people.
  func place(at offset: Int) -> String {
    let position = position(at: offset)
    return "\(path):\(position.line):\(position.column)"
  }
}
