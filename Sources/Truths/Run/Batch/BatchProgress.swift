import TruthsText

/// How far a batch has come, in words.
public struct BatchProgress: Sendable {
  /// Proposals decided so far.
  public var decided: Int
  /// Milliseconds since the batch began.
  public var elapsed: Int
  /// Bytes read so far, and of all; where the whole is known.
  public var share: (read: Int, of: Int)?

  /// A state of a batch.
  public init(decided: Int, elapsed: Int, share: (read: Int, of: Int)? = nil) {
    self.decided = decided
    self.elapsed = elapsed
    self.share = share
  }

  /// `1,200,000 decided, 150,000 a second, 0:07 left`
  public var text: String {
    var text = "\(decided.grouped) decided"
    guard elapsed > 0 else { return text }
    text += ", \(Self.scaled(decided, 1000, elapsed).grouped) a second"
    if let share, share.read > 0, share.of >= share.read {
      let seconds = Self.scaled(elapsed, share.of - share.read, share.read) / 1000
      text += ", \(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60) left"
    }
    return text
  }

  /// `number * factor / divisor`, whose product may be larger than 64 bits hold.
  private static func scaled(_ number: Int, _ factor: Int, _ divisor: Int) -> Int {
    Int(clamping: Int128(number) * Int128(factor) / Int128(divisor))
  }
}
