import TruthsDiagnostics
import TruthsText

extension NodeReader {
  mutating func source(_ fields: Fields, _ span: Span) -> Declaration.Body? {
    let hasDocument = require(
      fields["document"], "document", in: "the source", at: span,
      help: "say under which name the document is given: `document: …`")
    guard require(fields["produces"], "produces", in: "the source", at: span), hasDocument else { return nil }
    guard let field = fields["document"], let document = text(field.value, at: field.key, wants: "a name") else { return nil }
    guard NameShape.isName(document.text.utf8) else {
      report(BadName.found(document.text, at: document.span, help: NameShape.proposal(document.text).map { "write `\($0)`" }))
      return nil
    }
    var path: DocumentPath?
    if let each = fields["each"] {
      guard let read = documentPath(each) else { return nil }
      path = read
    }
    return .source(
      SourceDeclaration(
        document: document, each: path, isClosed: boolean(fields["closed"]), lets: lets(fields["let"]),
        produces: outputs(fields["produces"])))
  }

  /// The way to the elements. `[]` alone is an empty list to YAML, and means the same here: every element of the document.
  private mutating func documentPath(_ field: (key: Name, value: YAMLNode)) -> DocumentPath? {
    if case .sequence(let elements, _) = field.value.kind, elements.isEmpty {
      return DocumentPath([.elements], at: field.value.span)
    }
    guard let written = text(field.value, at: field.key, wants: "a path such as `tasks[]`") else { return nil }
    guard let steps = Self.pathSteps(written.text) else {
      report(MalformedPath.found(written.text, at: written.span))
      return nil
    }
    return DocumentPath(steps, at: written.span)
  }

  /// Names of members with dots between them, each with `[]` behind it as often as there are lists; `nil` where it is none.
  private static func pathSteps(_ text: String) -> [DocumentPath.Step]? {
    var steps: [DocumentPath.Step] = []
    for (place, part) in text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).enumerated() {
      let name = part.prefix { $0 != UInt8(ascii: "[") }
      if name.isEmpty {
        guard place == 0, !part.isEmpty else { return nil }
      } else {
        guard name.allSatisfy(isPathByte) else { return nil }
        steps.append(.member(String(decoding: name, as: UTF8.self)))
      }
      var rest = part.dropFirst(name.count)
      while !rest.isEmpty {
        guard rest.starts(with: "[]".utf8) else { return nil }
        steps.append(.elements)
        rest = rest.dropFirst(2)
      }
    }
    return steps
  }

  /// Whether a byte may stand in the name of a member of a path: anything but white space, quotes and brackets.
  private static func isPathByte(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x7F && !"[]{}()\"'`,".utf8.contains(byte)
  }
}
