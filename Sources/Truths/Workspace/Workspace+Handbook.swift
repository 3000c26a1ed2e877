import TruthsCheck
import TruthsDiagnostics
import TruthsEval
import TruthsFindings
import TruthsHandbook
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Handbooks of rule sets, for `truths doc`.
extension Workspace {
  /// Returns the set as a handbook for people, with its fixtures as examples.
  ///
  /// - Parameters:
  ///   - fixtures: fixture files, which become examples.
  ///   - title: the title; `nil` for one made from the packs.
  ///   - date: date of the handbook, shown as it is given; `nil` for none.
  /// - Throws: the findings of a set or of fixtures with errors, because a handbook describes only valid rules.
  public func handbook(fixtures: [SourceText] = [], title: String? = nil, date: String? = nil) throws(Findings) -> Handbook {
    let reading = try reading(fixtures)
    let faults = reading.suite.faulty.flatMap(\.diagnostics)
    guard !faults.hasErrors else { throw Findings(faults, in: reading.sources) }
    let examples = HandbookExamples(reading.suite.fixtures.compactMap { HandbookExample($0.json) }, in: loaded.program)
    var maker = HandbookMaker(loaded.program, units: loaded.units, examples: examples, source: source)
    return maker.handbook(title: title, date: date, hash: reading.subject.procedureOfAllPacks.truthsHash)
  }
}
