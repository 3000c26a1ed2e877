import TruthsCheck
import TruthsText

extension ServedProject {
  /// Returns the places of a unit: in types, and as the second argument of `in_unit`.
  ///
  /// - Complexity: O(size of the set), and a look at the lines around each word of that name.
  func places(ofUnit unit: String) -> [NamePlace] {
    let word = Array(unit.utf8)
    return loaded.sources.files.dropFirst().flatMap { file in
      file.bytes.offsets(of: word).compactMap { start -> NamePlace? in
        let document = DocumentPlace(uri: "", project: self, path: file.path, encoding: .utf8)
        let cursor = CursorPlace(document: document, file: file, offset: start)
        guard let span = cursor.word?.span, span.start == start, Int(span.end) == start + word.count, cursor.use == nil else {
          return nil
        }
        // In quotes it is a currency that is data.
        let isGiven =
          start > 0 && file.bytes[start - 1] != UInt8(ascii: "\"")
          && cursor.call.map { $0.name == "in_unit" && $0.argument == 1 } ?? false
        guard isGiven || cursor.unit == unit else { return nil }
        return NamePlace(path: file.path, span: span, role: .use)
      }
    }
  }
}
