import Foundation

/// How long the comparisons with the reference evaluator run: `TRUTHS_SOAK=10` makes ten times as many decisions as CI does
/// (`make soak`).
enum Soak {
  static let factor = max(1, ProcessInfo.processInfo.environment["TRUTHS_SOAK"].flatMap { Int($0) } ?? 1)
}
