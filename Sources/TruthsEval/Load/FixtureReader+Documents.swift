import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsRuntime
import TruthsText

extension FixtureReader {
  /// `context.documents`: by name, the document itself, an object or list, or the file that holds it, a path from the fixture's
  /// folder; then those that the whole evaluation was given and the fixture does not give itself.
  mutating func documents(of json: LocatedJSON) -> [Document] {
    var documents: [Document] = []
    if let member = json.member("context")?.value.member("documents"), let members = object(member.value, "context.documents") {
      for member in members {
        guard let content = content(of: member) else { continue }
        documents.append(Document(name: member.name.string, nameSpan: member.nameSpan, content: content))
      }
    }
    let own = Set(documents.map(\.name))
    let known = Set(vocabulary.program.sources.map(\.document))
    return documents + givenDocuments.filter { known.contains($0.name) && !own.contains($0.name) }
  }

  private mutating func content(of member: LocatedJSON.Member) -> Document.Content? {
    switch member.value.kind {
    case .object, .array: return .value(member.value)
    case .string(let path):
      guard let file = files[path] else {
        findings.append(FixtureValue.noDocument(path.string, at: member.value.span))
        return nil
      }
      do {
        return try Document.Content.read(file)
      } catch {
        findings += error.diagnostics
        return nil
      }
    default:
      wrongForm(member.value, "context.documents.\(member.name.string)", wanted: "a document or the path of its file")
      return nil
    }
  }
}
