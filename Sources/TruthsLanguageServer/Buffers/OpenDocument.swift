import TruthsJSON
import TruthsText

/// A document that is open in the client. Its text replaces the file on disk.
struct OpenDocument {
  let uri: String
  private(set) var version: Int?
  private(set) var text: SourceFile

  init(uri: String, version: Int?, text: String) {
    self.uri = uri
    self.version = version
    self.text = Self.file(Array(text.utf8))
  }

  var bytes: [UInt8] { text.bytes }

  /// Applies changes in order. Each replaces the whole text, or a range of the text after the changes before it.
  mutating func apply(_ changes: [JSONValue], version: Int?, _ encoding: PositionEncoding) {
    self.version = version ?? self.version
    for change in changes {
      guard let new = change["text"]?.stringValue else { continue }
      guard let range = change["range"].flatMap({ ProtocolRange($0) }) else {
        text = Self.file(Array(new.utf8))
        continue
      }
      let start = text.offset(of: range.start, encoding)
      let end = max(start, text.offset(of: range.end, encoding))
      var bytes = text.bytes
      bytes.replaceSubrange(start..<end, with: Array(new.utf8))
      text = Self.file(bytes)
    }
  }

  private static func file(_ bytes: [UInt8]) -> SourceFile { SourceFile(id: FileID(0), path: "", bytes: bytes) }
}
