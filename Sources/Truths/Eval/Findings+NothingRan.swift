import TruthsEval

/// What stands in a report of fixtures where findings kept all of them from running.
extension Findings {
  /// JUnit XML with one error.
  public var junit: String { JUnitReport(sources: sources).text(nothingRanFor: diagnostics) }

  /// The Test Anything Protocol, version 14: the test bails out.
  public var tap: String { TAPReport(sources: sources).text(nothingRanFor: diagnostics) }
}
