import TruthsEval
import TruthsJSON
import TruthsText

/// Links from fixtures to the documents that they name.
extension LanguageServer {
  /// Answers `textDocument/documentLink` with the documents that a fixture names.
  func documentLinks(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let place = try document(parameters, "textDocument/documentLink")
    guard place.project.fixtures[place.path] != nil, let file = text(of: place) else { return .array([]) }
    let fixture = FixtureFile(file)
    let targets = Dictionary(first: fixture.namedDocuments.map { ($0.written, $0.path) })
    var links: [JSONValue] = []
    for one in fixture.json.map({ $0.elements ?? [$0] }) ?? [] {
      for document in one.member("context")?.value.member("documents")?.value.members ?? [] {
        guard let written = document.value.stringValue, let target = targets[written] else { continue }
        links.append(
          .object([
            "range": range(of: document.value.span, in: file).json, "target": .text(uri(of: target, in: place.project)),
          ]))
      }
    }
    return .array(links)
  }
}
