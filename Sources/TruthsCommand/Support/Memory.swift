/// What is not given back before the process ends.
enum Memory {
  /// Keeps something to the end of the process, which is near: the system takes all memory back at once, faster than values are
  /// taken apart one by one.
  static func keep<Value: Sendable>(_ value: Value) { _ = Unmanaged.passRetained(Kept(value)) }

  private final class Kept<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }
}
