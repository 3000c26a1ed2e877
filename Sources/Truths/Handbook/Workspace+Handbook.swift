import TruthsCheck
import TruthsDiagnostics
import TruthsEval
import TruthsJSON

extension Workspace {
  /// The set as a handbook for people, with its fixtures as examples.
  ///
  /// - Throws: the findings of a set, or of fixtures, with errors: nobody should learn from what does not hold.
  public func handbook(fixtures: [SourceText] = []) throws(Findings) -> Handbook {
    _ = try procedure()
    var sources = loaded.sources
    let files = Self.read(fixtures, into: &sources)
    let suite = FixtureSuite(files, against: EvalSubject(loaded))
    let faults = suite.faulty.flatMap(\.diagnostics)
    guard !faults.hasErrors else { throw Findings(faults, in: sources) }
    let all = files.flatMap { file in file.json.map { $0.elements ?? [$0] } ?? [] }
    let examples = HandbookExamples(all.compactMap { HandbookExample($0.value) }, in: loaded.program)
    var maker = HandbookMaker(loaded.program, units: loaded.units, examples: examples, source: source)
    return maker.handbook()
  }
}
