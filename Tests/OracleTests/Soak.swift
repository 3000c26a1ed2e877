import Foundation

/// The number of decisions in comparisons with the reference evaluator. CI compares few, because each takes the reference
/// evaluator milliseconds. `TRUTHS_SOAK=10` makes twenty times as many (`make soak`).
enum Soak {
  static let factor = ProcessInfo.processInfo.environment["TRUTHS_SOAK"].map { max(1, 2 * (Int($0) ?? 1)) } ?? 1
}
