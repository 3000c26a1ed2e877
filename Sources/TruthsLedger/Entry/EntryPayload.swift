package import TruthsJSON
package import TruthsText

/// What an entry is about: an object that knows how it is written, so that nothing has to be put together first.
package protocol EntryPayload: AnyObject, Sendable {
  /// The object, members in the order in which they were given.
  var object: JSONObject { get }

  /// Appends JCS of the object.
  func writeCanonical(to buffer: inout ByteBuffer)

  /// Appends the object without white space, members in the order in which they were given.
  func writeCompact(to buffer: inout ByteBuffer)
}

/// A payload as it was given.
package final class GivenPayload: EntryPayload {
  package let object: JSONObject

  package init(_ object: JSONObject) { self.object = object }

  package func writeCanonical(to buffer: inout ByteBuffer) { buffer.writeCanonical(object) }

  package func writeCompact(to buffer: inout ByteBuffer) { buffer.writeCompact(.object(object)) }
}
