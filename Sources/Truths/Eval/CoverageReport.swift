import TruthsEval
import TruthsText

/// What of a truth set its fixtures exercised: truths, outcomes of clauses, rows, transitions and states.
public struct CoverageReport: Sendable {
  let map: CoverageMap
  let sources: SourceMap

  /// The report for people: the total, each pack, and what no fixture shows; one line where nothing misses.
  public func text(isColored: Bool = false) -> String { HumanCoverage(sources: sources, isColored: isColored).text(map) }

  /// The report as JSON.
  public var json: String { JSONCoverage(sources: sources).value(map).lines }

  /// The report as a tracefile of LCOV.
  public var lcov: String { LCOVCoverage(sources: sources).text(map) }

  /// How much was exercised, in percent, rounded down to a tenth: `92.3`.
  public var percent: String { map.share.percent }

  /// Whether at least as much was exercised as a gate wants, exactly.
  public func passes(_ gate: CoverageGate) -> Bool { map.share.reaches(gate.percent) }
}

/// How much fixtures have to exercise, in percent.
public struct CoverageGate: Sendable {
  let percent: Decimal
  /// As it was written.
  public let text: String

  /// - Parameter text: a number from 0 to 100, such as `95` or `99.5`; `nil` for anything else.
  public init?(_ text: String) {
    guard let percent = try? Decimal(literal: text), percent.coefficient >= 0, percent <= Decimal(100) else { return nil }
    self.percent = percent
    self.text = text
  }
}
