import TruthsDiagnostics
package import TruthsJSON
import TruthsProgram
package import TruthsText

/// A JSON document that is given as context, under a name that sources refer to (declarations §14).
package struct Document: Sendable {
  package var name: String
  /// The span of the name, for findings.
  package var nameSpan: Span
  package var content: Content
  /// Whether the document lists the files of a folder. Such files may have any form.
  package var isFolder: Bool

  package init(name: String, nameSpan: Span, content: Content, isFolder: Bool = false) {
    self.name = name
    self.nameSpan = nameSpan
    self.content = content
    self.isFolder = isFolder
  }

  package enum Content: Sendable {
    case value(LocatedJSON)
    /// JSON Lines: one value in each line.
    case lines([LocatedJSON])
  }
}

/// A part of a document, with its path as messages write it, such as `tasks[3].state`.
struct DocumentPart {
  var json: LocatedJSON
  /// The path; empty for the document itself.
  var path: String

  /// The name in messages: `tasks[3]`, or the document.
  var name: String { path.isEmpty ? "the document" : "`\(path)`" }

  func member(_ name: String) -> DocumentPart? {
    guard let value = json.member(name)?.value else { return nil }
    if case .null = value.kind { return nil }
    return DocumentPart(json: value, path: joined(name))
  }

  func element(_ json: LocatedJSON, at index: Int) -> DocumentPart { DocumentPart(json: json, path: "\(path)[\(index)]") }

  /// Returns the path of a member.
  func joined(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}

extension Document.Content {
  /// Reads a file of JSON or JSON Lines.
  ///
  /// The file is JSON Lines if its name ends with `.jsonl` or `.ndjson`. Any other file is JSON Lines if its first line alone is
  /// a value and more lines follow.
  ///
  /// - Throws: all faults in the file.
  /// - Complexity: O(size of the file).
  package static func read(_ file: SourceFile) throws(BadData) -> Document.Content {
    if !file.path.hasSuffix(".jsonl"), !file.path.hasSuffix(".ndjson") {
      switch JSONReader.read(file) {
      case .success(let value): return .value(value)
      case .failure(let fault):
        var lines = JSONLines(file).makeIterator()
        guard case .success? = lines.next() else { throw BadData([fault]) }
      }
    }
    var values: [LocatedJSON] = []
    var faults: [Diagnostic] = []
    for line in JSONLines(file) {
      switch line {
      case .success(let value): values.append(value)
      case .failure(let fault): faults.append(fault)
      }
      if faults.count >= [Diagnostic].mostOfData { break }
    }
    guard faults.isEmpty else { throw BadData(faults) }
    return .lines(values)
  }
}

extension DocumentPart {
  /// Returns the part of this part that an expression of the source reads. `nil` if the expression reads no single part, or the
  /// part is absent.
  func part(of node: Node, _ source: CheckedSource, _ program: Program) -> DocumentPart? {
    guard let names = Self.read(node, program, Self.inputs(source))?.names else { return nil }
    return names.reduce(self as DocumentPart?) { $0?.member($1) }
  }

  /// Returns the path that an expression reads, even if the document has no such part; `nil` if the expression reads no single
  /// part.
  func path(of node: Node, _ source: CheckedSource, _ program: Program) -> String? {
    Self.read(node, program, Self.inputs(source)).map { path(behind: $0.names) }
  }

  /// Returns the path that an expression reads in an element of a list. `slot` is the slot of the output's loop, which holds
  /// that element.
  func path(of node: Node, behind slot: Int, in source: CheckedSource, _ list: Node, _ program: Program) -> String? {
    guard case .list(let element)? = Self.read(list, program, Self.inputs(source))?.type else { return nil }
    return Self.read(node, program) { $0 == slot ? ([], element) : nil }.map { path(behind: $0.names) }
  }

  private func path(behind names: [String]) -> String {
    names.reduce(path) { $0.isEmpty ? $1 : "\($0).\($1)" }
  }

  private static func inputs(_ source: CheckedSource) -> (Int) -> (names: [String], type: ValueType)? {
    { source.inputs.indices.contains($0) ? ([source.inputs[$0].jsonName], source.inputs[$0].type) : nil }
  }

  /// Returns the names of the members that an expression reads from a slot, and the type of the last member; `nil` for any
  /// other expression. `base` gives the names and the type of a slot.
  private static func read(
    _ node: Node, _ program: Program, _ base: (Int) -> (names: [String], type: ValueType)?
  ) -> (names: [String], type: ValueType)? {
    switch node {
    case .slot(let slot): return base(slot)
    case .amount(let amount, _): return read(amount, program, base)
    case .field(let inner, let index):
      guard let (names, type) = read(inner, program, base), case .record(let record) = type else { return nil }
      let field = program.records[record].fields[index]
      return (names + [field.jsonName], field.type)
    default: return nil
    }
  }
}
