import Foundation

/// The number of decisions in comparisons with the reference evaluator. `TRUTHS_SOAK=10` makes ten times as many as CI does
/// (`make soak`).
enum Soak {
  static let factor = max(1, ProcessInfo.processInfo.environment["TRUTHS_SOAK"].flatMap { Int($0) } ?? 1)
}
