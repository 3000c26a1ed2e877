import TruthsJSON
package import TruthsText

extension FixtureFile {
  /// The files that its fixtures name as documents: as they are written there, and from where the paths of fixtures begin.
  package var namedDocuments: [(written: String, path: String)] {
    guard let json else { return [] }
    return (json.elements ?? [json]).flatMap { fixture -> [(written: String, path: String)] in
      let documents = fixture.member("context")?.value.member("documents")?.value.members ?? []
      return documents.compactMap { $0.value.stringValue }.map { ($0, Self.path(of: $0, beside: path)) }
    }
  }

  /// The path of a file that is named from beside another one.
  private static func path(of name: String, beside other: String) -> String {
    var parts: [Substring] = name.utf8.first == UInt8(ascii: "/") ? [] : Array(other.split(separator: "/").dropLast())
    let isWhole = (name.utf8.first ?? other.utf8.first) == UInt8(ascii: "/") || other.utf8.first == UInt8(ascii: "/")
    for part in name.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return (isWhole ? "/" : "") + parts.joined(separator: "/")
  }

  /// Takes the files that are fixtures, each with the documents that it names; what one names as a document is no fixture.
  ///
  /// - Parameter files: fixtures, and the documents that they name, each with its path.
  package static func read(_ files: [SourceFile]) -> [FixtureFile] {
    let read = files.map { FixtureFile($0) }
    let named = Set(read.flatMap(\.namedDocuments).map { Text($0.path) })
    let known = Dictionary(files.map { (Text($0.path), $0) }, uniquingKeysWith: { first, _ in first })
    return read.filter { !named.contains(Text($0.path)) }.map { file in
      var file = file
      for (written, path) in file.namedDocuments { file.documents[Text(written)] = known[Text(path)] }
      return file
    }
  }
}
