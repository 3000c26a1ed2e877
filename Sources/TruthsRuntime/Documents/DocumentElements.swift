import TruthsDiagnostics
import TruthsJSON
import TruthsSyntax
import TruthsText

/// The elements that a source's path leads to, in the order of the document.
struct DocumentElements {
  private(set) var faults: [Diagnostic] = []
  var parts: ArraySlice<DocumentPart> = []

  /// A document of JSON Lines is the list of its lines to a path that begins with `[]`; to any other path each line is a document
  /// of its own.
  init(_ content: Document.Content, _ path: [DocumentPath.Step]) {
    var steps = path[...]
    var parts: [DocumentPart]
    switch content {
    case .value(let json): parts = [DocumentPart(json: json, path: "")]
    case .lines(let lines):
      parts = lines.enumerated().map { DocumentPart(json: $1, path: "[\($0)]") }
      if steps.first == .elements { steps = steps.dropFirst() }
    }
    for step in steps {
      var found: [DocumentPart] = []
      for part in parts { found += self.parts(behind: step, of: part) }
      parts = found
    }
    self.parts = parts[...]
  }

  private mutating func parts(behind step: DocumentPath.Step, of part: DocumentPart) -> [DocumentPart] {
    switch step {
    case .member(let name):
      guard part.json.members != nil else {
        faults.append(T8503DocumentShape.found(part.name, part.json.noun, wanted: "an object", at: part.json.span))
        return []
      }
      if let member = part.member(name) { return [member] }
      let known = part.json.members?.map(\.name.string) ?? []
      faults.append(T8502DocumentPathMissing.found(part.joined(name), name, known: known, at: part.json.span.opening))
      return []
    case .elements:
      guard let elements = part.json.elements else {
        faults.append(T8503DocumentShape.found(part.name, part.json.noun, wanted: "a list", at: part.json.span))
        return []
      }
      return elements.enumerated().map { part.element($1, at: $0) }
    }
  }
}

extension Span {
  /// The bracket with which a value begins: a finding about something absent does not underline the whole value.
  var opening: Span { Span(file: file, start: Int(start), end: min(Int(start) + 1, Int(end))) }
}
