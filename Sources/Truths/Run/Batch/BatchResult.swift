import TruthsText

/// What the proposals of a piece of a batch came to.
public final class BatchResult: Sendable {
  private let buffer: ByteBuffer
  /// Proposals decided.
  public let decided: Int
  /// The worst ending among them.
  public let ending: RunReport.Ending
  /// The first line that is not to be believed; nothing behind it was decided.
  public let faulty: FaultyLine?

  init(_ buffer: consuming ByteBuffer, decided: Int, ending: RunReport.Ending, faulty: FaultyLine?) {
    self.buffer = buffer
    self.decided = decided
    self.ending = ending
    self.faulty = faulty
  }

  /// What is to be printed, as long as a function looks at it.
  public func withBytes<Result>(_ look: (UnsafeRawBufferPointer) -> Result) -> Result { buffer.withBytes(look) }
}
