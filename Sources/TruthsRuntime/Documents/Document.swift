package import TruthsJSON
package import TruthsText

/// A JSON document that is given as context, under a name that sources know (language.md §10).
package struct Document: Sendable {
  package var name: String
  /// Where the name is written.
  package var nameSpan: Span
  package var content: Content

  package init(name: String, nameSpan: Span, content: Content) {
    self.name = name
    self.nameSpan = nameSpan
    self.content = content
  }

  package enum Content: Sendable {
    case value(LocatedJSON)
    /// JSON Lines: a value a line.
    case lines([LocatedJSON])
  }
}

/// A part of a document with the way to it, as messages write it: `tasks[3].state`.
struct DocumentPart {
  var json: LocatedJSON
  /// Empty for the document itself.
  var path: String

  /// The path in words: `tasks[3]`, or the document.
  var name: String { path.isEmpty ? "the document" : "`\(path)`" }

  func member(_ name: String) -> DocumentPart? {
    guard let value = json.member(name)?.value else { return nil }
    if case .null = value.kind { return nil }
    return DocumentPart(json: value, path: joined(name))
  }

  func element(_ json: LocatedJSON, at index: Int) -> DocumentPart { DocumentPart(json: json, path: "\(path)[\(index)]") }

  /// The path of a member.
  func joined(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}
