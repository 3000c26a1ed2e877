/// A file as it was read. This module reads nothing itself.
public struct SourceText: Sendable {
  /// The path as messages show it, with `/`. Truth files are told by what stands below `truths/` or `jtbd/`.
  public var path: String
  /// What the file holds, whatever that is.
  public var bytes: [UInt8]

  /// A file with a path as messages show it.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}
