import TruthsCheck
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// A document that a request names, in its project.
struct DocumentPlace {
  let uri: String
  let project: ServedProject
  /// As messages show it.
  let path: String
  let encoding: PositionEncoding

  /// The file of the set; `nil` of a fixture.
  var file: SourceFile? { project.file(path) }

  var places: SpanPlaces { SpanPlaces(project.loaded.sources, in: project, encoding) }
}

/// A position in a truth or job file, or in a fixture.
struct CursorPlace {
  let document: DocumentPlace
  let file: SourceFile
  let offset: Int

  var project: ServedProject { document.project }
  var isTruths: Bool { ServedProject.isTruths(document.path) }

  /// The name at the position: the shortest that holds it, or ends at it.
  var use: NameUse? {
    let here = uses.filter { $0.role != .implicit }
    return here.min { ($0.span.end - $0.span.start) < ($1.span.end - $1.span.start) }
  }

  /// The names at the position, those that are meant without standing there too.
  var uses: [NameUse] {
    project.symbols.uses(in: file.id).filter {
      Int($0.span.start) <= offset && offset <= Int($0.span.end) && project.isWritten($0)
    }
  }
}

extension LanguageServer {
  /// The document of a request.
  func document(_ parameters: JSONValue, _ method: String) throws(ResponseError) -> DocumentPlace {
    guard let uri = parameters.at("textDocument", "uri")?.stringValue else {
      throw ResponseError.parameters(of: method, lack: "textDocument.uri")
    }
    let (project, path) = project(of: uri)
    return DocumentPlace(uri: uri, project: project, path: path, encoding: client.encoding)
  }

  /// The position of a request; `nil` in a file that is of no project.
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

  /// The text of a document: of the set, else a fixture, else as it is open.
  func text(of place: DocumentPlace) -> SourceFile? {
    if let file = place.file { return file }
    let known = place.project.fixtures[place.path] ?? place.project.tried[place.path]
    guard let bytes = known ?? documents[place.uri]?.bytes else { return nil }
    return SourceFile(id: FileID(-1), path: place.path, bytes: bytes)
  }
}
