package import TruthsText

extension JSONObject {
  /// The object that something writes; the empty one where it writes none. So what is written in one place alone can be looked at
  /// like what was read.
  ///
  /// - Complexity: O(bytes written).
  package init(written write: (inout ByteBuffer) -> Void) {
    var buffer = ByteBuffer()
    write(&buffer)
    let read = JSONReader.read(DataBytes(buffer.bytes), of: FileID(0), limits: .own)
    self = (try? read.get().value.objectValue) ?? [:]
  }
}
